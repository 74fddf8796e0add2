import { type AbstractText, type Characters, meetCharacters, onlyValue, uniteCharacters } from '../abstract/abstract.js';
import { without } from '../abstract/ranges.js';
import { MAX_CHARACTER_RANGES } from '../types/text-forms.js';
import { codePointLength } from '../values/text.js';
import { hasOnly } from '../values/text-forms.js';

/** Transfer functions of sets of characters: what can stand in a text that an operation gives. */

/** Those of either text. */
export function ofBoth(a: AbstractText, b: AbstractText): Characters {
  return uniteCharacters(a.characters, b.characters);
}

/**
 * Returns the possible remaining characters of a text after each occurrence of a part is removed: removing a one-character part
 * leaves no other occurrence of that character.
 */
export function besides(text: AbstractText, part: AbstractText): Characters {
  const { characters } = text;
  const only = onlyValue(part);
  if (typeof only !== 'string' || codePointLength(only) !== 1) return characters;
  const codePoint = only.codePointAt(0) ?? 0;
  return without(characters, codePoint, codePoint, MAX_CHARACTER_RANGES);
}

/**
 * Returns true if no part in the set, each of which is not empty, can occur in a text: it has a character that the text lacks.
 */
export function cannotStandIn(part: AbstractText, text: AbstractText): boolean {
  const { characters } = text;
  if (part.values !== null) return part.values.every((value) => !hasOnly(value, characters));
  return part.lo > 0 && meetCharacters(part.characters, characters).length === 0;
}
