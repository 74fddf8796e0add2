import { CONSTANT_TERM, minus, type Polynomial, textOf, ZERO } from '@kirchhoff/kernel/abstract/polynomial';
import { type FactReference, MOST_SPLITS, type Refutation } from '@kirchhoff/kernel/certificate/format';
import { differenceOf, failing, isShown, Refuter } from '@kirchhoff/kernel/certificate/linear';
import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt, operandsOf, ownedRegions } from '@kirchhoff/kernel/graph/schedule';
import { monomerAt } from '@kirchhoff/kernel/monomers/catalog';
import type { LinearFact, Premise } from '@kirchhoff/kernel/monomers/linear';
import type { Board } from '@kirchhoff/kernel/rules/board';
import { LinearFacts } from '@kirchhoff/kernel/rules/linear-facts';
import type { LoopSteps } from '@kirchhoff/kernel/rules/loop-steps';
import type { Users } from '../users.js';
import { InvariantSearch } from './invariants.js';
import { isRefutation, type Kept, KnownFacts, type Miss, type Named, SPENT } from './known-facts.js';
import { linksOf, withoutAssumption } from './refutations.js';
import { type Budget, isSatisfied, type Model } from './simplex.js';

/** How far around a goal facts are gathered: nodes that it depends on, and with those that read these. */
const MOST_OPERANDS = 48;
const MOST_NODES = 80;
const MOST_READERS = 8;
/** What the facts of a node cost, in steps of the budget. */
const COST_OF_NODE = 20;
/** Sums that are looked for under one goal, and splits that are weighed at one point. */
const MOST_SUMS = 600;
/** The same where loops stand around the goal: what they keep is only tried where a sum was not found. */
const MOST_SUMS_BESIDE_LOOPS = 600;
const MOST_CHOICES = 8;
/** Splits under one goal on premises of facts that the values satisfy: products with what is assumed there may help. */
const MOST_BESIDES = 4;
/** Applications of one monomer that are compared with one another, premises of these that are tried under one goal, and of one of them. */
const MOST_FELLOWS = 6;
const MOST_ORDERS = 96;
const MOST_OPEN_PREMISES = 3;
const NO_SUM: Refutation = { rule: 'sum', terms: [] };
const MOST_DEPTH = Math.min(MOST_SPLITS, 20);

/** How one application may be compared with another, with its name in a certificate. */
interface Ordered extends LinearFact {
  readonly low: NodeId;
  readonly high: NodeId;
  readonly way: number;
}

/** A premise that may be split on, with its name in a certificate. */
interface Choice {
  readonly node: NodeId;
  readonly fact: number;
  readonly premise: number;
  readonly value: Premise;
}

/** Searches for refutations at one point of a pass. */
export class RefutationSearch {
  readonly facts: LinearFacts;
  private readonly refuter: Refuter;

  constructor(
    private readonly board: Board,
    private readonly users: Users,
    private readonly budget: Budget,
  ) {
    this.facts = new LinearFacts(board);
    this.refuter = new Refuter(board, this.facts);
  }

  /** A refutation of `assumed >= 0`, which speaks of these nodes; null where none was found. */
  refute(assumed: Polynomial, nodes: readonly NodeId[]): Refutation | null {
    if (this.budget.left <= 0) return null;
    const around = this.around(nodes, this.facts);
    const invariants = new InvariantSearch(
      this.board,
      this.facts,
      around,
      (from, steps, goal) => this.within(from, steps, goal),
      (from, { facts }) => this.gather(this.around(from, facts), facts),
    );
    const orders = this.orders(around, this.facts);
    const search = new GoalSearch(this.gather(around, this.facts), orders, this.refuter, this.budget, invariants);
    const found = search.refute([assumed], 0);
    if (found !== null) this.users.rely(linksOf(found));
    return found;
  }

