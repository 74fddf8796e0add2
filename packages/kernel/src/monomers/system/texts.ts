import { type AbstractValue, type Characters, integers, NEVER, ofRanges, option, texts } from '../../abstract/abstract.js';
import { intersect, type Ranges, range, uniteAll } from '../../abstract/ranges.js';
import { INTEGER, TEXT } from '../../types/domain.js';
import { FORM_BOUNDS, type TextForm } from '../../types/text-forms.js';
import { NONE, OptionValue } from '../../values/value.js';
import { bytesOfIntegers } from '../abstract-bytes.js';
import { integerWithin, textAt } from '../arguments.js';
import { lengthsOfForms } from '../io/decimal.js';
import { monomer, type Semantics } from '../monomer.js';
import { optionOf, overload } from '../overloads.js';
import { needs } from '../precondition.js';
import { rangesAt, textViewAt, whereSome } from '../views.js';
import { DIRECT, READS } from '../work.js';
import { DAY_MAX, DAY_MIN, dayOfText, textOfDay } from './civil.js';
import { ADDRESS_MAX, addressOf, quadOf } from './ipv4.js';

/** PARSE_DATE, FORMAT_DATE, PARSE_IPV4 and FORMAT_IPV4. */

/** A text form of the integers lo..hi, with a different text for each. */
interface Form {
  readonly lo: number;
  readonly hi: number;
  /** The characters and the form of all these texts. */
  readonly characters: Characters;
  readonly form: TextForm | null;
  readonly write: (integer: number) => string;
  /** Returns the integer of a text; `undefined` for other texts, which exist for every length. */
  readonly parse: (text: string) => number | undefined;
  /** Returns the least and the greatest length of the texts for a set of values, which is not empty. */
  readonly lengths: (set: Ranges) => { readonly lo: number; readonly hi: number };
}

/** The characters of dates are digits and hyphens. */
const DATES: Form = {
  lo: DAY_MIN,
  hi: DAY_MAX,
  characters: [0x2d, 0x2d, 0x30, 0x39],
  form: null,
  write: textOfDay,
  parse: dayOfText,
  lengths: () => ({ lo: 10, hi: 10 }),
};

/** An address has three dots and the digits of each byte. */
const QUADS: Form = {
  lo: 0,
  hi: ADDRESS_MAX,
  characters: FORM_BOUNDS.ipv4.characters,
  form: 'ipv4',
  write: quadOf,
  parse: addressOf,
  lengths: (addresses) => {
    const bytes = bytesOfIntegers(addresses, 4).map(lengthsOfForms);
    return { lo: bytes.reduce((sum, { lo }) => sum + lo, 3), hi: bytes.reduce((sum, { hi }) => sum + hi, 3) };
  },
};

export const parseDate = parsed(DATES);
export const formatDate = formatted(DATES);
export const parseIpv4 = parsed(QUADS);
export const formatIpv4 = formatted(QUADS);

/** A text that certainly has the form always parses. */
function parsed({ lo, hi, characters, form, parse, lengths }: Form): Semantics {
  const all = lengths(range(lo, hi));
  return monomer({
    overloads: [overload({ text: TEXT }, optionOf(INTEGER))],
    reference: (args) => {
      const integer = parse(textAt(args, 0));
      return integer === undefined ? NONE : new OptionValue(integer);
    },
    work: READS,
    precondition: null,
    few: 'run',
    transfer: (args) => {
      const text = textViewAt(args, 0);
      const isOfForm = form !== null && text.values === null && text.form === form;
      return option(!isOfForm, text.hi < all.lo || text.lo > all.hi ? NEVER : integers(lo, hi));
    },
    related: null,
    refine: (result) => whereSome(result, () => [texts(all.lo, all.hi, characters, form)]),
    facts: null,
    linear: null,
    smt: null,
  });
}

function formatted({ lo, hi, characters, form, write, parse, lengths }: Form): Semantics {
  const all = range(lo, hi);
  const spelled = (text: string) => {
    const integer = parse(text);
    return integer === undefined ? [] : [[integer, integer] as const];
  };
  return monomer({
    overloads: [overload({ n: INTEGER }, TEXT)],
    reference: (args) => {
      const integer = integerWithin(args, 0, lo, hi);
      return integer === undefined ? undefined : write(integer);
    },
    work: DIRECT,
    precondition: [needs.within(0, lo, hi)],
    few: 'run',
    transfer: (args): AbstractValue => {
      const set = intersect(rangesAt(args, 0), all);
      if (set.length === 0) return NEVER;
      const written = lengths(set);
      return texts(written.lo, written.hi, characters, form);
    },
    related: null,
    refine: (result) => {
      const { values } = textViewAt([result], 0);
      return [ofRanges(values === null ? all : uniteAll(values.flatMap(spelled)))];
    },
    facts: null,
    linear: null,
    smt: null,
  });
}
