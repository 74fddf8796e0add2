import { type AbstractValue, isWithin, ofDomain } from '@kirchhoff/kernel/abstract/abstract';
import type { Polynomial } from '@kirchhoff/kernel/abstract/polynomial';
import { ListedRelations } from '@kirchhoff/kernel/certificate/differences';
import type { Evidence, LinearBound, Refutation } from '@kirchhoff/kernel/certificate/format';
import { differencesOf, negationOf, type Operands, type StatedBound, withinBounds } from '@kirchhoff/kernel/certificate/linear';
import type { Node, NodeId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt } from '@kirchhoff/kernel/graph/schedule';
import { monomerAt } from '@kirchhoff/kernel/monomers/catalog';
import { boundsOfMeasure } from '@kirchhoff/kernel/monomers/linear';
import type { Precondition } from '@kirchhoff/kernel/monomers/precondition';
import type { Relations } from '@kirchhoff/kernel/monomers/relation';
import { analysisOf, argumentNodes, argumentViews } from '@kirchhoff/kernel/rules/applications';
import type { Domain } from '@kirchhoff/kernel/types/domain';
import { negate } from '@kirchhoff/kernel/types/integer';
import type { ProvingMeter } from '../meter.js';
import type { GraphSearch } from '../prove-graph.js';
import type { Wanted } from '../wanted.js';
import type { Effort } from './effort.js';
import { type Known, RefutationSearch, saysNoMore } from './refutation-search.js';
import type { Budget } from './simplex.js';

/** Limit for the steps of the search for refutations in one graph. */
const MAX_STEPS = 1_500_000;
/** The steps that one bound may take in a wide search. */
const MAX_STEPS_OF_WIDE = 300_000;
/** The shares of the steps that one bound may take before the others had their turn. */
const SHARES_OF_BOUND: readonly number[] = [1 / 16, 1 / 4];

/** Closes by sums of inequalities the domains that the claims alone leave open in a graph. */
export class LinearObligations {
  private readonly budget: Budget;
  /** The steps that one bound may take. */
  private allowance: number;
  /** The shares that follow, of a plain search; after these, all steps that are left. */
  private readonly shares: number[];
  private readonly failed = new Map<string, Failure>();
  private isCut = false;

  /**
   * @param most limit for the steps, if lower than the limit for every graph
   * @param found the refutations of earlier passes and searches, by bound: facts of another pass may confirm them
   */
  constructor(
    readonly meter: ProvingMeter,
    most: number,
    private readonly effort: Effort,
    private readonly found: Map<string, Refutation> = new Map(),
  ) {
    this.budget = { left: Math.min(MAX_STEPS, most) };
    const [first = 1, ...shares] = effort === 'plain' ? SHARES_OF_BOUND : [];
    this.shares = shares.map((share) => share * this.budget.left);
    this.allowance = effort === 'wide' ? MAX_STEPS_OF_WIDE : first * this.budget.left;
  }

  /** True if the steps for this graph are used up, which ends the search in it. */
  get isOver(): boolean {
    return this.budget.left <= 0;
  }

  /**
   * Lets each bound take more steps, at last all that are left. Returns false if no bound was short of steps, or if no steps are
   * left. Only a plain search is extended.
   */
  extend(): boolean {
    const isUseful = this.isCut && !this.isOver && this.effort === 'plain';
    if (!isUseful) return false;
    this.allowance = Math.min(this.shares.shift() ?? this.budget.left, this.budget.left);
    this.isCut = false;
    return true;
  }

  /** Returns evidence for the closure domain that a node opens, at its point; null if the search fails. */
  ofNode(search: GraphSearch, id: NodeId): Evidence | null {
    const node = nodeAt(search.graph, id);
    switch (node.op) {
      case 'apply':
        return this.ofNeed(search, id, node);
      case 'narrow':
      case 'state':
        return this.ofValues(search, [node.operand], [node.domain]);
      case 'hold': {
        const result = search.graph.regions[node.condition]?.result ?? null;
        return result === null ? null : this.ofTruth(search, result);
      }
      case 'call': {
        const component = search.environment.core.components[node.component];
        if (component === undefined || component.requires.length > 0) return null;
        return this.ofValues(
          search,
          node.arguments,
          component.parameters.map(({ domain }) => domain),
        );
      }
      default:
        return null;
    }
  }

