import { atom, constant, degree, opposite, type Polynomial, plus, textOf, tightened, times } from './polynomial.js';

const of = (...terms: readonly (readonly [string, bigint])[]): Polynomial => new Map(terms);

/** Polynomials whose texts would be equal without signs or separators between terms and factors. */
const ALL: readonly Polynomial[] = [
  of(),
  of(['', 1n]),
  of(['', -1n]),
  of(['v1', 1n]),
  of(['v11', 1n]),
  of(['v1', 11n]),
  of(['v1', 1n], ['v2', 1n]),
  of(['v12', 1n]),
  of(['v1', 12n], ['v2', 3n]),
  of(['v1', 1n], ['v2', 23n]),
  of(['v12', 3n], ['v4', 1n]),
  of(['v1', 2n], ['v23', 1n]),
  of(['v1', 3n], ['v1*v2', 12n]),
  of(['v1', 3n], ['v11*v2', 2n]),
  of(['v1', 1n], ['v2', -1n]),
  of(['v1', -1n], ['v2', 1n]),
  of(['', 1n], ['v1', 11n]),
  of(['', 11n], ['v1', 1n]),
];

test('different polynomials have different texts, and equal ones the same', () => {
  expect(new Set(ALL.map(textOf)).size).toBe(ALL.length);
  expect(textOf(of(['v2', 2n], ['v1', 1n]))).toBe(textOf(of(['v1', 1n], ['v2', 2n])));
});

test('tightening keeps the integers for which a sum is nonnegative, and makes it a multiple of its divisor', () => {
  const range = [-6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6];
  const wrong: (readonly number[])[] = [];
  for (const p of range) {
    for (const q of range) {
      for (const offset of range) {
        const sum = plus(plus(constant(offset), atom('x'), BigInt(p)), atom('y'), BigInt(q));
        const tight = tightened(sum).get('') ?? 0n;
        for (const x of range) {
          for (const y of range) if (BigInt(p * x + q * y) + tight >= 0n !== p * x + q * y + offset >= 0) wrong.push([p, q, offset, x, y]);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(tightened(plus(constant(-1), atom('x'), 6n))).toEqual(plus(constant(-6), atom('x'), 6n));
});

test('a product lists its atoms in order, whatever the order of the factors', () => {
  const [x, y, z] = [atom('x'), atom('y'), atom('z')];
  const all = [x, y, z].flatMap((a) => [x, y, z].map((b) => [a, b] as const));
  for (const [a, b] of all) expect(textOf(times(a, b))).toBe(textOf(times(b, a)));
  expect(textOf(times(times(z, x), y))).toBe(textOf(of(['x*y*z', 1n])));
  expect(textOf(times(constant(2), y))).toBe(textOf(of(['y', 2n])));
  expect([constant(5), x, times(x, y), times(times(x, x), x), plus(times(x, y), z)].map(degree)).toEqual([0, 1, 2, 3, 2]);
});

test('the opposite of a sum is the sum that is not negative where the first is', () => {
  for (const value of ALL) expect(textOf(opposite(value))).toBe(textOf(plus(constant(-1), value, -1n)));
});
