import type { AbstractValue } from '@kirchhoff/kernel/abstract/abstract';
import {
  atom,
  atomsOf,
  CONSTANT_TERM,
  constant,
  constantOf,
  minus,
  ONE,
  type Polynomial,
  plus,
  textOf,
  ZERO,
} from '@kirchhoff/kernel/abstract/polynomial';
import type { FactReference, InvariantTerm, LinearTerm, LoopInvariant, Refutation, SinceTerm } from '@kirchhoff/kernel/certificate/format';
import { courseOf, courseSince, failing, invariantAt, isShown, negated, quantitiesOf } from '@kirchhoff/kernel/certificate/linear';
import type { LoopSource, Node, NodeId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt } from '@kirchhoff/kernel/graph/schedule';
import { monomerAt } from '@kirchhoff/kernel/monomers/catalog';
import { boundsOfMeasure, type LinearFact } from '@kirchhoff/kernel/monomers/linear';
import { type DifferenceTerm, lengthOf } from '@kirchhoff/kernel/monomers/relation';
import type { ElementStep } from '@kirchhoff/kernel/rules/element-steps';
import type { Environment } from '@kirchhoff/kernel/rules/environment';
import type { LinearFacts } from '@kirchhoff/kernel/rules/linear-facts';
import { loopBaseOf } from '@kirchhoff/kernel/rules/loop-bases';
import { LoopSteps, loopAt, MAX_LOOPS, type Quantity } from '@kirchhoff/kernel/rules/loop-steps';
import type { Measure } from '@kirchhoff/kernel/rules/node-polynomials';
import { areSameBodies } from '@kirchhoff/kernel/rules/same-bodies';
import { add, type Int, maximum, minimum, multiply, negate, normalize, subtract } from '@kirchhoff/kernel/types/integer';
import type { Effort } from './effort.js';
import { nodesIn } from './elements.js';
import { forEachPlace, forEachStep, placedSum, scaled } from './places-below.js';
import { promisedSums } from './promised.js';

/** Limit for the invariants tried for one goal. */
const MAX_TRIES = 48;
/** Limit for the steps of an attempt at an invariant that the goal does not state itself. */
const MAX_ATTEMPT = 40_000;
/** Limit for the invariants tried for one step of another invariant. */
const MAX_TRIES_IN_STEP = 8;
/** Limit for the invariants tried for one goal that are differences of quantities, or contradict two values together. */
const MAX_GUESSES = 32;
/** Limit for the sums that loops may keep from a step on, tried for one goal. */
const MAX_SINCE = 16;
/** Limit for the sums over elements chosen by their places, tried for one goal. */
const MAX_PLACED = 16;
/** Limit for the steps of an attempt at such a sum. */
const MAX_ATTEMPT_OF_PLACED = 80_000;
/** Limit for the steps of an attempt at another sum, if there are such sums. */
const MAX_ATTEMPT_BESIDE_PLACED = 5_000;
/** Limit for the values that are paired. */
const MAX_PAIRED = 8;
/** The same for one step of another invariant. */
const MAX_GUESSES_IN_STEP = 16;
/** The atom for the number of steps of loops. */
const STEPS = '#';
/** The number of steps as a quantity: a summand that is constant adds up to a multiple of it. */
const STEPS_TAKEN: Quantity = { loop: null, field: null, measure: 'length' };
/** Limit for the facts of single steps that are summed up for loops over one source. */
const MAX_OF_STEPS = 16;
const MEASURES: readonly Measure[] = ['value', 'length', 'sum'];

type LoopNode = Extract<Node, { op: 'loop' | 'fold' }>;

/** Loops over one base, with their accumulated quantities by the atom of the final value. */
interface Group {
  /** The base (`LoopBase.key`). */
  readonly key: string;
  readonly source: LoopSource;
  readonly loops: readonly NodeId[];
  readonly quantities: ReadonlyMap<string, Quantity>;
}

/** Refutes assumptions about these nodes, in a step of loops or outside (null), with the invariants that the search finds. */
export type Refute = (
  nodes: readonly NodeId[],
  steps: LoopSteps | null,
  assumed: readonly Polynomial[],
  kept: KeptSearch | null,
) => Refutation | null;

/** Makes an attempt that may take at most so many steps of the budget. */
export type Limited = <T>(most: number, attempt: () => T) => T;

/** Returns the facts of a step around nodes of its bodies, each with its reference in a certificate. */
export type Gather = (nodes: readonly NodeId[], steps: LoopSteps) => readonly (LinearFact & { readonly reference: FactReference })[];

/** An invariant of loops as a fact, with its reference in a certificate. */
export interface KeptFact extends LinearFact {
  readonly reference: Extract<FactReference, { fact: 'kept' }>;
}

/** Two sums, one of which loops keep nonnegative, with the proof in a certificate. */
export interface EitherKept extends Pick<Extract<Refutation, { rule: 'either' }>, 'loops' | 'sums' | 'base' | 'steps'> {
  /** The two sums after the last step. */
  readonly last: readonly [Polynomial, Polynomial];
}

/** A sum that loops keep non-negative from an enclosing step on, with the proof in a certificate. */
export interface KeptSince extends Omit<Extract<Refutation, { rule: 'since' }>, 'rule' | 'rest'> {
  /** The sum after the last step. */
  readonly last: Polynomial;
}

/** A candidate for a bound of the sum of a loop whose elements are chosen by their places. */
interface BoundByPlace {
  readonly group: Group;
  /** The loop whose elements are chosen. */
  readonly loop: NodeId;
  readonly loops: readonly NodeId[];
  readonly steps: LoopSteps;
  readonly excess: readonly InvariantTerm[];
  /** Non-negative if the excess keeps within a multiple of the steps, or of the places below the value that chooses. */
  readonly perStep: readonly InvariantTerm[];
  readonly perPlace: readonly InvariantTerm[];
  /** True if the multiple is the most, false if it is the least. */
  readonly isUpper: boolean;
}

/** The value of a node in a step with one element. */
interface Given {
  readonly term: DifferenceTerm;
  readonly step: number;
}

