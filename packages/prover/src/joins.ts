import { type AbstractValue, NEVER } from '@kirchhoff/kernel/abstract/abstract';
import type { JoinProof } from '@kirchhoff/kernel/certificate/format';
import type { NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { oncePerGraph } from '@kirchhoff/kernel/graph/once-per-graph';
import { ownedRegions } from '@kirchhoff/kernel/graph/schedule';
import { type DifferenceTerm, nodeOfTerm, type RelationFact } from '@kirchhoff/kernel/monomers/relation';
import type { Environment } from '@kirchhoff/kernel/rules/environment';
import { boundNode } from '@kirchhoff/kernel/rules/loops';
import { boundsOfTerm, boundsOfView, fieldNode, holderOf, partTerm } from '@kirchhoff/kernel/rules/parts';
import { lengthTerm, valueTerm } from '@kirchhoff/kernel/rules/terms';
import type { Type } from '@kirchhoff/kernel/types/domain';
import { type Int, maximum, minimum, subtract } from '@kirchhoff/kernel/types/integer';
import { type Direction, type Explored, type KeptChain, pathOf, type Reached } from './chains.js';
import type { DefUseChains } from './def-use-chains.js';
import { explore, seeApart } from './difference-chains.js';
import { measuresOf } from './measure.js';

/** Limit for the differences that are kept on each side. */
const MAX_JOINS = 6;

/** The differences between the result of one arm and other terms, at the end of the arm. */
interface ArmDifferences {
  readonly below: Explored;
  readonly above: Explored;
  /** The range of the result as the checker knows it: a node of the same value outside the arm may be known less exactly. */
  readonly range: ReturnType<typeof boundsOfTerm>;
}

/** The change of a field in a step, upward and downward; `undefined` on a side without a known bound. */
interface Moves {
  readonly upper: Reached | undefined;
  readonly lower: Reached | undefined;
}

const STAYS: Reached = { bound: 0, path: [] };

/** Records with more fields are skipped. */
const MAX_FIELDS = 8;

function fieldsOf(type: Type | undefined): readonly string[] {
  if (type?.kind !== 'record' || type.fields.length > MAX_FIELDS) return [];
  return type.fields.filter((field) => measuresOf(field.type, 0).length > 0).map(({ name }) => name);
}

/** A difference on which all reached arms agree. Its paths are made only if a proof relies on it. */
export interface FoundJoin extends RelationFact<DifferenceTerm> {
  /** Returns the chain of each arm: empty for an unreached arm, and where the ranges give the bound. */
  readonly paths: () => JoinProof['paths'];
}

/** The end of an arm on one side of the result, and the value that the result has there now. */
interface ArmSide {
  readonly explored: Explored;
  readonly range: ArmDifferences['range'];
  readonly result: AbstractValue;
}

/** By arm; null for an unreached one. */
type Arms = readonly (ArmSide | null)[];

/** The difference of the results of arms from a term outside. */
class ExploredJoin implements FoundJoin {
  readonly minuend: DifferenceTerm;
  readonly subtrahend: DifferenceTerm;

  constructor(
    own: DifferenceTerm,
    outside: DifferenceTerm,
    readonly bound: Int,
    private readonly side: Direction,
    /** By arm. */
    private readonly chains: readonly (KeptChain | null)[],
  ) {
    this.minuend = side === 'below' ? own : outside;
    this.subtrahend = side === 'below' ? outside : own;
  }

  paths(): JoinProof['paths'] {
    return this.chains.map((chain) => pathOf(chain, this.side));
  }
}

/**
 * Returns the difference of a field that all reached arms keep: with the loosest of their bounds. Empty if a reached arm has no
 * bound. `null` in the list stands for an unreached arm.
 */
function joinedField(
  minuend: DifferenceTerm,
  subtrahend: DifferenceTerm,
  arms: readonly (Reached | null | undefined)[],
): readonly FoundJoin[] {
  const reached = arms.filter((arm) => arm !== null);
  const [first, ...others] = reached;
  if (first === undefined || others.includes(undefined)) return [];
  const bound = others.reduce((most, arm) => maximum(most, arm?.bound ?? most), first.bound);
  return [{ minuend, subtrahend, bound, paths: () => arms.map((arm) => arm?.path ?? []) }];
}

const NO_CARRIERS: ReadonlyMap<NodeId, NodeId> = new Map();
/** The nodes whose arms give the next record of a fold, each with the node that reads its accumulator. */
const carriersOf = oncePerGraph((graph): ReadonlyMap<NodeId, NodeId> => {
  if (!graph.nodes.some(({ op }) => op === 'fold')) return NO_CARRIERS;
  const carriers = new Map<NodeId, NodeId>();
  graph.nodes.forEach((fold, id) => {
    const accumulator = fold.op === 'fold' && graph.types[id]?.kind === 'record' ? boundNode(graph, fold.body, 0) : undefined;
    if (fold.op !== 'fold' || accumulator === undefined) return;
    const waiting = [graph.regions[fold.body]?.result ?? null];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const node = next === null ? undefined : graph.nodes[next];
      if (node?.op === 'hold') waiting.push(node.operand);
      if (next === null || (node?.op !== 'select' && node?.op !== 'match')) continue;
      carriers.set(next, accumulator);
      for (const region of ownedRegions(node)) waiting.push(graph.regions[region]?.result ?? null);
    }
  });
  return carriers;
});

