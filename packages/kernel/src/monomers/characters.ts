import { type AbstractText, type Characters, meetCharacters, onlyValue, uniteCharacters } from '../abstract/abstract.js';
import { without } from '../abstract/ranges.js';
import { MAX_CHARACTER_RANGES } from '../types/text-forms.js';
import { codePointLength } from '../values/text.js';
import { hasOnly } from '../values/text-forms.js';

/** Transfer functions of sets of characters: the possible characters of a resulting text. */

/** Returns the characters of both texts together. */
export function ofBoth(a: AbstractText, b: AbstractText): Characters {
  return uniteCharacters(a.characters, b.characters);
}

/**
 * Returns the possible characters of a text after each occurrence of a part is removed. If the part is one character, no
 * occurrence of it remains.
 */
export function besides(text: AbstractText, part: AbstractText): Characters {
  const { characters } = text;
  const only = onlyValue(part);
  if (typeof only !== 'string' || codePointLength(only) !== 1) return characters;
  const codePoint = only.codePointAt(0) ?? 0;
  return without(characters, codePoint, codePoint, MAX_CHARACTER_RANGES);
}

/**
 * Returns true if no part in the set can occur in a text, since the part has a character that the text lacks. Parts are not
 * empty.
 */
export function cannotStandIn(part: AbstractText, text: AbstractText): boolean {
  const { characters } = text;
  if (part.values !== null) return part.values.every((value) => !hasOnly(value, characters));
  return part.lo > 0 && meetCharacters(part.characters, characters).length === 0;
}
