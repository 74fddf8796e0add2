import { NEVER, ofRanges, texts } from '../../../abstract/abstract.js';
import { intersect, isSubset, type Ranges, uniteAll } from '../../../abstract/ranges.js';
import { exactOnFew } from '../../exact.js';
import type { Lengths } from '../../io/analysis/decimal-lengths.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { rangesAt, textViewAt } from '../../views.js';

/** How the integers of a set are written, each as a text of its own. */
export interface Form {
  readonly of: Ranges;
  /** Least and greatest length of what is written of a part of the set, which is not empty. */
  readonly lengths: (integers: Ranges) => Lengths;
  /** The integer that a text is the form of; undefined of other texts. */
  readonly parse: (text: string) => number | undefined;
}

/** Of an operation that writes an integer of a set as text. */
export function formattedAnalysis(reference: NonNullable<Monomer['reference']>, { of, lengths, parse }: Form): Analysis {
  const written = (text: string) => {
    const integer = parse(text);
    return integer === undefined ? [] : [[integer, integer] as const];
  };
  return exactOnFew(
    reference,
    onReached({
      transfer: (args) => {
        const integers = intersect(rangesAt(args, 0), of);
        if (integers.length === 0) return NEVER;
        const { lo, hi } = lengths(integers);
        return texts(lo, hi);
      },
      need: (args) => isSubset(rangesAt(args, 0), of),
      refine: (result) => {
        const { values } = textViewAt([result], 0);
        return [ofRanges(values === null ? of : uniteAll(values.flatMap(written)))];
      },
    }),
  );
}
