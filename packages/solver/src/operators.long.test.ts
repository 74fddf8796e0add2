import { type Int, MONOMERS, normalize } from '@kirchhoff/coherence';
import { preconditionOf } from '@kirchhoff/kernel/smt/preconditions';
import { type ExactBounds, greatest, INT64_BOUNDS, least } from '@kirchhoff/kernel/smt-lib/bounds';
import { equal, not, or, TRUE_FORMULA } from '@kirchhoff/kernel/smt-lib/formulas';
import { INTEGERS } from '@kirchhoff/kernel/smt-lib/integers';
import { Script } from '@kirchhoff/kernel/smt-lib/script';
import { SIZE_BOUNDS, type Term, Terms } from '@kirchhoff/kernel/smt-lib/terms';
import { VECTORS } from '@kirchhoff/kernel/smt-lib/vectors';
import { type ClosableSolver, startSolver } from './index.js';

/** Each monomer of integers with an exact form or a precondition, and how many of its arguments are no literals. */
const OPERATORS: readonly (readonly [name: string, args: number])[] = [
  ['ADD', 2],
  ['SUB', 2],
  ['MUL', 2],
  ['DIV', 2],
  ['MOD', 2],
  ['FLOOR_DIV', 2],
  ['FLOOR_MOD', 2],
  ['NEG', 1],
  ['ABS', 1],
  ['MIN', 2],
  ['MAX', 2],
  ['POW', 2],
  ['ISQRT', 1],
  ['MULDIV', 3],
  ['MULDIV_EVEN', 3],
  ['MUL_WRAP', 3],
  ['EQ', 2],
  ['NE', 2],
  ['LT', 2],
  ['LE', 2],
  ['GT', 2],
  ['GE', 2],
  ['BIT_AND', 2],
  ['BIT_OR', 2],
  ['BIT_XOR', 2],
  ['SHL', 2],
  ['SHR', 2],
  ['CLAMP', 3],
  ['IS_LEAP_YEAR', 1],
  ['WEEKDAY', 1],
  ['DAYS_IN_MONTH', 2],
  ['RANGE', 2],
  ['CIDR_CONTAINS', 3],
  ['CIVIL_FROM_DAYS', 1],
  ['ADD_MONTHS', 2],
  ['FORMAT_DATE', 1],
  ['FORMAT_IPV4', 1],
  ['WRITE_U16_BE', 1],
  ['WRITE_U16_LE', 1],
  ['WRITE_U32_BE', 1],
  ['WRITE_U32_LE', 1],
];

const POINTS: readonly bigint[] = [0n, 1n, -1n, 2n, -3n, 7n, -10n, 62n, 64n, 400n, 2000n, 4_294_967_295n, -(2n ** 63n), 2n ** 63n - 1n];

/** The extent of the int64 range from which an argument may come: a neighbourhood, or all of it. */
const SLACKS: readonly bigint[] = [5n, 2n ** 64n];

/** A solver cannot handle many points of these at once: they are tested one by one, with fewer points. */
const HEAVY: ReadonlySet<string> = new Set(['ISQRT', 'MULDIV', 'MULDIV_EVEN']);
const EVERY = 7;

let solver: ClosableSolver;

beforeAll(async () => {
  solver = await startSolver();
});

afterAll(async () => solver.close());

/** The tuples of points: all of up to two, and of three every one of a fixed selection. */
function tuples(count: number): readonly (readonly bigint[])[] {
  if (count === 1) return POINTS.map((a) => [a]);
  const pairs = POINTS.flatMap((a) => POINTS.map((b) => [a, b]));
  return count === 2
    ? pairs
    : pairs.map(([a = 0n, b = 0n], index) => [a, b, POINTS[((index * 7 + index / POINTS.length) % POINTS.length) | 0] ?? 1n]);
}

function around(value: bigint, slack: bigint): ExactBounds {
  return { lo: greatest(INT64_BOUNDS.lo, value - slack), hi: least(INT64_BOUNDS.hi, value + slack) };
}

/** A formula that is true where the encoding of an application to these values differs from the reference implementation. */
function differs(terms: Terms, name: string, values: readonly bigint[], slack: bigint): string {
  const monomer = MONOMERS.find((each) => each.name === name);
  const plain: readonly Int[] = values.map(normalize);
  // The width of MUL_WRAP is a literal within 1..63: others have no reference.
  if (name === 'MUL_WRAP' && !(values[2] !== undefined && values[2] >= 1n && values[2] <= 63n)) return 'false';
  const reference = monomer?.reference?.(plain);
  const args = values.map((value, position): Term => {
    if (name === 'MUL_WRAP' && position === 2) return { kind: 'integer', integer: terms.dialect.literal(value) };
    const integer = terms.constant(terms.script.fresh(), around(value, slack));
    terms.script.assert(TRUE_FORMULA, terms.dialect.compare('=', integer, terms.dialect.literal(value)));
    return { kind: 'integer', integer };
  });
  const { smt = null, precondition = null } = monomer ?? {};
  const exact = smt && smt.result(terms, args);
  const need = precondition && preconditionOf(terms, precondition, args, exact);
  const wrongNeed = need === null ? 'false' : not(equal(need, String(reference !== undefined)));
  if (reference === undefined || exact === null) return wrongNeed;
  const expected: Term | null =
    typeof reference === 'boolean'
      ? { kind: 'boolean', formula: String(reference) }
      : typeof reference === 'number' || typeof reference === 'bigint'
        ? { kind: 'integer', integer: terms.dialect.literal(BigInt(reference)) }
        : null;
  return or(wrongNeed, expected === null ? 'false' : not(terms.equal(exact, expected)));
}

describe.each([
  ['integers', INTEGERS],
  ['vectors', VECTORS],
] as const)('as %s', (_, dialect) => {
  test.each(OPERATORS)('%s is what its reference implementation gives, and its need what that refuses', async (name, count) => {
    // The search for a root of many digits is long; the next test checks that none is lost.
    const all = tuples(count).filter((values) => name !== 'ISQRT' || values.every((value) => value <= 400n));
    const groups = HEAVY.has(name) ? all.filter((_tuple, index) => count === 1 || index % EVERY === 0).map((values) => [values]) : [all];
    for (const slack of name === 'ISQRT' ? SLACKS.slice(0, 1) : SLACKS) {
      for (const group of groups) {
        const terms = new Terms(new Script(), dialect);
        terms.script.assert(TRUE_FORMULA, or(...group.map((values) => terms.formula(differs(terms, name, values, slack)))));
        const answer = await solver.solve(terms.script.text(dialect.sortOf(SIZE_BOUNDS)), 20_000_000);
        expect({ group: group.length === 1 ? group : name, ...answer }).toMatchObject({ verdict: 'unsat' });
      }
    }
  });

  test('the root of a large integer is among the models', async () => {
    for (const value of [4_294_967_295n, 2n ** 63n - 1n]) {
      const terms = new Terms(new Script(), dialect);
      const isqrt = MONOMERS.find((each) => each.name === 'ISQRT');
      const root = isqrt?.reference?.([normalize(value)]);
      const exact = isqrt?.smt?.result(terms, [{ kind: 'integer', integer: terms.dialect.literal(value) }]) ?? null;
      if (exact?.kind !== 'integer') throw new Error('no root');
      terms.script.assert(TRUE_FORMULA, terms.dialect.compare('=', exact.integer, terms.dialect.literal(BigInt(Number(root)))));
      expect(await solver.solve(terms.script.text(dialect.sortOf(SIZE_BOUNDS)), 20_000_000)).toMatchObject({ verdict: 'sat' });
    }
  });
});
