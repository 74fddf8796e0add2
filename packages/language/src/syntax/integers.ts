import { fitsInt64, type Int, negate } from '@kirchhoff/kernel/types/integer';
import type { Span } from '../diagnostics/diagnostic.js';
import type { Bound } from './ast.js';
import type { TokenCursor } from './cursor.js';
import { INTEGER_DOMAINS } from './grammar.js';
import { isLiteralSign } from './operators.js';
import type { Token } from './token.js';

export interface IntegerLiteral {
  readonly value: Int;
  readonly span: Span;
}

/** Returns true at an integer literal with or without a sign. */
export function atInteger(cursor: TokenCursor): boolean {
  return cursor.peek().kind === 'integer' || isLiteralSign(cursor);
}

/** Returns true at an integer literal or the name of a constant, followed by `..`. */
export function atRange(cursor: TokenCursor): boolean {
  if (atInteger(cursor)) return true;
  return cursor.at('..', 1) && isConstantName(cursor.peek());
}

/** The name of a constant is in lower case, like a wire's, or in capitals: `Cents` and `u8` are domains. */
export function isConstantName({ kind, text }: Token): boolean {
  return kind === 'name' ? !INTEGER_DOMAINS.has(text) : kind === 'capital' && /^[A-Z][A-Z0-9_]*$/.test(text);
}

/** An integer literal with its sign, or the name of a constant. */
export function parseBound(cursor: TokenCursor, what: string, hint?: string): Bound {
  const token = cursor.peek();
  if (isConstantName(token)) return { bound: 'constant', name: token.text, span: cursor.skip() };
  const { value, span } = parseInteger(cursor, `${what}, an integer or a constant`, hint);
  return { bound: 'literal', value, span };
}

/** Parses an integer literal with its sign; `what` is the expectation in the message. */
export function parseInteger(cursor: TokenCursor, what: string, hint?: string): IntegerLiteral {
  const sign = isLiteralSign(cursor) ? cursor.skip() : null;
  const token = cursor.peek();
  const place = cursor.span();
  if (token.kind !== 'integer') {
    cursor.expected(what, hint);
    return { value: 0, span: place };
  }
  cursor.next();
  const value = sign === null ? token.magnitude : negate(token.magnitude);
  const span = sign === null ? place : { ...sign, length: place.length + 1 };
  if (fitsInt64(value)) return { value, span };
  cursor.report('number-out-of-range', span, 'an integer lies within -9223372036854775808..9223372036854775807');
  return { value: 0, span };
}
