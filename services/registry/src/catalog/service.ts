import { type Family, MONOMERS, type Monomer, monomerNamed } from '@kirchhoff/coherence';
import { searchMonomers } from './search.js';

/** The code of a monomer and nothing else by which the engine would know it too. */
const CODE = /^MC_\d{2,3}$/;

/** The monomers of a family, or all, that a search finds, or all. */
export function listMonomers(family: Family | undefined, search: string | undefined): readonly Monomer[] {
  const ofFamily = family === undefined ? MONOMERS : MONOMERS.filter((monomer) => monomer.family === family);
  return search === undefined ? ofFamily : searchMonomers(ofFamily, search);
}

/** The monomer of a code from `MC_00` to `MC_127`. */
export function findMonomer(code: string): Monomer | undefined {
  return CODE.test(code) ? monomerNamed(code) : undefined;
}
