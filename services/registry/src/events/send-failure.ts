/**
 * The same reason for a name that does not resolve and for one that resolves to forbidden addresses, so that names of internal
 * hosts stay secret.
 */
export const LEADS_NOWHERE = 'it leads to no address that may be called';

/** The reason of a failed request, for the owner of the endpoint, by the code of the exception. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^(?:ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|EBADNAME|EBADRESP|ETIMEOUT|ECANCELLED|EAI_\w+)$/, LEADS_NOWHERE],
  [/^ECONNREFUSED$/, 'the connection was refused'],
  [/^(?:ECONNRESET|EPIPE|ECONNABORTED)$/, 'the connection was cut'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL)$/, 'the address cannot be reached'],
  [/^HPE_/, 'the answer is not HTTP'],
  [/CERT|SIGNATURE|ISSUER|^ERR_TLS/, 'its TLS certificate is not trusted'],
  [/^(?:EPROTO|ERR_SSL)/, 'no TLS connection came about'],
];

/** Returns one sentence about the failure, without details of our network: no address, path, or message of a library. */
export function sendFailure(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  const found = REASONS.find(([pattern]) => typeof code === 'string' && pattern.test(code));
  return found?.[1] ?? 'the connection failed';
}
