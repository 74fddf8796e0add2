import { type AbstractValue, isWithin } from '@kirchhoff/kernel/abstract/abstract';
import {
  atom,
  atomsOf,
  CONSTANT_TERM,
  constant,
  constantOf,
  degree,
  minus,
  ONE,
  type Polynomial,
  plus,
  textOf,
  times,
  ZERO,
} from '@kirchhoff/kernel/abstract/polynomial';
import { type FactReference, type LinearTerm, MAX_SPLITS, type Refutation } from '@kirchhoff/kernel/certificate/format';
import { differenceOf, failing, isShown, Refuter } from '@kirchhoff/kernel/certificate/linear';
import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt, operandsOf, ownedRegions } from '@kirchhoff/kernel/graph/schedule';
import { monomerAt, monomerNamed } from '@kirchhoff/kernel/monomers/catalog';
import { type LinearFact, type Premise, truthIs } from '@kirchhoff/kernel/monomers/linear';
import type { ElementStep } from '@kirchhoff/kernel/rules/element-steps';
import type { Environment } from '@kirchhoff/kernel/rules/environment';
import { LinearFacts } from '@kirchhoff/kernel/rules/linear-facts';
import type { LoopSteps } from '@kirchhoff/kernel/rules/loop-steps';
import type { Type } from '@kirchhoff/kernel/types/domain';
import { floorDivide } from '@kirchhoff/kernel/types/integer';
import type { DefUseChains } from '../def-use-chains.js';
import { ProvingMeter } from '../meter.js';
import type { Effort } from './effort.js';
import { type ElementOrder, ElementSearch, isLoop, nodesIn, type OpenedStep } from './elements.js';
import { type EitherKept, InvariantSearch, type KeptSearch } from './invariants.js';
import { isRefutation, KnownFacts, type KnownInvariant, longMonomialsOf, type Miss, type NamedFact, SPENT } from './known-facts.js';
import { linksOf, renumberedFact, withoutAssumption } from './refutations.js';
import { type Budget, type EnteringRule, isSatisfied, type RationalModel, valueIn } from './simplex.js';

/** Limits for collecting facts around a goal: nodes on which it depends, and all nodes including their readers. */
interface Neighbourhood {
  readonly operands: number;
  readonly nodes: number;
  /** True if readers count only if they are conditions on these operands that are known to be true. */
  readonly isStated?: boolean;
}

/** For the computation of a goal, and the conditions about it that are known to be true. */
const CLOSE: Neighbourhood = { operands: 24, nodes: 32, isStated: true };
/** The share of the steps for a bound that a search with these facts may take, and its limit of sums. */
const SHARE_OF_CLOSE = 1 / 12;
const MAX_CLOSE_SUMS = 60;
/** The share of the steps for a bound that a search for one element without invariants may take. */
const SHARE_OF_ELEMENTWISE = 1 / 2;
const NEAR: Neighbourhood = { operands: 48, nodes: 80 };
/** For goals that depend on many nodes, such as rounds of loops that are written out. */
const BROAD: Neighbourhood = { operands: 320, nodes: 400 };
/** Limit for the nested splits of a goal into its parts. */
const MAX_PARTS = 8;
const MAX_READERS = 8;
/** Limit for the nodes beyond these that occur in the facts of the goal. */
const MAX_FAR = 96;
/** The cost of a node's facts, in steps of the budget. */
const COST_OF_NODE = 20;
/** Limits for the sums searched for one goal, and for the splits considered at one point. */
const MAX_SUMS = 600;
/** Limit for the sums that are searched without products before those with products. */
const MAX_PLAIN_SUMS = 600;
/** The limit for sums that show an invariant before the first step. */
const MAX_SUMS_OF_BASE = 60;
const MAX_CHOICES = 8;
/** Limit for splits under one goal on premises that the model satisfies: products with such a premise may help. */
const MAX_BESIDES = 4;
/** Limit for the pairs of alternatives that are tried for one goal. */
const MAX_EITHERS = 10;
/** Limit for the statements that loops need to be viewed step by step, and that sums show for one goal. */
const MAX_PREMISES = 3;
/** Limit for the assumptions that alternatives may contradict. */
const MAX_GOALS = 4;
/**
 * Limits for comparisons: applications of one monomer, premises tried for one goal, and open premises of one comparison. Of
 * several equalities each counts as one.
 */
const MAX_FELLOWS = 6;
const MAX_ORDERS = 96;
const MAX_OPEN_PREMISES = 3;
/** Limit for the premises of element steps that are tried for one goal. */
const MAX_ELEMENT_PREMISES = 200;
const MAX_BRIEF_SPLITS = 3;
/** Limit for the splits that show a premise of the comparison of an element in a step with one outside. */
const SPLITS_OF_MIXED = 2;
/** Limits for the quotients whose differences are rounded, and for the roundings tried at one point. */
const MAX_QUOTIENTS = 8;
const MAX_ROUNDED = 4;
/** Limit for the bounds into which an equation is substituted. */
const MAX_MERGED = 16;
/** The monomer that reads an element by its place. */
const GET = monomerNamed('GET')?.index ?? -1;
/** The monomer that finds the first place of an element. */
const FIND = monomerNamed('FIND')?.index ?? -1;
/** The monomers that cut a part out of a list. */
const PARTS = ['SLICE', 'TAKE', 'DROP'].flatMap((name) => monomerNamed(name)?.index ?? []);
const NO_SUM: Refutation = { rule: 'sum', terms: [] };
const MAX_DEPTH = Math.min(MAX_SPLITS, 20);

/** A comparison of two applications of one monomer, with its reference in a certificate. */
interface Ordered extends LinearFact {
  readonly low: NodeId;
  readonly high: NodeId;
  readonly way: number;
  readonly steps?: readonly [low: number | null, high: number | null];
  /** Limit for the nested splits by which a premise may be shown. */
  readonly splits: number;
}

/** A premise that the search may split on, with its reference in a certificate. */
interface Choice {
  readonly node: NodeId;
  readonly at: { readonly step?: number };
  readonly fact: number;
  readonly premise: number;
  readonly value: Premise;
}

/** The knowledge of a search. */
export interface Known {
  /** The facts without their coefficients, which depend on the abstract values. */
  readonly facts: string;
  readonly views: readonly (readonly [NodeId, AbstractValue])[];
}

/** Returns true if other knowledge says no more than this one: a search that failed with more of it fails again. */
export function saysNoMore(other: Known, known: Known): boolean {
  if (other.facts !== known.facts || other.views.length !== known.views.length) return false;
  return other.views.every(([id, view], index) => {
    const [same, narrower] = known.views[index] ?? [];
    return same === id && narrower !== undefined && isWithin(narrower, view);
  });
}

/** A fact with its key (`keyOf`). */
interface Keyed {
  readonly fact: LinearFact;
  readonly key: string;
}

/** The facts that a node states, and the bounds of its value; `null` for a value without bounds. */
interface FactsOfNode {
  readonly own: readonly Keyed[];
  readonly lower: Keyed | null;
  readonly upper: Keyed | null;
}

/** A value whose origin is examined: its truth, or null for a value of another type. */
interface Way {
  readonly node: NodeId;
  readonly truth: boolean | null;
}

/** The search for element steps, and the facts known in a step. */
interface Look {
  readonly elements: ElementSearch;
  readonly gather: (step: ElementStep, number: number) => readonly NamedFact[];
  /** Returns true for a node that gives a truth value. */
  readonly isTruth: (node: NodeId) => boolean;
  /** Comparisons between elements of lists that are read in a step. */
  readonly orders: (steps: readonly ElementStep[]) => readonly Ordered[];
}

/** The attempts under one goal. */
class Tried {
  /**
   * @param most limit for the sums
   * @param isClose true for a search with few facts: it splits beside them although it knows no loops
   */
  constructor(
    readonly most = MAX_SUMS,
    readonly isClose = false,
  ) {}

  sums = 0;
  orders = 0;
  splitsBeside = 0;
  /** The number of tried pairs of alternatives. */
  eithers = 0;
  /** The number of tried premises of element steps. */
  elements = 0;
}

/** Premises to split on. `areBroken`: the model violates the facts that depend on them. */
interface Choices {
  readonly choices: readonly Choice[];
  readonly areBroken: boolean;
}

/** Searches for refutations at one point of a pass. */
export class RefutationSearch {
  readonly facts: LinearFacts;
  private readonly refuter: Refuter;
  private readonly stated = new Map<LinearFacts, Map<NodeId, FactsOfNode>>();

