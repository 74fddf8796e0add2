import { type AbstractValue, type Characters, option, texts } from '../../abstract/abstract.js';
import { TEXT_LENGTH } from '../../limits.js';
import { BYTES, TEXT } from '../../types/domain.js';
import { decodeBase64, encodeBase64 } from '../../values/base64.js';
import { NONE, OptionValue } from '../../values/value.js';
import { bytesOf, bytesViewAt } from '../abstract-bytes.js';
import { bytesAt, textAt } from '../arguments.js';
import { monomer } from '../monomer.js';
import { optionOf, overload } from '../overloads.js';
import { needs } from '../precondition.js';
import { lengthOf } from '../relation.js';
import { differenceWithin, textViewAt, whereSome } from '../views.js';
import { READS } from '../work.js';

/** PARSE_BASE64 and FORMAT_BASE64: four characters for each group of up to three bytes. */

/** Only the empty text is certain to parse. */
export const parseBase64 = monomer({
  overloads: [overload({ text: TEXT }, optionOf(BYTES))],
  reference: (args) => {
    const bytes = decodeBase64(textAt(args, 0));
    return bytes === undefined ? NONE : new OptionValue(bytes);
  },
  work: READS,
  precondition: null,
  few: 'run',
  transfer: (args) => {
    const { lo, hi } = textViewAt(args, 0);
    return option(hi > 0, bytesOfCharacters(lo, hi));
  },
  related: null,
  refine: (result) => whereSome(result, (some) => [charactersOfBytes([some])]),
  facts: null,
  linear: null,
  smt: null,
});

/** The greatest number of bytes whose characters fit a text. */
const MAX_BYTES = (TEXT_LENGTH / 4) * 3;

export const formatBase64 = monomer({
  overloads: [overload({ octets: BYTES }, TEXT)],
  reference: (args) => {
    const bytes = bytesAt(args, 0);
    return bytes.length <= MAX_BYTES ? encodeBase64(bytes) : undefined;
  },
  work: READS,
  precondition: [needs.within(lengthOf(0), 0, MAX_BYTES)],
  few: 'run',
  transfer: charactersOfBytes,
  related: null,
  refine: (result) => {
    const { lo, hi } = textViewAt([result], 0);
    return [bytesOfCharacters(lo, hi)];
  },
  // There is one character more than bytes for each group, and up to two more for the padding of the last group.
  facts: (args) => {
    const { lo, hi } = bytesViewAt(args, 0);
    return differenceWithin('length of result', lengthOf(0), { lo: groupsOf(lo), hi: groupsOf(hi) + 2 });
  },
  linear: null,
  smt: null,
});

function groupsOf(bytes: number): number {
  return Math.ceil(bytes / 3);
}

/** RFC 4648, section 4: `+`, `/` and digits, `=`, letters. */
const ALPHABET: Characters = [0x2b, 0x2b, 0x2f, 0x39, 0x3d, 0x3d, 0x41, 0x5a, 0x61, 0x7a];

/** Returns the texts that encode bytes of such a length, up to the maximal length of a text. */
function charactersOfBytes(args: readonly AbstractValue[]): AbstractValue {
  const { lo, hi } = bytesViewAt(args, 0);
  return texts(4 * groupsOf(lo), Math.min(4 * groupsOf(hi), TEXT_LENGTH), ALPHABET);
}

/** Returns the bytes that lo..hi characters can encode: whole groups of four, the last with up to two characters of padding. */
function bytesOfCharacters(lo: number, hi: number): AbstractValue {
  const least = Math.ceil(lo / 4);
  return bytesOf(Math.max(3 * least - 2, 0), 3 * Math.floor(hi / 4));
}
