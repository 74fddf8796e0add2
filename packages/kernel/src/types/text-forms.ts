import type { Int } from './integer.js';

/** A set of code points as ranges `lo0, hi0, lo1, hi1, …`, ascending and disjoint. Surrogates in it have no effect. */
export type Characters = readonly Int[];

export const ALL_CHARACTERS: Characters = [0, 0x10ffff];

/** Maximum number of ranges in a set of code points. */
export const MAX_CHARACTER_RANGES = 16;

export const TEXT_FORMS = ['hostname', 'ipv4', 'ipv6', 'path'] as const;

/** A closed domain of texts that have one spelling (docs/language/texts.md, "Texts in one spelling"). */
export type TextForm = (typeof TEXT_FORMS)[number];

/** The lengths and the characters of the texts of a form. */
export interface FormBounds {
  readonly lo: number;
  readonly hi: number;
  readonly characters: Characters;
}

export const FORM_BOUNDS: Readonly<Record<TextForm, FormBounds>> = {
  // `-` and `.`, digits, small letters
  hostname: { lo: 1, hi: 253, characters: [0x2d, 0x2e, 0x30, 0x39, 0x61, 0x7a] },
  ipv4: { lo: 7, hi: 15, characters: [0x2e, 0x2e, 0x30, 0x39] },
  ipv6: { lo: 2, hi: 39, characters: [0x30, 0x3a, 0x61, 0x66] },
  // characters that stand for themselves in a path (RFC 3986, section 3.3) and have no meaning in a shell
  path: { lo: 1, hi: 4_095, characters: [0x2b, 0x3a, 0x3d, 0x3d, 0x40, 0x5a, 0x5f, 0x5f, 0x61, 0x7a, 0x7e, 0x7e] },
};

const HYPHEN = 0x2d;

/**
 * The characters as a source writes them after `of`, without quotes and escapes: ranges as `a-z`, a single hyphen last. A range
 * that begins with a hyphen comes first, since no range can end there.
 */
export function spellCharacters(characters: Characters): string {
  let [first, rest, last] = ['', '', ''];
  for (let i = 0; i < characters.length; i += 2) {
    const [lo, hi] = [Number(characters[i]), Number(characters[i + 1])];
    if (lo === HYPHEN && hi > HYPHEN + 1) first = spellRange(lo, hi);
    else if (hi > lo + 1) rest += spellRange(lo, hi);
    else
      for (const codePoint of new Set([lo, hi])) {
        if (codePoint === HYPHEN) last = '-';
        else rest += String.fromCodePoint(codePoint);
      }
  }
  return first + rest + last;
}

function spellRange(lo: number, hi: number): string {
  return `${String.fromCodePoint(lo)}-${String.fromCodePoint(hi)}`;
}
