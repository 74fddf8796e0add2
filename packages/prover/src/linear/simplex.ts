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

/** A count that is used up by elementary operations, those on long numbers in proportion to their digits. */
export interface Budget {
  left: number;
}

/** A limit of a variable, with what shows it: the distance from the limit is `factor` times constraint number `by`. */
interface Limit {
  readonly at: Rational;
  readonly by: number;
  readonly factor: Rational;
}

type Row = Map<number, Rational>;

/** Rational values that satisfy constraints, by monomial; one that occurs in no constraint has none, and may have any. */
export type Model = (monomial: Monomial) => Rational | undefined;

/** Multipliers that make a sum of constraints a negative constant, by their index. */
export type Multipliers = ReadonlyMap<number, Rational>;

/**
 * Farkas multipliers, or a model where there are none; null where the budget is used up. The general simplex of
 * Dutertre and de Moura ("A fast linear-arithmetic solver for DPLL(T)", 2006), with Bland's rule; exact, so that its
 * answer is the same everywhere.
 */
export function farkas(
  constraints: readonly Constraint[],
  budget: Budget,
): { readonly multipliers: Multipliers } | { readonly model: Model } | null {
  const simplex = new Simplex(budget);
  const multipliers = simplex.solve(constraints);
  if (multipliers !== null) return { multipliers };
  return budget.left > 0 ? { model: (monomial) => simplex.valueOfMonomial(monomial) } : null;
}

class Simplex {
  private readonly variables = new Map<string, number>();
  private readonly values: Rational[] = [];
  private readonly lower: (Limit | undefined)[] = [];
  private readonly upper: (Limit | undefined)[] = [];
  /** Each basic variable as a sum of the others. */
  private readonly rows = new Map<number, Row>();

  constructor(private readonly budget: Budget) {}

  solve(constraints: readonly Constraint[]): Multipliers | null {
    for (const [by, constraint] of constraints.entries()) {
      const conflict = this.take(constraint, by);
      if (conflict !== null) return conflict;
    }
    for (const [variable, row] of this.rows) this.values[variable] = this.valueOf(row);
    while (this.budget.left > 0) {
      const violated = this.firstViolated();
      if (violated === null) return null;
      const conflict = this.repair(violated);
      if (conflict !== null) return conflict;
    }
    return null;
  }

  valueOfMonomial(monomial: Monomial): Rational | undefined {
    const variable = this.variables.get(monomial);
    return variable === undefined ? undefined : this.values[variable];
  }

  /** A constraint is a limit of a variable: of a monomial, or of one that stands for a sum of several. */
  private take({ value, isEquality }: Constraint, by: number): Multipliers | null {
    const terms = [...value].filter(([monomial]) => monomial !== CONSTANT_TERM).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const constant = rational(normalize(value.get(CONSTANT_TERM) ?? 0n));
    if (terms.length === 0)
      return constant.n < 0 ? new Map([[by, ONE]]) : isEquality && constant.n > 0 ? new Map([[by, negate(ONE)]]) : null;
    for (const [, coefficient] of terms) this.budget.left -= digitsOf(normalize(coefficient));
    const scale = leadingFactor(terms);
    const variable = this.variableOf(terms.map(([monomial, coefficient]) => [monomial, coefficient / scale] as const));
    const factor = inverse(rational(normalize(scale)));
    const at = negate(multiply(constant, factor));
    if (scale > 0n || isEquality) this.raise(variable, { at, by, factor });
    if (scale < 0n || isEquality) this.cut(variable, { at, by, factor: negate(factor) });
    const [low, high] = [this.lower[variable], this.upper[variable]];
    if (low !== undefined && high !== undefined && compare(low.at, high.at) > 0)
      return explain([
        [low, ONE],
        [high, ONE],
      ]);
    return null;
  }