  constructor(
    private readonly environment: Environment,
    private readonly users: DefUseChains,
    private budget: Budget,
    /** Determines the model that directs the search. */
    private readonly entering: EnteringRule,
    private readonly effort: Effort,
  ) {
    this.facts = new LinearFacts(environment);
    this.refuter = new Refuter(environment, this.facts);
  }

  /** Returns true if a refutation of an earlier pass refutes `assumed >= 0` here. */
  confirms(assumed: Polynomial, earlier: Refutation): boolean {
    const isConfirmed = this.refuter.refutes([assumed], earlier);
    if (isConfirmed) this.users.rely(linksOf(earlier));
    return isConfirmed;
  }

  /** Returns the facts around nodes, and the values in the bodies of loops there: a search depends on little else. */
  knownAround(nodes: readonly NodeId[]): Known {
    const { environment } = this;
    const around = this.around(nodes, this.facts, this.effort === 'thorough' ? BROAD : NEAR);
    const bodies = around.flatMap((id) => (isLoop(environment.graph, id) ? ownedRegions(nodeAt(environment.graph, id)) : []));
    const views = [...around, ...nodesIn(environment.graph, new Set(bodies))].map((id) => [id, environment.view(id)] as const);
    return { facts: this.gather(around, this.facts).map(formOf).join('\n'), views };
  }

  /** Returns a refutation of `assumed >= 0`, which mentions these nodes; null if the search fails. */
  refute(assumed: Polynomial, nodes: readonly NodeId[]): Refutation | null {
    const found =
      this.closely([assumed], nodes) ??
      this.elementwise([assumed], nodes, 0) ??
      this.elementwise([assumed], nodes, 1) ??
      this.attempt([assumed], nodes, NEAR, 'nearest first') ??
      (this.effort === 'thorough' ? this.thoroughly([assumed], nodes) : null);
    if (found !== null) this.users.rely(linksOf(found));
    return found;
  }

  /**
   * Searches with the facts of the computation alone, and with conditions that are known to be true: with few facts a search is
   * short, and products of far facts do not mislead it.
   */
  private closely(assumed: readonly Polynomial[], nodes: readonly NodeId[]): Refutation | null {
    if (this.effort !== 'plain') return null;
    const around = this.around(nodes, this.facts, CLOSE);
    if (around.length > CLOSE.nodes) return null;
    const named = this.gather(around, this.facts);
    if (longMonomialsOf(named).size === 0) return null;
    return this.limited(SHARE_OF_CLOSE * this.budget.left, () => {
      const tried = new Tried(MAX_CLOSE_SUMS, true);
      const search = new GoalSearch(
        named,
        this.orders(around, this.facts),
        this.refuter,
        this.budget,
        this.entering,
        null,
        null,
        [],
        tried,
      );
      return search.refute(assumed, assumed.length - 1);
    });
  }

  /**
   * Refutes a statement about every element for an element that denies it, without invariants of loops: other loops nearby suggest
   * many.
   *
   * @param splits The splits that may show a premise of an order of two elements.
   */
  private elementwise(assumed: readonly Polynomial[], nodes: readonly NodeId[], splits: number): Refutation | null {
    const [goal, ...others] = nodes;
    if (this.effort !== 'plain' || goal === undefined || others.length > 0) return null;
    const node = nodeAt(this.environment.graph, goal);
    if (node.op !== 'loop' || node.loop !== 'all') return null;
    return this.limited(SHARE_OF_ELEMENTWISE * this.budget.left, () => {
      const around = this.around(nodes, this.facts, CLOSE);
      const look: Look = {
        elements: new ElementSearch(this.environment, this.facts, around, 'mapped first'),
        gather: (step, number) => this.gatherInStep(step, number, around),
        isTruth: (id) => this.environment.graph.types[id]?.kind === 'boolean',
        orders: (steps) => this.ordersInStep(around, steps, splits),
      };
      const named = this.gather(around, this.facts);
      const orders = this.orders(around, this.facts);
      const search = new GoalSearch(named, orders, this.refuter, this.budget, this.entering, null, look, [], new Tried());
      return search.refute(assumed, assumed.length - 1);
    });
  }

  private thoroughly(assumed: readonly Polynomial[], nodes: readonly NodeId[]): Refutation | null {
    const [goal, ...others] = nodes;
    return goal === undefined || others.length > 0
      ? this.attempt(assumed, nodes, BROAD, 'latest first')
      : this.byParts(assumed, goal, [], 0);
  }

  private attempt(assumed: readonly Polynomial[], nodes: readonly NodeId[], within: Neighbourhood, order: ElementOrder): Refutation | null {
    if (this.budget.left <= 0) return null;
    const around = this.around(nodes, this.facts, within);
    if (within === BROAD && around.length <= NEAR.nodes) return null;
    const named = this.gather(around, this.facts);
    const orders = this.orders(around, this.facts);
    return this.withoutProducts(assumed, named, orders) ?? this.fully(assumed, around, named, orders, order);
  }

  /** Searches with sums alone, without products, loops and elements; null at once if the facts have no products. */
  private withoutProducts(assumed: readonly Polynomial[], named: readonly NamedFact[], orders: readonly Ordered[]): Refutation | null {
    if (longMonomialsOf(named).size === 0) return null;
    const tried = new Tried(MAX_PLAIN_SUMS);
    const search = new GoalSearch(named, orders, this.refuter, this.budget, this.entering, null, null, [], tried, false);
    return search.refute(assumed, assumed.length - 1);
  }

  private fully(
    assumed: readonly Polynomial[],
    around: readonly NodeId[],
    named: readonly NamedFact[],
    orders: readonly Ordered[],
    order: ElementOrder,
  ): Refutation | null {
    const invariants = new InvariantSearch(
      this.environment,
      this.facts,
      around,
      (from, steps, goal, kept) => this.within(from, steps, goal, kept),
      (from, { facts }) => this.gather(this.around(from, facts), facts),
      (most, attempt) => this.limited(most, attempt),
      this.effort,
    );
    const look: Look = {
      elements: new ElementSearch(this.environment, this.facts, around, order),
      gather: (step, number) => this.gatherInStep(step, number, around),
      isTruth: (node) => this.environment.graph.types[node]?.kind === 'boolean',
      orders: (steps) => this.ordersInStep(around, steps),
    };
    const search = new GoalSearch(named, orders, this.refuter, this.budget, this.entering, invariants, look, [], new Tried());
    return search.refute(assumed, assumed.length - 1);
  }

  /**
   * Splits a goal along its arms and short circuits, and refutes each part by itself: a part needs fewer elements of lists than
   * the whole.
   *
   * @param beside The goals around this part.
   */
  private byParts(assumed: readonly Polynomial[], goal: NodeId, beside: readonly NodeId[], depth: number): Refutation | null {
    const part = this.partOf(assumed, goal);
    if (part !== null) return this.byParts(assumed, part, [goal, ...beside], depth);
    const choice = depth < MAX_PARTS ? this.choiceIn(assumed, goal) : null;
    if (choice !== null) {
      const { value, ...split } = choice;
      const holds = this.byParts([...assumed, value.value], goal, beside, depth + 1);
      const fails = holds === null ? null : this.byParts([...assumed, failing(value)], goal, beside, depth + 1);
      return holds === null || fails === null ? null : { rule: 'split', ...split, holds, fails };
    }
    const node = nodeAt(this.environment.graph, goal);
    if (node.op === 'shortCircuit' && depth < MAX_PARTS) return this.byParts(assumed, node.left, [goal, ...beside], depth + 1);
    const nodes = [goal, ...beside];
    return (
      this.attempt(assumed, nodes, NEAR, 'latest first') ??
      this.byWays(assumed, nodes, depth) ??
      this.attempt(assumed, nodes, BROAD, 'latest first')
    );
  }

  /** Splits along the ways by which the known values came about, until a sum refutes each of them. */
  private byWays(assumed: readonly Polynomial[], nodes: readonly NodeId[], depth: number): Refutation | null {
    const around = this.around(nodes, this.facts, BROAD);
    const search = new GoalSearch(
      this.gather(around, this.facts),
      [],
      this.refuter,
      this.budget,
      this.entering,
      null,
      null,
      [],
      new Tried(),
    );
    const [goal, ...beside] = nodes;
    const known = [
      ...(goal !== undefined && this.environment.graph.types[goal]?.kind === 'boolean' ? [{ node: goal, truth: false }] : []),
      ...beside.flatMap((node) => this.deciding(assumed, node)),
    ];
    return this.alongWays(assumed, known, depth, search);
  }

