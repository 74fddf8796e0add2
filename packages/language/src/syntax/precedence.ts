/** How tightly operators bind, loosest first (docs/language.md, "Expressions"). */
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

/** The level of an operator between two operands; undefined for any other text. */
export function infixLevel(text: string): number | undefined {
  return INFIX.get(text);
}
