/**
 * The keywords, symbols, levels of operators and forms of literals, shared by the lexer, the parser, the formatter and editors.
 * docs/language.md lists the same.
 */

export const RESERVED_WORDS: ReadonlySet<string> = new Set(
  (
    'domain component circuit policy as input output require ensure if else match filter fold ' +
    'in and or not implies true false none some bool enum'
  ).split(' '),
);

/** The keywords of items that are allowed outside and inside of a circuit or policy. */
export const SHARED_ITEMS: readonly string[] = ['const', 'domain', 'component'];

/** The keywords of items that are allowed only outside of a circuit or policy. */
export const ITEMS: readonly string[] = [...SHARED_ITEMS, 'use', 'circuit', 'policy'];

/** The keywords of loops that are ordinary names elsewhere. */
export const LOOP_WORDS: readonly string[] = ['map', 'any', 'all', 'count', 'first'];

/** Words with a meaning in certain places only; elsewhere they are ordinary names. */
export const CONTEXTUAL_WORDS: ReadonlySet<string> = new Set([
  ...LOOP_WORDS,
  ...'text bytes of keeping use const result for rule action allow deny review default on when'.split(' '),
]);

/** Domains of integers that have names in lower case. */
export const INTEGER_DOMAINS: ReadonlySet<string> = new Set(['u8', 'u16', 'u32', 'i8', 'i16', 'i32', 'i64']);

/** A symbol comes before those with which it begins. */
export const SYMBOLS: readonly string[] = '.. -> => == != <= >= << >> ++ ** ?? + - * / % & | ^ < > = . , : ; ( ) [ ] { } ?'.split(' ');

/** The opening brackets, by their closing ones. */
export const OPENER_OF: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

/** For editors; the lexer reads the same unit by unit, which is faster. */
export const WORD: RegExp = /[A-Za-z_][A-Za-z0-9_]*/y;
export const COMMENT: RegExp = /\/\/[^\n]*/y;
export const NUMBER: RegExp = /[0-9][0-9A-Za-z_]*/y;
export const FRACTION: RegExp = /\.[0-9][0-9A-Za-z_]*/y;
/** The characters between the escapes of a text. */
export const TEXT_RUN: RegExp = /[^"\\\n]*/y;
export const ESCAPE: RegExp = /\\(?:u\{[0-9a-fA-F]{1,6}\}|u\{?[0-9a-fA-F]*\}?|[^\n])?/y;
export const CHARACTER: RegExp = /'(?:[^'\\\n]|\\(?:u\{[0-9a-fA-F]{1,6}\}|[^u\n]))'/uy;
export const BYTES: RegExp = /x"[^"\n]*"?/y;

/** Levels of operators, the loosest first (docs/language/operators.md). */
export const LEVEL = {
  implies: 1,
  or: 2,
  and: 3,
  not: 4,
  comparison: 5,
  range: 6,
  unwrapOr: 7,
  some: 8,
  bitOr: 9,
  bitXor: 10,
  bitAnd: 11,
  shift: 12,
  sum: 13,
  product: 14,
  prefix: 15,
  power: 16,
  postfix: 17,
  primary: 18,
} as const;

const INFIX: ReadonlyMap<string, number> = new Map([
  ['implies', LEVEL.implies],
  ['or', LEVEL.or],
  ['and', LEVEL.and],
  ...['==', '!=', '<', '<=', '>', '>=', 'in'].map((text) => [text, LEVEL.comparison] as const),
  ['..', LEVEL.range],
  ['??', LEVEL.unwrapOr],
  ['|', LEVEL.bitOr],
  ['^', LEVEL.bitXor],
  ['&', LEVEL.bitAnd],
  ['<<', LEVEL.shift],
  ['>>', LEVEL.shift],
  ['++', LEVEL.sum],
  ['+', LEVEL.sum],
  ['-', LEVEL.sum],
  ['*', LEVEL.product],
  ['/', LEVEL.product],
  ['%', LEVEL.product],
  ['**', LEVEL.power],
]);

/** The level of an operator between two operands; `undefined` for any other text. */
export function infixLevel(text: string): number | undefined {
  return INFIX.get(text);
}

/** Returns true for a token that continues the previous line: at the start of a line it is a mistake. */
export function continuesLine(text: string): boolean {
  return (infixLevel(text) !== undefined && text !== '..' && text !== '**') || text === 'as' || text === '.' || text === '[';
}
