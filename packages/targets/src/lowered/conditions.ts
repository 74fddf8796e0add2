import { abstract, type CorePattern, type Int, maximum, minimum } from '@kirchhoff/coherence';
import type { Expression, Typed } from './program.js';

export const BOOLEAN: Typed = { type: { kind: 'boolean' }, range: abstract.EITHER };

const TRUE: Expression = { kind: 'literal', value: true, ...BOOLEAN };

export function isTrue(condition: Expression): boolean {
  return condition.kind === 'literal' && condition.value === true;
}

/** Returns the negation of a condition. */
export function not(condition: Expression): Expression {
  return condition.kind === 'not' ? condition.operand : { kind: 'not', operand: condition, ...BOOLEAN };
}

/** Returns the same value with what is known of it now. */
export function narrowed(value: Expression, typed: Typed): Expression {
  return value.range === typed.range ? value : { kind: 'narrowed', value, ...typed };
}

/** Returns the content of an option that has one. */
export function contentOf(option: Expression): Expression {
  const { type, range } = option;
  if (type.kind !== 'option') throw new Error(`a ${type.kind} has no content`);
  return { kind: 'content', option, type: type.value, range: range.kind === 'option' ? range.some : range };
}

/** Returns the condition that a pattern matches its subject; `true` if every value of the subject's range does. */
export function fits(pattern: CorePattern, subject: Expression): Expression {
  switch (pattern.pattern) {
    case 'any':
      return TRUE;
    case 'tag':
      return { kind: 'equals', value: subject, literal: pattern.tag, ...BOOLEAN };
    case 'range':
      return fitsRange(pattern, subject);
    case 'value':
      if (typeof pattern.value === 'boolean') return pattern.value ? subject : not(subject);
      return { kind: 'equals', value: subject, literal: pattern.value, ...BOOLEAN };
    case 'none':
      return not({ kind: 'isSome', option: subject, ...BOOLEAN });
    case 'some': {
      const always = subject.range.kind === 'option' && !subject.range.none;
      const isThere: Expression = always ? TRUE : { kind: 'isSome', option: subject, ...BOOLEAN };
      const inner = fits(pattern.inner, contentOf(subject));
      if (isTrue(isThere)) return inner;
      return isTrue(inner) ? isThere : { kind: 'and', left: isThere, right: inner, ...BOOLEAN };
    }
  }
}

/** Returns the value that a pattern binds: the content of its last `some`. */
export function boundOfPattern(pattern: CorePattern, subject: Expression): Expression {
  let bound = subject;
  for (let inner = pattern; inner.pattern === 'some'; inner = inner.inner) bound = contentOf(bound);
  return bound;
}

/** Comparisons that the subject's range decides are left out. */
function fitsRange({ lo, hi }: { readonly lo: Int; readonly hi: Int }, value: Expression): Expression {
  if (lo === hi) return { kind: 'equals', value, literal: lo, ...BOOLEAN };
  const { range } = value;
  const isAtLeast = range.kind === 'integer' && range.ranges.reduce(minimum) >= lo;
  const isAtMost = range.kind === 'integer' && range.ranges.reduce(maximum) <= hi;
  if (isAtLeast && isAtMost) return TRUE;
  return { kind: 'between', value, lo: isAtLeast ? null : lo, hi: isAtMost ? null : hi, ...BOOLEAN };
}
