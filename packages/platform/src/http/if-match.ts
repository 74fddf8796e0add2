import { invalidRequest, type Problem } from '../problems/problem.js';
import type { RequestHeader } from './route.js';

/** If-Match, for the API description. */
export const IF_MATCH: RequestHeader = {
  description: 'Change it only as long as it is what GET answered with this `ETag`: 412 otherwise. Compared strongly; `*` is always true.',
  schema: { type: 'string' },
};

/** What If-Match (RFC 9110, 13.1.1) demands of the representation that is to be changed. */
export type IfMatch =
  | { readonly kind: 'no-condition' }
  /** `*`: that there is one. */
  | { readonly kind: 'any' }
  /** One of these tags. Weak ones are left out: the comparison is strong, and they never match. */
  | { readonly kind: 'tags'; readonly tags: ReadonlySet<string> };

/** One element of the list: a tag or nothing, up to the comma or the end. */
const ELEMENT = /[\t ]*(?:(?<weak>W\/)?(?<tag>"[\x21\x23-\x7e\x80-\xff]*")[\t ]*)?(?:,|$)/y;

/** Reads If-Match, or says with a 400 that it is none. */
export function parseIfMatch(field: string | undefined): IfMatch | Problem {
  if (field === undefined) return { kind: 'no-condition' };
  if (field.trim() === '*') return { kind: 'any' };
  const tags = new Set<string>();
  let named = 0;
  ELEMENT.lastIndex = 0;
  while (ELEMENT.lastIndex < field.length) {
    const groups = ELEMENT.exec(field)?.groups;
    if (groups === undefined) return malformed();
    const { weak, tag } = groups;
    if (tag !== undefined) named++;
    if (tag !== undefined && weak === undefined) tags.add(tag);
  }
  return named === 0 ? malformed() : { kind: 'tags', tags };
}

/**
 * Whether the condition holds.
 * @param currentTag the entity tag of the representation as it is now
 */
export function preconditionHolds(ifMatch: IfMatch, currentTag: string): boolean {
  switch (ifMatch.kind) {
    case 'no-condition':
    case 'any':
      return true;
    case 'tags':
      return ifMatch.tags.has(currentTag);
  }
}

function malformed(): Problem {
  return invalidRequest([{ pointer: 'header/if-match', message: 'must be *, or entity tags in double quotes, separated by commas' }]);
}