/** Searches for invariants of loops, as known after the loops or before a step. */
export interface KeptSearch {
  readonly hasLoops: boolean;
  /** True to guess more than what the goal and its premises state. */
  readonly isWide: boolean;
  /** The number of assumptions that hold in every step; null outside of steps. */
  readonly assumed: number | null;
  /** Sums up facts of single steps over all steps. */
  ofSteps(assumed: readonly Polynomial[]): readonly KeptFact[];
  /** Returns true if the assumptions state that an ANY or ALL visits its whole source. */
  goesOnBy(assumed: readonly Polynomial[]): boolean;
  /** The statements that loops near the goal need to be viewed step by step, unless they are shown. */
  premises(assumed: readonly Polynomial[]): readonly Polynomial[];
  /** Shows that loops keep one of two sums nonnegative; null if that is not proven. */
  either(pair: readonly [Polynomial, Polynomial], assumed: readonly Polynomial[]): EitherKept | null;
  /**
   * Returns two sums, one of which loops keep nonnegative, that bound a sum of elements chosen by their places; null if there are none
   * that `helps` accepts.
   */
  eitherByPlace(assumed: readonly Polynomial[], helps: (value: Polynomial) => boolean): EitherKept | null;
  /** Returns true for a statement about a sum of elements that are chosen by their places. */
  speaksOfPlaced(value: Polynomial): boolean;
  /** Returns true for a statement about a sum, a count or an accumulator of loops. */
  speaksOf(value: Polynomial): boolean;
  /** Returns the invariants that the promises of the graph suggest, of those that `helps` accepts. */
  promised(assumed: readonly Polynomial[], helps: (value: Polynomial) => boolean): readonly KeptFact[];
  /**
   * Returns invariants of the loops that imply `value < 0` or a stronger statement, for each value that is not assumed to be
   * negative. For other values, which may settle a premise, they imply exactly that; only for values that `helps` accepts.
   */
  find(
    values: readonly Polynomial[],
    others: readonly Polynomial[],
    assumed: readonly Polynomial[],
    helps: (value: Polynomial) => boolean,
  ): readonly KeptFact[];
  /**
   * Returns an invariant that contradicts two of the values together, or the first difference of two quantities that is one; only
   * for values that `helps` accepts. If the reverse difference is an invariant too, it follows. Empty if there is none.
   */
  guess(values: readonly Polynomial[], assumed: readonly Polynomial[], helps: (value: Polynomial) => boolean): readonly KeptFact[];
  /**
   * Returns a sum that contradicts one of the values, and that loops keep non-negative from one of the assumed steps on; null if
   * there is none.
   *
   * @param refute refutes assumptions with the facts of these steps
   */
  since(
    values: readonly Polynomial[],
    assumed: readonly Polynomial[],
    elements: readonly ElementStep[],
    refute: (goal: readonly Polynomial[]) => Refutation | null,
  ): KeptSince | null;
}

/**
 * Searches for the invariants of loops that refute the assumptions of a goal. Each consists of the accumulators, sums and counts
 * in the assumption, with their coefficients.
 */
export class InvariantSearch implements KeptSearch {
  readonly assumed = null;
  private readonly groups: readonly Group[];
  /** The terms of the atoms outside the loops. */
  private readonly terms = new Map<string, DifferenceTerm>();
  private readonly tried = new Set<string>();
  private readonly steps = new Map<string, LoopSteps | null>();
  /** By steps of loops, the invariants before a step and the candidates for them. */
  private readonly shownBefore = new Map<LoopSteps, Map<string, KeptFact | null>>();
  /** The number of single sums that were tried. */
  private tries = 0;
  /** The numbers of the promises that were tried. */
  private readonly triedPromises = new Set<number>();
  private readonly triedSince = new Set<string>();
  private readonly guessed = new Map<string, KeptFact | null>();
  /** By text, the attempts at sums over elements chosen by their places. */
  private readonly placed = new Map<string, KeptFact | null>();
  private bounds: readonly BoundByPlace[] | undefined;

  constructor(
    private readonly environment: Environment,
    private readonly facts: LinearFacts,
    around: readonly NodeId[],
    private readonly refute: Refute,
    private readonly gather: Gather,
    private readonly limited: Limited,
    private readonly effort: Effort,
  ) {
    this.groups = this.groupsOf(around);
    if (this.groups.length > 0) for (const node of around) this.name(node);
  }

  get hasLoops(): boolean {
    return this.groups.length > 0;
  }

  get isWide(): boolean {
    return this.effort === 'wide';
  }

  find(
    values: readonly Polynomial[],
    others: readonly Polynomial[],
    assumed: readonly Polynomial[],
    helps: (value: Polynomial) => boolean,
  ): readonly KeptFact[] {
    const byPlace = this.byPlace(assumed, helps);
    if (byPlace.length > 0) return byPlace;
    return [...values, ...others].flatMap((value, index) =>
      this.groups.flatMap((group) => {
        const goal = failing({ value, isKnown: false });
        if (!helps(goal)) return [];
        // Such a sum is seldom an invariant by itself, and many premises speak of it.
        if (index >= values.length && this.isAboutPlaced(group, goal)) return [];
        const counted = this.inSteps(group.source, goal);
        const keep = (): KeptFact | null =>
          this.keep(group, counted, assumed) ?? (counted === goal ? null : this.keep(group, goal, assumed));
        const found = this.placedBounds.length > 0 ? this.limited(MAX_ATTEMPT_BESIDE_PLACED, keep) : keep();
        if (found !== null) return found;
        const placed = this.isWide ? this.limited(MAX_ATTEMPT, () => this.atPlaces(group, counted, assumed)) : null;
        if (placed !== null) return [placed];
        return index < values.length ? [...this.whereZero(group, goal, values, assumed), ...this.stronger(group, goal, assumed)] : [];
      }),
    );
  }

  /**
   * Returns bounds for sums of elements that are chosen by their places: at most a multiple of the steps, and of the places below the
   * value that chooses. The latter rests on the former.
   */
  private byPlace(assumed: readonly Polynomial[], helps: (value: Polynomial) => boolean): readonly KeptFact[] {
    for (const { loops, steps, perStep, perPlace, isUpper } of this.boundsByPlace(assumed)) {
      if (!isUpper || ![perStep, perPlace].some((terms) => this.isHelp(steps, terms, helps))) continue;
      const bySteps = this.keepPlaced(loops, steps, perStep, assumed, []);
      const byPlaces = bySteps === null ? null : this.keepPlaced(loops, steps, perPlace, assumed, [bySteps]);
      const found = [bySteps, byPlaces].flatMap((each) => (each !== null && helps(each.value) ? [each] : []));
      if (found.length > 0) return found;
    }
    return [];
  }

  eitherByPlace(assumed: readonly Polynomial[], helps: (value: Polynomial) => boolean): EitherKept | null {
    for (const { group, loops, steps, perStep, perPlace, excess, isUpper } of this.boundsByPlace(assumed)) {
      const one = isUpper ? scaled(excess, -1) : perStep;
      const key = `${textOfTerms(one)} or ${textOfTerms(perPlace)} ${assumed.filter((each) => !isOfElement(each)).length}`;
      if (this.tried.has(key) || ![one, perPlace].every((terms) => this.isHelp(steps, terms, helps))) continue;
      this.tried.add(key);
      const bySteps = isUpper ? this.keepPlaced(loops, steps, perStep, assumed, []) : null;
      if (isUpper && bySteps === null) continue;
      const given = bySteps === null ? [] : [bySteps];
      const found = this.limited(MAX_ATTEMPT, () => this.showEither(group, [one, perPlace], assumed, given));
      if (found !== null) return found;
    }
    return null;
  }

