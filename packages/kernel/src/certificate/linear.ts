import { type AbstractValue, ofRanges } from '../abstract/abstract.js';
import { atLeast, atMost } from '../abstract/arithmetic.js';
import {
  CONSTANT_TERM,
  constant,
  constantOf,
  hasShortCoefficients,
  MAX_TERMS,
  minus,
  ONE,
  opposite,
  type Polynomial,
  plus,
  product,
  reduced,
  tightened,
  times,
  ZERO,
} from '../abstract/polynomial.js';
import type { NodeId } from '../graph/graph.js';
import type { LinearFact, Premise } from '../monomers/linear.js';
import { nodeOfTerm } from '../monomers/relation.js';
import { ElementStep } from '../rules/element-steps.js';
import type { Environment } from '../rules/environment.js';
import { LinearFacts } from '../rules/linear-facts.js';
import { type Course, LoopSteps, type Quantity } from '../rules/loop-steps.js';
import { negate } from '../types/integer.js';
import { isVouchedFor } from './differences.js';
import type {
  Difference,
  FactReference,
  InvariantTerm,
  LinearBound,
  LinearTerm,
  LoopInvariant,
  Refutation,
  SinceTerm,
  StepNumber,
} from './format.js';

const MAX_FACTORS = 2;
/** The cost of stating the facts of a node again, in steps of work. */
const COST_OF_TERM = 40;
/** A sum of at most this many monomials is copied within the cost of a term. */
const SHORT_SUM = 64;
/** Longer rounded sums are not assumed: every sum with one of them as a term would be as long. */
const MAX_ROUNDED = 64;

/** A linear bound without its refutation. */
export type StatedBound = Omit<LinearBound, 'refutation'>;

/**
 * The operands that bounds name by position: nodes (`null`: a literal), and after those of an application the length of its
 * month.
 */
export interface Operands {
  readonly nodes: readonly (NodeId | null)[];
  readonly of: NodeId | null;
}

/** Returns true if every bound holds between its operands: its negation is refuted. */
export function boundsHold(environment: Environment, operands: Operands, bounds: readonly LinearBound[]): boolean {
  const facts = new LinearFacts(environment);
  return bounds.every((bound) => {
    const assumed = negationOf(facts, operands, bound);
    return assumed !== null && new Refuter(environment, facts).refutes([assumed], bound.refutation);
  });
}

/** `minuend - subtrahend - bound - 1`, which is nonnegative if the bound fails; `null` if a position has no integer. */
export function negationOf(
  { polynomials }: LinearFacts,
  { nodes, of }: Operands,
  { minuend, subtrahend, bound }: StatedBound,
): Polynomial | null {
  const at = (position: number | null): Polynomial | null => {
    if (position === null) return ZERO;
    if (position === nodes.length) return of === null ? null : (polynomials.monthOf(of)?.length ?? null);
    const node = nodes[nodeOfTerm(position)];
    if (typeof node !== 'number') return null;
    return position < 0 ? polynomials.lengthOf(node) : polynomials.of(node);
  };
  const [from, to] = [at(minuend), at(subtrahend)];
  return from === null || to === null ? null : minus(minus(minus(from, to), constant(bound)), ONE);
}

/** The abstract values at the positions, cut to the bounds, which have been shown. */
export function withinBounds(views: readonly AbstractValue[], bounds: readonly StatedBound[]): readonly AbstractValue[] {
  return views.map((view, position) =>
    bounds.reduce((cut: AbstractValue, { minuend, subtrahend, bound }) => {
      if (cut.kind !== 'integer') return cut;
      if (minuend === position && subtrahend === null) return ofRanges(atMost(cut.ranges, bound));
      if (minuend === null && subtrahend === position) return ofRanges(atLeast(cut.ranges, negate(bound)));
      return cut;
    }, view),
  );
}

