import { type Abstract, texts } from '../../abstract/abstract.js';
import { TEXT_LENGTH } from '../../limits.js';
import { TEXT } from '../../types/domain.js';
import { textAt } from '../arguments.js';
import { sameLengthFacts } from '../measures.js';
import { monomer, type Semantics } from '../monomer.js';
import { overload } from '../overloads.js';
import { lengthOf } from '../relation.js';
import { atMostFact, textViewAt } from '../views.js';
import { READS } from '../work.js';

/** UPPER, LOWER and TRIM. */

/** Takes each code point to one. */
function recased(of: (text: string) => string): Semantics {
  return monomer({
    overloads: [overload({ text: TEXT }, TEXT)],
    reference: (args) => of(textAt(args, 0)),
    work: READS,
    precondition: null,
    few: 'run',
    transfer: (args) => ofLengths(args),
    related: null,
    refine: (result) => [ofLengths([result])],
    facts: sameLengthFacts,
    linear: null,
    smt: null,
  });
}

function ofLengths(views: readonly Abstract[]): Abstract {
  const { lo, hi } = textViewAt(views, 0);
  return texts(lo, hi);
}

export const upper = recased((text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()));
export const lower = recased((text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()));

/** Any text may lose everything. */
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
  transfer: (args) => texts(0, textViewAt(args, 0).hi),
  related: null,
  refine: (result) => [texts(textViewAt([result], 0).lo, TEXT_LENGTH)],
  facts: () => [atMostFact('length of result', lengthOf(0))],
  linear: null,
  smt: null,
});

function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}
