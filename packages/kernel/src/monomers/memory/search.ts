import {
  type AbstractSequence,
  type AbstractValue,
  boolean,
  EITHER,
  FALSE,
  integers,
  NEVER,
  onlyValue,
  option,
  sequence,
  TRUE,
} from '../../abstract/abstract.js';
import { form } from '../../smt-lib/forms.js';
import { or } from '../../smt-lib/formulas.js';
import { BOOLEAN, INTEGER } from '../../types/domain.js';
import type { Meter } from '../../values/meter.js';
import { NONE, OptionValue, type Value } from '../../values/value.js';
import { byteAt, sequenceAt, valueAt } from '../arguments.js';
import { areEqual, withoutValue } from '../logic/equality.js';
import { sameValue } from '../logic/same-value.js';
import { monomer } from '../monomer.js';
import { onSequences, optionOf, overload } from '../overloads.js';
import { lengthOf } from '../relation.js';
import { atMostFact, sequenceViewAt, viewAt } from '../views.js';
import { before } from '../work.js';

/** FIND and CONTAINS. */

/** The comparison counts the elements of lists on the meter. */
const PASSES_BYTES = before(([xs]) => (xs instanceof Uint8Array ? xs.length : 0));

export const find = monomer({
  overloads: onSequences((xs, element) => overload({ xs, v: element }, optionOf(INTEGER))),
  reference: (args, meter) => {
    const place = placeOf(args, meter);
    return place < 0 ? NONE : new OptionValue(place);
  },
  work: PASSES_BYTES,
  precondition: null,
  few: 'bound',
  transfer: (args) => {
    const places = placesOf(sequenceViewAt(args, 0), viewAt(args, 1));
    return places === null ? option(true, NEVER) : option(!places.isCertain, integers(places.first, places.last));
  },
  related: null,
  refine: (result, args) => (result.kind === 'option' ? present(args, result.none, result.some.kind !== 'never') : args),
  facts: { ofContent: () => [atMostFact('result', lengthOf(0), 1)] },
  linear: null,
  smt: null,
});

export const contains = monomer({
  overloads: onSequences((xs, element) => overload({ xs, v: element }, BOOLEAN)),
  reference: (args, meter) => placeOf(args, meter) >= 0,
  work: PASSES_BYTES,
  precondition: null,
  few: 'bound',
  transfer: (args) => {
    const places = placesOf(sequenceViewAt(args, 0), viewAt(args, 1));
    return places === null ? FALSE : boolean(!places.isCertain, true);
  },
  related: null,
  refine: (result, args) => (result.kind === 'boolean' ? present(args, result.canBeFalse, result.canBeTrue) : args),
  facts: null,
  linear: { result: { is: 'membership' }, facts: null },
  smt: form('other', (terms, [sequenceTerm, value]) => {
    const items = sequenceTerm?.kind === 'thing' ? sequenceTerm.items : null;
    return items === null || value === undefined ? null : terms.boolean(or(...items.map((item) => terms.equal(item, value))));
  }),
});

/** Returns the first position of argument 1 in the sequence of argument 0, or -1; any position if the meter is spent. */
function placeOf(args: readonly Value[], meter?: Meter): number {
  const xs = sequenceAt(args, 0);
  if (xs instanceof Uint8Array) return xs.indexOf(byteAt(args, 1) ?? -1);
  const wanted = valueAt(args, 1);
  return xs.findIndex((element) => sameValue(element, wanted, meter) || meter?.isSpent === true);
}

/** The possible first positions of a value in a sequence, and whether it must occur. */
interface Places {
  readonly first: number;
  readonly last: number;
  readonly isCertain: boolean;
}

/** Returns the possible first positions; `null` if the value cannot occur. */
function placesOf({ lo, hi, items, element }: AbstractSequence, value: AbstractValue): Places | null {
  if (items !== null) return placesAmong(items, value);
  const equal = hi === 0 ? FALSE : areEqual(element, value);
  if (equal === FALSE) return null;
  // If all elements equal the value, the first position is 0.
  return { first: 0, last: equal === TRUE ? 0 : hi - 1, isCertain: equal === TRUE && lo > 0 };
}

function placesAmong(items: readonly AbstractValue[], value: AbstractValue): Places | null {
  const equal = items.map((item) => areEqual(item, value));
  const first = equal.findIndex((truth) => truth !== FALSE);
  if (first < 0) return null;
  const certain = equal.indexOf(TRUE);
  return { first, last: certain < 0 ? equal.lastIndexOf(EITHER) : certain, isCertain: certain >= 0 };
}

/** Narrows sequence and value, given that the value is absent, present, or possibly either. */
function present(args: readonly AbstractValue[], canBeAbsent: boolean, canBePresent: boolean): readonly AbstractValue[] {
  if (canBeAbsent && canBePresent) return args;
  const view = sequenceViewAt(args, 0);
  const value = viewAt(args, 1);
  if (canBePresent) return [sequence(view.kind, Math.max(view.lo, 1), view.hi, view.element), view.element];
  return [sequence(view.kind, view.lo, view.hi, withoutValue(view.element, onlyValue(value))), withoutItems(value, view.items ?? [])];
}

/** Returns the values other than the items that certainly occur in a sequence. */
function withoutItems(value: AbstractValue, items: readonly AbstractValue[]): AbstractValue {
  return items.reduce((remaining, item) => withoutValue(remaining, onlyValue(item)), value);
}
