import { type Family, MONOMERS, type Monomer } from '@kirchhoff/coherence';
import { searchMonomers } from './search.js';

/** The monomers of a family, or all, that a search finds, or all. */
export function listMonomers(family: Family | undefined, search: string | undefined): readonly Monomer[] {
  const ofFamily = family === undefined ? MONOMERS : MONOMERS.filter((monomer) => monomer.family === family);
  return search === undefined ? ofFamily : searchMonomers(ofFamily, search);
}