/** The bounds on differences between two positions, in the form of the relations of a precondition. */
export function differencesOf(bounds: readonly StatedBound[]): readonly Difference[] {
  return bounds.flatMap(({ minuend, subtrahend, bound }) =>
    minuend === null || subtrahend === null ? [] : [{ minuend, subtrahend, bound, path: [] }],
  );
}

/**
 * Follows refutations at one point of a pass. The sums hold for the run at that point. Atoms without a value in the run may have
 * any value, since a premise of every fact about them fails. So every premise may be split on.
 */
export class Refuter {
  /** @param within The step of loops whose facts these are; `null` outside of steps. */
  constructor(
    private readonly environment: Environment,
    private readonly facts: LinearFacts,
    private readonly within: Within | null = null,
    /** The assumed steps with one element, each nested in those before it. */
    private readonly elements: readonly ElementStep[] = [],
  ) {}

  /** Returns true if the refutation shows that no integers satisfy `value >= 0` for every assumption. */
  refutes(assumed: readonly Polynomial[], refutation: Refutation): boolean {
    if (refutation.rule === 'sum') return this.isNegative(assumed, refutation.terms);
    if (refutation.rule === 'ordered') return this.refutesOrdered(assumed, refutation);
    if (refutation.rule === 'element') return this.refutesAt(assumed, refutation);
    if (refutation.rule === 'rounded') return this.refutesRounded(assumed, refutation);
    if (refutation.rule === 'either') return this.refutesEither(assumed, refutation);
    if (refutation.rule === 'since') return this.refutesSince(assumed, refutation);
    this.environment.meter.spend(COST_OF_TERM, this.environment.graph, null);
    const premise = this.saidBy(refutation.node, refutation.step)[refutation.fact]?.premises[refutation.premise];
    if (premise === undefined) return false;
    return this.refutes([...assumed, premise.value], refutation.holds) && this.refutes([...assumed, failing(premise)], refutation.fails);
  }

  /** Each premise that is not shown holds, since its negation is refuted: so the order holds and may be assumed. */
  private refutesOrdered(
    assumed: readonly Polynomial[],
    { low, high, way, steps: [lowStep, highStep] = [null, null], premises, rest }: Extract<Refutation, { rule: 'ordered' }>,
  ): boolean {
    this.environment.meter.spend(COST_OF_TERM, this.environment.graph, null);
    const there = this.factsIn(highStep ?? undefined);
    const order = there === undefined ? undefined : this.factsIn(lowStep ?? undefined)?.ordered(low, high, there)[way];
    const open = order?.premises.filter((premise) => !isShown(premise, assumed)) ?? [];
    if (order === undefined || open.length !== premises.length) return false;
    const shown = premises.every((each, index) => {
      const premise = open[index];
      return premise !== undefined && this.refutes([...assumed, failing(premise)], each);
    });
    return shown && this.refutes([...assumed, order.value], rest);
  }

  /** Each premise that is not shown holds, since its negation is refuted: so such a step exists, and its facts may be assumed. */
  private refutesAt(assumed: readonly Polynomial[], { step: of, premises, rest }: Extract<Refutation, { rule: 'element' }>): boolean {
    const step = this.within === null ? ElementStep.of(this.environment, of, this.elements) : null;
    const open = step?.premises.filter((premise) => !isShown(premise, assumed)) ?? [];
    if (step === null || open.length !== premises.length) return false;
    const shown = premises.every((each, index) => {
      const premise = open[index];
      return premise !== undefined && this.refutes([...assumed, failing(premise)], each);
    });
    return shown && this.at(step).refutes([...assumed, ...step.known], rest);
  }

  /** The same refuter within one more step. */
  at(step: ElementStep): Refuter {
    return new Refuter(this.environment, this.facts, this.within, [...this.elements, step]);
  }

  /** The facts of nodes in a step, or outside; `undefined` if the step does not exist. */
  private factsIn(step: StepNumber): LinearFacts | undefined {
    return step === undefined ? this.facts : this.elements[step]?.facts;
  }

