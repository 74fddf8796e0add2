import { type Family, MONOMERS, type Monomer, mcCode } from '@kirchhoff/coherence';
import { type Answer, constantJson } from '@kirchhoff/platform';
import { LRUCache } from 'lru-cache';
import { searchMonomers } from './search.js';

/** Returns a monomer as the API shows it: all its properties but the code. */
export function monomerView(monomer: Monomer) {
  const { index, name, family, signature, description, needs, effect, range, examples, operator, form } = monomer;
  return {
    mc_code: mcCode(index),
    name,
    family,
    signature,
    description,
    needs,
    effect,
    range,
    examples,
    ...(operator === null ? {} : { operator }),
    ...(form === null ? {} : { form }),
  };
}

/** Lists kept in memory; the catalog does not change while the process runs. */
const MAX_KEPT = 256;
const lists = new LRUCache<string, Answer>({ max: MAX_KEPT });
const monomers = new Map(MONOMERS.map((monomer) => [mcCode(monomer.index), constantJson(monomerView(monomer))]));

/** Returns the list of monomers, restricted to a family and to a search if they are given. */
export function listAnswer(family: Family | undefined, search: string | undefined): Answer {
  const key = JSON.stringify([family, search]);
  const kept = lists.get(key);
  if (kept !== undefined) return kept;
  const found = listMonomers(family, search).map(monomerView);
  const made = constantJson({ monomers: found, total: found.length });
  lists.set(key, made);
  return made;
}

/** Returns the monomer of a code from `MC_00` to `MC_127`; `undefined` for another code. */
export function monomerAnswer(code: string): Answer | undefined {
  return monomers.get(code);
}

/** Returns the monomers, restricted to a family and to a search if they are given. */
export function listMonomers(family: Family | undefined, search: string | undefined): readonly Monomer[] {
  const ofFamily = family === undefined ? MONOMERS : MONOMERS.filter((monomer) => monomer.family === family);
  return search === undefined ? ofFamily : searchMonomers(ofFamily, search);
}
