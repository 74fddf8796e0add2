import { arithmetic } from './arithmetic/index.js';
import { control } from './control/index.js';
import { crypto } from './crypto/index.js';
import { io } from './io/index.js';
import { logic } from './logic/index.js';
import { memory } from './memory/index.js';
import type { Monomer, Semantics } from './monomer.js';
import { FAMILIES, type MonomerName, NAMES } from './names.js';
import { string } from './string/index.js';
import { system } from './system/index.js';

const SEMANTICS: Readonly<Record<MonomerName, Semantics>> = {
  ...arithmetic,
  ...logic,
  ...memory,
  ...control,
  ...io,
  ...string,
  ...crypto,
  ...system,
};

/** The catalog of the 128 monomers; `MONOMERS[i]` has index `i`. Eight families of sixteen, in the order of `FAMILIES`. */
export const MONOMERS: readonly Monomer[] = FAMILIES.flatMap((family) => NAMES[family].map((name) => ({ name, family }))).map(
  ({ name, family }, index) => ({ index, name, family, ...SEMANTICS[name] }),
);

const byName: ReadonlyMap<string, Monomer> = new Map(
  MONOMERS.flatMap((monomer) => [
    [monomer.name, monomer],
    [mcCode(monomer.index), monomer],
  ]),
);

/** Returns the code of a monomer: `MC_` and at least two digits of its index. */
export function mcCode(index: number): string {
  return `MC_${String(index).padStart(2, '0')}`;
}

/** Returns the monomer of a name (`MULDIV`) or a code (`MC_13`); otherwise `undefined`. */
export function monomerNamed(name: string): Monomer | undefined {
  return byName.get(name);
}

/** Returns the monomer of an index in a checked graph; throws on any other index. */
export function monomerAt(index: number): Monomer {
  const monomer = MONOMERS[index];
  if (monomer === undefined) throw new RangeError(`the catalog has no monomer ${index}`);
  return monomer;
}
