import { type AbstractValue, type Characters, meetCharacters, texts, uniteCharacters } from '../../abstract/abstract.js';
import { without } from '../../abstract/ranges.js';
import { TEXT_LENGTH } from '../../limits.js';
import { TEXT } from '../../types/domain.js';
import { add } from '../../types/integer.js';
import { MAX_CHARACTER_RANGES } from '../../types/text-forms.js';
import { textAt } from '../arguments.js';
import { sameLengthFacts } from '../measures.js';
import { monomer, type Semantics } from '../monomer.js';
import { overload } from '../overloads.js';
import { lengthOf } from '../relation.js';
import { atMostFact, textViewAt } from '../views.js';
import { READS } from '../work.js';

/** UPPER, LOWER and TRIM. */

/** Maps each code point to one code point. */
function recased(of: (text: string) => string, from: Case, to: Case): Semantics {
  return monomer({
    overloads: [overload({ text: TEXT }, TEXT)],
    reference: (args) => of(textAt(args, 0)),
    work: READS,
    precondition: null,
    few: 'run',
    transfer: (args) =>
      ofCharacters(args, (characters) => uniteCharacters(without(characters, ...from, MAX_CHARACTER_RANGES), moved(characters, from, to))),
    related: null,
    // A letter of `to` in the result was the same letter or its counterpart.
    refine: (result) => [
      ofCharacters([result], (characters) =>
        uniteCharacters(without(characters, ...from, MAX_CHARACTER_RANGES), moved(characters, to, from)),
      ),
    ],
    facts: sameLengthFacts,
    linear: null,
    smt: null,
  });
}

/** The first and the last ASCII letter of one case. */
type Case = readonly [first: number, last: number];

const SMALL: Case = [0x61, 0x7a];
const CAPITAL: Case = [0x41, 0x5a];

function ofCharacters(views: readonly AbstractValue[], of: (characters: Characters) => Characters): AbstractValue {
  const text = textViewAt(views, 0);
  return texts(text.lo, text.hi, of(text.characters));
}

/** Returns the letters of one case among the characters, converted to the other case. */
function moved(characters: Characters, from: Case, to: Case): Characters {
  return meetCharacters(characters, from).map((letter) => add(letter, to[0] - from[0]));
}

export const upper = recased((text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()), SMALL, CAPITAL);
export const lower = recased((text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()), CAPITAL, SMALL);

/** TRIM may remove every character of a text. */
export const trim = monomer({
  overloads: [overload({ text: TEXT }, TEXT)],
  reference: (args) => {
    const text = textAt(args, 0);
    let start = 0;
    let end = text.length;
    while (start < end && isSpace(text.charCodeAt(start))) start += 1;
    while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
    return text.slice(start, end);
  },
  work: READS,
  precondition: null,
  few: 'run',
  transfer: (args) => {
    const text = textViewAt(args, 0);
    return texts(0, text.hi, text.characters);
  },
  related: null,
  refine: (result) => {
    const text = textViewAt([result], 0);
    return [texts(text.lo, TEXT_LENGTH, uniteCharacters(text.characters, SPACES))];
  },
  facts: () => [atMostFact('length of result', lengthOf(0))],
  linear: null,
  smt: null,
});

/** Tab, line feed, vertical tab, form feed, carriage return, and space. */
const SPACES: Characters = [0x09, 0x0d, 0x20, 0x20];

function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}