/**
 * Collects, arm by arm, facts about the results that hold for all of them, so that the knowledge of branches survives their join.
 */
export class Joins {
  private readonly arms = new Map<RegionId, ArmDifferences | null>();
  private readonly moves = new Map<RegionId, ReadonlyMap<string, Moves> | null>();
  private readonly carriers: ReadonlyMap<NodeId, NodeId>;

  constructor(
    private readonly environment: Environment,
    private readonly users: DefUseChains,
  ) {
    this.carriers = carriersOf(environment.graph);
  }

  /** Returns true for a node whose arms give the next record of a fold. */
  carries(owner: NodeId): boolean {
    return this.carriers.has(owner);
  }

  /** Called at the end of an arm, before its knowledge is undone. */
  leaveArm(region: RegionId): void {
    const result = this.environment.graph.regions[region]?.result ?? null;
    const accumulator = this.carriers.get(this.environment.graph.regions[region]?.owner ?? -1);
    if (accumulator !== undefined) {
      this.moves.set(region, this.environment.dead || result === null ? null : this.movesOf(result, accumulator));
      return;
    }
    const term = result === null ? null : this.termOf(result);
    if (this.environment.dead || term === null) {
      this.arms.set(region, null);
      return;
    }
    const [below, above] = [explore(this.environment, this.users, term, 'below'), explore(this.environment, this.users, term, 'above')];
    this.arms.set(region, { below, above, range: boundsOfTerm(this.environment, term) });
  }

  /** Called at the join of the arms: returns the differences on which all reached arms agree. */
  join(owner: NodeId, regions: readonly RegionId[]): readonly FoundJoin[] {
    const accumulator = this.carriers.get(owner);
    if (accumulator !== undefined) return this.joinFields(owner, accumulator, regions);
    const own = this.termOf(owner);
    const below: (ArmSide | null)[] = [];
    const above: (ArmSide | null)[] = [];
    for (const region of regions) {
      const arm = this.arms.get(region) ?? null;
      this.arms.delete(region);
      const result = arm === null ? NEVER : this.environment.resultView(region);
      below.push(arm && { explored: arm.below, range: arm.range, result });
      above.push(arm && { explored: arm.above, range: arm.range, result });
    }
    if (own === null) return [];
    return [...this.agreed(own, 'below', below), ...this.agreed(own, 'above', above)];
  }

  /**
   * Returns the differences from the terms outside the arms that have a bound in every arm. Terms with a bound in some arms follow,
   * if the ranges alone give the bound in the other arms.
   */
  private agreed(own: DifferenceTerm, side: Direction, arms: Arms): readonly FoundJoin[] {
    const terms = new Set<DifferenceTerm>();
    for (const arm of arms) if (arm !== null) for (const term of arm.explored.terms) terms.add(term);
    const everywhere: FoundJoin[] = [];
    const somewhere: FoundJoin[] = [];
    for (const term of terms) {
      if (everywhere.length >= MAX_JOINS) break;
      const isEverywhere = arms.every((arm) => arm === null || arm.explored.has(term));
      if ((!isEverywhere && somewhere.length >= MAX_JOINS) || !this.isOutside(term)) continue;
      const bound = this.loosest(own, side, term, arms);
      if (bound === undefined) continue;
      const chains = arms.map((arm) => arm && arm.explored.chainTo(term));
      const found = new ExploredJoin(own, term, bound, side, chains);
      if (isEverywhere) everywhere.push(found);
      else somewhere.push(found);
    }
    if (somewhere.length === 0) return everywhere;
    return [...everywhere, ...somewhere].slice(0, MAX_JOINS);
  }

