import { MONOMERS, type Value } from '@kirchhoff/coherence';
import * as fc from 'fast-check';
import type { PieceCase } from './cases.js';
import type { RuntimeModule } from './runtime-module.js';

/** Compares a piece with the reference of its monomer on random arguments. */
export function holdToReference(runtime: RuntimeModule, of: PieceCase, numRuns: number): void {
  let compared = 0;
  fc.assert(
    fc.property(of.args, (values) => {
      const isDefined = holdOnArguments(runtime, of, values);
      if (isDefined) compared += 1;
    }),
    { numRuns },
  );
  expect(compared).toBeGreaterThan(numRuns / 20);
}

/** Compares a piece with the reference of its monomer. Returns false if its precondition does not hold. */
export function holdOnArguments(runtime: RuntimeModule, of: PieceCase, values: readonly Value[]): boolean {
  const { monomer, piece, fits, forms, further = [], result, expected } = of;
  const reference = MONOMERS.find(({ name }) => name === monomer)?.reference;
  if (reference === null || reference === undefined) throw new Error(`no reference of ${monomer}`);
  const wanted = reference(values);
  const given = values.map((value, index) => [forms[index] ?? 'integer', value] as const);
  if (fits !== undefined) expect(runtime.call(fits, given, 'boolean')).toBe(wanted !== undefined);
  if (wanted === undefined) return false;
  if (piece === null) return true;
  const all = [...given, ...further.map((each) => ['word', each] as const)];
  expect(runtime.call(piece, all, result)).toEqual(expected === undefined ? wanted : expected(wanted));
  return true;
}
