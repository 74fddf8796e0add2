import { causesOf, textOf } from '../database/outage.js';

/** A server that settings for TLS are about, by the beginning of their names. */
export type TlsServer = 'DATABASE' | 'REDIS';

/** A fault of TLS, and its remedy. */
export interface TlsFault {
  readonly reason: string;
  readonly remedy: string;
}

type Remedy = (server: TlsServer) => string;

/** By the code or the message of an exception. The first one that matches applies. */
const REMEDIES: readonly (readonly [RegExp, Remedy])[] = [
  [
    /SELF_SIGNED_CERT|UNABLE_TO_(?:GET|VERIFY)|CERT_SIGNATURE_FAILURE|CERT_UNTRUSTED|self-signed certificate|unable to (?:get|verify)|certificate signature failure/,
    (server) => `Name the authority that signed the certificate of the server in ${server}_TLS_CA_FILE.`,
  ],
  [
    /ERR_TLS_CERT_ALTNAME_INVALID|does not match certificate's altnames/,
    (server) => `Connect in ${server}_URL by a name that the certificate has, or give the server a certificate with this name.`,
  ],
  [
    /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|certificate (?:has expired|is not yet valid)/,
    () => 'Give the server a valid certificate, and check the clock of this machine.',
  ],
  [
    /valid client certificate|CERTIFICATE_REQUIRED|certificate required/i,
    (server) => `Name a certificate that the server accepts in ${server}_TLS_CERT_FILE, and its key in ${server}_TLS_KEY_FILE.`,
  ],
  [
    /ALERT_(?:UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_EXPIRED|CERTIFICATE_REVOKED)|alert (?:unknown ca|bad certificate|certificate expired)/i,
    (server) => `The server refuses the certificate in ${server}_TLS_CERT_FILE: name one that it accepts.`,
  ],
  [
    /does not support SSL connections|WRONG_VERSION_NUMBER|wrong version number|disconnected before secure TLS connection/,
    (server) =>
      `The server does not speak TLS: enable it there, or check the port in ${server}_URL. Without TLS, remove ${
        server === 'DATABASE' ? 'sslmode and DATABASE_TLS_…' : 'REDIS_TLS_… and use redis://'
      }.`,
  ],
  [
    /no encryption|SSL off/,
    () => 'The server requires TLS: name its authority in DATABASE_TLS_CA_FILE, or add sslmode=verify-full to DATABASE_URL.',
  ],
  [/^ERR_(?:SSL|TLS)_|TlsConnectionError/, (server) => `Check the files in ${server}_TLS_… and the settings of TLS in the server.`],
];

/** Returns the fault of TLS in an exception, without secrets; `undefined` if it has another cause. */
export function tlsFault(server: TlsServer, error: unknown): TlsFault | undefined {
  for (const cause of causesOf(error)) {
    const texts = ['code', 'kind', 'message', 'originalMessage', 'reason'].map((name) => textOf(cause, name) ?? '');
    const found = REMEDIES.find(([pattern]) => texts.some((text) => pattern.test(text)));
    if (found !== undefined)
      return { reason: textOf(cause, 'message') ?? textOf(cause, 'originalMessage') ?? texts.join(' ').trim(), remedy: found[1](server) };
  }
  return undefined;
}

/**
 * Returns the fault of a connection to Redis by TLS. A Redis without TLS waits for the end of a command that never comes, so the
 * handshake runs out of time.
 */
export function redisTlsFault(error: Error): TlsFault | undefined {
  if (textOf(error, 'code') !== 'ETIMEDOUT') return tlsFault('REDIS', error);
  const remedy = 'Redis did not finish the TLS handshake in time: check that REDIS_URL has its tls-port. Without TLS, use redis://.';
  return { reason: error.message, remedy };
}
