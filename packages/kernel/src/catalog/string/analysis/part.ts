import { type Abstract, type AbstractText, EITHER, FALSE, NEVER, TRUE, texts } from '../../../abstract/abstract.js';
import { TEXT_LENGTH } from '../../../limits.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { lengthOf } from '../../relation.js';
import { atMostFact, isUnreached, narrowed, textViewAt } from '../../views.js';

/**
 * Of STARTS_WITH, ENDS_WITH and INCLUDES, which are alike in this: a part is no longer than the text, a part of
 * the same length is the text itself, and the empty text is a part of every text.
 */
export function partAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(reference, {
    transfer: (args) => isPart(textViewAt(args, 0), textViewAt(args, 1)),
    refine: (result, args) => {
      if (result.kind !== 'boolean' || isUnreached(args)) return args.map(() => NEVER);
      if (result.canBeFalse && result.canBeTrue) return args;
      return narrowed(args, result.canBeTrue ? whole(textViewAt(args, 0), textViewAt(args, 1)) : NO_PART);
    },
    facts: (args, result) => (result === TRUE && !isUnreached(args) ? [atMostFact(lengthOf(1), lengthOf(0))] : []),
  });
}

function isPart(text: AbstractText, part: AbstractText): Abstract {
  if (part.hi === 0) return TRUE;
  return text.hi < part.lo ? FALSE : EITHER;
}

/** What remains of text and part where it is one. */
export function whole(text: AbstractText, part: AbstractText): readonly Abstract[] {
  if (text.hi === part.lo) return [part, text];
  return [texts(part.lo, TEXT_LENGTH), texts(0, text.hi)];
}

/** What is no part of some text is not empty. */
export const NO_PART: readonly Abstract[] = [texts(0, TEXT_LENGTH), texts(1, TEXT_LENGTH)];
