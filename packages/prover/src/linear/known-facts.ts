import {
  atomsOf,
  CONSTANT_TERM,
  degree,
  isLong,
  type Monomial,
  type Polynomial,
  tightened,
  times,
} from '@kirchhoff/kernel/abstract/polynomial';
import type { FactReference, LinearTerm, Refutation } from '@kirchhoff/kernel/certificate/format';
import { factorOf, isShown } from '@kirchhoff/kernel/certificate/linear';
import type { LinearFact } from '@kirchhoff/kernel/monomers/linear';
import { divide, type Int, multiply } from '@kirchhoff/kernel/types/integer';
import { greatestCommonDivisor } from './rational.js';
import { renumberedFact } from './refutations.js';
import { type Budget, type Constraint, type EnteringRule, isSatisfied, type Multipliers, type RationalModel, Simplex } from './simplex.js';

/** Limits for the products of two facts: those considered under each assumption, and those added at once. */
const MAX_PRODUCTS = 120;
const MAX_NEW_PRODUCTS = 12;
/** Limits for the products with a factor of several atoms, and for the terms of that factor. */
const MAX_LONG_PRODUCTS = 60;
const MAX_LONG_FACTOR = 2;
/** Limit for the products with an atom that equals a quotient. */
const MAX_ALIAS_PRODUCTS = 24;

/** A fact with its reference in a certificate. */
export interface NamedFact extends LinearFact {
  readonly reference: FactReference;
}

/** An invariant of loops. */
export interface KnownInvariant extends NamedFact {
  readonly reference: Extract<FactReference, { fact: 'kept' }>;
  /** The number of assumptions under which it was found. */
  readonly assumed: number;
  /** True for facts that are known before a step: their refutations use assumptions outside of the step. */
  readonly isInStep: boolean;
}

/**
 * The result if no sum was found: values that satisfy all facts, null if the budget is used up, and whether products of facts
 * might help.
 */
export interface Miss {
  readonly model: RationalModel | null;
  readonly hasProducts: boolean;
}

export const SPENT: Miss = { model: null, hasProducts: false };

/** A fact that holds, or a product of two such facts. */
interface Summand extends Constraint {
  readonly factors: readonly (FactReference | KnownInvariant)[];
}

interface Product extends Summand {
  isTaken: boolean;
}

/** The facts that came with an assumption or with an invariant of loops; null for unconditional facts. */
interface Level {
  readonly key: Polynomial | KnownInvariant | null;
  /** The state of the simplex before this level. */
  readonly mark: number;
  readonly singles: number;
  readonly products: number;
  /** The numbers of the facts whose premises are proven on this level. */
  readonly shown: readonly number[];
  /** The products that were added on this level. */
  readonly taken: Product[];
  conflict: Multipliers<Summand> | Refutation | null;
}

/**
 * The facts whose premises all hold under the assumptions, and products of two of them. Assumptions are stacked, so that work on
 * the common part of two questions is not repeated.
 */
export class KnownFacts {
  private readonly simplex: Simplex<Summand>;
  private readonly levels: Level[] = [];
  private readonly singles: Summand[] = [];
  private readonly products: Product[] = [];
  private readonly isShown: boolean[];

  constructor(
    private readonly facts: readonly NamedFact[],
    private readonly budget: Budget,
    entering: EnteringRule,
    /** False if products of facts are not considered. */
    private readonly isMultiplying: boolean,
  ) {
    this.simplex = new Simplex(budget, entering);
    this.isShown = facts.map(() => false);
  }

  /** Searches for a sum of facts that is a negative constant, and returns it as a refutation of the assumptions. */
  under(assumed: readonly Polynomial[], kept: readonly KnownInvariant[]): Refutation | Miss {
    if (this.budget.left <= 0) return SPENT;
    this.turnTo(assumed, kept);
    const top = this.levels.at(-1);
    if (top === undefined) return SPENT;
    if (top.conflict === null) this.settle(top);
    const { conflict } = top;
    if (conflict === null) {
      if (this.budget.left <= 0) return SPENT;
      return { model: this.simplex.model, hasProducts: this.products.length > 0 };
    }
    return 'rule' in conflict ? conflict : { rule: 'sum', terms: termsOf(conflict, assumed.length) };
  }

  /** Searches for a contradiction, and adds the products that the model violates until there are no further ones. */
  private settle(top: Level): void {
    for (;;) {
      top.conflict = this.simplex.check();
      if (top.conflict !== null || this.budget.left <= 0) return;
      const broken = this.brokenProducts();
      if (broken.length === 0) return;
      for (const product of broken) {
        product.isTaken = true;
        top.taken.push(product);
        top.conflict ??= this.simplex.take(product);
      }
      if (top.conflict !== null) return;
    }
  }

  private brokenProducts(): readonly Product[] {
    const broken: Product[] = [];
    for (const product of this.products.toReversed()) {
      if (broken.length >= MAX_NEW_PRODUCTS) break;
      if (product.isTaken) continue;
      this.budget.left -= product.value.size;
      if (!isSatisfied(product, (monomial) => this.simplex.valueOf(monomial))) broken.push(product);
    }
    return broken;
  }