  private raise(variable: number, limit: Limit): void {
    const known = this.lower[variable];
    if (known !== undefined && compare(limit.at, known.at) <= 0) return;
    this.lower[variable] = limit;
    if (!this.rows.has(variable) && compare(this.valueAt(variable), limit.at) < 0) this.values[variable] = limit.at;
  }

  private cut(variable: number, limit: Limit): void {
    const known = this.upper[variable];
    if (known !== undefined && compare(limit.at, known.at) >= 0) return;
    this.upper[variable] = limit;
    if (!this.rows.has(variable) && compare(this.valueAt(variable), limit.at) > 0) this.values[variable] = limit.at;
  }

  private variableOf(terms: readonly (readonly [Monomial, bigint])[]): number {
    const [first] = terms;
    if (terms.length === 1 && first !== undefined) return this.named(first[0]);
    const name = `= ${textOf(new Map(terms))}`;
    const known = this.variables.get(name);
    if (known !== undefined) return known;
    const row: Row = new Map(terms.map(([monomial, coefficient]) => [this.named(monomial), rational(normalize(coefficient))]));
    const variable = this.named(name);
    this.rows.set(variable, row);
    return variable;
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

  private valueOf(row: Row): Rational {
    let sum = ZERO;
    for (const [variable, coefficient] of row) {
      sum = add(sum, multiply(coefficient, this.valueAt(variable)));
      this.budget.left -= workOn(sum);
    }
    return sum;
  }

  /** The least basic variable that lies outside of its limits: Bland's rule, under which no basis returns. */
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

  /** Moves a basic variable to the limit that it violates; gives the multipliers where its row shows that it cannot get there. */
  private repair(variable: number): Multipliers | null {
    const row = this.rows.get(variable) ?? new Map<number, Rational>();
    const low = this.lower[variable];
    const isBelow = low !== undefined && compare(this.valueAt(variable), low.at) < 0;
    const limit = isBelow ? low : this.upper[variable];
    if (limit === undefined) throw new Error('a variable without limits violates one');
    const blocking: (readonly [Limit, Rational])[] = [[limit, ONE]];
    let entering: number | null = null;
    for (const [other, coefficient] of row) {
      const upwards = coefficient.n > 0 === isBelow;
      const end = upwards ? this.upper[other] : this.lower[other];
      if (end !== undefined && compare(this.valueAt(other), end.at) === 0) {
        blocking.push([end, coefficient.n < 0 ? negate(coefficient) : coefficient]);
      } else if (entering === null || other < entering) {
        entering = other;
      }
    }
    if (entering === null) return explain(blocking);
    this.pivot(variable, row, entering, limit.at);
    return null;
  }

  /** Makes `entering` basic in place of `leaving`, which takes the value `target`. */
  private pivot(leaving: number, row: Row, entering: number, target: Rational): void {
    const inverted = inverse(row.get(entering) ?? ONE);
    const step = multiply(subtract(target, this.valueAt(leaving)), inverted);
    const fresh: Row = new Map([[leaving, inverted]]);
    for (const [other, coefficient] of row) if (other !== entering) fresh.set(other, negate(multiply(coefficient, inverted)));
    this.rows.delete(leaving);
    for (const [basic, each] of this.rows) {
      const coefficient = each.get(entering);
      if (coefficient === undefined) continue;
      each.delete(entering);
      for (const [other, factor] of fresh) {
        const sum = add(each.get(other) ?? ZERO, multiply(coefficient, factor));
        this.budget.left -= workOn(sum);
        if (sum.n === 0) each.delete(other);
        else each.set(other, sum);
      }
      this.values[basic] = add(this.valueAt(basic), multiply(coefficient, step));
    }
    this.rows.set(entering, fresh);
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

/** The sum of distances from limits as a sum of constraints. */
function explain(distances: readonly (readonly [Limit, Rational])[]): Multipliers {
  const multipliers = new Map<number, Rational>();
  for (const [{ by, factor }, times] of distances) multipliers.set(by, add(multipliers.get(by) ?? ZERO, multiply(factor, times)));
  return multipliers;
}