  /** A refutation of assumptions that speak of these nodes, in a step of loops or (null) outside; it rests on no other loops. */
  private within(nodes: readonly NodeId[], steps: LoopSteps | null, assumed: readonly Polynomial[]): Refutation | null {
    const facts = steps?.facts ?? this.facts;
    const around = this.around(nodes, facts);
    const named = this.gather(around, facts);
    const ofStep = (['lower', 'upper', 'element'] as const).flatMap((which) => {
      const value = steps?.stepFact(which) ?? null;
      return value === null ? [] : [{ premises: [], value, isEquality: which === 'element', reference: { fact: 'step', which } as const }];
    });
    const orders = this.orders(around, facts);
    return new GoalSearch([...named, ...ofStep], orders, new Refuter(this.board, facts, steps), this.budget, null).refute(assumed, 0);
  }

  /** What is known at the nodes: of those nearest first. */
  private gather(nodes: readonly NodeId[], facts: LinearFacts): readonly Named[] {
    const named: Named[] = [];
    const seen = new Set<string>();
    const take = (reference: FactReference, fact: LinearFact | null): void => {
      if (fact === null) return;
      const key = `${fact.isEquality} ${textOf(fact.value)} ${fact.premises
        .filter(({ isKnown }) => !isKnown)
        .map(({ value }) => textOf(value))
        .join()}`;
      if (seen.has(key)) return;
      seen.add(key);
      named.push({ ...fact, reference });
    };
    for (const node of nodes) {
      this.budget.left -= COST_OF_NODE;
      facts.of(node).forEach((fact, index) => take({ fact: 'node', node, index }, fact));
      take({ fact: 'lower', node }, facts.bound(node, 'lower'));
      take({ fact: 'upper', node }, facts.bound(node, 'upper'));
      if (!facts.isCertain(node)) continue;
      for (const { minuend, subtrahend, bound } of this.board.facts(node)) {
        const link = { via: node, minuend, subtrahend, bound };
        const value = differenceOf(facts, link);
        if (value !== null) take({ fact: 'difference', link }, { premises: [], value, isEquality: false });
      }
    }
    return named;
  }

  /** Of the applications of one monomer among the nodes, how one may be compared with another: operands first. */
  private orders(nodes: readonly NodeId[], facts: LinearFacts): readonly Ordered[] {
    const byMonomer = new Map<number, NodeId[]>();
    for (const id of nodes.toSorted((a, b) => a - b)) {
      const node = nodeAt(this.board.graph, id);
      if (node.op !== 'apply' || monomerAt(node.monomer).linear?.orders === undefined) continue;
      const fellows = byMonomer.get(node.monomer) ?? [];
      byMonomer.set(node.monomer, fellows);
      fellows.push(id);
    }
    const found: Ordered[] = [];
    for (const fellows of byMonomer.values()) {
      for (const one of fellows.slice(0, MOST_FELLOWS)) {
        for (const other of fellows.slice(0, MOST_FELLOWS)) {
          this.budget.left -= COST_OF_NODE;
          facts.ordered(one, other).forEach((fact, way) => {
            if (fact.value.size > 0) found.push({ ...fact, low: one, high: other, way });
          });
        }
      }
    }
    return found.toSorted((a, b) => Math.max(a.low, a.high) - Math.max(b.low, b.high));
  }

  private around(nodes: readonly NodeId[], facts: LinearFacts): readonly NodeId[] {
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
    go(nodes, MOST_OPERANDS);
    for (const node of reached) {
      if (reached.size >= MOST_NODES) break;
      go(this.users.of(node, MOST_READERS), MOST_NODES);
    }
    return [...reached];
  }

  private dependencies(id: NodeId): readonly NodeId[] {
    const node = nodeAt(this.board.graph, id);
    const given = ownedRegions(node).flatMap((region) => this.board.graph.regions[region]?.result ?? []);
    return [...operandsOf(node), ...given];
  }
}

/**
 * The search under one goal. Where no sum is found there are rational values that satisfy all that is known, and these
 * lead on: a fact, an order or an invariant that they satisfy as well would not help, so only others are looked at, and
 * where there are none the search ends.
 */
class GoalSearch {
  private sums = 0;
  private triedOrders = 0;
  private splitsBeside = 0;
  private readonly known: KnownFacts;

  constructor(
    private readonly facts: readonly Named[],
    private readonly orders: readonly Ordered[],
    private readonly refuter: Refuter,
    private readonly budget: Budget,
    /** Null where no loops are looked at. */
    private readonly invariants: InvariantSearch | null,
  ) {
    this.known = new KnownFacts(facts, budget);
  }

