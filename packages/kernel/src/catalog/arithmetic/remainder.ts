import { type Abstract, INT64, integers, NEVER } from '../../abstract/abstract.js';
import { contains } from '../../abstract/ranges.js';
import type { Relations } from '../relation.js';
import { boundsAt, isUnreached, rangesAt } from '../views.js';

/** What MOD and FLOOR_MOD, which differ only below 0, have in common. */

export function remainderNeed(args: readonly Abstract[]): boolean {
  return !contains(rangesAt(args, 1), 0);
}

/** a % a is 0; and 0 <= a < b is its own remainder. */
export function remainderRelated(args: readonly Abstract[], relations: Relations): Abstract {
  if (isUnreached(args)) return NEVER;
  if (relations.same(0, 1)) return integers(0, 0);
  const above = relations.difference(0, 1);
  if (above === undefined || above >= 0 || boundsAt(args, 0).lo < 0) return INT64;
  return args[0] ?? INT64;
}
