import { Meter } from '../values/meter.js';
import { MONOMERS, monomerNamed } from './catalog.js';
import type { Monotonicity } from './linear.js';

const SMALL: readonly number[] = [-7, -4, -3, -2, -1, 0, 1, 2, 3, 4, 7];
const METER = new Meter(1_000_000_000);

const stating = MONOMERS.flatMap(({ name, reference, linear }) =>
  reference === null ? [] : (linear?.orders ?? []).map((order, way) => ({ name, way, reference, order })),
);

function tuples(length: number): readonly (readonly number[])[] {
  return length === 0 ? [[]] : tuples(length - 1).flatMap((tuple) => SMALL.map((value) => [...tuple, value]));
}

/** Returns true if the premises of an order hold for two tuples. */
function isBelow({ operands }: Monotonicity, a: readonly number[], b: readonly number[]): boolean {
  return operands.every(({ goes, least }, position) => {
    const [one, other] = [a[position] ?? 0, b[position] ?? 0];
    if (least !== null && (one < least || other < least)) return false;
    return goes === 'up' ? one <= other : goes === 'down' ? one >= other : one === other;
  });
}

test('the monomers with declared monotonicities', () => {
  expect(new Set(stating.map(({ name }) => name))).toEqual(
    new Set([
      'MUL',
      'DIV',
      'FLOOR_DIV',
      'ABS',
      'MIN',
      'MAX',
      'POW',
      'ISQRT',
      'MULDIV',
      'MULDIV_EVEN',
      'SHL',
      'SHR',
      'CLAMP',
      'DAYS_FROM_CIVIL',
    ]),
  );
});

test.each(stating)('$name obeys its order number $way on all small tuples', ({ reference, order }) => {
  const given = tuples(order.operands.length).flatMap((operands) => {
    const result = reference(operands, METER);
    return typeof result === 'number' || typeof result === 'bigint' ? [{ operands, result: BigInt(result) }] : [];
  });
  let compared = 0;
  for (const a of given) {
    for (const b of given) {
      if (!isBelow(order, a.operands, b.operands)) continue;
      compared += 1;
      if (a.result > b.result) throw new Error(`${a.operands.join()} gives ${a.result}, ${b.operands.join()} gives ${b.result}`);
    }
  }
  expect(compared).toBeGreaterThan(given.length);
});

test('dates whose years, months and days ascend, also at the ends of months', () => {
  const dates = [1999, 2000, 2001].flatMap((year) =>
    Array.from({ length: 12 }, (_, month) => month + 1).flatMap((month) => [1, 28, 29, 30, 31].map((day) => [year, month, day])),
  );
  const { reference } = monomerNamed('DAYS_FROM_CIVIL') ?? { reference: null };
  const real = dates.flatMap((date) => {
    const result = reference?.(date, METER);
    return typeof result === 'number' ? [{ date, result }] : [];
  });
  expect(real).toHaveLength(3 * (2 * 12 + 2 * 11 + 7) + 1);
  for (const a of real)
    for (const b of real)
      if (b.date.every((part, index) => part >= (a.date[index] ?? 0))) expect(b.result).toBeGreaterThanOrEqual(a.result);
});
