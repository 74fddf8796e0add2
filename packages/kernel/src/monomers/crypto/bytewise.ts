import {
  type AbstractSequence,
  type AbstractValue,
  EITHER,
  FALSE,
  integers,
  isWithin,
  itemsOf,
  ofRanges,
  TRUE,
} from '../../abstract/abstract.js';
import { equalityForm } from '../../smt-lib/forms.js';
import { BOOLEAN, BYTES } from '../../types/domain.js';
import { byteAt, bytesOf, bytesViewAt } from '../abstract-bytes.js';
import { bytesAt } from '../arguments.js';
import { xorRanges } from '../logic/bits.js';
import { areEqual, refineEqual } from '../logic/equality.js';
import { monomer } from '../monomer.js';
import { overload } from '../overloads.js';
import { needs } from '../precondition.js';
import { lengthOf, type Relations } from '../relation.js';
import { differenceWithin, viewAt } from '../views.js';
import { READS } from '../work.js';

/** XOR_BYTES and EQUAL_CT. */

/** Byte by byte if the bytes of either argument are known by position. Both arguments and the result have one length. */
export const xorBytes = monomer({
  overloads: [overload({ a: BYTES, b: BYTES }, BYTES)],
  reference: (args) => {
    const [a, b] = [bytesAt(args, 0), bytesAt(args, 1)];
    return a.length === b.length ? a.map((byte, i) => byte ^ (b[i] ?? 0)) : undefined;
  },
  work: READS,
  precondition: [needs.equal(lengthOf(0), lengthOf(1))],
  few: 'bound',
  transfer: xor,
  // The exclusive or of a value with itself is zero in every bit.
  related: (args, relations) =>
    relations.same(0, 1) ? bytesOf(bytesViewAt(args, 0).lo, bytesViewAt(args, 0).hi, integers(0, 0)) : xor(args),
  // Exclusive or with the same bytes is its own inverse.
  refine: (result, args) => [xor([result, viewAt(args, 1)]), xor([result, viewAt(args, 0)])],
  facts: () => [
    ...differenceWithin('length of result', lengthOf(0), { lo: 0, hi: 0 }),
    ...differenceWithin('length of result', lengthOf(1), { lo: 0, hi: 0 }),
    ...differenceWithin(lengthOf(0), lengthOf(1), { lo: 0, hi: 0 }),
  ],
  linear: null,
  smt: null,
});

function xor(args: readonly AbstractValue[]): AbstractValue {
  const [a, b] = [bytesViewAt(args, 0), bytesViewAt(args, 1)];
  const [lo, hi] = [Math.max(a.lo, b.lo), Math.min(a.hi, b.hi)];
  if (lo > hi || hi === 0) return bytesOf(lo, hi);
  if (a.items === null && b.items === null) return bytesOf(lo, hi, xorAt(a, b, 0));
  return itemsOf(
    'bytes',
    Array.from({ length: hi }, (_, i) => xorAt(a, b, i)),
  );
}

function xorAt(a: AbstractSequence, b: AbstractSequence, index: number): AbstractValue {
  return ofRanges(xorRanges(byteAt(a, index), byteAt(b, index)));
}

/** Like EQ: equal values have equal lengths, and values of different lengths are not equal. */
export const equalCt = monomer({
  overloads: [overload({ a: BYTES, b: BYTES }, BOOLEAN)],
  reference: (args) => {
    const [a, b] = [bytesAt(args, 0), bytesAt(args, 1)];
    // Lengths are not secret. Every byte is compared, whatever the results of the earlier comparisons.
    let differing = a.length ^ b.length;
    for (const [i, byte] of a.entries()) differing |= byte ^ (b[i] ?? 0);
    return differing === 0;
  },
  work: READS,
  precondition: null,
  few: 'bound',
  transfer: (args) => areEqual(viewAt(args, 0), viewAt(args, 1)),
  related: (_, relations) => {
    if (areOfTwoLengths(relations)) return FALSE;
    return relations.same(0, 1) ? TRUE : EITHER;
  },
  refine: refineEqual,
  facts: (_, result) => (isWithin(result, TRUE) ? differenceWithin(lengthOf(0), lengthOf(1), { lo: 0, hi: 0 }) : []),
  linear: null,
  smt: equalityForm('other', false),
});

function areOfTwoLengths(relations: Relations): boolean {
  return [relations.difference(lengthOf(0), lengthOf(1)), relations.difference(lengthOf(1), lengthOf(0))].some(
    (bound) => bound !== undefined && bound < 0,
  );
}
