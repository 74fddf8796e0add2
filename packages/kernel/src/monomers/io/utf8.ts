import {
  type Abstract,
  type AbstractSequence,
  type AbstractText,
  type Characters,
  meetCharacters,
  ofRanges,
  option,
  texts,
  uniteCharacters,
} from '../../abstract/abstract.js';
import { type Pair, pairsOf } from '../../abstract/arithmetic.js';
import { highest, intersect, uniteAll } from '../../abstract/ranges.js';
import { BYTES_LENGTH } from '../../limits.js';
import { BYTES, TEXT } from '../../types/domain.js';
import { decodeUtf8, encodeUtf8, utf8Length } from '../../values/utf8.js';
import { NONE, OptionValue } from '../../values/value.js';
import { bytesAt, textAt } from '../arguments.js';
import { monomer } from '../monomer.js';
import { bytesOf, bytesViewAt } from '../octets.js';
import { optionOf, overload } from '../overloads.js';
import { needs } from '../precondition.js';
import { lengthOf } from '../relation.js';
import { differenceWithin, rangesAt, textViewAt, whereSome } from '../views.js';
import { READS } from '../work.js';

/** UTF8_ENCODE and UTF8_DECODE. */

/** Maximal number of octets of a code point. */
const MOST = 4;

const ASCII: Pair = [0, 0x7f];
const BEYOND_ASCII: Pair = [0x80, 0x10ffff];
const CONTINUATION: Pair = [0x80, 0xbf];

/** The code points by their number of octets, and the range of the lead octet of each (The Unicode Standard, table 3-7). */
const LONGER: readonly { readonly octets: number; readonly codePoints: Pair; readonly first: Pair }[] = [
  { octets: 2, codePoints: [0x80, 0x7ff], first: [0xc2, 0xdf] },
  { octets: 3, codePoints: [0x800, 0xffff], first: [0xe0, 0xef] },
  { octets: MOST, codePoints: [0x1_0000, 0x10ffff], first: [0xf0, 0xf4] },
];

/** Returns the possible lengths and octets of the UTF-8 forms of a set of texts. An octet of ASCII is its own code point. */
function octetsOfText(text: AbstractText): { readonly lo: number; readonly hi: number; readonly octets: Abstract } {
  const characters = text.characters;
  const ascii = meetCharacters(characters, ASCII);
  const longer = LONGER.filter(({ codePoints }) => meetCharacters(characters, codePoints).length > 0);
  const sizes = [...(ascii.length > 0 ? [1] : []), ...longer.map(({ octets }) => octets)];
  const octets = uniteAll([...pairsOf(ascii), ...longer.flatMap(({ first }) => [CONTINUATION, first])]);
  return { lo: text.lo * (sizes[0] ?? 1), hi: text.hi * (sizes.at(-1) ?? 1), octets: ofRanges(octets) };
}

/** Returns the code points of texts whose UTF-8 octets lie in a set. */
function charactersOfOctets({ hi, element }: AbstractSequence): Characters {
  if (hi === 0) return [];
  const octets = rangesAt([element], 0);
  const ascii = intersect(octets, ASCII);
  return highest(octets) < CONTINUATION[0] ? ascii : uniteCharacters(ascii, BEYOND_ASCII);
}

export const utf8Encode = monomer({
  overloads: [overload({ text: TEXT }, BYTES)],
  reference: (args) => {
    const text = textAt(args, 0);
    return utf8Length(text) <= BYTES_LENGTH ? encodeUtf8(text) : undefined;
  },
  work: READS,
  // The bound multiplies the code points of the text by the octets of the longest one.
  precondition: [needs.tested((args) => octetsOfText(textViewAt(args, 0)).hi <= BYTES_LENGTH)],
  few: 'run',
  transfer: (args) => {
    const { lo, hi, octets } = octetsOfText(textViewAt(args, 0));
    return bytesOf(lo, hi, octets);
  },
  related: null,
  refine: (result) => {
    const octets = bytesViewAt([result], 0);
    return [texts(Math.ceil(octets.lo / MOST), octets.hi, charactersOfOctets(octets))];
  },
  facts: (args) => {
    const text = textViewAt(args, 0);
    const { lo, hi } = octetsOfText(text);
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
    const octets = bytesViewAt(args, 0);
    const size = longestCodePoint(octets);
    return option(size > 1, texts(Math.ceil(octets.lo / size), octets.hi, charactersOfOctets(octets)));
  },
  related: null,
  refine: (result) =>
    whereSome(result, (some) => {
      const { lo, hi, octets } = octetsOfText(textViewAt([some], 0));
      return [bytesOf(lo, hi, octets)];
    }),
  facts: null,
  linear: null,
  smt: null,
});

/**
 * Returns the octets of the longest code point that the greatest octet can begin; 1 if all octets are ASCII, which is certain to
 * decode.
 */
function longestCodePoint({ hi, element }: AbstractSequence): number {
  const greatest = hi === 0 ? 0 : highest(rangesAt([element], 0));
  if (greatest < 0x80) return 1;
  if (greatest < 0xe0) return 2;
  return greatest < 0xf0 ? 3 : MOST;
}