  /** Returns true if a sum after the last step is accepted. */
  private isHelp(steps: LoopSteps, terms: readonly InvariantTerm[], helps: (value: Polynomial) => boolean): boolean {
    const last = invariantAt(steps, terms, 'last');
    return last !== null && helps(last);
  }

  speaksOfPlaced(value: Polynomial): boolean {
    return this.groups.some((group) => this.isAboutPlaced(group, value));
  }

  private isAboutPlaced({ quantities }: Group, value: Polynomial): boolean {
    const placed = this.placedBounds.map(({ loop }) => loop);
    return placed.length > 0 && [...value.keys()].some((name) => placed.includes(quantities.get(name)?.loop ?? -1));
  }

  private get placedBounds(): readonly BoundByPlace[] {
    if (!this.isWide) return [];
    this.bounds ??= this.groups.flatMap((group) => group.loops.flatMap((id) => this.boundsOfLoop(group, id)));
    return this.bounds;
  }

  /** Returns the sums of loops whose elements are chosen by their places, each with candidates for bounds. */
  private boundsByPlace(assumed: readonly Polynomial[]): readonly BoundByPlace[] {
    return this.placedBounds.filter(({ steps }) => steps.premises.every((premise) => isShown(premise, assumed)));
  }

  private boundsOfLoop(group: Group, id: NodeId): readonly BoundByPlace[] {
    const all = group.loops.filter((each) => this.isWhole(each)).slice(0, MAX_LOOPS);
    const [loop, viewed] = [loopAt(this.environment, id), all.includes(id) ? this.stepsOf(all) : null];
    if (loop === null || viewed === null) return [];
    const growing = this.growingIn(viewed, group);
    const sum = placedSum(this.environment, viewed, loop, (value) => this.termsOf({ quantities: growing }, value, STEPS_TAKEN));
    if (sum === null) return [];
    const loops = this.loopsFor(group, sum.excess, []).filter((each) => all.includes(each));
    const steps = this.stepsOf(loops);
    if (steps === null) return [];
    return [true, false].flatMap((isUpper) =>
      (isUpper ? sum.most : sum.least).map((multiple): BoundByPlace => {
        const sign = isUpper ? 1 : -1;
        const bound = (terms: readonly InvariantTerm[]) => [...scaled(terms, sign), ...scaled(sum.excess, -sign)];
        const [perStep, perPlace] = [bound(forEachStep(multiple)), bound(forEachPlace(sum, multiple))];
        return { group, loop: id, loops, steps, excess: sum.excess, perStep, perPlace, isUpper };
      }),
    );
  }

  private keepPlaced(
    loops: readonly NodeId[],
    steps: LoopSteps,
    terms: readonly InvariantTerm[],
    assumed: readonly Polynomial[],
    given: readonly KeptFact[],
  ): KeptFact | null {
    const key = `${loops.join()} ${textOfTerms(terms)} ${assumed.map(textOf).join()}`;
    const known = this.placed.get(key);
    if (known !== undefined || this.placed.size >= MAX_PLACED) return known ?? null;
    const found = this.limited(MAX_ATTEMPT_OF_PLACED, () => this.show(steps, loops, terms, assumed, false, given));
    this.placed.set(key, found);
    return found;
  }

  guess(values: readonly Polynomial[], assumed: readonly Polynomial[], helps: (value: Polynomial) => boolean): readonly KeptFact[] {
    if (!this.isWide) return [];
    for (const group of this.groups) {
      const own = values.filter((value) => this.termsOf(group, value) !== null).slice(0, MAX_PAIRED);
      const beside = this.truthsIn(group).flatMap((truth) => own.map((one) => plus(one, truth)));
      const sums = own.flatMap((one, index) => own.slice(0, index).map((other) => plus(one, other)));
      for (const value of [...sums, ...beside].map((sum) => failing({ value: sum, isKnown: false }))) {
        const found = helps(value) ? this.attemptOnce(group, value, assumed) : null;
        if (found !== null) return [found];
      }
      // The number of steps is the length of the source.
      const quantities = new Map([...group.quantities].filter(([name]) => name !== STEPS));
      for (const value of this.differencesOf(quantities)) {
        const found = helps(value) ? this.attemptOnce(group, value, assumed) : null;
        if (found === null) continue;
        const reverse = this.attemptOnce(group, minus(ZERO, value), assumed);
        return reverse === null ? [found] : [found, reverse];
      }
    }
    return [];
  }

  /** Returns for each ANY and ALL of a group a statement that it has found an element that decides it. */
  private truthsIn({ loops }: Group): readonly Polynomial[] {
    return loops.flatMap((loop) => {
      const node = nodeAt(this.environment.graph, loop);
      const truth = this.facts.polynomials.of(loop);
      if (node.op !== 'loop' || this.isWhole(loop)) return [];
      return [node.loop === 'any' ? minus(truth, ONE) : minus(ZERO, truth)];
    });
  }

  premises(assumed: readonly Polynomial[]): readonly Polynomial[] {
    if (!this.isWide) return [];
    return this.groups.flatMap(({ source, loops }) => {
      const whole = source.over === 'value' ? [] : loops.filter((loop) => this.isWhole(loop)).slice(0, 1);
      const deciding = loops.filter((loop) => !this.isWhole(loop));
      return [whole, ...deciding.map((loop) => [loop])].flatMap((viewed) => {
        const open = viewed.length === 0 ? [] : (this.stepsOf(viewed)?.premises.filter((premise) => !isShown(premise, assumed)) ?? []);
        return open.map(({ value }) => value);
      });
    });
  }

  promised(assumed: readonly Polynomial[], helps: (value: Polynomial) => boolean): readonly KeptFact[] {
    if (!this.isWide) return [];
    return promisedSums(this.environment.graph, this.facts.polynomials).flatMap((sum, index) => {
      if (this.triedPromises.has(index) || !helps(sum)) return [];
      this.triedPromises.add(index);
      return this.groups.flatMap(
        (group) => this.limited(MAX_ATTEMPT, () => this.keep(group, this.inSteps(group.source, sum), assumed)) ?? [],
      );
    });
  }

