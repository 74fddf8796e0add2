import { invalidRequest, type Problem } from '../problems/problem.js';
import { type Answer, ok } from './response.js';

/** The position of a page in a list. */
export interface PagePosition {
  readonly page: number;
  readonly limit: number;
  readonly pages: number;
  /** The parameters that the links repeat: the filters, and `as_of`. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The Link field (RFC 8288) of a page: first, prev, next and last, as far as these pages exist. */
export function linkField(path: string, { page, limit, pages, parameters }: PagePosition): string {
  const last = Math.max(1, pages);
  const relations: readonly (readonly [string, number | undefined])[] = [
    ['first', 1],
    ['prev', page > 1 ? Math.min(page - 1, last) : undefined],
    ['next', page < pages ? page + 1 : undefined],
    ['last', last],
  ];
  return relations
    .flatMap(([relation, target]) => {
      if (target === undefined) return [];
      const query = new URLSearchParams({ ...parameters, page: String(target), limit: String(limit) });
      return [`<${path}?${query.toString()}>; rel="${relation}"`];
    })
    .join(', ');
}

/** Limit for `page × limit`: the depth in a list that page numbers can reach. */
export const MAX_ENTRY_DEPTH = 100_000;
/** Counting further would be too expensive for its use. */
export const MAX_COUNTED = 10_000;

/** One page of a list, and the number of entries, counted to at most one more than `MAX_COUNTED`. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly counted: number;
}

/** The requested page. */
export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

/** Returns the refusal of a page beyond the maximal depth; otherwise `undefined`. */
export function tooDeep({ page, limit }: PageRequest): Problem | undefined {
  if (page * limit <= MAX_ENTRY_DEPTH) return undefined;
  return invalidRequest([{ pointer: 'query/page', message: `page times limit must not exceed ${MAX_ENTRY_DEPTH}` }]);
}

/**
 * Makes the answer of a list: the entries under their name, the numbers, and the links.
 * @param parameters those that the links repeat; `undefined` for a missing one
 */
export function pageAnswer(
  path: string,
  member: string,
  { items, counted }: Page<unknown>,
  { page, limit }: PageRequest,
  parameters: Readonly<Record<string, string | undefined>>,
): Answer {
  const total = Math.min(counted, MAX_COUNTED);
  const pages = Math.ceil(total / limit);
  const given = Object.fromEntries(Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  const body = { [member]: items, page, limit, total, pages, ...(counted > MAX_COUNTED ? { total_capped: true } : {}) };
  return ok(body, { Link: linkField(path, { page, limit, pages, parameters: given }) });
}

/** A parsed time of a request; `undefined` if it is missing. */
export type ListTime = { readonly kind: 'time'; readonly time: Date | undefined } | Problem;

/** All rows are later than the first. After the last, times have no RFC 3339 form that Postgres and a link accept. */
const EARLIEST = new Date(0).getTime();
const LATEST = new Date('9999-12-31T23:59:59.999Z').getTime();

/**
 * Parses `as_of`, as {@link readTime}.
 * @param text of the form of RFC 3339, as the schema has checked
 */
export function readListTime(text: string | undefined): ListTime {
  return readTime(text, 'query/as_of');
}

/**
 * Parses a time. A time that its offset moves out of the range becomes the first or the last time of the range.
 * @param text of the form of RFC 3339, as the schema has checked; 400 if the time does not exist, such as a leap second
 * @param pointer the place of the text in the request
 */
export function readTime(text: string | undefined, pointer: string): ListTime {
  if (text === undefined) return { kind: 'time', time: undefined };
  const time = new Date(text).getTime();
  if (Number.isNaN(time)) return invalidRequest([{ pointer, message: 'must be a time' }]);
  return { kind: 'time', time: new Date(Math.min(Math.max(time, EARLIEST), LATEST)) };
}
