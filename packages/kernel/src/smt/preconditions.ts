import type { Condition, Precondition } from '../monomers/precondition.js';
import { nodeOfTerm } from '../monomers/relation.js';
import { INT64_BOUNDS } from '../smt-lib/bounds.js';
import type { IntegerTerm } from '../smt-lib/dialect.js';
import { and, type Formula, not } from '../smt-lib/formulas.js';
import type { Term, Terms } from '../smt-lib/terms.js';

/**
 * Returns a formula that is equivalent to the precondition of an application. It may be assumed after the application and proven
 * at it. `null` if there is no such formula: the precondition is then neither assumed nor proven.
 *
 * @param result The exact result of the application, before it is known to fit; `null` if it has no exact form.
 */
export function preconditionOf(terms: Terms, precondition: Precondition, args: readonly Term[], result: Term | null): Formula | null {
  return conjunction(precondition.map((condition) => formulaOf(terms, condition, args, result)));
}

/** Returns the part of a precondition that depends only on the arguments. */
export function assumptionOf(terms: Terms, precondition: Precondition, args: readonly Term[]): Formula | null {
  return conjunction(precondition.filter(({ is }) => is !== 'fitting').map((condition) => formulaOf(terms, condition, args, null)));
}

/**
 * Returns false if the precondition has no formula for any operands. A condition that the result fits has a formula only if the
 * result has an exact form.
 */
export function canBeFormula(precondition: Precondition, hasExactForm: boolean): boolean {
  return precondition.every(({ is }) => is !== 'tested' && (is !== 'fitting' || hasExactForm));
}

function conjunction(formulas: readonly (Formula | null)[]): Formula | null {
  const said = formulas.filter((formula) => formula !== null);
  return said.length === formulas.length ? and(...said) : null;
}

function formulaOf(terms: Terms, condition: Condition, args: readonly Term[], result: Term | null): Formula | null {
  const { dialect } = terms;
  switch (condition.is) {
    case 'within': {
      const term = integerOf(terms, args, condition.of);
      if (term === null) return null;
      if (condition.hi === null) return dialect.compare('<=', dialect.literal(BigInt(condition.lo)), term);
      return terms.between(term, BigInt(condition.lo), BigInt(condition.hi));
    }
    case 'not zero': {
      const term = integerOf(terms, args, condition.of);
      return term && not(dialect.compare('=', term, dialect.literal(0n)));
    }
    case 'at most': {
      const [lesser, greater] = [integerOf(terms, args, condition.lesser), integerOf(terms, args, condition.greater)];
      if (lesser === null || greater === null) return null;
      return dialect.compare('<=', condition.by === 0 ? lesser : dialect.add(lesser, dialect.literal(BigInt(condition.by))), greater);
    }
    case 'equal': {
      const [a, b] = [integerOf(terms, args, condition.a), integerOf(terms, args, condition.b)];
      return a && b && dialect.compare('=', a, b);
    }
    case 'sum at most': {
      const [first, ...others] = condition.of.map((operand) => integerOf(terms, args, operand));
      const sum = others.reduce<IntegerTerm | null>((partial, term) => partial && term && dialect.add(partial, term), first ?? null);
      return sum && dialect.compare('<=', sum, dialect.literal(BigInt(condition.most)));
    }
    case 'fitting':
      return result?.kind === 'integer' ? terms.between(result.integer, INT64_BOUNDS.lo, INT64_BOUNDS.hi) : null;
    case 'tested':
      return null;
  }
}

/** Returns the integer that an operand of a condition denotes: an argument, or the size of one. */
function integerOf(terms: Terms, args: readonly Term[], operand: number): IntegerTerm | null {
  const term = args[nodeOfTerm(operand)];
  if (operand < 0) return term?.kind === 'thing' ? terms.size(term) : null;
  return term?.kind === 'integer' ? term.integer : null;
}
