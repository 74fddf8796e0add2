import {
  type AbstractSequence,
  type AbstractText,
  type AbstractValue,
  integers,
  isSequence,
  option,
  record,
  sequence,
  texts,
} from '@kirchhoff/kernel/abstract/abstract';
import { highest, isSubset, lowest } from '@kirchhoff/kernel/abstract/ranges';
import { BYTES_LENGTH, LIST_LENGTH, TEXT_LENGTH } from '@kirchhoff/kernel/limits';
import { INT64_MAX, INT64_MIN, type Int } from '@kirchhoff/kernel/types/integer';
import { ALL_CHARACTERS } from '@kirchhoff/kernel/types/text-forms';

/**
 * Widening with thresholds (Cousot and Cousot, 1977; Blanchet et al., 2003): bounds of `after` that moved since `before` jump to
 * the next threshold, or to the end of the type if there is no further one.
 */
export function widen(before: AbstractValue, after: AbstractValue, thresholds: readonly Int[]): AbstractValue {
  if (before.kind === 'integer' && after.kind === 'integer') return widenIntegers(before.ranges, after.ranges, thresholds);
  if (before.kind === 'text' && after.kind === 'text') {
    return widenTexts(before, after);
  }
  if (isSequence(before) && isSequence(after)) return widenSequence(before, after, thresholds);
  if (before.kind === 'record' && after.kind === 'record') {
    return record(
      after.fields.map(({ name, view }, index) => ({ name, view: widen(before.fields[index]?.view ?? view, view, thresholds) })),
    );
  }
  if (before.kind === 'option' && after.kind === 'option') {
    return option(after.none, before.some.kind === 'never' ? after.some : widen(before.some, after.some, thresholds));
  }
  return after;
}

/** A set of characters that grew becomes the set of all characters: adding them one at a time would take too many rounds. */
function widenTexts(before: AbstractText, after: AbstractText): AbstractValue {
  const characters = after.characters;
  return texts(
    after.lo < before.lo ? 0 : after.lo,
    after.hi > before.hi ? TEXT_LENGTH : after.hi,
    isSubset(characters, before.characters) ? characters : ALL_CHARACTERS,
    after.values === null ? after.form : null,
  );
}

function widenIntegers(before: readonly Int[], after: readonly Int[], thresholds: readonly Int[]): AbstractValue {
  const lo = lowest(after);
  const hi = highest(after);
  const below = thresholds.filter((threshold) => threshold <= lo).at(-1) ?? INT64_MIN;
  const above = thresholds.find((threshold) => threshold >= hi) ?? INT64_MAX;
  return integers(lo < lowest(before) ? below : lo, hi > highest(before) ? above : hi);
}

function widenSequence(before: AbstractSequence, after: AbstractSequence, thresholds: readonly Int[]): AbstractValue {
  const most = after.kind === 'bytes' ? BYTES_LENGTH : LIST_LENGTH;
  const element = before.element.kind === 'never' ? after.element : widen(before.element, after.element, thresholds);
  return sequence(after.kind, after.lo < before.lo ? 0 : after.lo, after.hi > before.hi ? most : after.hi, element);
}
