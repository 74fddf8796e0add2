import {
  atomsOf,
  CONSTANT_TERM,
  degree,
  type Monomial,
  minus,
  type Polynomial,
  textOf,
  tightened,
  times,
  ZERO,
} from '@kirchhoff/kernel/abstract/polynomial';
import type { FactReference, LinearTerm, Link, Refutation } from '@kirchhoff/kernel/certificate/format';
import { MOST_SPLITS } from '@kirchhoff/kernel/certificate/format';
import { differenceOf, factorOf, failing, isShown, Refuter } from '@kirchhoff/kernel/certificate/linear';
import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt, operandsOf, ownedRegions } from '@kirchhoff/kernel/graph/schedule';
import { monomerAt } from '@kirchhoff/kernel/monomers/catalog';
import type { LinearFact, Premise } from '@kirchhoff/kernel/monomers/linear';
import type { Board } from '@kirchhoff/kernel/rules/board';
import { LinearFacts } from '@kirchhoff/kernel/rules/linear-facts';
import type { LoopSteps } from '@kirchhoff/kernel/rules/loop-steps';
import { divide, type Int, multiply, normalize } from '@kirchhoff/kernel/types/integer';
import type { Users } from '../users.js';
import { InvariantSearch } from './invariants.js';
import { add, greatestCommonDivisor, multiply as multiplyRationals, ZERO as NOTHING, type Rational, rational } from './rational.js';
import { type Budget, type Constraint, farkas, type Model } from './simplex.js';

/** How far around a goal facts are gathered: nodes that it depends on, and with those that read these. */
const MOST_OPERANDS = 48;
const MOST_NODES = 80;
const MOST_READERS = 8;
const MOST_PRODUCTS = 120;
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

/** A fact with its name in a certificate. */
export interface Named extends LinearFact {
  readonly reference: FactReference;
}

/** What loops have kept, under so many assumptions that its refutations count before their own. */
interface Kept extends Named {
  readonly reference: Extract<FactReference, { fact: 'kept' }>;
  readonly assumed: number;
}

/** Where no sum was found: values that satisfy all that was summed up, null where the budget is used up, and whether products of facts were among it. */
interface Miss {
  readonly model: Model | null;
  readonly hasProducts: boolean;
}

const SPENT: Miss = { model: null, hasProducts: false };

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

/** A constraint as a product of facts. */
interface Product extends Constraint {
  readonly factors: readonly FactReference[];
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
/** The search under one goal. */
class GoalSearch {
  private sums = 0;
  private triedOrders = 0;
  private splitsBeside = 0;

