import { isIP } from 'node:net';
import type { AddressPolicy } from './address-policy.js';

/** A URL that may be called, or the reason against it. The addresses of its name are checked again at each call. */
export type Endpoint = { readonly kind: 'endpoint'; readonly url: string } | { readonly kind: 'refused'; readonly reason: string };

/** Names without public addresses (RFC 6761, RFC 6762, and ICANN's name for private use). */
const PRIVATE_NAMES = /(?:^|\.)(?:localhost|local|internal)\.?$/;

/** Parses a webhook's URL: https, without credentials, and without a private address or name. */
export function readEndpoint(text: string, policy: AddressPolicy): Endpoint {
  if (!URL.canParse(text)) return refused('must be an absolute URL');
  const url = new URL(text);
  const secure = url.protocol === 'https:';
  if (!secure && !(url.protocol === 'http:' && policy.opensNetworks)) return refused('must begin with https://');
  if (url.username !== '' || url.password !== '') return refused('must not carry a user name or a password');
  const host = hostOf(url);
  if (isIP(host) === 0) {
    if (!policy.opensNetworks && !isPublicName(host)) return refused('must not lead to a private name');
  } else if (!policy.allows(host, url) && (policy.opensNetworks || policy.takesPort(url)))
    return refused('must not lead to an address that is not public');
  if (!policy.opensNetworks && !policy.takesPort(url)) return refused('must use a port that is open to webhooks, such as 443');
  url.hash = '';
  return { kind: 'endpoint', url: url.href };
}

/** Returns the host of a URL: a name, or an address in the form that `isIP` accepts. */
export function hostOf(url: URL): string {
  return url.hostname.replaceAll(/^\[|\]$/g, '');
}

function isPublicName(host: string): boolean {
  return !PRIVATE_NAMES.test(host) && /\.[^.]/.test(host);
}

function refused(reason: string): Endpoint {
  return { kind: 'refused', reason };
}
