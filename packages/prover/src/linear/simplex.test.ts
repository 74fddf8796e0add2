import { atom, constant, type Polynomial, plus, ZERO } from '@kirchhoff/kernel/abstract/polynomial';
import { type Constraint, Simplex } from './simplex.js';

const ATOMS = 8;

/** Returns a square system of equations, with coefficients of a number of bits that share few divisors. */
function denseEquations(bits: bigint): readonly Constraint[] {
  const coefficient = (index: number): bigint => ((2n ** 4096n / BigInt(2 * index + 3)) % 2n ** bits) + 1n;
  const sumOf = (row: number): Polynomial =>
    Array.from({ length: ATOMS }, (_, i) => i).reduce((sum, i) => plus(sum, atom(`x${i}`), coefficient(ATOMS * row + i)), ZERO);
  return Array.from({ length: ATOMS }, (_, row) => {
    return { value: plus(sumOf(row), constant(1), -coefficient(ATOMS * ATOMS + row)), isEquality: true };
  });
}

function workOn(constraints: readonly Constraint[]): number {
  const budget = { left: 1_000_000_000 };
  const simplex = new Simplex(budget, 'first');
  for (const constraint of constraints) simplex.take(constraint);
  simplex.check();
  return 1_000_000_000 - budget.left;
}

test('operations on long numbers use up more of the budget', () => {
  expect(workOn(denseEquations(400n))).toBeGreaterThan(50 * workOn(denseEquations(8n)));
});