  /** Proves that the values of nodes lie within domains. */
  ofValues(search: GraphSearch, nodes: readonly NodeId[], domains: readonly Domain[]): Evidence | null {
    const goals: StatedBound[] = [];
    for (const [position, domain] of domains.entries()) {
      const view = search.environment.view(nodes[position] ?? -1);
      if (isWithin(view, ofDomain(domain))) continue;
      const bounds = boundsOfMeasure(view);
      if (domain.kind !== 'integer' || view.kind !== 'integer' || bounds === null) return null;
      if (bounds.hi > domain.hi) goals.push({ minuend: position, subtrahend: null, bound: domain.hi });
      if (bounds.lo < domain.lo) goals.push({ minuend: null, subtrahend: position, bound: negate(domain.lo) });
    }
    return this.show(search, { nodes, of: null }, goals);
  }

  /** Returns the wanted bounds of an integer node that its view does not show but a sum does. */
  boundsWithin(search: GraphSearch, node: NodeId, { lo, hi }: Wanted): readonly LinearBound[] {
    const known = boundsOfMeasure(search.environment.view(node));
    if (known === null) return [];
    const goals: StatedBound[] = [];
    if (known.hi > hi) goals.push({ minuend: 0, subtrahend: null, bound: hi });
    if (known.lo < lo) goals.push({ minuend: null, subtrahend: 0, bound: negate(lo) });
    return goals.flatMap((goal) => this.bounds(search, { nodes: [node], of: null }, [goal]) ?? []);
  }

  /** Proves that a node is true. */
  ofTruth(search: GraphSearch, node: NodeId): Evidence | null {
    return this.show(search, { nodes: [node], of: null }, [{ minuend: null, subtrahend: 0, bound: -1 }]);
  }

  private ofNeed(search: GraphSearch, id: NodeId, node: Extract<Node, { op: 'apply' }>): Evidence | null {
    const { need } = analysisOf(node);
    if (need === null) return null;
    const views = argumentViews(search.environment, id, node);
    const nodes = argumentNodes(node);
    const holds = (goals: readonly StatedBound[]): boolean =>
      need(withinBounds(views, goals), new ListedRelations(search.environment, nodes, differencesOf(goals)));
    const stated = statedBounds(views, monomerAt(node.monomer).precondition ?? []);
    const unstated = candidates(views, need).filter((goal) => !stated.some((each) => isSameBound(each, goal)));
    const goals = [...stated, ...unstated];
    // For two bounds of one difference, the first of `goals` is the stronger one.
    const strongest = goals.toReversed();
    if (!holds(strongest)) return null;
    for (const goal of goals) {
      const evidence = holds([goal]) ? this.show(search, { nodes, of: id }, [goal]) : null;
      if (evidence !== null) return evidence;
    }
    const needed = strongest.reduceRight((left: readonly StatedBound[], goal) => {
      const others = left.filter((each) => each !== goal);
      return holds(others) ? others : left;
    }, strongest);
    return needed.length > 1 ? this.show(search, { nodes, of: id }, needed) : null;
  }

  private show(search: GraphSearch, operands: Operands, goals: readonly StatedBound[]): Evidence | null {
    const bounds = this.bounds(search, operands, goals);
    return bounds && { by: 'linear', bounds };
  }

  /** Returns the goals with a refutation of each; null if one of them has no refutation. */
  private bounds(search: GraphSearch, operands: Operands, goals: readonly StatedBound[]): readonly LinearBound[] | null {
    const before = this.budget.left;
    const bounds = this.refute(search, operands, goals);
    this.meter.spend(before - this.budget.left, search.graph, operands.nodes.find((node) => node !== null) ?? null);
    return bounds;
  }

  private refute(search: GraphSearch, operands: Operands, goals: readonly StatedBound[]): readonly LinearBound[] | null {
    const bounds: LinearBound[] = [];
    for (const goal of goals) {
      const refutation = this.refutationOf(search, operands, goal);
      if (refutation === null) return null;
      bounds.push({ ...goal, refutation });
    }
    return bounds;
  }