  /** Tries a goal in which the value of an element is counted once that element has been visited. */
  private atPlaces(group: Group, goal: Polynomial, assumed: readonly Polynomial[]): KeptFact | null {
    const terms = this.termsOf(group, goal)?.map((term): InvariantTerm => {
      const [only, ...more] = term.quantity === null ? term.factors : [];
      const isRead = only !== undefined && more.length === 0 && this.isElement(only, group);
      return isRead ? { ...term, quantity: { loop: only, field: null, measure: 'value' } } : term;
    });
    if (terms?.some(({ quantity, factors }) => quantity !== null && factors.length > 0) !== true) return null;
    return this.tryTerms(group, terms, `${textOf(goal)} at places`, assumed);
  }

  /** Returns true for a node that reads an element of a list over the base. */
  private isElement(term: DifferenceTerm, { key }: Group): boolean {
    const node = term < 0 ? undefined : this.environment.graph.nodes[term];
    const [list] = node?.op === 'apply' && monomerAt(node.monomer).linear?.result?.is === 'element' ? node.operands : [];
    return list !== undefined && loopBaseOf(this.environment.graph, { over: 'value', node: list }).key === key;
  }

  /**
   * Returns a weaker invariant that implies the goal where a quantity is 0: the goal plus a large multiple of that quantity. The
   * multiple is at least as large as a step can lower the goal.
   */
  private whereZero(group: Group, goal: Polynomial, values: readonly Polynomial[], assumed: readonly Polynomial[]): readonly KeptFact[] {
    const most = this.isWide ? this.greatestStep(group, goal) : null;
    if (most === null || most <= 0) return [];
    for (const name of group.quantities.keys()) {
      if (name === STEPS || goal.has(name) || !values.some((value) => isAtMostZero(value, name))) continue;
      const found = this.limited(MAX_ATTEMPT, () => this.keep(group, plus(goal, atom(name), BigInt(most)), assumed));
      if (found !== null) return [found];
    }
    return [];
  }

  /** Returns a bound for the change of a sum of quantities in one step; null if it is unknown. */
  private greatestStep({ quantities, source }: Group, goal: Polynomial): Int | null {
    let most: Int = 0;
    for (const [monomial, coefficient] of goal) {
      const quantity = quantities.get(monomial);
      if (quantity === undefined) continue;
      const bounds = this.changeOf(quantity, source);
      if (bounds === null) return null;
      const factor = normalize(coefficient);
      most = add(
        most,
        maximum(
          maximum(multiply(factor, bounds.lo), multiply(factor, bounds.hi)),
          maximum(multiply(negate(factor), bounds.lo), multiply(negate(factor), bounds.hi)),
        ),
      );
    }
    return most;
  }

  /** Returns the bounds of the change of a quantity in one step; null if they are unknown. */
  private changeOf(quantity: Quantity, source: LoopSource): { readonly lo: Int; readonly hi: Int } | null {
    const growth = this.growthOf(quantity, { source });
    if (growth !== null || quantity.loop === null) return growth;
    const bounds = boundsOfMeasure(partOf(this.environment.view(quantity.loop), quantity.field));
    return bounds === null ? null : { lo: subtract(bounds.lo, bounds.hi), hi: subtract(bounds.hi, bounds.lo) };
  }

  since(
    values: readonly Polynomial[],
    assumed: readonly Polynomial[],
    elements: readonly ElementStep[],
    refute: (goal: readonly Polynomial[]) => Refutation | null,
  ): KeptSince | null {
    if (!this.isWide) return null;
    const given = this.namesIn(elements);
    const key = assumed.map(textOf).join();
    for (const group of this.groups) {
      for (const value of values) {
        const [step, ...others] = new Set([...value.keys()].flatMap((name) => given.get(name)?.step ?? []));
        const element = step === undefined || others.length > 0 ? undefined : elements[step];
        const terms = element === undefined ? null : this.sinceTermsOf(group, failing({ value, isKnown: false }), given);
        const isOfFolds = terms?.every(({ quantity }) => quantity === null || element?.after(quantity) != null) === true;
        const name = `${group.loops.join()} ${textOf(value)} ${key}`;
        if (step === undefined || element === undefined || terms === null || !isOfFolds || this.triedSince.has(name)) continue;
        if (isShown({ value: failing({ value, isKnown: false }), isKnown: false }, assumed)) continue;
        if (this.triedSince.size >= MAX_SINCE) return null;
        this.triedSince.add(name);
        const loops = this.loopsFor(group, terms, assumed);
        const steps = this.stepsOf(loops);
        const course = steps?.premises.every((premise) => isShown(premise, assumed)) === true ? courseSince(element, steps, terms) : null;
        const base = course === null ? null : refute([...assumed, negated(course.first)]);
        if (steps === null || course === null || base === null) continue;
        const goal = [...assumed, negated(course.after), course.before, ...steps.assumptions];
        const nodes = [...this.resultsOf(loops), ...outsideOf(terms)];
        const kept = this.refute(nodes, steps, goal, new KeptBefore(this, steps, loops, assumed));
        if (kept !== null) return { since: step, loops, terms, base, step: kept, last: course.last };
      }
    }
    return null;
  }

  /** Returns a polynomial as a sum of quantities of folds and of values of one step; null if it has another form. */
  private sinceTermsOf(group: Group, value: Polynomial, given: ReadonlyMap<string, Given>): readonly SinceTerm[] | null {
    const own = this.termsOf(group, new Map([...value].filter(([name]) => !given.has(name))));
    if (own === null) return null;
    const inStep = [...value].flatMap(([name, coefficient]): readonly SinceTerm[] => {
      const known = given.get(name);
      return known === undefined ? [] : [{ multiplier: normalize(coefficient), factors: [], quantity: null, given: known.term }];
    });
    return [...own.map((term) => ({ ...term, given: null })), ...inStep];
  }

  /** Returns the values of nodes in steps with one element, by their atoms. */
  private namesIn(elements: readonly ElementStep[]): ReadonlyMap<string, Given> {
    const named = new Map<string, Given>();
    for (const [step, element] of elements.entries()) {
      for (const term of nodesIn(this.environment.graph, element.bodies)) {
        const [only, ...more] = element.ofTerm(term) ?? ZERO;
        if (only !== undefined && more.length === 0 && only[1] === 1n && only[0].endsWith(`@${step}`) && !named.has(only[0]))
          named.set(only[0], { term, step });
      }
    }
    return named;
  }

  private attemptOnce(group: Group, value: Polynomial, assumed: readonly Polynomial[]): KeptFact | null {
    const terms = this.termsOf(group, value);
    if (terms === null) return null;
    const key = [group.loops.join(), ...[value, ...assumed].map(textOf)].join();
    const known = this.guessed.get(key);
    if (known !== undefined || this.guessed.size >= MAX_GUESSES) return known ?? null;
    const loops = this.loopsFor(group, terms, assumed);
    const steps = this.stepsOf(loops, quantitiesOf(terms));
    const first = steps === null ? null : invariantAt(steps, terms, 'first');
    if (steps === null || first === null || isNegative(first)) return null;
    const found = this.limited(MAX_ATTEMPT, () => this.show(steps, loops, terms, assumed));
    this.guessed.set(key, found);
    return found;
  }

