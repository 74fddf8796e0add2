import { CONSTANT_TERM, type Monomial, type Polynomial, textOf } from '@kirchhoff/kernel/abstract/polynomial';
import { normalize } from '@kirchhoff/kernel/types/integer';
import {
  add,
  compare,
  digitsOf,
  greatestCommonDivisor,
  inverse,
  multiply,
  negate,
  ONE,
  type Rational,
  rational,
  subtract,
  workOn,
  ZERO,
} from './rational.js';

/** `value >= 0`, or `value = 0`; each monomial counts as a variable. */
export interface Constraint {
  readonly value: Polynomial;
  readonly isEquality: boolean;
}

/** The remaining budget of elementary operations. Operations on long integers cost in proportion to their digits. */
export interface Budget {
  left: number;
}

/** A rational value for each monomial. */
export type RationalModel = (monomial: Monomial) => Rational;

export function isSatisfied({ value, isEquality }: Constraint, model: RationalModel): boolean {
  const sum = valueIn(value, model);
  return isEquality ? sum.n === 0 : sum.n >= 0;
}

export function valueIn(value: Polynomial, model: RationalModel): Rational {
  let sum = rational(normalize(value.get(CONSTANT_TERM) ?? 0n));
  for (const [monomial, coefficient] of value) {
    const at = monomial === CONSTANT_TERM ? ZERO : model(monomial);
    if (at.n !== 0) sum = add(sum, multiply(rational(normalize(coefficient)), at));
  }
  return sum;
}

/** The distance of a variable from a limit is `factor` times the constraint `by`. */
interface Limit<C> {
  readonly at: Rational;
  readonly by: C;
  readonly factor: Rational;
}

/** The variable of the sum of a constraint (`null` for a constant), and the limit that the constraint sets for it. */
interface Sum {
  readonly variable: number | null;
  readonly factor: Rational;
  readonly at: Rational;
  /** Steps of the budget to take the constraint. */
  readonly work: number;
}

type Row = Map<number, Rational>;

/** Limit for the pivots of one check that are chosen to keep the rows short. After it Bland's rule ends the search. */
const MAX_SPARSE_PIVOTS = 64;

/** The variable that enters in a pivot: the one in the fewest rows, at first, or the first one (Bland's rule). */
export type EnteringRule = 'fewest rows' | 'first';

/** Multipliers that make a sum of constraints a negative constant. */
export type Multipliers<C> = ReadonlyMap<C, Rational>;

/** The earlier limit of a variable, kept for {@link Simplex.takeBack}. */
interface Replaced<C> {
  readonly side: 'lower' | 'upper';
  readonly variable: number;
  readonly limit: Limit<C> | undefined;
}

/**
 * Decides over the rationals if constraints are contradictory. It is the general simplex of Dutertre and de Moura ("A fast
 * linear-arithmetic solver for DPLL(T)", 2006). The first pivots may keep the rows short, as Markowitz chooses them; Bland's rule
 * ends longer searches. It is exact, so that its answer is the same on every machine. Constraints are pushed and popped as on a stack;
 * the tableau of their sums stays.
 */
export class Simplex<C extends Constraint> {
  private readonly variables = new Map<string, number>();
  private readonly values: Rational[] = [];
  private readonly lower: (Limit<C> | undefined)[] = [];
  private readonly upper: (Limit<C> | undefined)[] = [];
  /** Each basic variable as a sum of the others. */
  private readonly rows = new Map<number, Row>();
  /** For each variable, the basic variables whose sums contain it. */
  private readonly columns: Set<number>[] = [];
  private readonly replaced: Replaced<C>[] = [];
  private readonly sums = new Map<Polynomial, Sum>();

  constructor(
    private readonly budget: Budget,
    private readonly entering: EnteringRule,
  ) {}

  /** The number of replaced limits, as the argument of {@link takeBack}. */
  get mark(): number {
    return this.replaced.length;
  }

  takeBack(mark: number): void {
    while (this.replaced.length > mark) {
      const last = this.replaced.pop();
      if (last !== undefined) this[last.side][last.variable] = last.limit;
    }
  }

  /** Adds a constraint; returns multipliers if it contradicts the present bounds of the same sum. */
  take(by: C): Multipliers<C> | null {
    const { value, isEquality } = by;
    const sum = this.sums.get(value) ?? this.sumIn(value);
    this.budget.left -= sum.work;
    const { variable, factor, at } = sum;
    if (variable === null) return at.n > 0 ? new Map([[by, ONE]]) : isEquality && at.n < 0 ? new Map([[by, negate(ONE)]]) : null;
    if (factor.n > 0 || isEquality) this.limit('lower', variable, { at, by, factor });
    if (factor.n < 0 || isEquality) this.limit('upper', variable, { at, by, factor: negate(factor) });
    const [low, high] = [this.lower[variable], this.upper[variable]];
    if (low !== undefined && high !== undefined && compare(low.at, high.at) > 0)
      return explain([
        [low, ONE],
        [high, ONE],
      ]);
    if (!this.rows.has(variable)) this.bringWithin(variable, low, high);
    return null;
  }

