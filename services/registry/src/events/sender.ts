import { createHmac } from 'node:crypto';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type AddressPolicy, hostOf } from './address-policy.js';

/**
 * The same reason for a name that does not resolve and for one that resolves to forbidden addresses, so that names of internal
 * hosts stay secret.
 */
export const LEADS_NOWHERE = 'it resolves to no permitted address';

/** The reason of a failed request, for the owner of the endpoint, by the code of the exception. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^(?:ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|EBADNAME|EBADRESP|ETIMEOUT|ECANCELLED|EAI_\w+)$/, LEADS_NOWHERE],
  [/^ECONNREFUSED$/, 'the connection was refused'],
  [/^(?:ECONNRESET|EPIPE|ECONNABORTED)$/, 'the connection was interrupted'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL)$/, 'the address cannot be reached'],
  [/^HPE_/, 'the answer is not HTTP'],
  [/CERT|SIGNATURE|ISSUER|^ERR_TLS/, 'its TLS certificate is not trusted'],
  [/^(?:EPROTO|ERR_SSL)/, 'the TLS handshake failed'],
];

/** Returns one sentence about the failure, without details of our network: no address, path, or message of a library. */
export function sendFailure(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  const found = REASONS.find(([pattern]) => typeof code === 'string' && pattern.test(code));
  return found?.[1] ?? 'the connection failed';
}

/** Bytes of a signing secret. */
export const SECRET_BYTES = 32;

/** Encodes a secret for its owner, in the form that the libraries of Standard Webhooks accept. */
export function shownSecret(secret: Uint8Array): string {
  return `whsec_${Buffer.from(secret).toString('base64')}`;
}

/** The signed parts: identity, time of sending, and the exact bytes. */
export interface Message {
  readonly id: string;
  /** Seconds of Unix time. */
  readonly timestamp: number;
  readonly payload: Uint8Array;
}

/**
 * The `webhook-signature` field (Standard Webhooks 1.0, symmetric): a signature by each secret, separated by spaces.
 */
export function signatureField({ id, timestamp, payload }: Message, secrets: readonly Uint8Array[]): string {
  return secrets
    .map((secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(payload).digest('base64')}`)
    .join(' ');
}

/** One request to a foreign endpoint. */
export interface Sending {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export type SendOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  /** One sentence for the webhook's owner, without facts about our network. */
  | { readonly kind: 'failed'; readonly reason: string };

export interface SenderDeps {
  readonly policy: AddressPolicy;
  /**
   * Returns the addresses of a name.
   *
   * @throws if there is no address
   */
  readonly resolve: (name: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** Time limit for name resolution, connection, request and response together. */
  readonly timeoutMilliseconds: number;
}

/** Bytes of a response body that are read and discarded. */
const MAX_ANSWER_BYTES = 16 * 1_024;

/**
 * Posts to a foreign endpoint. It resolves the name once and connects to the address that was checked. It follows no redirects
 * and keeps no connection open.
 */
export async function send(sending: Sending, { policy, resolve, timeoutMilliseconds }: SenderDeps): Promise<SendOutcome> {
  const url = new URL(sending.url);
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  try {
    const host = hostOf(url);
    const addresses = isIP(host) === 0 ? await resolve(host, signal) : [host];
    const allowed = addresses.filter((address) => policy.allows(address, url));
    if (allowed.length === 0) return { kind: 'failed', reason: LEADS_NOWHERE };
    return { kind: 'answered', status: await post(url, sending, leadingTo(allowed), signal) };
  } catch (error) {
    return { kind: 'failed', reason: signal.aborted ? 'no answer in time' : sendFailure(error) };
  }
}

async function post(url: URL, { headers, body }: Sending, lookup: LookupFunction, signal: AbortSignal): Promise<number> {
  const request = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length) },
      agent: false,
      lookup,
      signal,
    });
    sent.on('error', reject);
    sent.on('close', () => reject(new Error('closed')));
    sent.on('response', (response) => {
      // The status decides the outcome; a body that breaks off or is slow does not change it.
      sent.off('error', reject).on('error', () => resolve(response.statusCode ?? 0));
      discard(response, () => {
        resolve(response.statusCode ?? 0);
        sent.destroy();
      });
    });
    sent.end(body);
  });
}

/** Reads a response to its end, or to the limit. */
function discard(response: IncomingMessage, ended: () => void): void {
  let bytes = 0;
  response.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > MAX_ANSWER_BYTES) ended();
  });
  for (const event of ['end', 'error', 'close']) response.on(event, ended);
}

/** Returns a look-up function with fixed results: the addresses that were checked. */
function leadingTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    const [first] = found;
    if (options.all === true) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };
}
