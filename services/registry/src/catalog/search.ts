import type { Monomer } from '@kirchhoff/coherence';

/** How well a word fits, best first; what fits nowhere is not found. */
const EXACT_NAME = 0;
const NAME_BEGINNING = 1;
const NAME_PART = 2;
const DESCRIPTION_WORD = 3;
const DESCRIPTION_PART = 4;

/**
 * Full-text search on name and description, in any case: every word has to fit, a name before a description, a whole
 * before a part. Equals keep the order of the catalog.
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
  if (name.startsWith(word)) return NAME_BEGINNING;
  if (name.includes(word)) return NAME_PART;
  const description = monomer.description.toLowerCase();
  if (description.split(/[^\p{L}\p{N}_]+/u).includes(word)) return DESCRIPTION_WORD;
  return description.includes(word) ? DESCRIPTION_PART : undefined;
}
