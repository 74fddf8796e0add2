import type { Monomer } from '@kirchhoff/coherence';
import { USUAL_WORDS } from './usual-words.js';

/** The rank of a match, best first; a monomer without a rank is not found. */
const EXACT_NAME = 0;
const USUAL_WORD = 1;
const MAX_MONOMERS = 128;
const NAME_BEGINNING = 2;
const NAME_PART = 3;
const DESCRIPTION_WORD = 4;
const DESCRIPTION_PART = 5;

/**
 * Searches name and description, ignoring case. Every word must match; a name ranks before a description, a whole word before a
 * part. The usual names in other languages count as names. Equal ranks keep the order of the catalog.
 */
export function searchMonomers(monomers: readonly Monomer[], text: string): readonly Monomer[] {
  const words = text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  return monomers
    .flatMap((monomer) => {
      const ranks = words.map((word) => rank(monomer, word));
      return ranks.every((each) => each !== undefined) ? [{ monomer, total: ranks.reduce((sum, each) => sum + each, 0) }] : [];
    })
    .toSorted((a, b) => a.total - b.total)
    .map(({ monomer }) => monomer);
}

function rank(monomer: Monomer, word: string): number | undefined {
  const name = monomer.name.toLowerCase();
  if (name === word) return EXACT_NAME;
  const place = USUAL_WORDS.get(word)?.get(monomer.name);
  if (place !== undefined) return USUAL_WORD + place / MAX_MONOMERS;
  if (name.startsWith(word)) return NAME_BEGINNING;
  if (name.includes(word)) return NAME_PART;
  const description = monomer.description.toLowerCase();
  if (description.split(/[^\p{L}\p{N}_]+/u).includes(word)) return DESCRIPTION_WORD;
  return description.includes(word) ? DESCRIPTION_PART : undefined;
}
