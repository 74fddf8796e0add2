import { uniteAll } from '@kirchhoff/kernel/abstract/ranges';
import { ALL_CHARACTERS, type Characters, MAX_CHARACTER_RANGES } from '@kirchhoff/kernel/types/text-forms';

/** A parsed set of characters, or the fault of its notation. */
export type CharactersRead = { readonly ok: true; readonly characters: Characters } | { readonly ok: false; readonly message: string };

/**
 * Returns the set that a text such as `a-z0-9.-` names: single characters, and ranges with a hyphen between their ends. A hyphen
 * stands for itself at the beginning and at the end.
 */
export function readCharacters(written: string): CharactersRead {
  const characters = Array.from(written);
  const pairs: (readonly [number, number])[] = [];
  let isAfterRange = false;
  for (let i = 0; i < characters.length; i += 1) {
    const [first = '', hyphen, last] = characters.slice(i, i + 3);
    if (first === '-' && isAfterRange && i < characters.length - 1) {
      return { ok: false, message: 'a hyphen behind a range says nothing: one that stands for itself stands at the end' };
    }
    isAfterRange = hyphen === '-' && last !== undefined;
    const [lo, hi] = [codePointOf(first), isAfterRange ? codePointOf(last ?? first) : codePointOf(first)];
    if (lo > hi) return { ok: false, message: `the range ${first}-${last} holds no character: its first has to stand before its last` };
    pairs.push([lo, hi]);
    if (isAfterRange) i += 2;
  }
  if (pairs.length === 0) return { ok: false, message: 'at least one character has to be named' };
  return limited(canonical(pairs));
}

/** Twice the limit, since ranges that touch, and those on both sides of the surrogates, become one. */
function canonical(pairs: readonly (readonly [number, number])[]): Characters {
  const bridged = [...pairs, ...(hasBoth(pairs, 0xd7ff, 0xe000) ? [[0xd7ff, 0xe000] as const] : [])];
  return uniteAll(bridged, Number.POSITIVE_INFINITY);
}

function hasBoth(pairs: readonly (readonly [number, number])[], ...codePoints: readonly number[]): boolean {
  return codePoints.every((codePoint) => pairs.some(([lo, hi]) => lo <= codePoint && codePoint <= hi));
}

function limited(characters: Characters): CharactersRead {
  if (characters.length > 2 * MAX_CHARACTER_RANGES) {
    return { ok: false, message: `these are ${characters.length / 2} ranges of characters, and the limit is ${MAX_CHARACTER_RANGES}` };
  }
  const isAll = characters.length === 2 && characters[0] === ALL_CHARACTERS[0] && characters[1] === ALL_CHARACTERS[1];
  return { ok: true, characters: isAll ? ALL_CHARACTERS : characters };
}

function codePointOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
