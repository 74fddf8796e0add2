import { createHmac } from 'node:crypto';
import { type Identifier, type IdentifierKind, makeIdentifier } from '../identifiers/identifiers.js';

/** Makes the identifiers of what a request creates. */
export type NewIdentifier = <Kind extends IdentifierKind>(kind: Kind) => Identifier<Kind>;

/**
 * Identifiers that follow from a seed: the same calls in the same order give the same ones, so that a request that broke
 * off and is repeated finds what it had written. HMAC-SHA-256 of kind and count: who sees identifiers learns no other.
 * @param seed 32 random octets, kept where only the service reads them
 */
export function seededIdentifiers(seed: Uint8Array): NewIdentifier {
  const made = new Map<IdentifierKind, number>();
  return (kind) => {
    const place = made.get(kind) ?? 0;
    made.set(kind, place + 1);
    const octets = createHmac('sha256', seed).update(`identifier ${kind} ${place}`).digest();
    return makeIdentifier(kind, { bytes: (count) => octets.subarray(0, count) });
  };
}
