import { MONOMERS } from '@kirchhoff/kernel/monomers/catalog';
import type { Monomer } from '@kirchhoff/kernel/monomers/monomer';
import type { MonomerName } from '@kirchhoff/kernel/monomers/names';
import { ARITHMETIC } from './arithmetic.js';
import { CONTROL } from './control.js';
import { CRYPTO } from './crypto.js';
import type { Documentation } from './documentation.js';
import { IO } from './io.js';
import { LOGIC } from './logic.js';
import { MEMORY } from './memory.js';
import { STRING } from './string.js';
import { SYSTEM } from './system.js';

export const DOCUMENTATION: Readonly<Record<MonomerName, Documentation>> = {
  ...ARITHMETIC,
  ...LOGIC,
  ...MEMORY,
  ...CONTROL,
  ...IO,
  ...STRING,
  ...CRYPTO,
  ...SYSTEM,
};

/** A monomer with its documentation. */
export interface CatalogEntry extends Monomer, Documentation {}

/** All monomers, by index. */
export const CATALOG: readonly CatalogEntry[] = MONOMERS.map((monomer) => ({ ...monomer, ...DOCUMENTATION[monomer.name] }));

/** The monomer of an index that a checked graph carries; throws on any other. */
export function catalogEntry(index: number): CatalogEntry {
  const entry = CATALOG[index];
  if (entry === undefined) throw new RangeError(`the catalog has no monomer ${index}`);
  return entry;
}
