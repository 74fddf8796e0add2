import { fitsInt64, type Int, negate } from '@kirchhoff/kernel/types/integer';
import type { Span } from '../diagnostics/diagnostic.js';
import type { Cursor } from './cursor.js';
import { isLiteralSign } from './operators.js';

export interface IntegerLiteral {
  readonly value: Int;
  readonly span: Span;
}

/** True where an integer literal stands, with or without a sign. */
export function atInteger(cursor: Cursor): boolean {
  return cursor.peek().kind === 'integer' || isLiteralSign(cursor);
}

/** An integer literal with its sign; `what` is what the message says was expected. */
export function parseInteger(cursor: Cursor, what: string, hint?: string): IntegerLiteral {
  const sign = isLiteralSign(cursor) ? cursor.next() : null;
  const token = cursor.peek();
  if (token.kind !== 'integer') {
    cursor.expected(what, hint);
    return { value: 0, span: token.span };
  }
  cursor.next();
  const value = sign === null ? token.magnitude : negate(token.magnitude);
  const span = sign === null ? token.span : { ...sign.span, length: token.span.length + 1 };
  if (fitsInt64(value)) return { value, span };
  cursor.report('number-out-of-range', span, 'an integer lies within -9223372036854775808..9223372036854775807');
  return { value: 0, span };
}
