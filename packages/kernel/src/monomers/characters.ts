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

/** What is left of a text where each occurrence of a part is cut out: of one character it leaves no other. */
export function besides(text: AbstractText, part: AbstractText): Characters {
  const { characters } = text;
  const only = onlyValue(part);
  if (typeof only !== 'string' || codePointLength(only) !== 1) return characters;
  const codePoint = only.codePointAt(0) ?? 0;
  return without(characters, codePoint, codePoint, MAX_CHARACTER_RANGES);
}

/** True where no part of the set, each of which is not empty, can stand in a text: it has a character that the text has not. */
export function cannotStandIn(part: AbstractText, text: AbstractText): boolean {
  const { characters } = text;
  if (part.values !== null) return part.values.every((value) => !hasOnly(value, characters));
  return part.lo > 0 && meetCharacters(part.characters, characters).length === 0;
}
