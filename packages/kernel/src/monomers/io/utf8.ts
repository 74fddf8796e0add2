import {
  type AbstractSequence,
  type AbstractText,
  type AbstractValue,
  type Characters,
  meetCharacters,
  ofRanges,
  option,
  texts,
  uniteCharacters,
} from '../../abstract/abstract.js';
import { pairsOf } from '../../abstract/arithmetic.js';
import { highest, intersect, type Pair, uniteAll } from '../../abstract/ranges.js';
import { BYTES_LENGTH } from '../../limits.js';
import { BYTES, TEXT } from '../../types/domain.js';
import { decodeUtf8, encodeUtf8, utf8Length } from '../../values/utf8.js';
import { NONE, OptionValue } from '../../values/value.js';
import { bytesOf, bytesViewAt } from '../abstract-bytes.js';
import { bytesAt, textAt } from '../arguments.js';
import { monomer } from '../monomer.js';
import { optionOf, overload } from '../overloads.js';
import { needs } from '../precondition.js';
import { lengthOf } from '../relation.js';
import { differenceWithin, rangesAt, textViewAt, whereSome } from '../views.js';
import { READS } from '../work.js';

/** UTF8_ENCODE and UTF8_DECODE. */

/** Maximal number of bytes of a code point. */
const MAX_SIZE = 4;

const ASCII: Pair = [0, 0x7f];
const BEYOND_ASCII: Pair = [0x80, 0x10ffff];
const CONTINUATION: Pair = [0x80, 0xbf];

/** The code points by their number of bytes, and the range of the lead byte of each (The Unicode Standard, table 3-7). */
const LONGER: readonly { readonly bytes: number; readonly codePoints: Pair; readonly first: Pair }[] = [
  { bytes: 2, codePoints: [0x80, 0x7ff], first: [0xc2, 0xdf] },
  { bytes: 3, codePoints: [0x800, 0xffff], first: [0xe0, 0xef] },
  { bytes: MAX_SIZE, codePoints: [0x1_0000, 0x10ffff], first: [0xf0, 0xf4] },
];

/** Returns the possible lengths and bytes of the UTF-8 forms of a set of texts. A byte of ASCII is its own code point. */
function bytesOfText(text: AbstractText): { readonly lo: number; readonly hi: number; readonly bytes: AbstractValue } {
  const characters = text.characters;
  const ascii = meetCharacters(characters, ASCII);
  const longer = LONGER.filter(({ codePoints }) => meetCharacters(characters, codePoints).length > 0);
  const sizes = [...(ascii.length > 0 ? [1] : []), ...longer.map(({ bytes }) => bytes)];
  const bytes = uniteAll([...pairsOf(ascii), ...longer.flatMap(({ first }) => [CONTINUATION, first])]);
  return { lo: text.lo * (sizes[0] ?? 1), hi: text.hi * (sizes.at(-1) ?? 1), bytes: ofRanges(bytes) };
}

/** Returns the code points of texts whose UTF-8 bytes lie in a set. */
function charactersOfBytes({ hi, element }: AbstractSequence): Characters {
  if (hi === 0) return [];
  const bytes = rangesAt([element], 0);
  const ascii = intersect(bytes, ASCII);
  return highest(bytes) < CONTINUATION[0] ? ascii : uniteCharacters(ascii, BEYOND_ASCII);
}

export const utf8Encode = monomer({
  overloads: [overload({ text: TEXT }, BYTES)],
  reference: (args) => {
    const text = textAt(args, 0);
    return utf8Length(text) <= BYTES_LENGTH ? encodeUtf8(text) : undefined;
  },
  work: READS,
  // The bound multiplies the code points of the text by the bytes of the longest one.
  precondition: [needs.tested((args) => bytesOfText(textViewAt(args, 0)).hi <= BYTES_LENGTH)],
  few: 'run',
  transfer: (args) => {
    const { lo, hi, bytes } = bytesOfText(textViewAt(args, 0));
    return bytesOf(lo, hi, bytes);
  },
  related: null,
  refine: (result) => {
    const bytes = bytesViewAt([result], 0);
    return [texts(Math.ceil(bytes.lo / MAX_SIZE), bytes.hi, charactersOfBytes(bytes))];
  },
  facts: (args) => {
    const text = textViewAt(args, 0);
    const { lo, hi } = bytesOfText(text);
    return differenceWithin('length of result', lengthOf(0), { lo: lo - text.lo, hi: hi - text.hi });
  },
  linear: null,
  smt: null,
});

export const utf8Decode = monomer({
  overloads: [overload({ octets: BYTES }, optionOf(TEXT))],
  reference: (args) => {
    const text = decodeUtf8(bytesAt(args, 0));
    return text === undefined ? NONE : new OptionValue(text);
  },
  work: READS,
  precondition: null,
  few: 'run',
  transfer: (args) => {
    const bytes = bytesViewAt(args, 0);
    const size = longestCodePoint(bytes);
    return option(size > 1, texts(Math.ceil(bytes.lo / size), bytes.hi, charactersOfBytes(bytes)));
  },
  related: null,
  refine: (result) =>
    whereSome(result, (some) => {
      const { lo, hi, bytes } = bytesOfText(textViewAt([some], 0));
      return [bytesOf(lo, hi, bytes)];
    }),
  facts: null,
  linear: null,
  smt: null,
});

/**
 * Returns the bytes of the longest code point that the greatest byte can begin; 1 if all bytes are ASCII, which is certain to
 * decode.
 */
function longestCodePoint({ hi, element }: AbstractSequence): number {
  const greatest = hi === 0 ? 0 : highest(rangesAt([element], 0));
  if (greatest < 0x80) return 1;
  if (greatest < 0xe0) return 2;
  return greatest < 0xf0 ? 3 : MAX_SIZE;
}
