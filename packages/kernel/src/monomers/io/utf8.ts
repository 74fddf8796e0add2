import { type Abstract, type AbstractSequence, ofRanges, option, texts } from '../../abstract/abstract.js';
import { highest } from '../../abstract/ranges.js';
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

/** Octets of a code point, at most. */
const MOST = 4;

/** The octets that stand in well-formed UTF-8 (The Unicode Standard, table 3-7). */
const WELL_FORMED: Abstract = ofRanges([0, 0xbf, 0xc2, 0xf4]);

export const utf8Encode = monomer({
  overloads: [overload({ text: TEXT }, BYTES)],
  reference: (args) => {
    const text = textAt(args, 0);
    return utf8Length(text) <= BYTES_LENGTH ? encodeUtf8(text) : undefined;
  },
  work: READS,
  // The code points of a text are counted, not the octets of each.
  precondition: [needs.tested((args) => MOST * textViewAt(args, 0).hi <= BYTES_LENGTH)],
  few: 'run',
  transfer: (args) => {
    const { lo, hi } = textViewAt(args, 0);
    return bytesOf(lo, MOST * hi, WELL_FORMED);
  },
  related: null,
  refine: (result) => {
    const { lo, hi } = bytesViewAt([result], 0);
    return [texts(Math.ceil(lo / MOST), hi)];
  },
  facts: (args) => differenceWithin('length of result', lengthOf(0), { lo: 0, hi: (MOST - 1) * textViewAt(args, 0).hi }),
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
    return option(size > 1, texts(Math.ceil(octets.lo / size), octets.hi));
  },
  related: null,
  refine: (result) =>
    whereSome(result, (some) => {
      const { lo, hi } = textViewAt([some], 0);
      return [bytesOf(lo, MOST * hi, WELL_FORMED)];
    }),
  facts: null,
  linear: null,
  smt: null,
});

/** Octets of the longest code point that the greatest octet can lead; 1 where all are ASCII, which cannot fail. */
function longestCodePoint({ hi, element }: AbstractSequence): number {
  const greatest = hi === 0 ? 0 : highest(rangesAt([element], 0));
  if (greatest < 0x80) return 1;
  if (greatest < 0xe0) return 2;
  return greatest < 0xf0 ? 3 : MOST;
}
