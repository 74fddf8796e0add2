import { MONOMERS, mcCode, monomerAt, monomerNamed } from './catalog.js';
import { FAMILIES } from './names.js';

it('the catalog has eight families of sixteen monomers, each at its own index', () => {
  expect(MONOMERS.map((monomer) => monomer.index)).toEqual([...MONOMERS.keys()]);
  expect(MONOMERS.map((monomer) => monomer.family)).toEqual(FAMILIES.flatMap((family) => Array.from({ length: 16 }, () => family)));
});

it('a monomer is found by its name, by its code and by its index', () => {
  for (const monomer of MONOMERS) {
    expect(monomerNamed(monomer.name)).toBe(monomer);
    expect(monomerNamed(mcCode(monomer.index))).toBe(monomer);
    expect(monomerAt(monomer.index)).toBe(monomer);
  }
  expect([mcCode(0), mcCode(99), mcCode(127)]).toEqual(['MC_00', 'MC_99', 'MC_127']);
  expect([monomerNamed('MC_128'), monomerNamed('add'), monomerNamed('')]).toEqual([undefined, undefined, undefined]);
  expect(() => monomerAt(128)).toThrow(RangeError);
});

const NAMED = MONOMERS.map((monomer) => [monomer.name, monomer] as const);

it.each(NAMED)('%s has a reference implementation and its work, unless it is a source or syntax only', (_, monomer) => {
  const hasNoReference = monomer.overloads.length === 0 || monomer.effect === 'source';
  expect([monomer.reference === null, monomer.work === null]).toEqual([hasNoReference, hasNoReference]);
});

it.each(NAMED)('%s has parameters with valid names and domains', (_, monomer) => {
  for (const { parameters } of monomer.overloads) {
    expect(new Set(parameters.map((parameter) => parameter.name)).size).toBe(parameters.length);
    for (const { type, literal } of parameters) expect(literal === undefined || literal.kind === type.kind).toBe(true);
  }
});

it.each(NAMED.filter(([, { overloads, name }]) => overloads.length > 0 && name !== 'UNWRAP_OR'))(
  '%s, which is applied by its name, has an analysis (UNWRAP_OR is lazy: a rule of the engine)',
  (_, monomer) => {
    expect(monomer.analysis).not.toBeNull();
  },
);