  private turnTo(assumed: readonly Polynomial[], kept: readonly KnownInvariant[]): void {
    const keys = [null, ...kept.filter((each) => each.assumed === 0)] as (Polynomial | KnownInvariant | null)[];
    assumed.forEach((value, index) => keys.push(value, ...kept.filter((each) => each.assumed === index + 1)));
    let common = 0;
    while (common < keys.length && common < this.levels.length && this.levels[common]?.key === keys[common]) common += 1;
    while (this.levels.length > common) this.leave();
    let count = keys.slice(0, common).filter(isAssumption).length;
    for (const key of keys.slice(common)) {
      if (this.levels.at(-1)?.conflict != null || this.budget.left <= 0) return;
      if (isAssumption(key)) count += 1;
      this.enter(key, assumed.slice(0, count));
    }
  }

  private enter(key: Polynomial | KnownInvariant | null, assumed: readonly Polynomial[]): void {
    const [mark, singles, products] = [this.simplex.mark, this.singles.length, this.products.length];
    if (isAssumption(key)) this.add(tightened(key), false, { fact: 'assumption', index: assumed.length - 1 });
    else if (key !== null) this.add(tightened(key.value), false, key);
    const shown = key === null || isAssumption(key) ? this.showFacts(assumed) : [];
    const level: Level = { key, mark, singles, products, shown, taken: [], conflict: null };
    this.levels.push(level);
    for (const single of this.singles.slice(singles)) {
      const conflict = contradictionOf(single) ?? this.simplex.take(single);
      if (conflict === null) continue;
      level.conflict = conflict;
      return;
    }
    if (this.isMultiplying) this.multiply(singles);
  }

  private leave(): void {
    const level = this.levels.pop();
    if (level === undefined) return;
    this.simplex.takeBack(level.mark);
    this.singles.length = level.singles;
    this.products.length = level.products;
    for (const fact of level.shown) this.isShown[fact] = false;
    for (const product of level.taken) product.isTaken = false;
  }

  /** Adds the facts whose premises all hold now; returns their numbers. */
  private showFacts(assumed: readonly Polynomial[]): readonly number[] {
    const shown: number[] = [];
    for (const [index, { premises, value, isEquality, reference }] of this.facts.entries()) {
      if (this.isShown[index] === true) continue;
      this.budget.left -= 1;
      if (!premises.every((premise) => isShown(premise, assumed))) continue;
      this.isShown[index] = true;
      shown.push(index);
      this.add(factorOf({ value, isEquality }), isEquality, reference);
    }
    return shown;
  }

  private add(value: Polynomial, isEquality: boolean, factor: FactReference | KnownInvariant): void {
    this.singles.push({ value, isEquality, factors: [factor] });
  }

  /**
   * Adds the products of two facts that share a monomial of several atoms with other facts, which could cancel it. Facts before
   * `from` are multiplied only if there are new such monomials.
   */
  private multiply(from: number): void {
    const monomials = longMonomialsOf(this.singles);
    if (monomials.size === 0) return;
    const before = longMonomialsOf(this.singles.slice(0, from));
    const first = monomials.size > before.size ? 0 : from;
    const most = Math.max(...[...monomials].map((monomial) => atomsOf(monomial).length));
    const atoms = new Set([...monomials].flatMap(atomsOf));
    const isFactor = ({ value }: Summand): boolean => degree(value) === 1 && [...value.keys()].some((monomial) => atoms.has(monomial));
    const others = this.singles.filter(isFactor);
    const fresh = new Set(this.singles.slice(first));
    const plain = new Products(this.products, this.budget, monomials, most, MAX_PRODUCTS);
    for (const a of others.toReversed())
      if (fresh.has(a)) for (const b of others.slice(0, others.indexOf(a) + 1)) if (!plain.take(a, b)) return;
    this.multiplyLong(others, fresh, new Products(this.products, this.budget, monomials, most, MAX_LONG_PRODUCTS));
    this.multiplyAliases(fresh, monomials, most);
  }

  /** Adds products with a factor that is itself a product, such as a quantity times a price. */
  private multiplyLong(factors: readonly Summand[], fresh: ReadonlySet<Summand>, products: Products): void {
    const long = this.singles.filter(({ value }) => value.size <= MAX_LONG_FACTOR && degree(value) > 1 && degree(value) < products.most);
    for (const a of factors.toReversed()) for (const b of long) if ((fresh.has(a) || fresh.has(b)) && !products.take(a, b)) return;
  }