  /** Returns the differences between quantities, and between a quantity and its first value. */
  differencesOf(quantities: ReadonlyMap<string, Quantity>): readonly Polynomial[] {
    const changing = [...quantities].filter(([, { loop, measure }]) => measure !== 'length' || loop === null || this.isFilter(loop));
    const between = changing.flatMap(([one]) => changing.flatMap(([other]) => (one === other ? [] : [minus(atom(one), atom(other))])));
    const fromFirst = changing.flatMap(([name, { loop, field, measure }]) => {
      const node = loop === null ? null : this.loopAt(loop);
      const first = node?.op === 'fold' ? this.facts.polynomials.part(node.initial, field, measure) : null;
      return first === null ? [] : [minus(atom(name), first), minus(first, atom(name))];
    });
    return [...fromFirst, ...between];
  }

  /**
   * Returns a stronger invariant: the goal less a non-negative field of an accumulator, which no node may read. The invariant
   * that this field is not negative is added if it is provable.
   */
  private stronger(group: Group, goal: Polynomial, assumed: readonly Polynomial[]): readonly KeptFact[] {
    const loops = new Set([...goal.keys()].flatMap((name) => group.quantities.get(name)?.loop ?? []));
    for (const [name, { loop, field }] of group.quantities) {
      if (loop === null || !loops.has(loop) || goal.has(name) || this.loopAt(loop).op !== 'fold') continue;
      const bounds = boundsOfMeasure(partOf(this.environment.view(loop), field));
      if (bounds === null || bounds.hi <= 0) continue;
      const found = this.keep(group, plus(goal, atom(name), -1n), assumed);
      const spare = found === null ? null : this.keep(group, atom(name), assumed);
      if (found !== null) return [found, ...(spare === null ? [] : [spare])];
    }
    return [];
  }

  /**
   * Replaces an atom for the end of a range, or a multiple of a known length, by the number of steps; returns the same object if
   * it has no such atom.
   */
  private inSteps(source: LoopSource, value: Polynomial): Polynomial {
    if (source.over === 'value') {
      const bounds = boundsOfMeasure(this.environment.view(source.node));
      const [rest, length] = [value.get(CONSTANT_TERM) ?? 0n, BigInt(bounds?.lo ?? 0)];
      if (rest === 0n || length === 0n || bounds?.hi !== bounds?.lo || rest % length !== 0n) return value;
      return plus(plus(value, constant(normalize(rest)), -1n), atom(STEPS), rest / length);
    }
    const { polynomials } = this.facts;
    const length = plus(minus(polynomials.of(source.hi), polynomials.of(source.lo)), ONE);
    for (const [end, sign] of length) {
      if (end === CONSTANT_TERM || (sign !== 1n && sign !== -1n) || !value.has(end)) continue;
      // length = sign * end + rest
      const rest = plus(length, new Map([[end, sign]]), -1n);
      const steps = plus(atom(STEPS), rest, -1n);
      const coefficient = value.get(end) ?? 0n;
      return plus(plus(value, new Map([[end, coefficient]]), -1n), steps, sign * coefficient);
    }
    return value;
  }

  goesOnBy(assumed: readonly Polynomial[]): boolean {
    return this.groups.some(({ loops }) => loops.some((loop) => this.goesOn(loop, assumed) && !this.goesOn(loop, [])));
  }

  /** Sums up every fact of single steps over all steps: facts about sums and counts, multiplied by outside factors. */
  ofSteps(assumed: readonly Polynomial[]): readonly KeptFact[] {
    return this.groups.flatMap((group) => {
      const loops = group.loops.filter((loop) => this.isWhole(loop) || this.goesOn(loop, assumed)).slice(0, MAX_LOOPS);
      const steps = this.stepsOf(loops);
      if (steps === null || !steps.premises.every((premise) => isShown(premise, assumed))) return [];
      const growing = this.growingIn(steps, group);
      const inside = loops.flatMap((loop) => this.environment.graph.regions[this.loopAt(loop).body]?.result ?? []);
      const found: KeptFact[] = [];
      for (const { reference, value, premises, isEquality } of this.gather(inside, steps)) {
        if (found.length >= MAX_OF_STEPS) break;
        if (reference.fact !== 'node' || !premises.every((premise) => isShown(premise, steps.assumptions))) continue;
        for (const sign of isEquality ? [1n, -1n] : [1n]) {
          const terms = this.termsOf({ ...group, quantities: growing }, plus(ZERO, value, sign), STEPS_TAKEN);
          const last = terms === null ? null : invariantAt(steps, terms, 'last');
          if (terms === null || last === null) continue;
          const own = (index: number): LinearTerm => ({ multiplier: 1, factors: [{ fact: 'assumption', index: assumed.length + index }] });
          const base: Refutation = { rule: 'sum', terms: [own(0)] };
          const step: Refutation = { rule: 'sum', terms: [own(0), own(1), { multiplier: normalize(sign), factors: [reference] }] };
          found.push({
            premises: [],
            value: last,
            isEquality: false,
            reference: { fact: 'kept', invariant: { loops, terms, base, step } },
          });
        }
      }
      return found;
    });
  }

  /** Returns, by atom, the sums and counts that begin with 0 and increase by that atom. */
  private growingIn(steps: LoopSteps, { quantities }: Group): ReadonlyMap<string, Quantity> {
    const found = new Map<string, Quantity>();
    for (const quantity of quantities.values()) {
      const course = steps.course(quantity);
      if (course === null || course.first.size > 0) continue;
      const [only, ...more] = minus(course.after, course.before);
      if (only !== undefined && more.length === 0 && only[1] === 1n && only[0] !== CONSTANT_TERM && !found.has(only[0]))
        found.set(only[0], quantity);
    }
    return found;
  }

  /** Returns true for a loop that visits its whole source, whatever its body gives. */
  private isWhole(loop: NodeId): boolean {
    const node = this.loopAt(loop);
    return node.op === 'fold' || (node.loop !== 'all' && node.loop !== 'any');
  }

  private keep(group: Group, value: Polynomial, assumed: readonly Polynomial[]): KeptFact | null {
    const terms = this.termsOf(group, value);
    return terms && this.tryTerms(group, terms, textOf(value), assumed);
  }