  /** A sum of integers is a multiple of their common divisor: if the sum is nonnegative, so is that multiple, rounded down. */
  private refutesRounded(assumed: readonly Polynomial[], { terms, rest }: Extract<Refutation, { rule: 'rounded' }>): boolean {
    const sum = this.sumOf(assumed, terms);
    if (sum === null || sum.size > MAX_ROUNDED || !hasShortCoefficients(sum)) return false;
    return this.refutes([...assumed, reduced(sum)], rest);
  }

  /**
   * One of two sums is nonnegative before the first step, and after each step before which one of them was. So one of them is
   * after the last step, and each case is refuted.
   */
  private refutesEither(
    assumed: readonly Polynomial[],
    { loops, sums, base, steps: cases, rests }: Extract<Refutation, { rule: 'either' }>,
  ): boolean {
    const steps = this.within === null ? LoopSteps.of(this.environment, loops, sums.flatMap(quantitiesOf)) : null;
    if (steps === null || !steps.premises.every((premise) => isShown(premise, assumed))) return false;
    const courses = sums.map((terms) => courseOf(steps, terms));
    const [one, other] = courses;
    if (one == null || other == null) return false;
    if (!this.refutes([...assumed, negated(one.first), negated(other.first)], base)) return false;
    const inStep = new Refuter(this.environment, steps.facts, { steps, outside: this, assumed });
    const failed = [negated(one.after), negated(other.after)];
    return [one, other].every(({ before, last }, position) => {
      const [step, rest] = [cases[position], rests[position]];
      if (step === undefined || rest === undefined) return false;
      return inStep.refutes([...assumed, ...failed, before, ...steps.assumptions], step) && this.refutes([...assumed, last], rest);
    });
  }

  /**
   * The sum is nonnegative at the end of an enclosing step, and after each later step before which it was. So it is nonnegative
   * after the last step.
   */
  private refutesSince(
    assumed: readonly Polynomial[],
    { since, loops, terms, base, step, rest }: Extract<Refutation, { rule: 'since' }>,
  ): boolean {
    const element = this.within === null ? this.elements[since] : undefined;
    const steps = element === undefined ? null : LoopSteps.of(this.environment, loops);
    if (element === undefined || steps === null || !steps.premises.every((premise) => isShown(premise, assumed))) return false;
    const course = courseSince(element, steps, terms);
    if (course === null) return false;
    const { first, before, after, last } = course;
    if (!this.refutes([...assumed, negated(first)], base)) return false;
    const inStep = new Refuter(this.environment, steps.facts, { steps, outside: this, assumed });
    const isKept = inStep.refutes([...assumed, negated(after), before, ...steps.assumptions], step);
    return isKept && this.refutes([...assumed, last], rest);
  }

  private saidBy(node: NodeId, step: StepNumber): readonly LinearFact[] {
    return step === undefined ? this.facts.of(node) : (this.elements[step]?.factsOf(node) ?? []);
  }

  /** Returns true if the sum, whose terms are nonnegative, is a negative constant. */
  private isNegative(assumed: readonly Polynomial[], terms: readonly LinearTerm[]): boolean {
    const sum = this.sumOf(assumed, terms);
    const total = sum && constantOf(sum);
    return total !== null && total < 0n;
  }

  /** A sum of nonnegative terms; `null` if a term is not shown. */
  private sumOf(assumed: readonly Polynomial[], terms: readonly LinearTerm[]): Polynomial | null {
    let sum = ZERO;
    for (const { multiplier, factors } of terms) {
      const [first, second, ...more] = factors.map((reference) => this.resolve(assumed, reference));
      if (first === undefined || first === null || second === null || more.length > MAX_FACTORS - 2) return null;
      if (multiplier === 0) return null;
      if (multiplier < 0 && !first.isEquality && second?.isEquality !== true) return null;
      // The sum is copied for each term; for a long sum the copy takes most of the time.
      const copied = Math.max(0, sum.size - SHORT_SUM);
      this.environment.meter.spend(COST_OF_TERM + copied + first.value.size * (second?.value.size ?? 1), this.environment.graph, null);
      const value = second === undefined ? sideOf(first, multiplier < 0) : times(factorOf(first), factorOf(second));
      sum = plus(sum, value, BigInt(multiplier));
    }
    return sum;
  }