  constructor(
    private readonly facts: readonly Named[],
    private readonly orders: readonly Ordered[],
    private readonly refuter: Refuter,
    private readonly budget: Budget,
    /** Null where no loops are looked at. */
    private readonly invariants: InvariantSearch | null,
  ) {}

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
      if (model === null || isSatisfied({ value, isEquality: false }, model) === true) continue;
      if (depth + shown.length >= MOST_SPLITS - 1 || this.triedOrders >= MOST_ORDERS) break;
      if (isShown({ value, isKnown: false }, known)) continue;
      const open = premises.filter((premise) => !isShown(premise, known));
      if (open.length > MOST_OPEN_PREMISES) continue;
      const refutations: Refutation[] = [];
      for (const premise of open) {
        this.triedOrders += 1;
        const refutation = this.plainSum([...known, failing(premise)]);
        if (!isRefutation(refutation)) break;
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
      (value) => isSatisfied({ value, isEquality: false }, model) !== true,
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
   * those for which the model has no integer, and of facts of which it does not say; else, where products of facts may
   * help, of the others. Which arm is taken comes last.
   */
  private choices(assumed: readonly Polynomial[], { model, hasProducts }: Miss): readonly Choice[] {
    if (model === null) return [];
    const violated: Choice[] = [];
    const unsaid: Choice[] = [];
    const others: Choice[] = [];
    for (const { reference, premises, value: fact, isEquality } of this.facts) {
      if (reference.fact !== 'node') continue;
      const open = premises.filter((each) => !isShown(each, assumed));
      const [value] = open;
      if (value === undefined || isShown({ value: failing(value), isKnown: false }, assumed)) continue;
      const choice = { node: reference.node, fact: reference.index, premise: premises.indexOf(value), value };
      const holds = open.map((each) => holdsIn(each, model));
      const satisfied = isSatisfied({ value: fact, isEquality }, model);
      if (satisfied === false && !holds.includes(false)) violated.push(choice);
      else if (holds[0] === null || (satisfied === null && !holds.includes(false))) unsaid.push(choice);
      else others.push(choice);
    }
    const chosen = violated.length > 0 ? violated : unsaid.length > 0 ? unsaid : hasProducts ? this.besides(others) : [];
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
    const single = this.single(assumed, kept);
    return this.sumOf(single, productsOf(single, this.budget));
  }

  private found(assumed: readonly Polynomial[], kept: readonly Kept[]): Refutation | null {
    const tried = this.sum(assumed, kept);
    return isRefutation(tried) ? tried : null;
  }

  /** The same without products. */
  private plainSum(assumed: readonly Polynomial[]): Refutation | Miss {
    return this.budget.left <= 0 ? SPENT : this.sumOf(this.single(assumed, []), []);
  }

  private sumOf(single: readonly Product[], products: readonly Product[]): Refutation | Miss {
    const all = [...single, ...products];
    const apart = all.find((each) => isFractional(each));
    if (apart !== undefined) return { rule: 'sum', terms: [1, -1].map((multiplier) => ({ multiplier, factors: apart.factors })) };
    const constraints = cancelling(all, this.budget);
    const found = farkas(constraints, this.budget);
    if (found === null) return SPENT;
    if ('model' in found) return { model: found.model, hasProducts: products.length > 0 };
    return { rule: 'sum', terms: termsOf(found.multipliers, constraints) };
  }

  /** What holds under the assumptions. */
  private single(assumed: readonly Polynomial[], kept: readonly Kept[]): readonly Product[] {
    const single: Product[] = assumed.map((value, index) => ({
      value: tightened(value),
      isEquality: false,
      factors: [{ fact: 'assumption', index }],
    }));
    for (const { premises, value, isEquality, reference } of this.facts) {
      if (premises.every((premise) => isShown(premise, assumed)))
        single.push({ value: factorOf({ value, isEquality }), isEquality, factors: [reference] });
    }
    for (const { value, reference, assumed: before } of kept) {
      single.push({ value: tightened(value), isEquality: false, factors: [laterBy(reference, before, assumed.length - before)] });
    }
    this.budget.left -= this.facts.length;
    return single;
  }
}

function isRefutation(tried: Refutation | Miss): tried is Refutation {
  return 'rule' in tried;
}

/** Whether a premise holds for the values; null where it speaks of what has no value, or of what has no integer. */
function holdsIn(premise: Premise, model: Model): boolean | null {
  if (isSatisfied({ value: premise.value, isEquality: false }, model) === true) return true;
  return isSatisfied({ value: failing(premise), isEquality: false }, model) === true ? false : null;
}

/** Whether the values satisfy a fact; null where it speaks of what has no value. */
function isSatisfied({ value, isEquality }: Constraint, model: Model): boolean | null {
  let sum = NOTHING;
  for (const [monomial, coefficient] of value) {
    const factor = monomial === CONSTANT_TERM ? rational(1) : model(monomial);
    if (factor === undefined) return null;
    sum = add(sum, multiplyRationals(rational(normalize(coefficient)), factor));
  }
  return isEquality ? sum.n === 0 : sum.n >= 0;
}

/** True of an atom that says of one arm alone whether it is taken. */
function isOfArm(value: Polynomial): boolean {
  return [...value.keys()].every((monomial) => monomial === CONSTANT_TERM || monomial.startsWith('a'));
}

/** The first choice on each premise. */
function distinct(choices: readonly Choice[]): readonly Choice[] {
  return [...new Map(choices.toReversed().map((choice) => [textOf(choice.value.value), choice])).values()].toReversed();
}

/** True of an equation that no integers satisfy: a divisor of all terms but the constant one does not divide that. */
function isFractional({ value, isEquality, factors }: Product): boolean {
  return isEquality && factors.length === 1 && tightened(value) !== value;
}

/** The products of two facts that have a monomial of several atoms in common with others: what else could cancel it. */
function productsOf(single: readonly Product[], budget: Budget): readonly Product[] {
  const monomials = new Set(single.flatMap(({ value }) => [...value.keys()].filter((monomial) => atomsOf(monomial).length > 1)));
  if (monomials.size === 0) return [];
  const most = Math.max(...[...monomials].map((monomial) => atomsOf(monomial).length));
  const atoms = new Set([...monomials].flatMap(atomsOf));
  const linear = single.filter(({ value }) => degree(value) === 1 && [...value.keys()].some((monomial) => atoms.has(monomial)));
  const products: Product[] = [];
  for (const [i, a] of linear.entries()) {
    for (const b of linear.slice(i)) {
      if (products.length >= MOST_PRODUCTS || budget.left <= 0) return products;
      budget.left -= a.value.size * b.value.size;
      const value = times(a.value, b.value);
      if (degree(value) > most || ![...value.keys()].some((monomial) => monomials.has(monomial))) continue;
      products.push({ value, isEquality: a.isEquality || b.isEquality, factors: [...a.factors, ...b.factors] });
    }
  }
  return products;
}

/** Leaves out, again and again, what has a monomial that no other constraint has with the other sign: it cannot be cancelled. */
function cancelling(all: readonly Product[], budget: Budget): readonly Product[] {
  let left = all;
  for (;;) {
    const signs = new Map<Monomial, { rises: number; falls: number; count: number }>();
    for (const { value, isEquality } of left) {
      budget.left -= value.size;
      for (const [monomial, coefficient] of value) {
        const sign = signs.get(monomial) ?? { rises: 0, falls: 0, count: 0 };
        signs.set(monomial, sign);
        sign.count += 1;
        if (isEquality || coefficient > 0n) sign.rises += 1;
        if (isEquality || coefficient < 0n) sign.falls += 1;
      }
    }
    const kept = left.filter(({ value }) =>
      [...value.keys()].every((monomial) => {
        const sign = signs.get(monomial);
        return monomial === CONSTANT_TERM || (sign !== undefined && sign.count > 1 && sign.rises > 0 && sign.falls > 0);
      }),
    );
    if (kept.length === left.length) return kept;
    left = kept;
  }
}

/** The multipliers as integers: all by their common denominator. */
function termsOf(multipliers: ReadonlyMap<number, Rational>, constraints: readonly Product[]): readonly LinearTerm[] {
  let common: Int = 1;
  for (const { d } of multipliers.values()) common = multiply(common, divide(d, greatestCommonDivisor(common, d)));
  return [...multipliers].flatMap(([index, { n, d }]) => {
    const factors = constraints[index]?.factors;
    return n === 0 || factors === undefined ? [] : [{ multiplier: multiply(n, divide(common, d)), factors }];
  });
}

/** The refutation with the assumption of that number left out of the numbering; null where it is summed up. */
function withoutAssumption(refutation: Refutation, number: number): Refutation | null {
  if (namesAssumption(refutation, number)) return null;
  return renumbered(refutation, (index) => (index > number ? index - 1 : index));
}

/** What loops have kept, where more is assumed than where it was found: its own assumptions come behind. */
function laterBy(reference: Kept['reference'], before: number, more: number): Kept['reference'] {
  return more === 0 ? reference : renumberedFact(reference, (index) => (index >= before ? index + more : index));
}

type Numbering = (index: number) => number;

function renumbered(refutation: Refutation, as: Numbering): Refutation {
  if (refutation.rule === 'split')
    return { ...refutation, holds: renumbered(refutation.holds, as), fails: renumbered(refutation.fails, as) };
  if (refutation.rule === 'ordered')
    return { ...refutation, premises: refutation.premises.map((each) => renumbered(each, as)), rest: renumbered(refutation.rest, as) };
  const terms = refutation.terms.map(({ multiplier, factors }) => ({
    multiplier,
    factors: factors.map((each) => renumberedFact(each, as)),
  }));
  return { rule: 'sum', terms };
}

function renumberedFact<Fact extends FactReference>(reference: Fact, as: Numbering): Fact {
  if (reference.fact === 'assumption') return { ...reference, index: as(reference.index) };
  if (reference.fact !== 'kept') return reference;
  const { invariant } = reference;
  return { ...reference, invariant: { ...invariant, base: renumbered(invariant.base, as), step: renumbered(invariant.step, as) } };
}

function factsIn(refutation: Refutation): readonly FactReference[] {
  if (refutation.rule === 'split') return [...factsIn(refutation.holds), ...factsIn(refutation.fails)];
  if (refutation.rule === 'ordered') return [...refutation.premises.flatMap(factsIn), ...factsIn(refutation.rest)];
  return refutation.terms.flatMap(({ factors }) =>
    factors.flatMap((each) => (each.fact === 'kept' ? [each, ...factsIn(each.invariant.base), ...factsIn(each.invariant.step)] : [each])),
  );
}

function namesAssumption(refutation: Refutation, number: number): boolean {
  return factsIn(refutation).some((each) => each.fact === 'assumption' && each.index === number);
}

function linksOf(refutation: Refutation): readonly Link[] {
  return factsIn(refutation).flatMap((each) => (each.fact === 'difference' ? [each.link] : []));
}
