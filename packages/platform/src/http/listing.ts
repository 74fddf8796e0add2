import { invalidRequest, type Problem } from '../problems/problem.js';
import { type Answer, ok } from './answer.js';
import { linkField } from './paging.js';

/** `page × limit`: how far into a list anyone may reach by numbers. */
export const MAX_ENTRY_DEPTH = 100_000;
/** Counting further would cost more than the number is worth. */
export const MAX_COUNTED = 10_000;

/** One page of a list and how many entries there are, counted to one more than `MAX_COUNTED`. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly counted: number;
}

/** What a list was asked for. */
export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

/** The refusal of a page that lies too deep; undefined where it does not. */
export function tooDeep({ page, limit }: PageRequest): Problem | undefined {
  if (page * limit <= MAX_ENTRY_DEPTH) return undefined;
  return invalidRequest([{ pointer: 'query/page', message: `page times limit must not exceed ${MAX_ENTRY_DEPTH}` }]);
}

/**
 * A page as every list answers: the entries under their name, the numbers, and the links.
 * @param parameters what the links repeat; those that are undefined were not given
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