  /** Returns multipliers if the constraints are contradictory; null if values satisfy them, or if the budget is used up. */
  check(): Multipliers<C> | null {
    for (let pivots = 0; this.budget.left > 0; pivots += 1) {
      const violated = this.firstViolated();
      if (violated === null) return null;
      const conflict = this.repair(violated, this.entering === 'fewest rows' && pivots < MAX_SPARSE_PIVOTS);
      if (conflict !== null) return conflict;
    }
    return null;
  }

  /** Returns the value of a monomial in the current solution; 0 if it occurs in no constraint and is free. */
  valueOf(monomial: Monomial): Rational {
    const variable = this.variables.get(monomial);
    return variable === undefined ? ZERO : this.valueAt(variable);
  }

  /** The current values, unaffected by later changes. */
  get model(): RationalModel {
    const values = new Map<Monomial, Rational>();
    for (const [monomial, variable] of this.variables) values.set(monomial, this.valueAt(variable));
    return (monomial) => values.get(monomial) ?? ZERO;
  }

  /** Gives the sum of a constraint a variable, and keeps both for later constraints on the same polynomial. */
  private sumIn(value: Polynomial): Sum {
    const terms = [...value].filter(([monomial]) => monomial !== CONSTANT_TERM).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const constant = rational(normalize(value.get(CONSTANT_TERM) ?? 0n));
    const work = terms.reduce((all, [, coefficient]) => all + digitsOf(normalize(coefficient)), terms.length + 1);
    const scale = leadingFactor(terms);
    const variable =
      terms.length === 0 ? null : this.variableOf(terms.map(([monomial, coefficient]) => [monomial, coefficient / scale] as const));
    const factor = variable === null ? ONE : inverse(rational(normalize(scale)));
    const sum = { variable, factor, at: negate(multiply(constant, factor)), work };
    this.sums.set(value, sum);
    return sum;
  }

  /** Keeps the narrower limit. */
  private limit(side: 'lower' | 'upper', variable: number, limit: Limit<C>): void {
    const known = this[side][variable];
    const order = known === undefined ? null : compare(limit.at, known.at);
    if (order !== null && (side === 'lower' ? order <= 0 : order >= 0)) return;
    this.replaced.push({ side, variable, limit: known });
    this[side][variable] = limit;
  }

  /** Moves a nonbasic variable, and the basic variables with it. */
  private bringWithin(variable: number, low: Limit<C> | undefined, high: Limit<C> | undefined): void {
    const value = this.valueAt(variable);
    const target =
      low !== undefined && compare(value, low.at) < 0 ? low.at : high !== undefined && compare(value, high.at) > 0 ? high.at : null;
    if (target === null) return;
    const step = subtract(target, value);
    this.values[variable] = target;
    for (const basic of this.columnOf(variable)) {
      const coefficient = this.rows.get(basic)?.get(variable);
      if (coefficient === undefined) continue;
      this.budget.left -= 1;
      this.values[basic] = add(this.valueAt(basic), multiply(coefficient, step));
    }
  }

  private variableOf(terms: readonly (readonly [Monomial, bigint])[]): number {
    const [first] = terms;
    if (terms.length === 1 && first !== undefined) return this.named(first[0]);
    const name = `= ${textOf(new Map(terms))}`;
    const known = this.variables.get(name);
    if (known !== undefined) return known;
    const variables = terms.map(([monomial, coefficient]) => [this.named(monomial), rational(normalize(coefficient))] as const);
    const variable = this.named(name);
    const row: Row = new Map();
    this.rows.set(variable, row);
    for (const [each, coefficient] of variables) this.addTo(variable, row, each, coefficient);
    this.values[variable] = this.sumOf(row);
    return variable;
  }

  /** Adds a multiple of a variable; a basic variable is replaced by its sum. */
  private addTo(basic: number, row: Row, variable: number, factor: Rational): void {
    const sum = this.rows.get(variable);
    if (sum === undefined) return this.put(basic, row, variable, factor);
    for (const [other, coefficient] of sum) this.put(basic, row, other, multiply(coefficient, factor));
  }

  private put(basic: number, row: Row, variable: number, more: Rational): void {
    const sum = add(row.get(variable) ?? ZERO, more);
    this.budget.left -= workOn(sum);
    if (sum.n === 0) this.drop(basic, row, variable);
    else {
      row.set(variable, sum);
      this.columnOf(variable).add(basic);
    }
  }

  private drop(basic: number, row: Row, variable: number): void {
    row.delete(variable);
    this.columnOf(variable).delete(basic);
  }