  /** Resolves a reference. `null` if there is no such fact, or its premises are not shown to hold. */
  private resolve(assumed: readonly Polynomial[], reference: FactReference): { value: Polynomial; isEquality: boolean } | null {
    switch (reference.fact) {
      case 'assumption': {
        const value = assumed[reference.index];
        return value === undefined ? null : { value, isEquality: false };
      }
      case 'difference': {
        const { link } = reference;
        const holds = (link.via === null || this.facts.isCertain(link.via)) && isVouchedFor(this.environment, link);
        const value = holds ? differenceOf(this.facts, link) : null;
        return value === null ? null : { value, isEquality: false };
      }
      case 'kept': {
        const value = this.kept(assumed, reference.invariant);
        return value === null ? null : { value, isEquality: false };
      }
      case 'step': {
        const value = this.within?.steps.stepFact(reference.which) ?? null;
        return value === null ? null : { value, isEquality: reference.which === 'element' };
      }
      case 'lower':
      case 'upper':
      case 'node': {
        const facts = this.factsIn(reference.step);
        const found =
          reference.fact === 'node'
            ? this.saidBy(reference.node, reference.step)[reference.index]
            : facts?.bound(reference.node, reference.fact);
        return found?.premises.every((premise) => isShown(premise, assumed)) ? found : null;
      }
    }
  }

  /**
   * Returns the value of an invariant after the last step or, inside a step, before it. The invariant holds before the first
   * step, and each step preserves it. `null` if that is not shown.
   */
  private kept(assumed: readonly Polynomial[], { loops, terms, base, step }: LoopInvariant): Polynomial | null {
    if (this.within !== null) {
      const { steps, outside, assumed: before } = this.within;
      const isKept = steps.isOf(loops) && outside.kept(before, { loops, terms, base, step }) !== null;
      return isKept ? invariantAt(steps, terms, 'before') : null;
    }
    const steps = LoopSteps.of(this.environment, loops, quantitiesOf(terms));
    if (steps === null || !steps.premises.every((premise) => isShown(premise, assumed))) return null;
    const course = courseOf(steps, terms);
    if (course === null) return null;
    const { first, before, after, last } = course;
    if (!this.refutes([...assumed, negated(first)], base)) return null;
    const inStep = new Refuter(this.environment, steps.facts, { steps, outside: this, assumed });
    const kept = inStep.refutes([...assumed, negated(after), before, ...steps.assumptions], step);
    return kept ? last : null;
  }
}

/** A step of loops, with the assumptions outside of it. */
interface Within {
  readonly steps: LoopSteps;
  readonly outside: Refuter;
  readonly assumed: readonly Polynomial[];
}

/** A fact, tightened for integers. A negative multiple needs a fact that is zero: then the value is nonpositive as well. */
export function sideOf({ value }: Pick<LinearFact, 'value'>, isNegative: boolean): Polynomial {
  return isNegative ? minus(ZERO, tightened(minus(ZERO, value))) : tightened(value);
}

/** A factor of a product: the fact itself if it is zero, otherwise tightened. */
export function factorOf({ value, isEquality }: Pick<LinearFact, 'value' | 'isEquality'>): Polynomial {
  return isEquality ? value : tightened(value);
}

/** The course of a sum; `null` if it has none. */
export function courseOf(steps: LoopSteps, terms: readonly InvariantTerm[]): Course | null {
  const [first, before, after, last] = COURSE.map((at) => invariantAt(steps, terms, at));
  return first == null || before == null || after == null || last == null ? null : { first, before, after, last };
}

