import type { JoinProof } from '@kirchhoff/kernel/certificate/format';
import type { NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { nodeOfTerm, type Term } from '@kirchhoff/kernel/monomers/relation';
import type { Board } from '@kirchhoff/kernel/rules/board';
import { lengthTerm, valueTerm } from '@kirchhoff/kernel/rules/terms';
import { type Int, maximum } from '@kirchhoff/kernel/types/integer';
import { explore, type Reached } from './paths.js';
import type { Users } from './users.js';

/** More differences than these are not kept, for each side. */
const MOST_JOINS = 6;

/** The differences between the result of one arm and other wires, at the end of the arm. */
interface ArmDifferences {
  readonly below: ReadonlyMap<Term, Reached>;
  readonly above: ReadonlyMap<Term, Reached>;
}

/** Gathers, arm by arm, what holds of the results of all of them: what branches know of their result is not lost where they join. */
export class Joins {
  private readonly arms = new Map<RegionId, ArmDifferences | null>();

  constructor(
    private readonly board: Board,
    private readonly users: Users,
  ) {}

  /** At the end of an arm, before what was learnt there is taken back. */
  leaveArm(region: RegionId): void {
    const result = this.board.graph.regions[region]?.result ?? null;
    const term = result === null ? null : this.termOf(result);
    if (this.board.dead || term === null) {
      this.arms.set(region, null);
      return;
    }
    this.arms.set(region, { below: explore(this.board, this.users, term, 'below'), above: explore(this.board, this.users, term, 'above') });
  }

  /** Where the arms join: the differences that all arms which were reached agree on. */
  join(owner: NodeId, regions: readonly RegionId[]): readonly JoinProof[] {
    const own = this.termOf(owner);
    const arms = regions.map((region) => this.arms.get(region) ?? null);
    for (const region of regions) this.arms.delete(region);
    if (own === null || arms.every((arm) => arm === null)) return [];
    const below = this.agreed(arms.map((arm) => arm?.below ?? null)).map(([term, bound, paths]) => ({
      minuend: own,
      subtrahend: term,
      bound,
      paths,
    }));
    const above = this.agreed(arms.map((arm) => arm?.above ?? null)).map(([term, bound, paths]) => ({
      minuend: term,
      subtrahend: own,
      bound,
      paths,
    }));
    return [...below, ...above];
  }

  /** The terms that every arm reaches, with the loosest of their bounds and the path of each arm; those that stand outside of the arms. */
  private agreed(arms: readonly (ReadonlyMap<Term, Reached> | null)[]): readonly (readonly [Term, Int, JoinProof['paths']])[] {
    const reached = arms.filter((arm) => arm !== null);
    const [first] = reached;
    const terms = [...(first?.keys() ?? [])].filter((term) => this.isOutside(term) && reached.every((arm) => arm.has(term)));
    return terms.slice(0, MOST_JOINS).map((term) => {
      const bounds = reached.flatMap((arm) => arm.get(term)?.bound ?? []);
      return [term, bounds.reduce(maximum), arms.map((arm) => arm?.get(term)?.path ?? [])];
    });
  }

  private isOutside(term: Term): boolean {
    return this.board.evaluatedOf(nodeOfTerm(term)).some((node) => this.board.isLive(node));
  }

  /** The integer that a node is, or the length that it has; null of what has neither. */
  private termOf(node: NodeId): Term | null {
    switch (this.board.graph.kinds[node]?.kind) {
      case 'integer':
        return valueTerm(this.board, node);
      case 'text':
      case 'bytes':
      case 'list':
        return lengthTerm(this.board, node);
      default:
        return null;
    }
  }
}
