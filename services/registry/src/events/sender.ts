import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { AddressPolicy } from './address-policy.js';
import { hostOf } from './endpoint.js';
import { LEADS_NOWHERE, sendFailure } from './send-failure.js';

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

export interface SenderParts {
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
const MAX_ANSWER_OCTETS = 16 * 1_024;

/**
 * Posts to a foreign endpoint. It resolves the name once and connects to the address that was checked. It follows no redirects
 * and keeps no connection open.
 */
export async function send(sending: Sending, { policy, resolve, timeoutMilliseconds }: SenderParts): Promise<SendOutcome> {
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
  let octets = 0;
  response.on('data', (part: Buffer) => {
    octets += part.length;
    if (octets > MAX_ANSWER_OCTETS) ended();
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
