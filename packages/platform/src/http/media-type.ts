import Negotiator from 'negotiator';

/**
 * Which of the media types that there are the `Accept` field of a request prefers (RFC 9110, 12.5.1): by its weights,
 * and where these are equal by our order. The first one also where the field is missing, cannot be read, or takes none
 * of them: an answer of another type is worth more than a 406 (RFC 9110, 15.5.7, leaves that to us).
 *
 * @param offered without parameters, at least one, ours first
 */
export function preferredMediaType<const Offered extends readonly [string, ...string[]]>(
  accept: string | undefined,
  offered: Offered,
): Offered[number] {
  if (accept === undefined) return offered[0];
  const preferred = new Negotiator({ headers: { accept } }).mediaType([...offered]);
  return offered.find((mediaType) => mediaType === preferred) ?? offered[0];
}
