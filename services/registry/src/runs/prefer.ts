/** Returns whether a Prefer field (RFC 7240) requests an immediate answer. */
export function prefersAsynchronous(prefer: string | undefined): boolean {
  if (prefer === undefined) return false;
  return prefer.split(',').some((preference) => /^\s*respond-async\s*(?:;|$)/i.test(preference));
}