  private tryTerms(group: Group, terms: readonly InvariantTerm[], name: string, assumed: readonly Polynomial[]): KeptFact | null {
    // Assumptions about the element of one step say nothing about the sums of all steps.
    const key = `${group.loops.join()} ${name} ${assumed.filter((each) => !isOfElement(each)).length}`;
    if (this.tried.has(key) || this.tries >= MAX_TRIES) return null;
    const chosen = this.loopsFor(group, terms, assumed);
    const steps = this.stepsOf(chosen, quantitiesOf(terms));
    const first = steps === null ? null : invariantAt(steps, terms, 'first');
    if (steps === null || first === null || isNegative(first)) return null;
    this.tried.add(key);
    this.tries += 1;
    return this.show(steps, chosen, terms, assumed);
  }

  /** The steps of loops at this point, numbered once. */
  private stepsOf(loops: readonly NodeId[], quantities: readonly (Quantity | null)[] = []): LoopSteps | null {
    const counted = quantities.flatMap((quantity) => quantity?.loop ?? []);
    const special = counted.filter((id) => !loops.includes(id) || !this.isWhole(id));
    const key = `${loops.join()} ${special.join()}`;
    const known = this.steps.get(key);
    if (known !== undefined) return known;
    const steps = LoopSteps.of(this.environment, loops, quantities);
    this.steps.set(key, steps);
    return steps;
  }

  /**
   * Returns the candidate as a fact if base and step are proven. An invariant used within the step of another depends on no
   * further ones.
   */
  show(
    steps: LoopSteps,
    loops: readonly NodeId[],
    terms: readonly InvariantTerm[],
    assumed: readonly Polynomial[],
    isInStep = false,
    /** Invariants of these loops that are shown, for use before a step. */
    given: readonly KeptFact[] = [],
  ): KeptFact | null {
    const { premises } = steps;
    if (!premises.every((premise) => isShown(premise, assumed))) return null;
    const course = courseOf(steps, terms);
    if (course === null) return null;
    const { first, before, after, last } = course;
    const outside = outsideOf(terms);
    const base = this.refute([...loops.flatMap((loop) => this.initialOf(loop)), ...outside], null, [...assumed, negated(first)], null);
    if (base === null) return null;
    const inside = this.resultsOf(loops);
    const kept = isInStep ? null : new KeptBefore(this, steps, loops, assumed, given);
    const step = this.refute([...inside, ...outside], steps, [...assumed, negated(after), before, ...steps.assumptions], kept);
    if (step === null) return null;
    const invariant: LoopInvariant = { loops, terms, base, step };
    return { premises: [], value: last, isEquality: false, reference: { fact: 'kept', invariant } };
  }

  speaksOf(value: Polynomial): boolean {
    if (!this.isWide) return false;
    return this.groups.some(({ quantities }) => [...value.keys()].some((name) => (quantities.get(name)?.measure ?? 'length') !== 'length'));
  }

  /** Shows that loops keep one of two sums nonnegative; null if that is not proven. */
  either(pair: readonly [Polynomial, Polynomial], assumed: readonly Polynomial[]): EitherKept | null {
    if (!this.isWide) return null;
    for (const group of this.groups) {
      const counted = pair.map((value) => this.inSteps(group.source, value));
      const sums = counted.flatMap((value) => {
        const terms = this.termsOf(group, value);
        return terms === null ? [] : [terms];
      });
      const [one, other] = sums;
      const key = `${group.loops.join()} ${counted.map(textOf).join(' or ')} ${assumed.filter((each) => !isOfElement(each)).length}`;
      if (one === undefined || other === undefined || this.tried.has(key)) continue;
      this.tried.add(key);
      const found = this.limited(MAX_ATTEMPT, () => this.showEither(group, [one, other], assumed));
      if (found !== null) return found;
    }
    return null;
  }

  private showEither(
    group: Group,
    sums: readonly [readonly InvariantTerm[], readonly InvariantTerm[]],
    assumed: readonly Polynomial[],
    shown: readonly KeptFact[] = [],
  ): EitherKept | null {
    const loops = this.loopsFor(group, sums.flat(), assumed);
    const steps = this.stepsOf(loops, sums.flatMap(quantitiesOf));
    if (steps === null || !steps.premises.every((premise) => isShown(premise, assumed))) return null;
    const [one, other] = sums.map((terms) => courseOf(steps, terms));
    if (one == null || other == null) return null;
    const outside = sums.flatMap(outsideOf);
    const failed = (at: 'first' | 'after') => [negated(one[at]), negated(other[at])];
    const base = this.refute([...loops.flatMap((loop) => this.initialOf(loop)), ...outside], null, [...assumed, ...failed('first')], null);
    if (base === null) return null;
    const stepped = [one, other].flatMap(({ before }) => {
      const given = [...assumed, ...failed('after'), before, ...steps.assumptions];
      return this.refute([...this.resultsOf(loops), ...outside], steps, given, new KeptBefore(this, steps, loops, assumed, shown)) ?? [];
    });
    const [first, second] = stepped;
    if (first === undefined || second === undefined) return null;
    return { loops, sums, base, steps: [first, second], last: [one.last, other.last] };
  }

  /** Like {@link show} for an invariant before a step. Other invariants ask for the same ones. */
  showBefore(
    steps: LoopSteps,
    loops: readonly NodeId[],
    value: Polynomial,
    terms: readonly InvariantTerm[],
    assumed: readonly Polynomial[],
  ): KeptFact | null {
    const known = this.shownBefore.get(steps) ?? new Map<string, KeptFact | null>();
    this.shownBefore.set(steps, known);
    const key = `${textOf(value)} ${assumed.map(textOf).join()}`;
    const found = known.get(key) ?? (known.has(key) ? null : this.showAlone(loops, terms, assumed));
    known.set(key, found);
    return found;
  }

  /**
   * Shows an invariant by its own induction, as the checker does: a loop that may stop early is followed only if the invariant
   * names it.
   */
  private showAlone(loops: readonly NodeId[], terms: readonly InvariantTerm[], assumed: readonly Polynomial[]): KeptFact | null {
    const named = new Set(terms.map(({ quantity }) => quantity?.loop ?? null));
    const own = loops.filter((loop) => this.isWhole(loop) || named.has(loop) || this.goesOn(loop, assumed));
    const steps = this.stepsOf(own, quantitiesOf(terms));
    return steps === null ? null : this.show(steps, own, terms, assumed, true);
  }

  private resultsOf(loops: readonly NodeId[]): readonly NodeId[] {
    return loops.flatMap((loop) => this.environment.graph.regions[this.loopAt(loop).body]?.result ?? []);
  }

  /** Loops over all elements with the body of a loop in this one's body, which may have visited the elements so far. */
  private followedBy({ loops }: Group, loop: NodeId): readonly NodeId[] {
    const { graph } = this.environment;
    const inside = nodesIn(graph, new Set([this.loopAt(loop).body])).map((id) => nodeAt(graph, id));
    return inside.flatMap((inner) =>
      inner.op === 'loop' ? loops.filter((other) => areSameBodies(graph, this.loopAt(other).body, inner.body)) : [],
    );
  }