  /** Adds products with an atom that equals a quotient in a known monomial: a bound of the atom bounds that monomial. */
  private multiplyAliases(fresh: ReadonlySet<Summand>, monomials: ReadonlySet<Monomial>, most: number): void {
    const aliases = new Aliases(this.singles);
    const renamed = new Set([...monomials].flatMap((monomial) => aliases.renamedIn(monomial)).filter((each) => !monomials.has(each)));
    if (renamed.size === 0) return;
    const products = new Products(this.products, this.budget, renamed, most, MAX_ALIAS_PRODUCTS);
    const bounds = this.singles.filter(({ value }) => degree(value) === 1 && value.size <= MAX_LONG_FACTOR);
    const given = bounds.filter((each) => aliases.isUsedBy(each.value) && (each.isEquality || isAssumed(each)));
    for (const a of given.toReversed()) for (const b of bounds) if ((fresh.has(a) || fresh.has(b)) && !products.take(a, b)) return;
  }
}

/** Takes products that have one of some monomials, up to a limit. */
class Products {
  constructor(
    private readonly into: Product[],
    private readonly budget: Budget,
    private readonly monomials: ReadonlySet<Monomial>,
    /** The greatest degree of a product. */
    readonly most: number,
    private left: number,
  ) {}

  /** Returns false if no further product can be taken. */
  take(a: Summand, b: Summand): boolean {
    if (this.left === 0 || this.budget.left <= 0) return false;
    this.budget.left -= a.value.size * b.value.size;
    const value = times(a.value, b.value);
    if (degree(value) > this.most || ![...value.keys()].some((monomial) => this.monomials.has(monomial))) return true;
    this.left -= 1;
    this.into.push({ value, isEquality: a.isEquality || b.isEquality, factors: [...b.factors, ...a.factors], isTaken: false });
    return true;
  }
}

function isQuotient(name: Monomial): boolean {
  return name.startsWith('q');
}

function isAssumed({ factors: [factor] }: Summand): boolean {
  return factor !== undefined && 'fact' in factor && factor.fact === 'assumption';
}

/** The atoms that equations of two atoms equate with a quotient. */
class Aliases {
  private readonly ofQuotient = new Map<Monomial, readonly Monomial[]>();
  private readonly all = new Set<Monomial>();

  constructor(singles: readonly Summand[]) {
    for (const { value, isEquality } of singles) {
      const [one, other] = [...value.keys()];
      if (!isEquality || value.size !== 2 || one === undefined || other === undefined || degree(value) !== 1) continue;
      if (one === CONSTANT_TERM || other === CONSTANT_TERM || (value.get(one) ?? 0n) + (value.get(other) ?? 0n) !== 0n) continue;
      this.take(one, other);
      this.take(other, one);
    }
  }

  private take(quotient: Monomial, alias: Monomial): void {
    if (!isQuotient(quotient)) return;
    this.ofQuotient.set(quotient, [...(this.ofQuotient.get(quotient) ?? []), alias]);
    this.all.add(alias);
  }

  isUsedBy(value: Polynomial): boolean {
    return [...value.keys()].some((monomial) => this.all.has(monomial));
  }

  /** Returns the monomials with one quotient replaced by an alias. */
  renamedIn(monomial: Monomial): readonly Monomial[] {
    const atoms = atomsOf(monomial);
    return atoms.flatMap((each, index) => (this.ofQuotient.get(each) ?? []).map((other) => atoms.with(index, other).toSorted().join('*')));
  }
}

export function isRefutation(tried: Refutation | Miss): tried is Refutation {
  return 'rule' in tried;
}

function isAssumption(key: Polynomial | KnownInvariant | null): key is Polynomial {
  return key instanceof Map;
}

export function longMonomialsOf(singles: readonly { readonly value: Polynomial }[]): ReadonlySet<Monomial> {
  const found = new Set<Monomial>();
  for (const { value } of singles) for (const monomial of value.keys()) if (isLong(monomial)) found.add(monomial);
  return found;
}

/**
 * Returns the contradiction of an equation without integer solutions: a divisor of all terms but the constant one does not divide
 * the constant.
 */
function contradictionOf({ value, isEquality, factors: [factor] }: Summand): Refutation | null {
  if (!isEquality || factor === undefined || !('fact' in factor) || tightened(value) === value) return null;
  return { rule: 'sum', terms: [1, -1].map((multiplier) => ({ multiplier, factors: [factor] })) };
}

/** Returns the multipliers as integers, multiplied by their common denominator. */
function termsOf(multipliers: Multipliers<Summand>, assumed: number): readonly LinearTerm[] {
  let common: Int = 1;
  for (const { d } of multipliers.values()) common = multiply(common, divide(d, greatestCommonDivisor(common, d)));
  return [...multipliers].flatMap(([{ factors }, { n, d }]) => {
    if (n === 0) return [];
    return [{ multiplier: multiply(n, divide(common, d)), factors: factors.map((factor) => nameOf(factor, assumed)) }];
  });
}

/**
 * Returns the reference of a fact under a larger number of assumptions: the own assumptions of an invariant are renumbered to
 * follow them.
 */
function nameOf(factor: FactReference | KnownInvariant, assumed: number): FactReference {
  if ('fact' in factor) return factor;
  const more = factor.isInStep ? 0 : assumed - factor.assumed;
  if (more === 0) return factor.reference;
  return renumberedFact(factor.reference, (index) => (index >= factor.assumed ? index + more : index));
}