  /** Searches once more, if plainly: another rule leads to other models, which direct the search elsewhere. */
  private again(search: GraphSearch, budget: Budget, negated: Polynomial, nodes: readonly NodeId[]): Refutation | null {
    if (this.effort !== 'plain') return null;
    return new RefutationSearch(search.environment, search.users, budget, 'first', this.effort).refute(negated, nodes);
  }

  /** Returns a refutation of the negated bound: that of an earlier pass, if it still holds, or a new one within the allowance. */
  private refutationOf(search: GraphSearch, operands: Operands, goal: StatedBound): Refutation | null {
    const allowance = Math.min(this.allowance, this.budget.left, this.meter.left);
    const budget: Budget = { left: allowance };
    // The guesses of a wide search come from the models that Bland's rule leads to.
    const entering = this.effort === 'wide' ? 'first' : 'fewest rows';
    const refuting = new RefutationSearch(search.environment, search.users, budget, entering, this.effort);
    const negated = negationOf(refuting.facts, operands, goal);
    if (negated === null) return null;
    const key = `${operands.nodes.join()} ${operands.of} ${goal.minuend} ${goal.subtrahend} ${goal.bound}`;
    const earlier = this.found.get(key);
    if (earlier !== undefined && refuting.confirms(negated, earlier)) return earlier;
    if (allowance <= 0) return null;
    const nodes = operands.nodes.flatMap((node) => node ?? []);
    const known = refuting.knownAround(nodes);
    const failure = this.failed.get(key);
    const isHopeless = failure !== undefined && saysNoMore(known, failure.known) && failure.allowance >= allowance;
    const refutation = isHopeless ? null : (refuting.refute(negated, nodes) ?? this.again(search, budget, negated, nodes));
    this.budget.left -= allowance - budget.left;
    if (refutation !== null) this.found.set(key, refutation);
    else if (!isHopeless) {
      const isCut = budget.left <= 0;
      this.isCut ||= isCut;
      this.failed.set(key, { known, allowance: isCut ? allowance : Number.POSITIVE_INFINITY });
    }
    return refutation;
  }
}

/** A search without a result: more of it is useful with other facts, or with more steps. */
interface Failure {
  readonly known: Known;
  /** Infinite if steps were left. */
  readonly allowance: number;
}

/**
 * Returns bounds of operands that may prove a precondition: 0 and -1 for the differences that it reads, and positive or
 * non-negative integers.
 */
function candidates(
  views: readonly AbstractValue[],
  need: (args: readonly AbstractValue[], relations: Relations) => boolean,
): readonly StatedBound[] {
  const asked = new Asked();
  need(views, asked);
  const differences = asked.pairs.flatMap(([minuend, subtrahend]) => [0, -1].map((bound) => ({ minuend, subtrahend, bound })));
  const positive = views.flatMap((view, position) => {
    const lo = view.kind === 'integer' ? boundsOfMeasure(view)?.lo : undefined;
    if (lo === undefined || lo > 0) return [];
    return (lo < 0 ? [0, -1] : [-1]).map((bound) => ({ minuend: null, subtrahend: position, bound }));
  });
  return [...differences, ...positive];
}

/** Returns the bounds that a precondition states for integers and that their views do not show. */
function statedBounds(views: readonly AbstractValue[], precondition: Precondition): readonly StatedBound[] {
  return precondition.flatMap((condition): readonly StatedBound[] => {
    const view = condition.is === 'within' ? views[condition.of] : undefined;
    const bounds = view?.kind === 'integer' ? boundsOfMeasure(view) : null;
    if (condition.is !== 'within' || bounds === null) return [];
    const { of, lo, hi } = condition;
    return [
      ...(hi === null || bounds.hi <= hi ? [] : [{ minuend: of, subtrahend: null, bound: hi }]),
      ...(bounds.lo >= lo ? [] : [{ minuend: null, subtrahend: of, bound: negate(lo) }]),
    ];
  });
}

function isSameBound(a: StatedBound, b: StatedBound): boolean {
  return a.minuend === b.minuend && a.subtrahend === b.subtrahend && a.bound === b.bound;
}

/** Records the differences that are asked for, and answers that they are unknown. */
class Asked implements Relations {
  readonly pairs: (readonly [number, number])[] = [];

  difference(i: number, j: number): undefined {
    if (!this.pairs.some(([a, b]) => a === i && b === j)) this.pairs.push([i, j]);
  }

  same(): boolean {
    return false;
  }
}