  /** Returns the loosest bound of the reached arms on the difference from an outside term; `undefined` if one has no bound. */
  private loosest(own: DifferenceTerm, side: Direction, term: DifferenceTerm, arms: Arms): Int | undefined {
    let loosest: Int | undefined;
    for (const arm of arms) {
      if (arm === null) continue;
      const bound = arm.explored.boundOf(term) ?? this.apart(arm, own, side, term);
      if (bound === undefined) return undefined;
      loosest = loosest === undefined ? bound : maximum(loosest, bound);
    }
    return loosest;
  }

  /** Returns the bound on the difference of an arm's result and an outside term that follows from their ranges. */
  private apart({ range, result }: ArmSide, own: DifferenceTerm, side: Direction, term: DifferenceTerm): Int | undefined {
    const bounds = boundsOfView(result, own < 0);
    const other = boundsOfTerm(this.environment, term);
    if (bounds === null || range === null || other === null) return undefined;
    return side === 'below' ? subtract(maximum(bounds.hi, range.hi), other.lo) : subtract(other.hi, minimum(bounds.lo, range.lo));
  }

  /** Returns for each field its difference between the arm's record and the record before the step. */
  private movesOf(result: NodeId, accumulator: NodeId): ReadonlyMap<string, Moves> {
    const { environment, users } = this;
    const moves = new Map<string, Moves>();
    for (const name of fieldsOf(environment.graph.types[accumulator])) {
      const [after, before] = [fieldNode(environment, result, name), fieldNode(environment, accumulator, name)];
      if (after === undefined || before === undefined) continue;
      const [to, from] = [partTerm(environment, after), partTerm(environment, before)];
      if (to === from) moves.set(name, { upper: STAYS, lower: STAYS });
      else moves.set(name, { upper: seeApart(environment, users, to, from), lower: seeApart(environment, users, from, to) });
    }
    return moves;
  }

  /** Called at the join of the arms: returns the difference of each result field from the field before the step. */
  private joinFields(owner: NodeId, accumulator: NodeId, regions: readonly RegionId[]): readonly FoundJoin[] {
    const { environment } = this;
    const arms = regions.map((region) => this.moves.get(region) ?? null);
    for (const region of regions) this.moves.delete(region);
    return fieldsOf(environment.graph.types[accumulator]).flatMap((name) => {
      const [after, before] = [fieldNode(environment, owner, name), fieldNode(environment, accumulator, name)];
      if (after === undefined || before === undefined) return [];
      const [to, from] = [partTerm(environment, after), partTerm(environment, before)];
      return [
        ...joinedField(
          to,
          from,
          arms.map((arm) => arm && arm.get(name)?.upper),
        ),
        ...joinedField(
          from,
          to,
          arms.map((arm) => arm && arm.get(name)?.lower),
        ),
      ];
    });
  }

  /** Returns true if a node outside the arms has the same value, or is the record with this field. */
  private isOutside(term: DifferenceTerm): boolean {
    return this.isClassLive(nodeOfTerm(term)) || this.isClassLive(holderOf(this.environment, term));
  }

  private isClassLive(node: NodeId): boolean {
    for (const each of this.environment.evaluatedOf(this.environment.classOf(node))) if (this.environment.isLive(each)) return true;
    return false;
  }

  /** Returns the term of an integer node, or of the length of a text, bytes or list; null for other types. */
  private termOf(node: NodeId): DifferenceTerm | null {
    switch (this.environment.graph.types[node]?.kind) {
      case 'integer':
        return valueTerm(this.environment, node);
      case 'text':
      case 'bytes':
      case 'list':
        return lengthTerm(this.environment, node);
      default:
        return null;
    }
  }
}