  /** The loops that the terms name, those that made their sources, and each ANY or ALL that visits the whole source. */
  private loopsFor(group: Group, terms: readonly InvariantTerm[], assumed: readonly Polynomial[]): readonly NodeId[] {
    const named = new Set(terms.flatMap(({ quantity }) => quantity?.loop ?? []).filter((loop) => group.loops.includes(loop)));
    const made = [...named].flatMap((loop) => {
      const { maps, filters } = loopBaseOf(this.environment.graph, this.loopAt(loop).source);
      return [...maps, ...filters];
    });
    const wanted = new Set([...named, ...made, ...[...named, ...made].flatMap((loop) => this.followedBy(group, loop))]);
    const loops = group.loops.filter((loop) => wanted.has(loop) || this.goesOn(loop, assumed)).slice(0, MAX_LOOPS);
    return loops.length > 0 ? loops : group.loops.slice(0, 1);
  }

  private isFilter(loop: NodeId | null): boolean {
    const node = loop === null ? null : this.loopAt(loop);
    return node?.op === 'loop' && node.loop === 'filter';
  }

  /** Returns true for an ANY or ALL that provably visited its whole source. */
  private goesOn(loop: NodeId, assumed: readonly Polynomial[]): boolean {
    return !this.isWhole(loop) && this.stepsOf([loop])?.premises.every((premise) => isShown(premise, assumed)) === true;
  }

  private loopAt(loop: NodeId): LoopNode {
    const node = nodeAt(this.environment.graph, loop);
    if (node.op !== 'loop' && node.op !== 'fold') throw new Error(`${node.op} is not a loop`);
    return node;
  }

  private initialOf(loop: NodeId): readonly NodeId[] {
    const node = this.loopAt(loop);
    return node.op === 'fold' ? [node.initial] : [];
  }

  /**
   * Returns the polynomial as a sum of quantities of a group, multiplied by outside factors. A summand without such a quantity is
   * a multiple of `otherwise`. Null if the polynomial has another form, or if every summand lacks a quantity of the group.
   */
  termsOf(
    { quantities }: Pick<Group, 'quantities'>,
    value: Polynomial,
    otherwise: Quantity | null = null,
  ): readonly InvariantTerm[] | null {
    const terms: InvariantTerm[] = [];
    for (const [monomial, coefficient] of value) {
      let quantity: Quantity | null = null;
      const factors: DifferenceTerm[] = [];
      for (const each of atomsOf(monomial)) {
        const own = quantities.get(each);
        const term = this.terms.get(each);
        if (own !== undefined && quantity === null) quantity = own;
        else if (own === undefined && term !== undefined) factors.push(term);
        else return null;
      }
      terms.push({ multiplier: normalize(coefficient), factors, quantity: quantity ?? otherwise });
    }
    return terms.some(({ quantity }) => quantity !== otherwise) ? terms : null;
  }

  private name(node: NodeId): void {
    if (!this.environment.isLive(node)) return;
    const [value, ...more] = this.facts.polynomials.of(node);
    const kind = this.environment.graph.types[node]?.kind;
    const take = (named: string, term: DifferenceTerm): void => {
      if (!this.terms.has(named)) this.terms.set(named, term);
    };
    if ((kind === 'integer' || kind === 'boolean') && value !== undefined && more.length === 0 && value[1] === 1n) take(value[0], node);
    if (kind === 'list' || kind === 'bytes' || kind === 'text')
      for (const length of this.facts.polynomials.lengthOf(node).keys()) take(length, lengthOf(node));
  }

  /**
   * Groups by base the loops among the nodes that were certainly evaluated, with the maps and filters that made their sources.
   */
  private groupsOf(around: readonly NodeId[]): readonly Group[] {
    const byBase = new Map<string, { source: LoopSource; loops: Set<NodeId> }>();
    for (const id of around) {
      const node = this.environment.graph.nodes[id];
      if ((node?.op !== 'loop' && node?.op !== 'fold') || !this.isSeen(id)) continue;
      const { key, source, maps, filters } = loopBaseOf(this.environment.graph, node.source);
      const group = byBase.get(key) ?? { source, loops: new Set() };
      byBase.set(key, group);
      group.loops.add(id);
      for (const made of [...maps, ...filters]) if (this.isSeen(made)) group.loops.add(made);
    }
    return [...byBase].map(([key, { source, loops: all }]) => {
      const loops = [...all].toSorted((a, b) => a - b);
      return { key, source, loops, quantities: this.quantitiesOf(source, loops) };
    });
  }

  /** Returns true for a loop that was evaluated here; in a wide search, also for one in an arm that may not have been taken. */
  private isSeen(loop: NodeId): boolean {
    return this.environment.isLive(loop) || (this.isWide && this.facts.reached(loop) !== null);
  }

  private quantitiesOf(source: LoopSource, loops: readonly NodeId[]): ReadonlyMap<string, Quantity> {
    const { polynomials } = this.facts;
    const found = new Map<string, Quantity>();
    const take = (last: Polynomial | null, quantity: Quantity): void => {
      const [only, ...more] = last ?? ZERO;
      if (only !== undefined && more.length === 0 && only[1] === 1n && !found.has(only[0])) found.set(only[0], quantity);
    };
    found.set(STEPS, { loop: null, field: null, measure: 'length' });
    if (source.over === 'value') {
      for (const measure of ['length', 'sum'] as const)
        take(polynomials.part(source.node, null, measure), { loop: null, field: null, measure });
    }
    for (const quantity of this.quantitiesIn(loops)) {
      const { loop, field, measure } = quantity;
      if (loop !== null) take(polynomials.part(loop, field, measure), quantity);
    }
    return found;
  }

  /** Returns the quantities that change from step to step in loops. */
  quantitiesIn(loops: readonly NodeId[]): readonly Quantity[] {
    return loops.flatMap((loop) => {
      const type = this.environment.graph.types[loop];
      const node = this.loopAt(loop);
      if (node.op === 'loop' && (node.loop === 'any' || node.loop === 'all')) return [{ loop, field: null, measure: 'value' as const }];
      const fields = type?.kind === 'record' ? type.fields.map(({ name }) => name) : [null];
      return fields.flatMap((field) => MEASURES.map((measure) => ({ loop, field, measure })));
    });
  }

