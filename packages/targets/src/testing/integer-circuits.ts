/** Circuits of integer operations over domains at the edges of representations. */

const SAFE = 2n ** 53n - 1n;
const DOMAINS = ['i64', `-${SAFE}..${SAFE}`, `0..${SAFE}`, 'u32', '-1..1'];
/** Domains of second operands, including the counts of shifts and powers. */
const SECOND_DOMAINS = [...DOMAINS, '0..62'];
const COMPARED = ['==', '!=', '<', '<=', '>', '>='].map((operator) => `if a ${operator} b { c } else { 9_007_199_254_740_993 }`);
/** Operations on the inputs `a`, `b` and `c`. */
// biome-ignore format: a table
export const OPERATIONS = [
  'a + b', 'a - b', 'a * b', 'a / b', 'a % b', '-a', 'FLOOR_DIV(a, b)', 'FLOOR_MOD(a, b)', 'ABS(a)', 'MIN(a, b)', 'MAX(a, b)',
  'POW(a, b)', 'ISQRT(a)', 'MULDIV(a, b, c)', 'MULDIV_EVEN(a, b, c)', 'MUL_WRAP(a, b, 1)', 'MUL_WRAP(a, b, 32)', 'MUL_WRAP(a, b, 63)',
  'a & b', 'a | b', 'a ^ b', 'a << b', 'a >> b', 'CLAMP(a, b, c)', 'CLAMP(a, -5, 5) + CLAMP(b, 1, 9)', 'a as -2..9_007_199_254_740_993',
  'match a { -9_223_372_036_854_775_808..-9_007_199_254_740_992 => b, 0 => 7, 1..31 => c, 9_223_372_036_854_775_807 => 1 }',
  ...COMPARED,
];

/** Returns the circuits of an operation over all pairs of domains. */
export function integerCircuits(operation: string): readonly string[] {
  return DOMAINS.flatMap((a) =>
    SECOND_DOMAINS.map((b) => {
      // Numbers are not converted, so that a -0 would show. A result out of their range is a fault on both sides.
      const result = a === 'i64' || b === 'i64' ? 'i64' : `-${SAFE}..${SAFE}`;
      const ports = ` input a: ${a}\n input b: ${b}\n input c: ${a}\n output r: ${result}\n output s: ${b}`;
      return `circuit wide {\n${ports}\n s = b\n r = ${operation}\n}`;
    }),
  );
}
