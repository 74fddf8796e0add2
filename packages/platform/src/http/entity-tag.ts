import { createHash } from 'node:crypto';

/** A strong entity tag (RFC 9110, 8.8.3) of an answer's octets. */
export function entityTag(octets: Uint8Array): string {
  return `"${createHash('sha256').update(octets).digest('base64url').slice(0, 27)}"`;
}

/** Whether If-None-Match names the tag, by the weak comparison that this field asks for (RFC 9110, 13.1.2). */
export function matchesNone(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''));
}
