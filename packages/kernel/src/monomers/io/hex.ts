import { type AbstractValue, type Characters, option, texts } from '../../abstract/abstract.js';
import { isSubset } from '../../abstract/ranges.js';
import { TEXT_LENGTH } from '../../limits.js';
import { BYTES, TEXT } from '../../types/domain.js';
import { NONE, OptionValue } from '../../values/value.js';
import { bytesOf, bytesViewAt } from '../abstract-bytes.js';
import { bytesAt, textAt } from '../arguments.js';
import { monomer } from '../monomer.js';
import { optionOf, overload } from '../overloads.js';
import { needs } from '../precondition.js';
import { lengthOf } from '../relation.js';
import { differenceWithin, textViewAt, whereSome } from '../views.js';
import { READS } from '../work.js';

/** PARSE_HEX and FORMAT_HEX: two digits for each byte. */

const SMALL_DIGITS: Characters = [0x30, 0x39, 0x61, 0x66];
const DIGITS: Characters = [0x30, 0x39, 0x41, 0x46, 0x61, 0x66];

/** Only the empty text, and an even number of digits, are certain to parse. */
export const parseHex = monomer({
  overloads: [overload({ text: TEXT }, optionOf(BYTES))],
  reference: (args) => {
    const bytes = decodeHex(textAt(args, 0));
    return bytes === undefined ? NONE : new OptionValue(bytes);
  },
  work: READS,
  precondition: null,
  few: 'run',
  transfer: (args) => {
    const text = textViewAt(args, 0);
    const { lo, hi } = text;
    const areDigits = lo === hi && hi % 2 === 0 && isSubset(text.characters, DIGITS);
    return option(!areDigits, bytesOfDigits(lo, hi));
  },
  related: null,
  refine: (result) =>
    whereSome(result, (some) => {
      const { lo, hi } = bytesViewAt([some], 0);
      return [texts(2 * lo, 2 * hi, DIGITS)];
    }),
  facts: null,
  linear: null,
  smt: null,
});

/** The greatest number of bytes whose digits fit a text. */
const MAX_BYTES = TEXT_LENGTH / 2;

export const formatHex = monomer({
  overloads: [overload({ octets: BYTES }, TEXT)],
  reference: (args) => {
    const bytes = bytesAt(args, 0);
    return bytes.length <= MAX_BYTES ? encodeHex(bytes) : undefined;
  },
  work: READS,
  precondition: [needs.within(lengthOf(0), 0, MAX_BYTES)],
  few: 'run',
  transfer: (args) => {
    const { lo, hi } = bytesViewAt(args, 0);
    return texts(2 * lo, Math.min(2 * hi, TEXT_LENGTH), SMALL_DIGITS);
  },
  related: null,
  refine: (result) => {
    const { lo, hi } = textViewAt([result], 0);
    return [bytesOfDigits(lo, hi)];
  },
  // 2n - n = n
  facts: (args) => differenceWithin('length of result', lengthOf(0), bytesViewAt(args, 0)),
  linear: null,
  smt: null,
});

/** Returns the bytes that lo..hi hexadecimal digits can encode. */
function bytesOfDigits(lo: number, hi: number): AbstractValue {
  return bytesOf(Math.ceil(lo / 2), Math.floor(hi / 2));
}

/** RFC 4648 section 8, lower case. */
export function encodeHex(bytes: Uint8Array): string {
  const pairs: string[] = [];
  for (const byte of bytes) pairs.push((byte < 16 ? '0' : '') + byte.toString(16));
  return pairs.join('');
}

/** Returns the bytes of an even number of hexadecimal digits of either case; `undefined` for any other text. */
export function decodeHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i += 1) {
    const high = digitOf(text.charCodeAt(2 * i));
    const low = digitOf(text.charCodeAt(2 * i + 1));
    if (high === undefined || low === undefined) return undefined;
    bytes[i] = high * 16 + low;
  }
  return bytes;
}

function digitOf(unit: number): number | undefined {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : undefined;
}
