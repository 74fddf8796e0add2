import { MONOMERS } from '@kirchhoff/coherence';
import * as fc from 'fast-check';
import type { PieceCase } from './cases.js';
import type { RuntimeModule } from './runtime-module.js';

/** Compares a piece with the reference of its monomer on random arguments. */
export function holdToReference(runtime: RuntimeModule, of: PieceCase, numRuns: number): void {
  const { monomer, piece, fits, forms, further = [], result, expected, args } = of;
  const reference = MONOMERS.find(({ name }) => name === monomer)?.reference;
  if (reference === null || reference === undefined) throw new Error(`no reference of ${monomer}`);
  let compared = 0;
  fc.assert(
    fc.property(args, (values) => {
      const wanted = reference(values);
      const given = values.map((value, index) => [forms[index] ?? 'integer', value] as const);
      if (fits !== undefined) expect(runtime.call(fits, given, 'boolean')).toBe(wanted !== undefined);
      if (wanted === undefined || piece === null) return;
      compared += 1;
      const all = [...given, ...further.map((each) => ['word', each] as const)];
      expect(runtime.call(piece, all, result)).toEqual(expected === undefined ? wanted : expected(wanted));
    }),
    { numRuns },
  );
  if (piece !== null) expect(compared).toBeGreaterThan(numRuns / 20);
}
