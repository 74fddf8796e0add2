import { integers, NEVER } from '../../../abstract/abstract.js';
import type { Analysis } from '../../monomer.js';
import { atMostFact, boundsAt, factsOnBounds, isAtMost, isUnreached, whereReached } from '../../views.js';

/** Any integer of lo..hi. */
export const randomAnalysis: Analysis = {
  transfer: (args) => (isUnreached(args) ? NEVER : integers(boundsAt(args, 0).lo, boundsAt(args, 1).hi)),
  need: whereReached((args, relations) => boundsAt(args, 0).hi <= boundsAt(args, 1).lo || isAtMost(relations, 0, 1)),
  facts: factsOnBounds(() => [atMostFact(0, 1), atMostFact(0, 'result'), atMostFact('result', 1)]),
};