  private alongWays(assumed: readonly Polynomial[], known: readonly Way[], depth: number, search: GoalSearch): Refutation | null {
    const bySum = search.bySum(assumed);
    if (bySum !== null || search.isSpent || depth >= MAX_DEPTH) return bySum;
    const pending = known.toSorted((a, b) => this.rankOf(a) - this.rankOf(b));
    for (let way = pending.shift(); way !== undefined; way = pending.shift()) {
      const choice = this.choiceIn(assumed, way.node, way.truth !== null);
      if (choice === null) {
        pending.unshift(...this.causesOf(assumed, way));
        pending.sort((a, b) => this.rankOf(a) - this.rankOf(b));
        continue;
      }
      const { value, ...split } = choice;
      const go = (premise: Polynomial): Refutation | null => {
        const more = [...assumed, premise];
        return this.alongWays(more, [way, ...this.deciding(more, way.node), ...pending], depth + 1, search);
      };
      const holds = go(value.value);
      const fails = holds === null ? null : go(failing(value));
      return holds === null || fails === null ? null : { rule: 'split', ...split, holds, fails };
    }
    return null;
  }

  /** The order in which origins are examined: conditions that are true together, then choices, then conditions that are false. */
  private rankOf({ node: id, truth }: Way): number {
    const node = nodeAt(this.environment.graph, id);
    if (node.op !== 'shortCircuit') return node.op === 'select' || node.op === 'match' ? 1 : 0;
    if (truth !== true) return 2;
    return node.connective === 'and' ? 0 : 1;
  }

  /** The truth of a node, if the assumptions state it. */
  private truthOf(assumed: readonly Polynomial[], node: NodeId): readonly Way[] {
    const { environment, facts } = this;
    if (environment.graph.types[node]?.kind !== 'boolean') return [];
    const truth = [true, false].find((is) => isShown(truthIs(is, facts.polynomials.of(node), environment.view(node)), assumed));
    return truth === undefined ? [] : [{ node, truth }];
  }

  /** The truth of the operand that decides the way through a node, if the assumptions state it. */
  private deciding(assumed: readonly Polynomial[], id: NodeId): readonly Way[] {
    const node = nodeAt(this.environment.graph, id);
    if (node.op === 'shortCircuit') return this.truthOf(assumed, node.left);
    return node.op === 'select' ? this.truthOf(assumed, node.condition) : [];
  }

  /** Returns the values that caused a known value, under assumptions that decide the way to it. */
  private causesOf(assumed: readonly Polynomial[], { node: id, truth }: Way): readonly Way[] {
    const node = nodeAt(this.environment.graph, id);
    const part = this.partOf(assumed, id);
    if (part !== null) return [{ node: part, truth }];
    if (node.op !== 'apply' || truth === null) return [];
    const [a, b] = node.operands;
    const { name, linear } = monomerAt(node.monomer);
    if (name === 'NOT' && a !== undefined) return [{ node: a, truth: !truth }];
    if (linear?.result?.is !== 'equality') return [];
    return [a, b].flatMap((operand) => (operand === undefined ? [] : [{ node: this.environment.classOf(operand), truth: null }]));
  }

  /** Returns the first open premise for the ways through a node; null if the assumptions decide the way. */
  private choiceIn(
    assumed: readonly Polynomial[],
    node: NodeId,
    isTruth = false,
  ): { readonly node: NodeId; readonly fact: number; readonly premise: number; readonly value: Premise } | null {
    const { polynomials } = this.facts;
    const ways = new Set([...this.premisesOfWays(node), ...(isTruth ? truthsOf(polynomials.of(node)) : [])]);
    if (ways.size === 0) return null;
    for (const [fact, { premises }] of this.facts.of(node).entries()) {
      for (const [premise, value] of premises.entries()) {
        const isOpen = !isShown(value, assumed) && !isShown({ value: failing(value), isKnown: false }, assumed);
        if (isOpen && ways.has(textOf(value.value))) return { node, fact, premise, value };
      }
    }
    return null;
  }

  /** The premises under which a node takes one of its ways, as texts. */
  private premisesOfWays(id: NodeId): ReadonlySet<string> {
    const node = nodeAt(this.environment.graph, id);
    const { polynomials } = this.facts;
    if (node.op === 'match') return new Set(polynomials.armsOf(id, node).map((taken) => textOf(minus(taken, ONE))));
    if (node.op !== 'select' && node.op !== 'shortCircuit') return new Set();
    return new Set(truthsOf(polynomials.of(node.op === 'select' ? node.condition : node.left)));
  }

  /** Returns the node that gives the value of another under the assumptions; null if there is no such node. */
  private partOf(assumed: readonly Polynomial[], goal: NodeId): NodeId | null {
    const node = nodeAt(this.environment.graph, goal);
    if (node.op === 'state' || node.op === 'narrow' || node.op === 'hold') return node.operand;
    if (node.op !== 'shortCircuit' && node.op !== 'select' && node.op !== 'match') return null;
    const shown = this.facts.of(goal).filter(({ premises }) => premises.every((premise) => isShown(premise, assumed)));
    const { polynomials } = this.facts;
    for (const region of ownedRegions(node)) {
      const result = this.environment.graph.regions[region]?.result ?? null;
      if (result === null) continue;
      const type = this.environment.graph.types[goal];
      const [its, own] = [polynomials.sortsOf(result, type), polynomials.sortsOf(goal, type)];
      const equal = [minus(polynomials.of(goal), polynomials.of(result)), ...own.map((sort, index) => minus(sort, its[index] ?? ZERO))];
      const keys = new Set(equal.map(textOf));
      if (shown.some(({ isEquality, value }) => isEquality && keys.has(textOf(value)))) return result;
    }
    return null;
  }

  /** Makes an attempt that may take at most so many steps of the budget. */
  private limited<T>(most: number, attempt: () => T): T {
    const whole = this.budget;
    const own: Budget = { left: Math.min(most, whole.left) };
    const before = own.left;
    this.budget = own;
    try {
      return attempt();
    } finally {
      this.budget = whole;
      whole.left -= before - own.left;
    }
  }

  /** Refutes assumptions about these nodes, in a step of loops or outside (null). Invariants come from `kept`. */
  private within(
    nodes: readonly NodeId[],
    steps: LoopSteps | null,
    assumed: readonly Polynomial[],
    kept: KeptSearch | null,
  ): Refutation | null {
    const facts = steps?.facts ?? this.facts;
    const around = this.around(this.effort === 'wide' ? [...nodes, ...spokenOf(assumed)] : nodes, facts);
    const named = this.gather(around, facts);
    const ofStep = (['lower', 'upper', 'element'] as const).flatMap((which) => {
      const value = steps?.stepFact(which) ?? null;
      return value === null ? [] : [{ premises: [], value, isEquality: which === 'element', reference: { fact: 'step', which } as const }];
    });
    const orders = this.orders(around, facts);
    const outside = assumed.slice(0, kept?.assumed ?? 0);
    const refuter = new Refuter(this.environment, facts, steps === null ? null : { steps, outside: this.refuter, assumed: outside });
    // The base of an invariant follows from few facts, or not at all.
    const tried = new Tried(steps === null ? MAX_SUMS_OF_BASE : MAX_SUMS);
    return new GoalSearch([...named, ...ofStep], orders, refuter, this.budget, this.entering, kept, null, [], tried).refute(assumed, 0);
  }

  /** Collects the facts in a step around the results of the bodies; for nodes outside, the facts known there. */
  private gatherInStep(step: ElementStep, number: number, goal: readonly NodeId[]): readonly NamedFact[] {
    const { graph } = this.environment;
    const { facts, bodies } = step;
    const given = [...bodies].flatMap((body) => graph.regions[body]?.result ?? []);
    const around = this.around(given, facts);
    const outside = around.filter((node) => this.facts.reached(node) !== null);
    const inside = around.filter((node) => this.facts.reached(node) === null);
    const all = [...new Set([...goal, ...around])];
    // In the step, the fields of a record may have names that they do not have outside.
    const named = [...inside, ...all.filter((node) => isOptionalRecord(graph.types[node]) && this.facts.reached(node) !== null)];
    return [...this.gather(named, facts, { step: number }), ...this.gather(outside, this.facts), ...this.endsIn(step, number, all)];
  }

