import { integers, NEVER, ofRanges, texts } from '../../../abstract/abstract.js';
import { highest, lowest, uniteAll } from '../../../abstract/ranges.js';
import { codePointLength } from '../../../values/text.js';
import { lengthFacts } from '../../measures.js';
import type { Analysis } from '../../monomer.js';
import { isUnreached, narrowed, rangesAt, textViewAt } from '../../views.js';

export const textLengthAnalysis: Analysis = {
  transfer: (args) => {
    if (isUnreached(args)) return NEVER;
    const { lo, hi, values } = textViewAt(args, 0);
    if (values === null) return integers(lo, hi);
    return ofRanges(uniteAll(values.map((text) => [codePointLength(text), codePointLength(text)])));
  },
  refine: (result, args) => {
    if (result.kind === 'never' || isUnreached(args)) return args.map(() => NEVER);
    const lengths = rangesAt([result], 0);
    const { lo, hi } = textViewAt(args, 0);
    if (highest(lengths) < lo || lowest(lengths) > hi) return args.map(() => NEVER);
    // both bounds are numbers once they are cut to the lengths that the text can have
    return narrowed(args, [texts(Math.max(lo, Number(lowest(lengths))), Math.min(hi, Number(highest(lengths))))]);
  },
  facts: (args, result) => (result.kind === 'never' || isUnreached(args) ? [] : lengthFacts()),
};
