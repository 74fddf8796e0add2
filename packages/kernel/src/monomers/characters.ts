import {
  type AbstractText,
  type Characters,
  charactersIn,
  charactersOf,
  meetCharacters,
  onlyValue,
  uniteCharacters,
} from '../abstract/abstract.js';
import { without } from '../abstract/ranges.js';
import { MAX_CHARACTER_RANGES } from '../types/text-forms.js';
import { codePointLength } from '../values/text.js';

/** Transfer functions of sets of characters: what can stand in a text that an operation gives. */

/** Those of either text. */
export function ofBoth(a: AbstractText, b: AbstractText): Characters {
  return uniteCharacters(charactersOf(a), charactersOf(b));
}

/** What is left of a text where each occurrence of a part is cut out: of one character it leaves no other. */
export function besides(text: AbstractText, part: AbstractText): Characters {
  const characters = charactersOf(text);
  const only = onlyValue(part);
  if (typeof only !== 'string' || codePointLength(only) !== 1) return characters;
  const codePoint = only.codePointAt(0) ?? 0;
  return without(characters, codePoint, codePoint, MAX_CHARACTER_RANGES);
}

/** True where no part of the set, each of which is not empty, can stand in a text: it has a character that the text has not. */
export function cannotStandIn(part: AbstractText, text: AbstractText): boolean {
  const characters = charactersOf(text);
  const isForeign = (own: Characters): boolean => meetCharacters(own, characters).length === 0;
  if (part.values === null) return part.lo > 0 && isForeign(part.characters);
  return part.values.every((value) => Array.from(value).some((character) => isForeign(charactersIn([character]))));
}