  /** Returns comparisons between the ends of ordered lists and the element of a step. */
  private endsIn(step: ElementStep, number: number, around: readonly NodeId[]): readonly NamedFact[] {
    return around.flatMap((node) => {
      this.budget.left -= 1;
      const [said, more] = [step.facts.of(node).length, step.factsOf(node)];
      return more
        .slice(said)
        .map((each, index): NamedFact => ({ ...each, reference: { fact: 'node', node, index: said + index, step: number } }));
    });
  }

  /** Collects the facts at the nodes, the nearest nodes first. */
  private gather(nodes: readonly NodeId[], facts: LinearFacts, at: { readonly step?: number } = {}): readonly NamedFact[] {
    const named: NamedFact[] = [];
    const seen = new Set<string>();
    const take = (reference: FactReference, { fact, key }: Keyed): void => {
      if (seen.has(key)) return;
      seen.add(key);
      named.push({ ...fact, reference });
    };
    for (const node of nodes) {
      this.budget.left -= COST_OF_NODE;
      const { own, lower, upper } = this.factsAt(node, facts);
      own.forEach((fact, index) => take({ fact: 'node', node, index, ...at }, fact));
      if (lower !== null) take({ fact: 'lower', node, ...at }, lower);
      if (upper !== null) take({ fact: 'upper', node, ...at }, upper);
      if (at.step !== undefined || !facts.isCertain(node)) continue;
      for (const { minuend, subtrahend, bound } of this.environment.facts(node)) {
        const link = { via: node, minuend, subtrahend, bound };
        const value = differenceOf(facts, link);
        if (value !== null) take({ fact: 'difference', link }, keyed({ premises: [], value, isEquality: false }));
      }
    }
    return named;
  }

  /**
   * Returns the facts of a node. They are stated once for each search, since the knowledge of the environment stays the same; facts that
   * count as work are stated each time, so that the work does not depend on it.
   */
  private factsAt(node: NodeId, facts: LinearFacts): FactsOfNode {
    const known = this.stated.get(facts) ?? new Map<NodeId, FactsOfNode>();
    this.stated.set(facts, known);
    const before = known.get(node);
    if (before !== undefined) return before;
    const { meter } = this.environment;
    const spent = meter instanceof ProvingMeter ? meter.spent : Number.NaN;
    const [lower, upper] = [facts.bound(node, 'lower'), facts.bound(node, 'upper')];
    const found = {
      own: facts.of(node).map(keyed),
      lower: lower === null ? null : keyed(lower),
      upper: upper === null ? null : keyed(upper),
    };
    if (meter instanceof ProvingMeter && meter.spent === spent) known.set(node, found);
    return found;
  }

  /** Returns comparisons between applications of one monomer among the nodes, in the order of their ids. */
  private orders(nodes: readonly NodeId[], facts: LinearFacts): readonly Ordered[] {
    const byMonomer = new Map<number, NodeId[]>();
    for (const id of nodes.toSorted((a, b) => a - b)) {
      const node = nodeAt(this.environment.graph, id);
      if (node.op !== 'apply' || !isCompared(node.monomer)) continue;
      const fellows = byMonomer.get(node.monomer) ?? [];
      byMonomer.set(node.monomer, fellows);
      fellows.push(id);
    }
    const found: Ordered[] = [];
    const compare = (ones: readonly NodeId[], others: readonly NodeId[]): void => {
      for (const one of ones.slice(0, MAX_FELLOWS)) {
        for (const other of others.slice(0, MAX_FELLOWS)) {
          this.budget.left -= COST_OF_NODE;
          facts.ordered(one, other).forEach((fact, way) => {
            if (fact.value.size > 0) found.push({ ...fact, low: one, high: other, way, splits: this.splitsFor(one) });
          });
        }
      }
    };
    for (const [monomer, fellows] of byMonomer) if (monomer !== FIND && !PARTS.includes(monomer)) compare(fellows, fellows);
    compare(byMonomer.get(FIND) ?? [], byMonomer.get(GET) ?? []);
    for (const monomer of PARTS) compare(byMonomer.get(GET) ?? [], byMonomer.get(monomer) ?? []);
    return found.toSorted((a, b) => Math.max(a.low, a.high) - Math.max(b.low, b.high));
  }

  /** Returns comparisons between list elements, at least one of which is read in the last of these steps. */
  private ordersInStep(around: readonly NodeId[], steps: readonly ElementStep[], splits = 0): readonly Ordered[] {
    const { graph } = this.environment;
    const isRead = (id: NodeId): boolean => {
      const node = graph.nodes[id];
      return node?.op === 'apply' && monomerAt(node.monomer).linear?.result?.is === 'element';
    };
    const last = steps.length - 1;
    const isFound = (id: NodeId): boolean => {
      const node = graph.nodes[id];
      return node?.op === 'apply' && node.monomer === FIND;
    };
    const outside = around.filter((id) => isRead(id) || isFound(id)).map((id) => ({ id, step: null, facts: this.facts }));
    const inside = steps.flatMap(({ facts, bodies }, step) =>
      nodesIn(graph, bodies)
        .filter((id) => isRead(id) || isFound(id))
        .map((id) => ({ id, step, facts })),
    );
    const newest = inside.filter(({ step }) => step === last).slice(0, MAX_FELLOWS);
    const others = [...outside, ...inside].slice(-2 * MAX_FELLOWS);
    const found: Ordered[] = [];
    for (const one of newest) {
      for (const other of others) {
        for (const [low, high] of [
          [one, other],
          [other, one],
        ] as const) {
          this.budget.left -= COST_OF_NODE;
          low.facts.ordered(low.id, high.id, high.facts).forEach((fact, way) => {
            if (fact.value.size === 0) return;
            const own = (low.step === null) === (high.step === null) ? this.splitsFor(low.id) : SPLITS_OF_MIXED;
            found.push({ ...fact, low: low.id, high: high.id, way, steps: [low.step, high.step], splits: Math.max(splits, own) });
          });
        }
      }
    }
    return found;
  }

  /** The place that FIND gives is often the content of an option, which is known where the option has one. */
  private splitsFor(low: NodeId): number {
    const node = nodeAt(this.environment.graph, low);
    return node.op === 'apply' && node.monomer === FIND ? 1 : 0;
  }

  private around(nodes: readonly NodeId[], facts: LinearFacts, within: Neighbourhood = NEAR): readonly NodeId[] {
    const reached = new Set<NodeId>();
    const go = (from: readonly NodeId[], most: number): void => {
      const waiting = from.filter((node) => !reached.has(node));
      for (const node of waiting) {
        if (reached.size >= most) return;
        if (reached.has(node) || facts.reached(node) === null) continue;
        reached.add(node);
        waiting.push(...this.dependencies(node));
      }
    };
    go(nodes, within.operands);
    const computed = new Set([...reached].map((node) => this.environment.classOf(node)));
    for (const node of reached) {
      if (reached.size >= within.nodes) break;
      const readers = this.users.of(node, MAX_READERS);
      go(within.isStated === true ? readers.filter((reader) => this.isStated(reader, computed)) : readers, within.nodes);
    }
    const far = new Set(spokenOf(nodes.flatMap((node) => facts.of(node).map(({ value }) => value))));
    for (const node of far) {
      if (far.size > MAX_FAR) break;
      if (facts.reached(node) === null) continue;
      reached.add(node);
      for (const other of spokenOf([facts.polynomials.inTerms(node, 'value') ?? ZERO])) far.add(other);
    }
    return [...reached];
  }

  /** Returns true for a condition on literals and values of these classes that is known to be true. */
  private isStated(id: NodeId, computed: ReadonlySet<NodeId>): boolean {
    const { environment } = this;
    const view = environment.view(id);
    const isComputed = (operand: NodeId): boolean =>
      computed.has(environment.classOf(operand)) || environment.graph.nodes[operand]?.op === 'literal';
    return view.kind === 'boolean' && !view.canBeFalse && operandsOf(nodeAt(environment.graph, id)).every(isComputed);
  }

  private dependencies(id: NodeId): readonly NodeId[] {
    const node = nodeAt(this.environment.graph, id);
    const given = ownedRegions(node).flatMap((region) => this.environment.graph.regions[region]?.result ?? []);
    return [...operandsOf(node), ...given];
  }
}

/**
 * The search for one goal. If no sum is found, rational values satisfy all facts. This model directs the search: a fact, order or
 * invariant that it satisfies would not help, so only violated ones are tried. Without a violated one the search ends.
 */
class GoalSearch {
  private readonly known: KnownFacts;
  /** Integer polynomials that rounding may strengthen: quotients and their differences. */
  private readonly wholes: readonly Polynomial[];
  /** The values of nodes in facts. */
  private readonly values: readonly Polynomial[];

