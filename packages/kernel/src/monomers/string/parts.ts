import { integers, meetCharacters, NEVER, ofRanges, texts } from '../../abstract/abstract.js';
import { pairsOf } from '../../abstract/arithmetic.js';
import { minus } from '../../abstract/polynomial.js';
import { highest, lowest, type Ranges, uniteAll } from '../../abstract/ranges.js';
import { TEXT_LENGTH } from '../../limits.js';
import { SIZE_FORM } from '../../smt-lib/forms.js';
import { INTEGER, TEXT } from '../../types/domain.js';
import { maximum, minimum, subtract } from '../../types/integer.js';
import { codePointLength } from '../../values/text.js';
import { integerWithin, textAt } from '../arguments.js';
import { LENGTH_OF_FIRST, ofLength } from '../linear.js';
import { apartBy, IS_PART, isIndex, lengthFacts, partFacts } from '../measures.js';
import { monomer } from '../monomer.js';
import { overload } from '../overloads.js';
import { lengthOf } from '../relation.js';
import { atMostFact, boundsAt, rangesAt, textViewAt } from '../views.js';
import { READS } from '../work.js';
import { offsetOf } from './offsets.js';

/** TEXT_LENGTH, CODE_AT and SUBSTRING: positions are counted in code points. */

export const textLength = monomer({
  overloads: [overload({ text: TEXT }, INTEGER)],
  reference: (args) => codePointLength(textAt(args, 0)),
  work: READS,
  precondition: null,
  few: 'bound',
  transfer: (args) => {
    const { lo, hi, values } = textViewAt(args, 0);
    if (values === null) return integers(lo, hi);
    return ofRanges(uniteAll(values.map((text) => [codePointLength(text), codePointLength(text)])));
  },
  related: null,
  refine: (result, args) => {
    const lengths = rangesAt([result], 0);
    const { lo, hi } = textViewAt(args, 0);
    if (highest(lengths) < lo || lowest(lengths) > hi) return [NEVER];
    // Cut to the possible lengths of the text, both bounds are JavaScript numbers.
    return [texts(Math.max(lo, Number(lowest(lengths))), Math.min(hi, Number(highest(lengths))))];
  },
  facts: lengthFacts,
  linear: LENGTH_OF_FIRST,
  smt: SIZE_FORM,
});

/** A code point of a text is no surrogate. */
const CODE_POINTS: Ranges = [0, 0xd7ff, 0xe000, 0x10ffff];

export const codeAt = monomer({
  overloads: [overload({ text: TEXT, i: INTEGER }, INTEGER)],
  reference: (args) => {
    const text = textAt(args, 0);
    const i = integerWithin(args, 1, 0, TEXT_LENGTH);
    const offset = i === undefined ? undefined : offsetOf(text, i);
    return offset === undefined ? undefined : text.codePointAt(offset);
  },
  work: READS,
  precondition: isIndex(),
  few: 'run',
  transfer: (args) => ofRanges(uniteAll(pairsOf(meetCharacters(CODE_POINTS, textViewAt(args, 0).characters)))),
  related: null,
  refine: null,
  facts: () => [atMostFact(1, lengthOf(0), 1)],
  linear: null,
  smt: null,
});

/** The length of the result is the distance of the two positions, and at most that of the text. */
export const substring = monomer({
  overloads: [overload({ text: TEXT, i: INTEGER, j: INTEGER }, TEXT)],
  reference: (args) => {
    const text = textAt(args, 0);
    const i = integerWithin(args, 1, 0, TEXT_LENGTH);
    const j = integerWithin(args, 2, 0, TEXT_LENGTH);
    if (i === undefined || j === undefined || j < i) return undefined;
    const start = offsetOf(text, i);
    const end = start === undefined ? undefined : offsetOf(text, j - i, start);
    return end === undefined ? undefined : text.slice(start, end);
  },
  work: READS,
  precondition: IS_PART,
  few: 'run',
  transfer: (args) => {
    const text = textViewAt(args, 0);
    const [from, to] = [boundsAt(args, 1), boundsAt(args, 2)];
    const first = maximum(from.lo, 0);
    const last = minimum(to.hi, text.hi);
    if (first > last) return NEVER;
    const least = maximum(subtract(to.lo, minimum(from.hi, text.hi)), 0);
    return texts(Number(least), Number(subtract(last, first)), text.characters);
  },
  related: (args, relations) => {
    const { lo, hi } = apartBy(relations, textViewAt(args, 0).hi);
    return texts(lo, hi);
  },
  refine: (result, args) => {
    const text = textViewAt(args, 0);
    return [texts(Math.max(text.lo, textViewAt([result], 0).lo), text.hi)];
  },
  facts: partFacts,
  linear: ofLength((at) => minus(at.value(2), at.value(1))),
  smt: null,
});
