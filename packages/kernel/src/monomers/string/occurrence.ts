import { type AbstractText, type AbstractValue, EITHER, FALSE, integers, NEVER, option, TRUE, texts } from '../../abstract/abstract.js';
import { TEXT_LENGTH } from '../../limits.js';
import { BOOLEAN, INTEGER, TEXT } from '../../types/domain.js';
import { codePointLength } from '../../values/text.js';
import { NONE, OptionValue } from '../../values/value.js';
import { textAt } from '../arguments.js';
import { cannotStandIn } from '../characters.js';
import { monomer, type Semantics } from '../monomer.js';
import { optionOf, overload } from '../overloads.js';
import { lengthOf } from '../relation.js';
import { atMostFact, textViewAt } from '../views.js';
import { type MonomerWork, READS, SEARCHES } from '../work.js';
import { finderOf } from './search.js';

/** STARTS_WITH, ENDS_WITH, INCLUDES and INDEX_OF. */

/**
 * A part is no longer than the text and has only characters of the text. A part of the same length is the text itself. The empty
 * text is a part of every text.
 */
function isPartOf(name: string, isPart: (text: string, part: string) => boolean, work: MonomerWork): Semantics {
  return monomer({
    overloads: [overload({ text: TEXT, [name]: TEXT }, BOOLEAN)],
    reference: (args) => isPart(textAt(args, 0), textAt(args, 1)),
    work,
    precondition: null,
    few: 'run',
    transfer: (args) => {
      const [text, part] = [textViewAt(args, 0), textViewAt(args, 1)];
      if (part.hi === 0) return TRUE;
      return text.hi < part.lo || cannotStandIn(part, text) ? FALSE : EITHER;
    },
    related: null,
    refine: (result, args) => {
      if (result.kind !== 'boolean' || (result.canBeFalse && result.canBeTrue)) return args;
      return result.canBeTrue ? whole(textViewAt(args, 0), textViewAt(args, 1)) : NO_PART;
    },
    facts: (_, result) => (result === TRUE ? [atMostFact(lengthOf(1), lengthOf(0))] : []),
    linear: null,
    smt: null,
  });
}

export const startsWith = isPartOf('prefix', (text, part) => text.startsWith(part), READS);
export const endsWith = isPartOf('suffix', (text, part) => text.endsWith(part), READS);
export const includes = isPartOf('part', (text, part) => finderOf(part)(text, 0) >= 0, SEARCHES);

/** The part ends within the text. The empty part occurs at 0 in every text. */
export const indexOf = monomer({
  overloads: [overload({ text: TEXT, part: TEXT }, optionOf(INTEGER))],
  reference: (args) => {
    const text = textAt(args, 0);
    const offset = finderOf(textAt(args, 1))(text, 0);
    return offset < 0 ? NONE : new OptionValue(codePointLength(text.slice(0, offset)));
  },
  work: SEARCHES,
  precondition: null,
  few: 'run',
  transfer: (args) => {
    const [text, part] = [textViewAt(args, 0), textViewAt(args, 1)];
    if (part.hi === 0) return option(false, integers(0, 0));
    return option(true, cannotStandIn(part, text) ? NEVER : integers(0, text.hi - part.lo));
  },
  related: null,
  refine: (result, args) => {
    if (result.kind !== 'option') return args;
    if (result.some.kind === 'never') return NO_PART;
    return result.none ? args : whole(textViewAt(args, 0), textViewAt(args, 1));
  },
  // A found part lies within the text as a whole.
  facts: { ofContent: (args) => [atMostFact('result', lengthOf(0), textViewAt(args, 1).lo)] },
  linear: null,
  smt: null,
});

/** Narrows text and part, given that the part occurs in the text. */
function whole(text: AbstractText, part: AbstractText): readonly AbstractValue[] {
  if (text.hi === part.lo) return [part, text];
  return [texts(part.lo, TEXT_LENGTH), texts(0, text.hi, text.characters)];
}

/** A text that does not occur in some text is not empty. */
const NO_PART: readonly AbstractValue[] = [texts(0, TEXT_LENGTH), texts(1, TEXT_LENGTH)];