  constructor(
    private readonly facts: readonly NamedFact[],
    private readonly orders: readonly Ordered[],
    private readonly refuter: Refuter,
    private readonly budget: Budget,
    private readonly entering: EnteringRule,
    /** Null if loops are not considered. */
    private readonly invariants: KeptSearch | null,
    /** Null if elements are not considered. */
    private readonly look: Look | null,
    private readonly steps: readonly OpenedStep[],
    private readonly tried: Tried,
    isMultiplying = true,
  ) {
    this.known = new KnownFacts(facts, budget, entering, isMultiplying);
    this.wholes = wholesOf(facts);
    this.values = valuesOf(facts);
  }

  refute(assumed: readonly Polynomial[], depth: number, kept: readonly KnownInvariant[] = []): Refutation | null {
    return depth === 0 ? (this.bySides(assumed) ?? this.withPremises(assumed)) : this.search(assumed, depth, kept);
  }

  /** Splits at once if a goal denies an equality with a sum of elements that are chosen by their places: such a sum has two bounds. */
  private bySides(assumed: readonly Polynomial[]): Refutation | null {
    const { invariants } = this;
    if (invariants === null || this.steps.length > 0) return null;
    for (const { reference, premises, isEquality } of this.facts) {
      const [side, ...more] = premises.filter((each) => !isShown(each, assumed));
      const isSide = !isEquality && premises.length === 2 && side !== undefined && more.length === 0;
      if (!isSide || reference.fact !== 'node' || !invariants.speaksOfPlaced(side.value)) continue;
      const tried = this.sum(assumed, []);
      if (isRefutation(tried)) return tried;
      const kept = this.keptBySteps(assumed, tried);
      const holds = this.search([...assumed, side.value], 1, kept);
      const fails = holds === null ? null : this.search([...assumed, failing(side)], 1, kept);
      if (holds === null || fails === null) return null;
      const { node, index: fact } = reference;
      return this.pruned(assumed, { rule: 'split', node, fact, premise: premises.indexOf(side), holds, fails });
    }
    return null;
  }

  /** Assumes what loops need to be viewed step by step, if a sum shows it. */
  private withPremises(assumed: readonly Polynomial[], shown = 0): Refutation | null {
    for (const premise of shown < MAX_PREMISES ? (this.invariants?.premises(assumed) ?? []) : []) {
      const found = this.found([...assumed, failing({ value: premise, isKnown: false })], []);
      const terms = found?.rule === 'sum' ? withoutAssumed(found.terms, assumed.length) : null;
      if (terms === null) continue;
      const rest = this.withPremises([...assumed, premise], shown + 1);
      if (rest === null) return null;
      const shorter = withoutAssumption(rest, assumed.length);
      if (shorter !== null && this.refuter.refutes(assumed, shorter)) return shorter;
      const summed: Refutation = { rule: 'rounded', terms, rest };
      return this.refuter.refutes(assumed, summed) ? summed : null;
    }
    return this.search(assumed, shown, []);
  }

  private search(assumed: readonly Polynomial[], depth: number, kept: readonly KnownInvariant[]): Refutation | null {
    let known = kept;
    let tried = this.sum(assumed, known);
    if (this.tried.sums === 1 && !isRefutation(tried)) {
      const bySteps = this.keptBySteps(assumed, tried);
      if (bySteps.length > 0) {
        known = [...known, ...bySteps];
        tried = this.sum(assumed, known);
      }
    }
    if (depth > 0 && !isRefutation(tried)) {
      const bySteps = this.keptByAssumed(assumed, known, tried);
      if (bySteps.length > 0) {
        known = [...known, ...bySteps];
        tried = this.sum(assumed, known);
      }
    }
    while (!isRefutation(tried)) {
      const more = this.kept(assumed, tried);
      if (more.length === 0) break;
      known = [...known, ...more];
      tried = this.sum(assumed, known);
    }
    if (isRefutation(tried)) return tried;
    const byOrders = this.byOrders(assumed, depth, known, tried);
    if (byOrders !== undefined) return byOrders;
    if (depth >= MAX_DEPTH) return null;
    const byEither = this.byEither(assumed, depth, known, tried);
    if (byEither !== null) return byEither;
    const { choices, areBroken } = this.choices(assumed, tried);
    const rounded = areBroken ? undefined : this.byRounding(this.wholes, assumed, depth, known, tried);
    if (rounded !== undefined) return rounded;
    const settled = this.settle(choices, assumed, depth, known);
    if (settled !== undefined) return settled;
    const isWide = this.invariants?.isWide === true;
    const isStuck = choices.length === 0 && isWide;
    const whole = isStuck ? this.byRounding(this.values, assumed, depth, known, tried) : null;
    if (whole != null) return whole;
    const opened = this.open(assumed, known, tried);
    // The facts of an element seldom suggest an invariant: guess before the first element is viewed.
    const isFirst = opened !== null && this.steps.length === 0 && isWide;
    const guessed = isStuck || isFirst ? this.guess(assumed, depth, known, tried) : undefined;
    if (guessed !== undefined) return guessed;
    return opened === null ? this.split(choices, assumed, depth, known) : this.within(opened, assumed, depth, known);
  }

  /** Continues with an invariant of loops that no assumption suggests; `undefined` if there is no such invariant. */
  private guess(
    assumed: readonly Polynomial[],
    depth: number,
    kept: readonly KnownInvariant[],
    { model }: Miss,
  ): Refutation | null | undefined {
    const { invariants } = this;
    if (invariants === null || model === null || !invariants.hasLoops || this.isSpent) return undefined;
    if (this.steps.length > 0) return this.bySince(assumed, depth, kept);
    const before = new Set(kept.map(({ value }) => textOf(value)));
    // A fractional model may satisfy a bound that no integers satisfy.
    const helps = (value: Polynomial): boolean =>
      !before.has(textOf(value)) && (!isSatisfied({ value, isEquality: false }, model) || isFractional(value, model));
    const values = [...assumed, ...this.speaking(assumed).flatMap(sidesOf)];
    const found = invariants.guess(values, assumed, helps).filter(({ value }) => !before.has(textOf(value)));
    if (found.length === 0) return undefined;
    const more = found.map((each) => ({ ...each, assumed: assumed.length, isInStep: invariants.assumed !== null }));
    return this.search(assumed, depth, [...kept, ...more]);
  }

  /** Continues with a sum that loops keep non-negative from an assumed step on; `undefined` if there is no such sum. */
  private bySince(assumed: readonly Polynomial[], depth: number, kept: readonly KnownInvariant[]): Refutation | null | undefined {
    const elements = this.steps.map(({ step }) => step);
    const stated = [...assumed, ...this.speaking(assumed).flatMap(sidesOf)];
    const values = [...stated, ...this.renamed(stated, elements)];
    // In a certificate the base rests on no other invariants.
    const prove = (goal: readonly Polynomial[]): Refutation | null => this.briefly(goal, [], MAX_BRIEF_SPLITS);
    const found = this.invariants?.since(values, assumed, elements, prove) ?? null;
    if (found === null) return undefined;
    const { last, ...shown } = found;
    const rest = this.refute([...assumed, last], depth + 1, kept);
    return rest === null ? null : { rule: 'since', ...shown, rest };
  }

  /**
   * Returns sums of facts by the names that the elements of the steps have, and sums that are less than 0 if a known sum is at
   * most 0: then it is 0.
   */
  private renamed(stated: readonly Polynomial[], elements: readonly ElementStep[]): readonly Polynomial[] {
    const equations = elements.flatMap(({ known }) => known);
    const compared = this.facts.filter(
      ({ isEquality, reference }) => !isEquality && reference.fact === 'node' && reference.step !== undefined,
    );
    const all = [...stated, ...compared.map(({ value }) => value)];
    const renamed = all.flatMap((value) => equations.flatMap((each) => replaced(value, each) ?? []));
    return [...renamed, ...[...stated, ...renamed].map((value) => minus(value, ONE))];
  }

  /** Returns a sum that refutes the assumptions; null if there is none. */
  bySum(assumed: readonly Polynomial[]): Refutation | null {
    return this.found(assumed, []);
  }

