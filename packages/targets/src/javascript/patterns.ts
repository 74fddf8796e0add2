import type { AbstractValue, CorePattern, Type } from '@kirchhoff/coherence';
import { not } from './checks.js';
import { BINDING, binary, boolean, call, integer, type JsExpression, member, primary, string } from './expression.js';
import { bytes } from './literal.js';
import { boundsOf, isNestedOption } from './representation.js';
import type { RuntimePiece } from './runtime/pieces.js';

type Use = (piece: RuntimePiece) => string;

/** The value that is matched against a pattern. Its expression is short, since it may occur several times. */
export interface MatchSubject {
  readonly value: JsExpression;
  readonly range: AbstractValue;
  readonly type: Type;
}

/** Returns the condition that a pattern matches its subject. */
export function fits(pattern: CorePattern, subject: MatchSubject, use: Use): JsExpression {
  const { value } = subject;
  switch (pattern.pattern) {
    case 'any':
      return boolean(true);
    case 'tag':
      return binary(value, '===', string(pattern.tag), 'equality', 'other');
    case 'range':
      return fitsRange(pattern, subject);
    case 'value':
      if (typeof pattern.value === 'boolean') return pattern.value ? value : not(value);
      if (typeof pattern.value === 'string') return binary(value, '===', string(pattern.value), 'equality', 'other');
      return call(use('areSame'), [value, bytes(pattern.value, use)], 'other');
    case 'none':
      return isNone(subject);
    case 'some': {
      const isThere = hasContent(subject);
      const inner = fits(pattern.inner, contentOf(subject), use);
      if (isThere.text === 'true') return inner;
      return inner.text === 'true' ? isThere : binary(isThere, '&&', inner, 'and', 'other');
    }
  }
}

const NULL = primary('null', 'other');

export function isNone({ value }: Pick<MatchSubject, 'value'>): JsExpression {
  return binary(value, '===', NULL, 'equality', 'other');
}

/** Returns the condition that an option has a content. */
export function hasContent({ value, range }: Pick<MatchSubject, 'value' | 'range'>): JsExpression {
  const always = range.kind === 'option' && !range.none;
  return always ? boolean(true) : binary(value, '!==', NULL, 'equality', 'other');
}

/** Returns the content of an option that has one. */
export function contentOf({ value, range, type }: MatchSubject): MatchSubject {
  if (type.kind !== 'option') throw new Error(`a ${type.kind} has no content`);
  const content = isNestedOption(type) ? member(value, 'some', 'canonical') : value;
  const representation = type.value.kind === 'integer' ? 'canonical' : 'other';
  return {
    value: { text: content.text, binding: isNestedOption(type) ? BINDING.primary : value.binding, representation },
    range: range.kind === 'option' ? range.some : range,
    type: type.value,
  };
}

/** Returns the value that a pattern binds: the content of its last `some`. */
export function boundBy(pattern: CorePattern, subject: MatchSubject): MatchSubject {
  let bound = subject;
  for (let inner = pattern; inner.pattern === 'some'; inner = inner.inner) bound = contentOf(bound);
  return bound;
}

/** Comparisons that the subject's range decides are left out. */
function fitsRange(pattern: Extract<CorePattern, { pattern: 'range' }>, { value, range }: MatchSubject): JsExpression {
  const literal = (bound: typeof pattern.lo) => {
    const canonical = typeof bound === 'bigint' ? 'bigint' : 'number';
    return integer(bound, value.representation === 'canonical' ? canonical : value.representation === 'bigint' ? 'bigint' : 'number');
  };
  if (pattern.lo === pattern.hi) return binary(value, '===', literal(pattern.lo), 'equality', 'other');
  const { lo, hi } = boundsOf(range);
  const sides: JsExpression[] = [];
  if (lo < pattern.lo) sides.push(binary(value, '>=', literal(pattern.lo), 'relational', 'other'));
  if (hi > pattern.hi) sides.push(binary(value, '<=', literal(pattern.hi), 'relational', 'other'));
  const [first, second] = sides;
  if (first === undefined) return boolean(true);
  return second === undefined ? first : binary(first, '&&', second, 'and', 'other');
}
