import { createHash } from 'node:crypto';
import { invalidRequest, type Problem, problem } from '../problems/problem.js';
import type { RequestHeader } from './route.js';

/** A strong entity tag (RFC 9110, 8.8.3) of an answer's bytes. */
export function entityTag(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
}

/** Returns true if If-None-Match names the tag, by the weak comparison that this field requires (RFC 9110, 13.1.2). */
export function matchesNone(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''));
}

const TEXT = { type: 'string' } as const;

/** The header fields of conditional changes, for the API description. */
export const PRECONDITIONS: Readonly<Record<'If-Match' | 'If-None-Match', RequestHeader>> = {
  'If-Match': {
    description: 'Changes it only if its current `ETag` is one of these: 412 otherwise. Strong comparison; `*` always matches.',
    schema: TEXT,
  },
  'If-None-Match': {
    description:
      'Changes it only if its current `ETag` is none of these: 412 otherwise. Weak comparison; `*` always matches, so that the change is refused.',
    schema: TEXT,
  },
};

/** The entity tags that a field lists. */
type Listed =
  | { readonly kind: 'absent' }
  /** `*`: any representation. */
  | { readonly kind: 'any' }
  | { readonly kind: 'tags'; readonly strong: ReadonlySet<string>; readonly weak: ReadonlySet<string> };

/** The conditions of If-Match and If-None-Match (RFC 9110, 13.1.1 and 13.1.2) on the representation to be changed. */
export interface Preconditions {
  readonly kind: 'preconditions';
  readonly ifMatch: Listed;
  readonly ifNoneMatch: Listed;
}

/** Reads both fields. Returns a 400 if one is not a list of entity tags. */
export function parsePreconditions(header: (name: string) => string | undefined): Preconditions | Problem {
  const [ifMatch, ifNoneMatch] = [listed('if-match', header), listed('if-none-match', header)];
  if (ifMatch.kind === 'problem') return ifMatch;
  return ifNoneMatch.kind === 'problem' ? ifNoneMatch : { kind: 'preconditions', ifMatch, ifNoneMatch };
}

/** One element of the list: a tag or an empty element, up to the comma or the end. */
const ELEMENT = /[\t ]*(?:(?<prefix>W\/)?(?<tag>"[\x21\x23-\x7e\x80-\xff]*")[\t ]*)?(?:,|$)/y;

function listed(name: string, header: (name: string) => string | undefined): Listed | Problem {
  const field = header(name);
  if (field === undefined) return { kind: 'absent' };
  if (field.trim() === '*') return { kind: 'any' };
  const [strong, weak] = [new Set<string>(), new Set<string>()];
  ELEMENT.lastIndex = 0;
  while (ELEMENT.lastIndex < field.length) {
    const groups = ELEMENT.exec(field)?.groups;
    if (groups === undefined) return malformed(name);
    const { prefix, tag } = groups;
    if (tag !== undefined) (prefix === undefined ? strong : weak).add(tag);
  }
  return strong.size + weak.size === 0 ? malformed(name) : { kind: 'tags', strong, weak };
}

/**
 * Returns the 412 of a change whose precondition fails; otherwise `undefined`.
 * @param currentTag returns the strong entity tag of the current representation; called only to compare tags
 * @param what its name, for the beginning of a sentence
 */
export function failedPrecondition({ ifMatch, ifNoneMatch }: Preconditions, currentTag: () => string, what: string): Problem | undefined {
  // The order is that of RFC 9110, 13.2.2.
  if (ifMatch.kind === 'tags' && !ifMatch.strong.has(currentTag())) {
    return problem('precondition-failed', `${what} has changed since the version in If-Match.`);
  }
  if (ifNoneMatch.kind === 'any') return problem('precondition-failed', `${what} exists, but If-None-Match requires that it does not.`);
  if (ifNoneMatch.kind !== 'tags') return undefined;
  const isNamed = ifNoneMatch.strong.has(currentTag()) || ifNoneMatch.weak.has(currentTag());
  return isNamed ? problem('precondition-failed', `${what} still has an entity tag of If-None-Match.`) : undefined;
}

function malformed(name: string): Problem {
  return invalidRequest([{ pointer: `header/${name}`, message: 'must be *, or entity tags in double quotes, separated by commas' }]);
}