  /** Returns the next step of loops that sums prove to exist. */
  private open(
    assumed: readonly Polynomial[],
    kept: readonly KnownInvariant[],
    { model }: Miss,
  ): (OpenedStep & { readonly premises: readonly Refutation[] }) | null {
    const { look } = this;
    if (look?.elements.hasLoops !== true || model === null || this.isSpent) return null;
    const shown = new Map<string, Refutation | null>();
    const show = (premise: Premise): Refutation | null => {
      const key = textOf(premise.value);
      const before = shown.get(key);
      if (before !== undefined) return before;
      // A sum cannot prove a premise whose negation, over integers, the model satisfies.
      const isContradicted = isSatisfied({ value: failing(premise), isEquality: false }, model);
      if (!isContradicted) this.tried.elements += 1;
      const isTried = !isContradicted && this.tried.elements <= MAX_ELEMENT_PREMISES;
      const refutation = isTried ? this.briefly([...assumed, failing(premise)], kept, MAX_BRIEF_SPLITS) : null;
      shown.set(key, refutation);
      return refutation;
    };
    const opened = look.elements.next(this.steps, assumed, (premise) => show(premise) !== null);
    if (opened === null) return null;
    const premises = opened.open.flatMap((premise) => show(premise) ?? []);
    return premises.length === opened.open.length ? { ...opened, premises } : null;
  }

  /** Returns a refutation with at most `most` nested splits, in each of which one side is refuted by a sum. */
  private briefly(assumed: readonly Polynomial[], kept: readonly KnownInvariant[], most: number): Refutation | null {
    const tried = this.sum(assumed, kept);
    if (isRefutation(tried)) return tried;
    if (most === 0) return null;
    for (const { node, at, fact, premise, value } of this.choices(assumed, tried).choices) {
      const [yes, no] = [
        [...assumed, value.value],
        [...assumed, failing(value)],
      ];
      const refuted = this.found(no, kept);
      const holds = refuted === null ? this.found(yes, kept) : this.briefly(yes, kept, most - 1);
      if (holds === null && refuted === null) continue;
      const fails = refuted ?? this.briefly(no, kept, most - 1);
      return holds === null || fails === null ? null : this.pruned(assumed, { rule: 'split', node, ...at, fact, premise, holds, fails });
    }
    return null;
  }

  /** Continues the search with the facts of a step. */
  private within(
    opened: OpenedStep & { readonly premises: readonly Refutation[] },
    assumed: readonly Polynomial[],
    depth: number,
    kept: readonly KnownInvariant[],
  ): Refutation | null {
    const { look, steps, tried } = this;
    const { step, by, premises } = opened;
    if (look === null) return null;
    const known = new Set(this.facts.map(keyOf));
    const facts = [...this.facts, ...look.gather(step, steps.length).filter((fact) => !known.has(keyOf(fact)))];
    const refuter = this.refuter.at(step);
    const orders = [...look.orders([...steps.map((each) => each.step), step]), ...this.orders];
    const search = new GoalSearch(facts, orders, refuter, this.budget, this.entering, this.invariants, look, [...steps, opened], tried);
    const rest = search.refute([...assumed, ...step.known], depth + 1, kept);
    return rest === null ? null : { rule: 'element', step: by, premises, rest };
  }

  /** Continues in two cases with one of two sums that loops keep nonnegative, if the model violates both. */
  private byEither(assumed: readonly Polynomial[], depth: number, kept: readonly KnownInvariant[], { model }: Miss): Refutation | null {
    const { invariants } = this;
    if (invariants?.hasLoops !== true || invariants.assumed !== null || model === null || this.isSpent) return null;
    const isViolated = (value: Polynomial): boolean => !isSatisfied({ value, isEquality: false }, model);
    const inCases = ({ last, ...shown }: EitherKept): Refutation | null => {
      const [one, other] = last.map((value) => this.refute([...assumed, value], depth + 1, kept));
      return one == null || other == null ? null : { rule: 'either', ...shown, rests: [one, other] };
    };
    const byPlace = invariants.eitherByPlace(assumed, isViolated);
    if (byPlace !== null) return inCases(byPlace);
    for (const pair of this.alternatives(assumed, isViolated)) {
      if (this.tried.eithers >= MAX_EITHERS) return null;
      this.tried.eithers += 1;
      const found = invariants.either(pair, assumed);
      if (found !== null) return inCases(found);
    }
    return null;
  }

  /**
   * Returns pairs of sums, each of which contradicts an assumption where a value is given by one of two equations: for the two
   * arguments of MIN, or the two ways of a choice.
   */
  private alternatives(
    assumed: readonly Polynomial[],
    isViolated: (value: Polynomial) => boolean,
  ): readonly (readonly [Polynomial, Polynomial])[] {
    const open = this.facts.filter(({ isEquality, premises }) => isEquality && premises.some((each) => !isShown(each, assumed)));
    const shown = this.facts.filter(({ isEquality, premises }) => isEquality && premises.every((each) => isShown(each, assumed)));
    const about = assumed.filter((value) => this.invariants?.speaksOf(value) === true);
    const goals = about
      .slice(0, MAX_GOALS)
      .flatMap((value) => [value, ...shown.flatMap((fact) => replaced(value, fact.value) ?? []).slice(0, MAX_MERGED)]);
    return goals.flatMap((goal) => {
      const ways = new Map<string, Polynomial[]>();
      for (const { value } of open) {
        const name = sharedValue(goal, value);
        const way = name === null ? null : replaced(goal, value);
        const refuting = way === null ? null : failing({ value: way, isKnown: false });
        if (name !== null && refuting !== null && isViolated(refuting)) ways.set(name, [...(ways.get(name) ?? []), refuting]);
      }
      const byWays = [...ways.values()].flatMap(([one, other]) =>
        one === undefined || other === undefined ? [] : [[one, other] as const],
      );
      return [...byWays, ...this.besideGoal(goal, assumed).filter((pair) => pair.every(isViolated))];
    });
  }

  /** Returns pairs of sums, one of which contradicts a goal, and the other one the goal and another statement together. */
  private besideGoal(goal: Polynomial, assumed: readonly Polynomial[]): readonly (readonly [Polynomial, Polynomial])[] {
    const { invariants } = this;
    if (invariants?.speaksOf(goal) !== true) return [];
    const compared = this.facts.filter(
      ({ reference, isEquality, premises }) =>
        reference.fact === 'node' &&
        !isEquality &&
        this.look?.isTruth(reference.node) === true &&
        premises.every((each) => isShown(each, assumed)),
    );
    const refuting = failing({ value: goal, isKnown: false });
    const others = [...assumed, ...compared.map(({ value }) => value)].filter(
      (value) => invariants.speaksOf(value) && areApart(value, goal),
    );
    return others.flatMap((other) => [plus(goal, other), other].map((value) => [refuting, failing({ value, isKnown: false })] as const));
  }

  /**
   * Adds the comparisons of applications whose operands are provably in order, and continues with them if no sum is found;
   * `undefined` if there are none.
   */
  private byOrders(
    assumed: readonly Polynomial[],
    depth: number,
    kept: readonly KnownInvariant[],
    { model }: Miss,
  ): Refutation | null | undefined {
    const shown: { readonly by: Extract<Refutation, { rule: 'ordered' }>; readonly value: Polynomial }[] = [];
    let known = assumed;
    for (const { low, high, way, steps, splits, premises, value } of this.orders) {
      if (model === null || isSatisfied({ value, isEquality: false }, model)) continue;
      if (depth + shown.length >= MAX_SPLITS - 1 || this.tried.orders >= MAX_ORDERS) break;
      if (isShown({ value, isKnown: false }, known)) continue;
      const open = premises.filter((premise) => !isShown(premise, known));
      if (countOf(open) > MAX_OPEN_PREMISES) continue;
      const refutations: Refutation[] = [];
      for (const premise of open) {
        this.tried.orders += 1;
        const refutation = this.briefly([...known, failing(premise)], kept, splits);
        if (refutation === null) break;
        refutations.push(refutation);
      }
      if (refutations.length < open.length) continue;
      const by = {
        rule: 'ordered',
        low,
        high,
        way,
        ...(steps === undefined ? {} : { steps }),
        premises: refutations,
        rest: NO_SUM,
      } as const;
      shown.push({ by, value });
      known = [...known, value];
    }
    if (shown.length === 0) return undefined;
    let found = this.found(known, kept) ?? (depth + shown.length < MAX_DEPTH ? this.search(known, depth + shown.length, kept) : null);
    for (const [index, order] of [...shown.entries()].toReversed()) {
      if (found === null) return null;
      const before = [...assumed, ...shown.slice(0, index).map(({ value }) => value)];
      const without = withoutAssumption(found, before.length);
      found = without !== null && this.refuter.refutes(before, without) ? without : { ...order.by, rest: found };
    }
    return found;
  }

