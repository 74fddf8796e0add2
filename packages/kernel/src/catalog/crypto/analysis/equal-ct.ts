import { type Abstract, FALSE, isWithin, TRUE } from '../../../abstract/abstract.js';
import { equalityAnalysis } from '../../logic/equality-analysis.js';
import type { Analysis } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { lengthOf, type Relations } from '../../relation.js';
import { differenceWithin } from '../../views.js';

const EQUALITY = equalityAnalysis(false);

/** As EQ; what is equal is of one length, and what is of two lengths is not equal. */
export const equalCtAnalysis: Analysis = onReached({
  ...EQUALITY,
  related: (args, relations) => (areOfTwoLengths(relations) ? FALSE : related(args, relations)),
  facts: (_, result) => (isWithin(result, TRUE) ? differenceWithin(lengthOf(0), lengthOf(1), { lo: 0, hi: 0 }) : []),
});

function related(args: readonly Abstract[], relations: Relations): Abstract {
  return relations.same(0, 1) ? TRUE : EQUALITY.transfer(args);
}

function areOfTwoLengths(relations: Relations): boolean {
  return [relations.difference(lengthOf(0), lengthOf(1)), relations.difference(lengthOf(1), lengthOf(0))].some(
    (bound) => bound !== undefined && bound < 0,
  );
}
