import { type Family, MONOMERS, type Monomer } from '@kirchhoff/coherence';
import { searchMonomers } from './search.js';

/** Returns the monomers, restricted to a family and to a search if they are given. */
export function listMonomers(family: Family | undefined, search: string | undefined): readonly Monomer[] {
  const ofFamily = family === undefined ? MONOMERS : MONOMERS.filter((monomer) => monomer.family === family);
  return search === undefined ? ofFamily : searchMonomers(ofFamily, search);
}