  /** Continues with a violated sum that is rounded for integers; `undefined` if the search fails. */
  private byRounding(
    wholes: readonly Polynomial[],
    assumed: readonly Polynomial[],
    depth: number,
    kept: readonly KnownInvariant[],
    { model }: Miss,
  ): Refutation | null | undefined {
    if (model === null || wholes.length === 0 || depth >= MAX_DEPTH) return undefined;
    const fractional = wholes.flatMap((whole) => {
      this.budget.left -= whole.size;
      const least = leastAbove(whole, model);
      return least === null ? [] : [{ whole, least }];
    });
    for (const { whole, least } of fractional.slice(0, MAX_ROUNDED)) {
      for (const side of [minus(whole, constant(least)), minus(constant(least - 1n), whole)]) {
        const found = this.found([...assumed, side], kept);
        const terms = found?.rule === 'sum' ? withoutAssumed(found.terms, assumed.length) : null;
        if (terms === null) continue;
        // The refutation of one side proves the other side, except for the rounding.
        const other = [...assumed, failing({ value: side, isKnown: false })];
        const rest = this.refute(other, depth + 1, kept);
        if (rest === null) return null;
        const shorter = withoutAssumption(rest, assumed.length);
        if (shorter !== null) return shorter;
        const rounded: Refutation = { rule: 'rounded', terms, rest };
        return this.refuter.refutes(assumed, rounded) ? rounded : undefined;
      }
    }
    return undefined;
  }

  /** Sums up facts of single steps; done once, for the goal alone. */
  private keptBySteps(assumed: readonly Polynomial[], { model }: Miss): readonly KnownInvariant[] {
    if (this.invariants?.hasLoops !== true || model === null) return [];
    return this.invariants.ofSteps(assumed).map((each) => ({ ...each, assumed: assumed.length, isInStep: false }));
  }

  /** Sums up facts of single steps of loops that go on by an assumption, such as a true ALL; of these, what the model violates. */
  private keptByAssumed(assumed: readonly Polynomial[], kept: readonly KnownInvariant[], { model }: Miss): readonly KnownInvariant[] {
    const { invariants } = this;
    if (invariants?.goesOnBy(assumed) !== true || model === null || this.isSpent) return [];
    const known = new Set(kept.map(({ value }) => textOf(value)));
    return invariants
      .ofSteps(assumed)
      .filter(({ value }) => !known.has(textOf(value)) && !isSatisfied({ value, isEquality: false }, model))
      .map((each) => ({ ...each, assumed: assumed.length, isInStep: false }));
  }

  /** Returns invariants of loops that the model violates and that would refute the assumptions, or prove or refute premises. */
  private kept(assumed: readonly Polynomial[], { model }: Miss): readonly KnownInvariant[] {
    const { invariants } = this;
    if (invariants === null || model === null || !invariants.hasLoops || this.isSpent) return [];
    const speaking = this.speaking(assumed);
    const open = this.facts.flatMap(({ premises }) => premises.filter((each) => !isShown(each, assumed)));
    const bounds = [...assumed, ...speaking.flatMap((fact) => (fact.isEquality ? [] : [fact.value]))];
    const merged = speaking
      .flatMap((fact) => (fact.isEquality ? bounds.flatMap((value) => replaced(value, fact.value) ?? []) : []))
      .slice(0, MAX_MERGED);
    const found = invariants.find(
      [...assumed, ...merged, ...speaking.flatMap(sidesOf)],
      open.flatMap((premise) => [premise.value, failing(premise)]),
      assumed,
      (value) => !isSatisfied({ value, isEquality: false }, model),
    );
    const promised = found.length > 0 ? [] : invariants.promised(assumed, (value) => !isSatisfied({ value, isEquality: false }, model));
    return [...found, ...promised].map((each) => ({ ...each, assumed: assumed.length, isInStep: invariants.assumed !== null }));
  }

  /** Returns the facts whose premises the assumptions imply. */
  private speaking(assumed: readonly Polynomial[]): readonly NamedFact[] {
    return this.facts.filter(
      ({ premises }) => premises.some(({ isKnown }) => !isKnown) && premises.every((each) => isShown(each, assumed)),
    );
  }

  /** Splits on a premise of which one side is refuted at once; `undefined` if there is no such premise. */
  private settle(
    choices: readonly Choice[],
    assumed: readonly Polynomial[],
    depth: number,
    kept: readonly KnownInvariant[],
  ): Refutation | null | undefined {
    for (const { node, at, fact, premise, value } of choices) {
      const [yes, no] = [
        [...assumed, value.value],
        [...assumed, failing(value)],
      ];
      const fails = this.found(no, kept);
      const holds = fails === null ? this.found(yes, kept) : this.refute(yes, depth + 1, kept);
      if (holds === null && fails === null) continue;
      const other = fails ?? this.refute(no, depth + 1, kept);
      if (holds === null || other === null) return null;
      return this.pruned(assumed, { rule: 'split', node, ...at, fact, premise, holds, fails: other });
    }
    return undefined;
  }

  /** Splits on the first premise. */
  private split(
    choices: readonly Choice[],
    assumed: readonly Polynomial[],
    depth: number,
    kept: readonly KnownInvariant[],
  ): Refutation | null {
    const [first] = choices;
    if (first === undefined || this.isSpent) return null;
    const holds = this.refute([...assumed, first.value.value], depth + 1, kept);
    const fails = holds === null ? null : this.refute([...assumed, failing(first.value)], depth + 1, kept);
    if (holds === null || fails === null) return null;
    const { node, at, fact, premise } = first;
    return this.pruned(assumed, { rule: 'split', node, ...at, fact, premise, holds, fails });
  }

  /**
   * Returns the premises that are neither proven nor refuted, the nearest first. Premises of violated facts come first. Otherwise
   * premises that a fractional model neither satisfies nor violates. Otherwise, if products may help, the others. Premises about
   * which arm is taken come last.
   */
  private choices(assumed: readonly Polynomial[], { model, hasProducts }: Miss): Choices {
    if (model === null) return { choices: [], areBroken: false };
    const violated: Choice[] = [];
    const fractional: Choice[] = [];
    const others: Choice[] = [];
    const ofProducts: Choice[] = [];
    const deciding: Choice[] = [];
    for (const { reference, premises, value: fact, isEquality } of this.facts) {
      if (reference.fact !== 'node') continue;
      const open = premises.filter((each) => !isShown(each, assumed));
      const [value] = open;
      if (value === undefined || isShown({ value: failing(value), isKnown: false }, assumed)) continue;
      const { node, step, index } = reference;
      const choose = (each: Premise): Choice => ({
        node,
        at: step === undefined ? {} : { step },
        fact: index,
        premise: premises.indexOf(each),
        value: each,
      });
      const choice = choose(value);
      const holds = open.map((each) => holdsIn(each, model));
      // A fact that contradicts an assumption decides the goal once all of its premises are shown, in any order.
      const isDeciding = open.length > 1 && isEquality && assumed.some((each) => contradicts(each, fact));
      if (!holds.includes(false) && !isSatisfied({ value: fact, isEquality }, model))
        violated.push(...(isDeciding ? open.map(choose) : [choice]));
      else if (holds[0] === null) fractional.push(choice);
      else {
        others.push(choice);
        if (degree(fact) > 1) ofProducts.push(choice);
        if (isDeciding) deciding.push(...open.map(choose));
      }
    }
    const chosen =
      violated.length > 0
        ? violated
        : fractional.length > 0
          ? fractional
          : this.besides(hasProducts ? others : this.tried.isClose ? [...ofProducts, ...this.aboutSums(others)] : this.aboutSums(others));
    const useful = chosen.length > 0 ? chosen : deciding.length > 0 ? deciding : this.aboutOrders(others, model);
    const plain = useful.filter(({ value }) => !isOfArm(value.value));
    return { choices: distinct(plain.length > 0 ? plain : useful).slice(0, MAX_CHOICES), areBroken: violated.length > 0 };
  }

  /** Returns the premises about sums of loops: in either case an invariant may refute the model. */
  private aboutSums(others: readonly Choice[]): readonly Choice[] {
    return others.filter(({ value }) => this.invariants?.speaksOf(value.value) === true);
  }

  /** Returns the premises about the same values as one of a violated comparison of applications. */
  private aboutOrders(others: readonly Choice[], model: RationalModel): readonly Choice[] {
    const violated = this.orders.filter(({ value }) => !isSatisfied({ value, isEquality: false }, model));
    const open = violated.flatMap(({ premises }) => premises.filter(({ isKnown }) => !isKnown));
    const asked = new Set(open.map(({ value }) => valuesIn(value)));
    return others.filter(({ value }) => asked.has(valuesIn(value.value)));
  }

