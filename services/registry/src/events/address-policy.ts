import { Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** Networks that are not globally reachable (IANA IPv4 Special-Purpose Address Registry), multicast and reserved ones. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const;

/** Global unicast, and IPv4 through NAT64 (RFC 6052). The rest of IPv6 is special, including other embeddings of IPv4. */
const PUBLIC_IPV6 = ['2000::/3', '64:ff9b::/96'] as const;
/** Exceptions within them: protocol assignments with Teredo, documentation, 6to4. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] as const;
const NAT64_BITS = 96;
/** The port of https, the default of a URL. */
const DEFAULT_PORT = 443;

/** The networks that each name stands for. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Decides which addresses webhooks may call: an owner must not make this service call hosts that only it can reach. */
export class AddressPolicy {
  readonly #special = blockList([...SPECIAL_IPV4, ...SPECIAL_IPV4.map(behindNat64), ...SPECIAL_IPV6]);
  readonly #public = blockList(PUBLIC_IPV6);
  readonly #allowed: BlockList;
  /** True if networks are allowed: then names may resolve into them, and plain http is allowed there. */
  readonly opensNetworks: boolean;

  readonly #ports: ReadonlySet<number>;

  /**
   * @param networks WEBHOOK_ALLOWED_NETWORKS: addresses, networks and names, separated by commas; `undefined` without any
   * @param ports WEBHOOK_PORTS: ports of public addresses, separated by commas
   */
  constructor(networks: string | undefined, ports: string) {
    this.#ports = new Set(ports.split(',').map(Number));
    const entries = (networks ?? '').split(',').map((entry) => entry.trim());
    const given = entries.filter((entry) => entry !== '').flatMap((entry) => NAMED[entry] ?? [entry]);
    this.#allowed = blockList(given);
    this.opensNetworks = given.length > 0;
  }

  /** Returns whether public addresses may be called on the port of a URL. */
  takesPort(url: URL): boolean {
    return this.#ports.has(url.port === '' ? DEFAULT_PORT : Number(url.port));
  }

  /**
   * Returns whether a connection to the address is allowed. Plain http and other ports are for allowed networks only.
   *
   * @param address an IP address as text; other text is rejected
   * @param url the URL of the call
   */
  allows(address: string, url: URL): boolean {
    return this.#isOpened(address) || (url.protocol === 'https:' && this.takesPort(url) && this.#isPublic(address));
  }

  #isOpened(address: string): boolean {
    const version = isIP(address);
    return version !== 0 && this.#allowed.check(address, family(version));
  }

  #isPublic(address: string): boolean {
    const version = isIP(address);
    if (version === 0 || this.#special.check(address, family(version))) return false;
    return version === 4 || this.#public.check(address, 'ipv6');
  }
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const version = isIP(address);
    list.addSubnet(address, bits === undefined ? fullLength(version) : Number(bits), family(version));
  }
  return list;
}

/** Returns the NAT64 form of an IPv4 network. */
function behindNat64(network: string): string {
  const [address = '', bits = ''] = network.split('/');
  return `64:ff9b::${address}/${NAT64_BITS + Number(bits)}`;
}

function family(version: number): 'ipv4' | 'ipv6' {
  return version === 6 ? 'ipv6' : 'ipv4';
}

function fullLength(version: number): number {
  return version === 6 ? 128 : 32;
}

const TRY_MILLISECONDS = 2_000;
const TRIES = 2;

/**
 * Returns the addresses of a name, IPv4 first. It queries the name servers itself, because the operating system's look-up blocks
 * one of the few threads of the process for as long as the name's owner likes.
 *
 * @param servers name servers, `address:port`. Default: those of the machine
 * @throws the resolver's error if there is no address
 */
export async function resolveName(name: string, signal: AbortSignal, servers?: readonly string[]): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: TRY_MILLISECONDS, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [four, six].flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

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
    if (!policy.opensNetworks && !isPublicName(host)) return refused('must not name a private host');
  } else if (!policy.allows(host, url) && (policy.opensNetworks || policy.takesPort(url)))
    return refused('must not resolve to an address that is not public');
  if (!policy.opensNetworks && !policy.takesPort(url)) return refused('must use a port that webhooks permit, such as 443');
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