/** The course of a sum whose first point is the end of an enclosing step; `null` if it has none. */
export function courseSince(element: ElementStep, steps: LoopSteps, terms: readonly SinceTerm[]): Course | null {
  if (terms.length > MAX_TERMS) return null;
  const at = (point: keyof Course): Polynomial | null => {
    let sum = ZERO;
    for (const { given, quantity, ...own } of terms) {
      const isBegun = point === 'first' && quantity !== null;
      const outer = invariantAt(steps, [{ ...own, quantity: isBegun ? null : quantity }], point);
      const begun = isBegun ? element.after(quantity) : ONE;
      const value = given === null ? ONE : element.ofTerm(given);
      const known = outer === null || begun === null ? null : product(outer, begun);
      const term = known === null || value === null ? null : product(known, value);
      if (term === null) return null;
      sum = plus(sum, term);
    }
    return sum;
  };
  const [first, before, after, last] = COURSE.map(at);
  return first == null || before == null || after == null || last == null ? null : { first, before, after, last };
}

const COURSE: readonly (keyof Course)[] = ['first', 'before', 'after', 'last'];

/** The assumption that a sum of integers is negative. */
export function negated(value: Polynomial): Polynomial {
  return opposite(value);
}

/**
 * Returns the sum of the terms at one point in the steps of the loops. `null` if a term does not belong to these loops, or there
 * are too many terms.
 */
export function invariantAt(steps: LoopSteps, terms: readonly InvariantTerm[], at: keyof Course): Polynomial | null {
  if (terms.length > MAX_TERMS) return null;
  let sum = ZERO;
  for (const { multiplier, factors, quantity } of terms) {
    const factor = steps.constantFactor(factors, at === 'before' || at === 'after');
    const value = quantity === null ? ONE : (steps.course(quantity)?.[at] ?? null);
    const term = factor === null || value === null ? null : product(factor, value);
    if (term === null) return null;
    sum = plus(sum, term, BigInt(multiplier));
  }
  return sum;
}

/** The quantities of an invariant. */
export function quantitiesOf(terms: readonly InvariantTerm[]): readonly (Quantity | null)[] {
  return terms.map(({ quantity }) => quantity);
}

/** `bound - (minuend - subtrahend)`, nonnegative if the difference holds; `null` if a term has no polynomial. */
export function differenceOf(facts: LinearFacts, { minuend, subtrahend, bound }: Omit<Difference, 'path'>): Polynomial | null {
  const [from, to] = [facts.ofTerm(minuend), facts.ofTerm(subtrahend)];
  return from === null || to === null ? null : minus(constant(bound), minus(from, to));
}

/** The assumption if a premise fails: `value <= -1`, for integers the negation of `value >= 0`. */
export function failing(premise: Premise): Polynomial {
  return negated(premise.value);
}

/**
 * Returns true if the abstract values show the premise, the premise is a true statement of constants, or an assumption is at most
 * as large.
 */
export function isShown(premise: Premise, assumed: readonly Polynomial[]): boolean {
  return premise.isKnown || isConstantFrom(premise.value, ZERO) || assumed.some((value) => isConstantFrom(premise.value, value));
}

/** Returns true if a - b is a constant of at least 0. */
function isConstantFrom(a: Polynomial, b: Polynomial): boolean {
  // Two polynomials that differ only in the constant term have nearly equal sizes, which few pairs have.
  if (Math.abs(a.size - b.size) > 1) return false;
  let others = b.has(CONSTANT_TERM) ? b.size - 1 : b.size;
  for (const [monomial, coefficient] of a) {
    if (monomial === CONSTANT_TERM) continue;
    if (b.get(monomial) !== coefficient) return false;
    others -= 1;
  }
  // All terms of a but the constant one are terms of b. Here b has no others.
  return others === 0 && (a.get(CONSTANT_TERM) ?? 0n) >= (b.get(CONSTANT_TERM) ?? 0n);
}