  private besides(others: readonly Choice[]): readonly Choice[] {
    const isPossible = this.tried.isClose || this.invariants?.assumed === null;
    if (others.length === 0 || !isPossible || this.tried.splitsBeside >= MAX_BESIDES) return [];
    this.tried.splitsBeside += 1;
    return others;
  }

  /** Replaces a split by one side that does not use its assumption. */
  private pruned(assumed: readonly Polynomial[], split: Extract<Refutation, { rule: 'split' }>): Refutation {
    for (const side of [split.holds, split.fails]) {
      const without = withoutAssumption(side, assumed.length);
      if (without !== null && this.refuter.refutes(assumed, without)) return without;
    }
    return split;
  }

  get isSpent(): boolean {
    return this.tried.sums >= this.tried.most || this.budget.left <= 0;
  }

  /** Searches for a sum of valid facts and their products that is a negative constant. */
  private sum(assumed: readonly Polynomial[], kept: readonly KnownInvariant[]): Refutation | Miss {
    if (this.isSpent) return SPENT;
    this.tried.sums += 1;
    return this.known.under(assumed, kept);
  }

  private found(assumed: readonly Polynomial[], kept: readonly KnownInvariant[]): Refutation | null {
    const tried = this.sum(assumed, kept);
    return isRefutation(tried) ? tried : null;
  }
}

/** Returns true if a non-negative assumption and a value that is 0 contradict each other by themselves. */
function contradicts(assumed: Polynomial, zero: Polynomial): boolean {
  return [plus(assumed, zero), minus(assumed, zero)].some((sum) => (constantOf(sum) ?? 0n) < 0n);
}

/** Returns true if the model gives a fraction to an atom of a polynomial. */
function isFractional(value: Polynomial, model: RationalModel): boolean {
  return [...value.keys()].some((name) => valueIn(atom(name), model).d !== 1);
}

/** Returns the polynomials that are non-negative by a fact. */
function sidesOf({ value, isEquality }: LinearFact): readonly Polynomial[] {
  return isEquality ? [value, minus(ZERO, value)] : [value];
}

/** Returns true or false if a premise holds or fails in the model; null if the model is fractional and decides neither. */
function holdsIn(premise: Premise, model: RationalModel): boolean | null {
  if (isSatisfied({ value: premise.value, isEquality: false }, model)) return true;
  return isSatisfied({ value: failing(premise), isEquality: false }, model) ? false : null;
}

/**
 * Eliminates with an equation the one value that the sum and the equation share in the same measure; null if there is no such
 * value.
 */
function replaced(value: Polynomial, equation: Polynomial): Polynomial | null {
  const name = sharedValue(value, equation);
  return name === null ? null : plus(value, equation, -(value.get(name) ?? 0n) * (equation.get(name) ?? 0n));
}

/** Returns true for two sums that differ by more than a constant. */
function areApart(a: Polynomial, b: Polynomial): boolean {
  return constantOf(minus(a, b)) === null;
}

/** Returns the first value that a sum has in common with an equation, which gives it in terms of others; null if there is none. */
function sharedValue(value: Polynomial, equation: Polynomial): string | null {
  for (const [monomial, coefficient] of equation)
    if (/^v[^*]*$/u.test(monomial) && value.has(monomial) && (coefficient === 1n || coefficient === -1n)) return monomial;
  return null;
}

/** Returns the least integer above a non-integer value of a polynomial; null if its value is an integer. */
function leastAbove(whole: Polynomial, model: RationalModel): bigint | null {
  const { n, d } = valueIn(whole, model);
  return d === 1 ? null : BigInt(floorDivide(n, d)) + 1n;
}

/**
 * Returns quotients, and sums counted in steps of one size, as they occur in facts: first the differences of two whose sizes are
 * multiples of one another.
 */
function wholesOf(facts: readonly NamedFact[]): readonly Polynomial[] {
  const sizes = new Map<string, bigint>();
  for (const { value } of facts) {
    for (const [name, coefficient] of value) {
      const size = coefficient < 0n ? -coefficient : coefficient;
      if (/^[qz][^*]*$/u.test(name) && size > (sizes.get(name) ?? 0n) && (sizes.has(name) || sizes.size < MAX_QUOTIENTS))
        sizes.set(name, size);
    }
  }
  const quotients = [...sizes].toSorted(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0));
  const differences = quotients.flatMap(([greater, size], index) =>
    quotients
      .slice(0, index)
      .flatMap(([less, own]) => (size % own === 0n ? [minus(times(constant(size / own), atom(greater)), atom(less))] : [])),
  );
  return [...differences, ...quotients.map(([name]) => atom(name))];
}

/** Returns the values of nodes that occur in facts. */
function valuesOf(facts: readonly NamedFact[]): readonly Polynomial[] {
  const names = new Set(facts.flatMap(({ value }) => [...value.keys()].filter((name) => /^v[^*]*$/u.test(name))));
  return [...names].map(atom);
}

/** Removes the terms of an assumption; null if it is multiplied with another fact, or if no terms remain. */
function withoutAssumed(terms: readonly LinearTerm[], number: number): readonly LinearTerm[] | null {
  const isAssumed = (each: FactReference): boolean => each.fact === 'assumption' && each.index === number;
  const others = terms.filter(({ factors }) => !factors.some(isAssumed));
  const isMultiplied = terms.some(({ factors }) => factors.length > 1 && factors.some(isAssumed));
  if (isMultiplied || others.length === 0 || others.length === terms.length) return null;
  const before = (index: number): number => (index > number ? index - 1 : index);
  return others.map(({ multiplier, factors }) => ({ multiplier, factors: factors.map((each) => renumberedFact(each, before)) }));
}

/** Returns the number of premises. Of several equalities, each of which takes two premises, each counts as one. */
function countOf(premises: readonly Premise[]): number {
  const values = premises.map(({ value }) => textOf(value));
  const mirrored = premises.filter(({ value }, index) => values.indexOf(textOf(minus(ZERO, value))) > index);
  return premises.length - (mirrored.length > 1 ? mirrored.length : 0);
}

/** Returns true for a monomer whose applications are compared with one another. */
function isCompared(monomer: number): boolean {
  const linear = monomerAt(monomer).linear;
  return linear?.orders !== undefined || linear?.result?.is === 'element' || monomer === FIND || PARTS.includes(monomer);
}

/** Returns the premises that a truth value is true, and that it is false, as texts. */
function truthsOf(truth: Polynomial): readonly string[] {
  return [textOf(minus(truth, ONE)), textOf(minus(ZERO, truth))];
}

function isOptionalRecord(type: Type | undefined): boolean {
  return type?.kind === 'option' && type.value.kind === 'record';
}

/** Returns true for a polynomial only over the atoms that state if an arm is taken. */
function isOfArm(value: Polynomial): boolean {
  return [...value.keys()].every((monomial) => monomial === CONSTANT_TERM || monomial.startsWith('a'));
}

/** Returns the first choice for each premise. */
function distinct(choices: readonly Choice[]): readonly Choice[] {
  return [...new Map(choices.toReversed().map((choice) => [textOf(choice.value.value), choice])).values()].toReversed();
}

function keyed(fact: LinearFact): Keyed {
  return { fact, key: keyOf(fact) };
}

/** Returns the content of a fact as a key, independent of its origin. */
function keyOf({ isEquality, value, premises }: LinearFact): string {
  const open = premises.filter(({ isKnown }) => !isKnown).map((premise) => textOf(premise.value));
  return `${isEquality} ${textOf(value)} ${open.join()}`;
}

/** Returns the form of a fact: its monomials, and those of its premises. */
function formOf({ isEquality, value, premises }: LinearFact): string {
  return `${isEquality} ${[value, ...premises.map((premise) => premise.value)].map((each) => [...each.keys()].join('+')).join()}`;
}

/** Returns the products of values in a polynomial, in one order. */
function valuesIn(value: Polynomial): string {
  return [...value.keys()]
    .filter((monomial) => monomial !== CONSTANT_TERM)
    .toSorted()
    .join();
}

/** Returns the nodes whose values occur in the polynomials. */
function spokenOf(polynomials: readonly Polynomial[]): readonly NodeId[] {
  const monomials = new Set(polynomials.flatMap((value) => [...value.keys()]));
  return [...monomials].flatMap(atomsOf).flatMap((name) => (/^v[0-9]+$/.test(name) ? [Number(name.slice(1))] : []));
}
