import Negotiator from 'negotiator';

/**
 * Returns the offered media type that the `Accept` field prefers (RFC 9110, 12.5.1): by its weights, and among equal weights by our
 * order. Returns the first one if the field is missing or cannot be parsed, or if it accepts no offered type: an answer of another
 * type is more useful than a 406 (RFC 9110, 15.5.7, permits it).
 *
 * @param offered without parameters, at least one, in our order of preference
 */
export function preferredMediaType<const Offered extends readonly [string, ...string[]]>(
  accept: string | undefined,
  offered: Offered,
): Offered[number] {
  if (accept === undefined) return offered[0];
  const preferred = new Negotiator({ headers: { accept } }).mediaType([...offered]);
  return offered.find((mediaType) => mediaType === preferred) ?? offered[0];
}