  private columnOf(variable: number): Set<number> {
    const known = this.columns[variable];
    if (known !== undefined) return known;
    const column = new Set<number>();
    this.columns[variable] = column;
    return column;
  }

  private named(name: string): number {
    const known = this.variables.get(name);
    if (known !== undefined) return known;
    const variable = this.values.length;
    this.variables.set(name, variable);
    this.values.push(ZERO);
    return variable;
  }

  private valueAt(variable: number): Rational {
    return this.values[variable] ?? ZERO;
  }

  private sumOf(row: Row): Rational {
    let sum = ZERO;
    for (const [variable, coefficient] of row) {
      sum = add(sum, multiply(coefficient, this.valueAt(variable)));
      this.budget.left -= workOn(sum);
    }
    return sum;
  }

  /** Returns the least basic variable outside of its limits: by Bland's rule the search does not cycle. */
  private firstViolated(): number | null {
    let first: number | null = null;
    for (const variable of this.rows.keys()) {
      if (first !== null && variable > first) continue;
      const [low, high] = [this.lower[variable], this.upper[variable]];
      const value = this.valueAt(variable);
      if ((low !== undefined && compare(value, low.at) < 0) || (high !== undefined && compare(value, high.at) > 0)) first = variable;
    }
    return first;
  }

  /** Moves a basic variable to the limit that it violates; returns the multipliers if its row shows this to be impossible. */
  private repair(variable: number, isSparse: boolean): Multipliers<C> | null {
    const row = this.rows.get(variable) ?? new Map<number, Rational>();
    const low = this.lower[variable];
    const isBelow = low !== undefined && compare(this.valueAt(variable), low.at) < 0;
    const limit = isBelow ? low : this.upper[variable];
    if (limit === undefined) throw new Error('an unlimited variable violates a limit');
    const blocking: (readonly [Limit<C>, Rational])[] = [[limit, ONE]];
    let entering: number | null = null;
    for (const [other, coefficient] of row) {
      const upwards = coefficient.n > 0 === isBelow;
      const end = upwards ? this.upper[other] : this.lower[other];
      if (end !== undefined && compare(this.valueAt(other), end.at) === 0) {
        blocking.push([end, coefficient.n < 0 ? negate(coefficient) : coefficient]);
      } else if (entering === null || this.isBefore(other, entering, isSparse)) {
        entering = other;
      }
    }
    if (entering === null) return explain(blocking);
    this.pivot(variable, row, entering, limit.at);
    return null;
  }

  /** The order in which variables enter: by the number of rows that a pivot changes, or by their number. */
  private isBefore(one: number, other: number, isSparse: boolean): boolean {
    const order = isSparse ? this.columnOf(one).size - this.columnOf(other).size : 0;
    return order < 0 || (order === 0 && one < other);
  }

  /** Makes `entering` basic in place of `leaving`, which takes the value `target`. */
  private pivot(leaving: number, row: Row, entering: number, target: Rational): void {
    const inverted = inverse(row.get(entering) ?? ONE);
    const step = multiply(subtract(target, this.valueAt(leaving)), inverted);
    const fresh: Row = new Map([[leaving, inverted]]);
    for (const [other, coefficient] of row) {
      if (other !== entering) fresh.set(other, negate(multiply(coefficient, inverted)));
      this.columnOf(other).delete(leaving);
    }
    this.rows.delete(leaving);
    const basics = Array.from(this.columnOf(entering));
    for (const basic of basics) {
      const each = this.rows.get(basic);
      const coefficient = each?.get(entering);
      if (each === undefined || coefficient === undefined) continue;
      this.drop(basic, each, entering);
      for (const [other, factor] of fresh) this.put(basic, each, other, multiply(coefficient, factor));
      this.values[basic] = add(this.valueAt(basic), multiply(coefficient, step));
    }
    this.rows.set(entering, fresh);
    for (const other of fresh.keys()) this.columnOf(other).add(entering);
    this.values[leaving] = target;
    this.values[entering] = add(this.valueAt(entering), step);
  }
}

/** The greatest common divisor of the coefficients, with the sign of the first. */
function leadingFactor(terms: readonly (readonly [Monomial, bigint])[]): bigint {
  let common = 0n;
  for (const [, coefficient] of terms) common = BigInt(greatestCommonDivisor(normalize(common), normalize(coefficient)));
  return (terms[0]?.[1] ?? 1n) < 0n ? -common : common;
}

/** Returns a sum of distances from limits as a sum of constraints. */
function explain<C>(distances: readonly (readonly [Limit<C>, Rational])[]): Multipliers<C> {
  const multipliers = new Map<C, Rational>();
  for (const [{ by, factor }, times] of distances) multipliers.set(by, add(multipliers.get(by) ?? ZERO, multiply(factor, times)));
  return multipliers;
}