  refute(assumed: readonly Polynomial[], depth: number, kept: readonly Kept[] = []): Refutation | null {
    let known = kept;
    let tried = this.sum(assumed, known);
    if (this.sums === 1 && !isRefutation(tried)) {
      const bySteps = this.keptBySteps(assumed, tried);
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
    return this.byOrders(assumed, depth, known, tried) ?? (depth < MOST_DEPTH ? this.split(assumed, depth, known, tried) : null);
  }

  /** A sum that also has the orders of applications whose operands are seen to be in order, one after the other. */
  private byOrders(assumed: readonly Polynomial[], depth: number, kept: readonly Kept[], { model }: Miss): Refutation | null {
    const shown: { readonly by: Extract<Refutation, { rule: 'ordered' }>; readonly value: Polynomial }[] = [];
    let known = assumed;
    for (const { low, high, way, premises, value } of this.orders) {
      if (model === null || isSatisfied({ value, isEquality: false }, model)) continue;
      if (depth + shown.length >= MOST_SPLITS - 1 || this.triedOrders >= MOST_ORDERS) break;
      if (isShown({ value, isKnown: false }, known)) continue;
      const open = premises.filter((premise) => !isShown(premise, known));
      if (open.length > MOST_OPEN_PREMISES) continue;
      const refutations: Refutation[] = [];
      for (const premise of open) {
        this.triedOrders += 1;
        const refutation = this.found([...known, failing(premise)], kept);
        if (refutation === null) break;
        refutations.push(refutation);
      }
      if (refutations.length < open.length) continue;
      shown.push({ by: { rule: 'ordered', low, high, way, premises: refutations, rest: NO_SUM }, value });
      known = [...known, value];
    }
    let found = shown.length === 0 ? null : this.found(known, kept);
    for (const [index, order] of [...shown.entries()].toReversed()) {
      if (found === null) return null;
      const before = [...assumed, ...shown.slice(0, index).map(({ value }) => value)];
      const without = withoutAssumption(found, before.length);
      found = without !== null && this.refuter.refutes(before, without) ? without : { ...order.by, rest: found };
    }
    return found;
  }

  /** What facts of single steps come to: looked for once, under the goal alone. */
  private keptBySteps(assumed: readonly Polynomial[], { model }: Miss): readonly Kept[] {
    if (this.invariants?.hasLoops !== true || model === null) return [];
    return this.invariants.ofSteps(assumed).map((each) => ({ ...each, assumed: assumed.length }));
  }

  /** What loops are seen to have kept of what the values do not satisfy: of what would refute the assumptions, and what would show or refute premises. */
  private kept(assumed: readonly Polynomial[], { model }: Miss): readonly Kept[] {
    const { invariants } = this;
    if (invariants === null || model === null || !invariants.hasLoops || this.isSpent) return [];
    const speaking = this.facts.filter(
      ({ premises }) => premises.some(({ isKnown }) => !isKnown) && premises.every((each) => isShown(each, assumed)),
    );
    const open = this.facts.flatMap(({ premises }) => premises.filter((each) => !isShown(each, assumed)));
    const found = invariants.find(
      [
        ...assumed,
        ...speaking.flatMap(({ value, isEquality }) => (isEquality ? [value, minus(ZERO, value)] : [value])),
        ...open.flatMap((premise) => [premise.value, failing(premise)]),
      ],
      assumed,
      (value) => !isSatisfied({ value, isEquality: false }, model),
    );
    return found.map((each) => ({ ...each, assumed: assumed.length }));
  }

  /** Splits on the premise of which one side is refuted at once; else on the first. */
  private split(assumed: readonly Polynomial[], depth: number, kept: readonly Kept[], miss: Miss): Refutation | null {
    const choices = this.choices(assumed, miss);
    for (const { node, fact, premise, value } of choices) {
      const [yes, no] = [
        [...assumed, value.value],
        [...assumed, failing(value)],
      ];
      const fails = this.found(no, kept);
      const holds = fails === null ? this.found(yes, kept) : this.refute(yes, depth + 1, kept);
      if (holds === null && fails === null) continue;
      const other = fails ?? this.refute(no, depth + 1, kept);
      if (holds === null || other === null) return null;
      return this.pruned(assumed, { rule: 'split', node, fact, premise, holds, fails: other });
    }
    const [first] = choices;
    if (first === undefined || this.isSpent) return null;
    const holds = this.refute([...assumed, first.value.value], depth + 1, kept);
    const fails = holds === null ? null : this.refute([...assumed, failing(first.value)], depth + 1, kept);
    if (holds === null || fails === null) return null;
    const { node, fact, premise } = first;
    return this.pruned(assumed, { rule: 'split', node, fact, premise, holds, fails });
  }

  /**
   * The premises that are neither shown nor refuted, the nearest first: of facts that the model does not satisfy; else
   * those that neither hold nor fail there, since its values are no integers; else, where products of facts may help, of the
   * others. Which arm is taken comes last.
   */
  private choices(assumed: readonly Polynomial[], { model, hasProducts }: Miss): readonly Choice[] {
    if (model === null) return [];
    const violated: Choice[] = [];
    const fractional: Choice[] = [];
    const others: Choice[] = [];
    for (const { reference, premises, value: fact, isEquality } of this.facts) {
      if (reference.fact !== 'node') continue;
      const open = premises.filter((each) => !isShown(each, assumed));
      const [value] = open;
      if (value === undefined || isShown({ value: failing(value), isKnown: false }, assumed)) continue;
      const choice = { node: reference.node, fact: reference.index, premise: premises.indexOf(value), value };
      const holds = open.map((each) => holdsIn(each, model));
      if (!holds.includes(false) && !isSatisfied({ value: fact, isEquality }, model)) violated.push(choice);
      else if (holds[0] === null) fractional.push(choice);
      else others.push(choice);
    }
    const chosen = violated.length > 0 ? violated : fractional.length > 0 ? fractional : hasProducts ? this.besides(others) : [];
    const plain = chosen.filter(({ value }) => !isOfArm(value.value));
    return distinct(plain.length > 0 ? plain : chosen).slice(0, MOST_CHOICES);
  }

  private besides(others: readonly Choice[]): readonly Choice[] {
    if (others.length === 0 || this.invariants === null || this.splitsBeside >= MOST_BESIDES) return [];
    this.splitsBeside += 1;
    return others;
  }

  /** A split of which one side does not use what it assumes is that side. */
  private pruned(assumed: readonly Polynomial[], split: Extract<Refutation, { rule: 'split' }>): Refutation {
    for (const side of [split.holds, split.fails]) {
      const without = withoutAssumption(side, assumed.length);
      if (without !== null && this.refuter.refutes(assumed, without)) return without;
    }
    return split;
  }

  private get isSpent(): boolean {
    const most = this.invariants?.hasLoops === true ? MOST_SUMS_BESIDE_LOOPS : MOST_SUMS;
    return this.sums >= most || this.budget.left <= 0;
  }

  /** A sum of facts that hold, and of products of them, that is a negative constant. */
  private sum(assumed: readonly Polynomial[], kept: readonly Kept[]): Refutation | Miss {
    if (this.isSpent) return SPENT;
    this.sums += 1;
    return this.known.under(assumed, kept);
  }

  private found(assumed: readonly Polynomial[], kept: readonly Kept[]): Refutation | null {
    const tried = this.sum(assumed, kept);
    return isRefutation(tried) ? tried : null;
  }
}

/** Whether a premise holds for the values; null where these are no integers and it neither holds nor fails. */
function holdsIn(premise: Premise, model: Model): boolean | null {
  if (isSatisfied({ value: premise.value, isEquality: false }, model)) return true;
  return isSatisfied({ value: failing(premise), isEquality: false }, model) ? false : null;
}

/** True of an atom that says of one arm alone whether it is taken. */
function isOfArm(value: Polynomial): boolean {
  return [...value.keys()].every((monomial) => monomial === CONSTANT_TERM || monomial.startsWith('a'));
}

/** The first choice on each premise. */
function distinct(choices: readonly Choice[]): readonly Choice[] {
  return [...new Map(choices.toReversed().map((choice) => [textOf(choice.value.value), choice])).values()].toReversed();
}
