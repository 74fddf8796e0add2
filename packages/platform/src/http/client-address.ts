import type { IncomingMessage } from 'node:http';
import proxyAddress from 'proxy-addr';

/** Whose address a request is counted under. */
export type ClientAddress = (request: IncomingMessage) => string;

/**
 * The address of the socket, or the one that the proxies in front have named in X-Forwarded-For, read from the right as
 * far as they are trusted: what a client writes there itself is never believed.
 * @param trustProxy TRUST_PROXY: addresses or networks separated by commas; undefined or empty for none
 */
export function clientAddress(trustProxy: string | undefined): ClientAddress {
  if (trustProxy === undefined || trustProxy === '') return (request) => request.socket.remoteAddress ?? '';
  const trust = proxyAddress.compile(trustProxy.split(',').map((entry) => entry.trim()));
  return (request) => proxyAddress(request, trust);
}