  /** Returns the bounds of a step's increase for a quantity that begins with 0; null if they are unknown. */
  growthOf({ loop, measure }: Quantity, { source }: Pick<LoopSteps, 'source'>): { readonly lo: Int; readonly hi: Int } | null {
    if (loop === null) return source.over === 'value' ? boundsOfMeasure(elementOf(this.environment.view(source.node))) : null;
    const node = this.loopAt(loop);
    if (node.op === 'fold') return null;
    if (measure !== 'sum') return { lo: 0, hi: 1 };
    const bounds = boundsOfMeasure(elementOf(this.environment.view(loop)));
    return bounds === null || node.loop === 'map' ? bounds : { lo: minimum(0, bounds.lo), hi: maximum(0, bounds.hi) };
  }
}

/** Searches for invariants that hold before a step of loops, by proving them outside of the step. */
class KeptBefore implements KeptSearch {
  readonly hasLoops = true;
  readonly isWide: boolean;
  readonly assumed: number;
  /** The quantities by the atom of their value before the step. */
  readonly quantities = new Map<string, Quantity>();
  /** By the text of a candidate: the invariant, or null. */
  private readonly tried = new Map<string, KeptFact | null>();

  constructor(
    private readonly search: InvariantSearch,
    private readonly steps: LoopSteps,
    private readonly loops: readonly NodeId[],
    private readonly outside: readonly Polynomial[],
    /** Invariants of these loops that are shown. */
    private readonly given: readonly KeptFact[] = [],
  ) {
    this.isWide = search.isWide;
    this.assumed = outside.length;
    const sources: readonly Quantity[] = (['length', 'sum'] as const).map((measure) => ({ loop: null, field: null, measure }));
    for (const quantity of [...sources, ...search.quantitiesIn(loops)]) {
      const [only, ...more] = steps.course(quantity)?.before ?? ZERO;
      if (only !== undefined && more.length === 0 && only[1] === 1n && !this.quantities.has(only[0]))
        this.quantities.set(only[0], quantity);
    }
  }

  ofSteps(): readonly KeptFact[] {
    return [];
  }

  goesOnBy(): boolean {
    return false;
  }

  premises(): readonly Polynomial[] {
    return [];
  }

  promised(): readonly KeptFact[] {
    return [];
  }

  either(): null {
    return null;
  }

  eitherByPlace(): null {
    return null;
  }

  since(): null {
    return null;
  }

  speaksOf(): boolean {
    return false;
  }

  speaksOfPlaced(): boolean {
    return false;
  }

  find(
    values: readonly Polynomial[],
    others: readonly Polynomial[],
    _: readonly Polynomial[],
    helps: (value: Polynomial) => boolean,
  ): readonly KeptFact[] {
    const given = this.given.flatMap((fact): readonly KeptFact[] => {
      const before = invariantAt(this.steps, fact.reference.invariant.terms, 'before');
      return before !== null && helps(before) ? [{ ...fact, value: before }] : [];
    });
    if (given.length > 0) return given;
    const bounds = [...this.quantities].flatMap(([name, quantity]) => this.boundsOf(name, quantity));
    const goals = [...values, ...others].map((value) => failing({ value, isKnown: false }));
    const candidates = [...bounds, ...(this.search.isWide ? this.differences : []), ...goals];
    return candidates.flatMap((value) => (helps(value) ? (this.keep(value, MAX_TRIES_IN_STEP) ?? []) : []));
  }

  guess(_values: readonly Polynomial[], _: readonly Polynomial[], helps: (value: Polynomial) => boolean): readonly KeptFact[] {
    if (!this.isWide) return [];
    for (const value of this.search.differencesOf(this.quantities)) {
      const found = helps(value) ? this.keep(value, MAX_TRIES_IN_STEP + MAX_GUESSES_IN_STEP) : null;
      if (found !== null) return [found];
    }
    return [];
  }

  /** Returns the differences of two sums that both begin with 0. */
  private get differences(): readonly Polynomial[] {
    const sums = [...this.quantities].flatMap(([name, { loop, measure }]) => (measure === 'length' && loop === null ? [] : [name]));
    const growing = sums.filter((name) => this.steps.course(this.quantities.get(name) ?? STEPS_TAKEN)?.first.size === 0);
    return growing.flatMap((one) => growing.flatMap((other) => (one === other ? [] : [minus(atom(one), atom(other))])));
  }

  /** Returns the bounds of a quantity that grows by bounded steps from 0. */
  private boundsOf(name: string, quantity: Quantity): readonly Polynomial[] {
    const course = this.steps.course(quantity);
    const growth = course === null || course.first.size > 0 || name === STEPS ? null : this.search.growthOf(quantity, this.steps);
    if (growth === null) return [];
    const [come, steps] = [atom(name), atom(STEPS)];
    return [plus(come, steps, -BigInt(growth.lo)), minus(plus(ZERO, steps, BigInt(growth.hi)), come)];
  }

  private keep(value: Polynomial, most: number): KeptFact | null {
    const terms = this.search.termsOf(this, value);
    if (terms === null) return null;
    const key = textOf(value);
    const known = this.tried.get(key);
    if (known !== undefined || this.tried.size >= most) return known ?? null;
    const [first, before] = (['first', 'before'] as const).map((at) => invariantAt(this.steps, terms, at));
    if (first == null || before == null || isNegative(first)) return null;
    const kept = this.search.showBefore(this.steps, this.loops, value, terms, this.outside);
    const found = kept === null ? null : { ...kept, value: before };
    this.tried.set(key, found);
    return found;
  }
}

function elementOf(view: AbstractValue): AbstractValue {
  return view.kind === 'list' ? view.element : view;
}

function partOf(view: AbstractValue, field: string | null): AbstractValue {
  if (field === null || view.kind !== 'record') return view;
  return view.fields.find(({ name }) => name === field)?.view ?? view;
}

function textOfTerms(terms: readonly InvariantTerm[]): string {
  return terms
    .map(
      ({ multiplier, factors, quantity }) => `${multiplier} ${factors.join('*')} ${quantity?.loop} ${quantity?.field} ${quantity?.measure}`,
    )
    .join(' + ');
}

/** The nodes outside of the loops that the terms of an invariant read. */
function outsideOf(terms: readonly InvariantTerm[]): readonly NodeId[] {
  return terms.flatMap(({ factors }) => factors.map((term) => (term < 0 ? lengthOf(term) : term)));
}

/** Returns true for a negative constant. */
function isNegative(value: Polynomial): boolean {
  const known = constantOf(value);
  return known !== null && known < 0n;
}

/** Returns true for a statement about the element of one step (`NodePolynomials.inStep`). */
function isOfElement(value: Polynomial): boolean {
  return [...value.keys()].some((monomial) => monomial.includes('@'));
}

/** Returns true if a non-negative value implies that an atom is at most 0. */
function isAtMostZero(value: Polynomial, name: string): boolean {
  return value.size === 1 && (value.get(name) ?? 0n) < 0n;
}
