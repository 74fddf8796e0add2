/** Returns whether a Prefer field (RFC 7240) asks for an answer at once. */
export function prefersAsynchronous(prefer: string | undefined): boolean {
  if (prefer === undefined) return false;
  return prefer.split(',').some((preference) => /^\s*respond-async\s*(?:;|$)/i.test(preference));
}
