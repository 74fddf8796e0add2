import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { AddressPolicy } from './address-policy.js';
import { hostOf } from './endpoint.js';
import { LEADS_NOWHERE, sendFailure } from './send-failure.js';

/** One request to an endpoint of somebody else's. */
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
  /** Returns the addresses of a name. @throws without any */
  readonly resolve: (name: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** For the whole of it: name, connection, request and answer. */
  readonly timeoutMilliseconds: number;
}

/** Bytes of an answer's body that are read and thrown away. */
const MAX_ANSWER_OCTETS = 16 * 1_024;

/**
 * Posts to an endpoint that may be anyone's. It connects to the address that was checked: the name is resolved here alone.
 * Redirects are not followed, and no connection is kept.
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
      // The status decides the outcome: a body that breaks off or takes too long does not change it.
      sent.off('error', reject).on('error', () => resolve(response.statusCode ?? 0));
      discard(response, () => {
        resolve(response.statusCode ?? 0);
        sent.destroy();
      });
    });
    sent.end(body);
  });
}

/** Reads an answer to its end, or as far as anyone may make us read. */
function discard(response: IncomingMessage, ended: () => void): void {
  let octets = 0;
  response.on('data', (part: Buffer) => {
    octets += part.length;
    if (octets > MAX_ANSWER_OCTETS) ended();
  });
  for (const event of ['end', 'error', 'close']) response.on(event, ended);
}

/** In place of a look-up: the addresses that were found and checked. */
function leadingTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    const [first] = found;
    if (options.all === true) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };
}
