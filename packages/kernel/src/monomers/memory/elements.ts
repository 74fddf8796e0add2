import { type AbstractSequence, type AbstractValue, itemsOf, joinAll, sequence } from '../../abstract/abstract.js';
import { pairsOf, within } from '../../abstract/arithmetic.js';
import { highest, lowest, type Ranges } from '../../abstract/ranges.js';
import { BYTES_LENGTH, LIST_LENGTH } from '../../limits.js';
import { subtract } from '../../types/integer.js';

/** Parts of sets of lists and bytes. */

/** Returns the maximal length of a list or of bytes. */
export function mostElements(kind: 'bytes' | 'list'): number {
  return kind === 'bytes' ? BYTES_LENGTH : LIST_LENGTH;
}

/** Returns sequences of the same type with lo..hi elements, each within `element`, up to the maximal length of the type. */
export function likeSequence({ kind }: AbstractSequence, lo: number, hi: number, element: AbstractValue): AbstractValue {
  return sequence(kind, lo, Math.min(hi, mostElements(kind)), element);
}

/** Returns the indices of a set at which a sequence can have an element. */
export function indicesIn({ hi }: AbstractSequence, indices: Ranges): Ranges {
  return within(indices, 0, hi - 1);
}

/** Returns the possible elements at these indices, which are indices of the sequence. */
export function elementsAt({ items, element }: AbstractSequence, indices: Ranges): AbstractValue {
  if (items === null) return element;
  return joinAll(pairsOf(indices).flatMap(([lo, hi]) => items.slice(Number(lo), Number(hi) + 1)));
}

/**
 * Returns the elements from..to-1 of a sequence, where each bound lies within a set of integers. The result has its elements by
 * position if the bounds and the length are known; otherwise it has a length and the possible elements. It is a superset.
 */
export function part(view: AbstractSequence, from: Ranges, to: Ranges): AbstractValue {
  const [first, last] = [within(from, 0, view.hi), within(to, 0, view.hi)];
  if (first.length === 0 || last.length === 0) return likeSequence(view, 1, 0, view.element);
  const [start, end] = [Number(lowest(first)), Number(highest(last))];
  if (start > end) return likeSequence(view, 1, 0, view.element);
  const isExact = highest(first) === start && lowest(last) === end;
  if (isExact && view.items !== null) return itemsOf(view.kind, view.items.slice(start, end));
  const element = elementsAt(view, end > start ? [start, end - 1] : []);
  return likeSequence(view, Math.max(0, Number(subtract(lowest(last), highest(first)))), end - start, element);
}
