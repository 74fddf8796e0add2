import {
  type Abstract,
  type AbstractSequence,
  boolean,
  EITHER,
  FALSE,
  integers,
  NEVER,
  onlyValue,
  option,
  sequence,
  TRUE,
} from '../../../abstract/abstract.js';
import { areEqual, withoutValue } from '../../logic/equality-analysis.js';
import type { Analysis } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { lengthOf } from '../../relation.js';
import { atMostFact, sequenceViewAt, viewAt } from '../../views.js';

/** Where a value can first stand in a sequence, and whether it must stand there somewhere. */
interface Places {
  readonly first: number;
  readonly last: number;
  readonly isCertain: boolean;
}

export const findAnalysis: Analysis = onReached({
  transfer: (args) => {
    const places = placesOf(sequenceViewAt(args, 0), viewAt(args, 1));
    return places === null ? option(true, NEVER) : option(!places.isCertain, integers(places.first, places.last));
  },
  contentFacts: () => [atMostFact('result', lengthOf(0), 1)],
  refine: (result, args) => (result.kind === 'option' ? present(args, result.none, result.some.kind !== 'never') : args),
});

export const containsAnalysis: Analysis = onReached({
  transfer: (args) => {
    const places = placesOf(sequenceViewAt(args, 0), viewAt(args, 1));
    return places === null ? FALSE : boolean(!places.isCertain, true);
  },
  refine: (result, args) => (result.kind === 'boolean' ? present(args, result.canBeFalse, result.canBeTrue) : args),
});

/** Null where the value stands nowhere. */
function placesOf({ lo, hi, items, element }: AbstractSequence, value: Abstract): Places | null {
  if (items !== null) return placesAmong(items, value);
  const equal = hi === 0 ? FALSE : areEqual(element, value);
  if (equal === FALSE) return null;
  // elements that are all the value: the first of them
  return { first: 0, last: equal === TRUE ? 0 : hi - 1, isCertain: equal === TRUE && lo > 0 };
}

function placesAmong(items: readonly Abstract[], value: Abstract): Places | null {
  const equal = items.map((item) => areEqual(item, value));
  const first = equal.findIndex((truth) => truth !== FALSE);
  if (first < 0) return null;
  const certain = equal.indexOf(TRUE);
  return { first, last: certain < 0 ? equal.lastIndexOf(EITHER) : certain, isCertain: certain >= 0 };
}

/** What remains of sequence and value where it can be absent, or present, or both. */
function present(args: readonly Abstract[], canBeAbsent: boolean, canBePresent: boolean): readonly Abstract[] {
  if (canBeAbsent && canBePresent) return args;
  const view = sequenceViewAt(args, 0);
  const value = viewAt(args, 1);
  if (canBePresent) return [sequence(view.kind, Math.max(view.lo, 1), view.hi, view.element), view.element];
  return [sequence(view.kind, view.lo, view.hi, withoutValue(view.element, onlyValue(value))), withoutItems(value, view.items ?? [])];
}

/** A value that is none of those that certainly are in a sequence. */
function withoutItems(value: Abstract, items: readonly Abstract[]): Abstract {
  return items.reduce((remaining, item) => withoutValue(remaining, onlyValue(item)), value);
}
