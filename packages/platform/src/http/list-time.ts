import { invalidRequest, type Problem } from '../problems/problem.js';

/** `as_of` of a list; undefined where nothing was said. */
export type ListTime = { readonly kind: 'time'; readonly time: Date | undefined } | Problem;

/** Nothing is older, and nothing later can be written as RFC 3339: neither Postgres nor a link takes what lies beyond. */
const EARLIEST = new Date(0).getTime();
const LATEST = new Date('9999-12-31T23:59:59.999Z').getTime();

/**
 * Reads `as_of`. What its offset leads beyond all times is taken for the first or the last of them.
 * @param text of the form of RFC 3339, as the schema has let it through; 400 where there is no such time: a leap second
 */
export function readListTime(text: string | undefined): ListTime {
  if (text === undefined) return { kind: 'time', time: undefined };
  const time = new Date(text).getTime();
  if (Number.isNaN(time)) return invalidRequest([{ pointer: 'query/as_of', message: 'must be a time' }]);
  return { kind: 'time', time: new Date(Math.min(Math.max(time, EARLIEST), LATEST)) };
}
