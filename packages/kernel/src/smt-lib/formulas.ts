/**
 * Formulas of SMT-LIB 2 as text. Texts stay short: before its second use, the script names a formula that is longer than a name.
 * `true` and `false` are folded, so that facts of the graph alone cost no text.
 */
export type Formula = string;

export const TRUE_FORMULA: Formula = 'true';
export const FALSE_FORMULA: Formula = 'false';

export function not(formula: Formula): Formula {
  if (formula === TRUE_FORMULA) return FALSE_FORMULA;
  return formula === FALSE_FORMULA ? TRUE_FORMULA : `(not ${formula})`;
}

export function and(...formulas: readonly Formula[]): Formula {
  return joined('and', formulas, TRUE_FORMULA, FALSE_FORMULA);
}

export function or(...formulas: readonly Formula[]): Formula {
  return joined('or', formulas, FALSE_FORMULA, TRUE_FORMULA);
}

export function implies(premise: Formula, conclusion: Formula): Formula {
  if (premise === TRUE_FORMULA) return conclusion;
  if (premise === FALSE_FORMULA || conclusion === TRUE_FORMULA) return TRUE_FORMULA;
  return `(=> ${premise} ${conclusion})`;
}

/** Equality of two terms of one sort. */
export function equal(a: string, b: string): Formula {
  return a === b ? TRUE_FORMULA : `(= ${a} ${b})`;
}

/** Returns one of two terms of one sort by a condition. */
export function choose(condition: Formula, whenTrue: string, whenFalse: string): string {
  if (condition === TRUE_FORMULA || whenTrue === whenFalse) return whenTrue;
  return condition === FALSE_FORMULA ? whenFalse : `(ite ${condition} ${whenTrue} ${whenFalse})`;
}

function joined(connective: 'and' | 'or', formulas: readonly Formula[], neutral: Formula, settling: Formula): Formula {
  // A missing part would count as true. This is a fault of the encoder, and the query must not continue.
  if (!formulas.every((formula) => typeof formula === 'string')) throw new Error(`a part of a formula of '${connective}' is missing`);
  if (formulas.includes(settling)) return settling;
  const [first = neutral, ...others] = new Set(formulas.filter((formula) => formula !== neutral));
  return others.length === 0 ? first : `(${[connective, first, ...others].join(' ')})`;
}
