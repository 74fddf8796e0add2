import type { Randomness } from '../environment/randomness.js';
import { bigEndian, toBase62 } from './base62.js';

/** The prefixes of identifiers by the type of resource. */
export const IDENTIFIER_PREFIXES = {
  account: 'acc_',
  key: 'key_',
  circuit: 'cir_',
  certification: 'crt_',
  verification: 'vrf_',
  policy: 'pol_',
  decision: 'dec_',
  webhook: 'whk_',
  event: 'evt_',
} as const;

export type IdentifierKind = keyof typeof IDENTIFIER_PREFIXES;
declare const identifierKind: unique symbol;
/** An identifier of the right form; it need not exist. */
export type Identifier<Kind extends IdentifierKind> = string & { readonly [identifierKind]: Kind };

const RANDOM_BYTES = 16;
const DIGITS = 22;
const BODY = /^[0-9A-Za-z]{22}$/;

/** Makes an identifier: a prefix and 22 base-62 digits from 128 random bits. */
export function makeIdentifier<Kind extends IdentifierKind>(kind: Kind, randomness: Randomness): Identifier<Kind> {
  const text = IDENTIFIER_PREFIXES[kind] + toBase62(bigEndian(randomness.bytes(RANDOM_BYTES)), DIGITS);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made in the right form just now
  return text as Identifier<Kind>;
}

/** Returns the identifier; `undefined` if the text cannot be one of that type, so that no look-up is needed. */
export function parseIdentifier<Kind extends IdentifierKind>(kind: Kind, text: string): Identifier<Kind> | undefined {
  return isIdentifier(kind, text) ? text : undefined;
}

function isIdentifier<Kind extends IdentifierKind>(kind: Kind, text: string): text is Identifier<Kind> {
  const prefix = IDENTIFIER_PREFIXES[kind];
  return text.startsWith(prefix) && BODY.test(text.slice(prefix.length));
}
