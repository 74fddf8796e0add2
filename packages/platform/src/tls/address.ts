import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { type ConnectionOptions, checkServerIdentity } from 'node:tls';
import { splitAddresses } from '../queue/addresses.js';
import type { DatabaseAddressSettings, RedisAddressSettings } from './settings.js';

/** The address of a server, with the files for TLS if settings name them. */
export type ServerAddress =
  | string
  | { readonly url: string; readonly tls: { readonly ca?: string; readonly cert?: string; readonly key?: string } };

/** @throws if a file has been removed since the settings were checked */
export function databaseAddress(settings: DatabaseAddressSettings): ServerAddress {
  const { DATABASE_URL: url, DATABASE_TLS_CA_FILE: ca, DATABASE_TLS_CERT_FILE: cert, DATABASE_TLS_KEY_FILE: key } = settings;
  return addressOf(url, { ca, cert, key });
}

/** @throws if a file has been removed since the settings were checked */
export function redisAddress(settings: RedisAddressSettings): ServerAddress {
  const { REDIS_URL: url, REDIS_TLS_CA_FILE: ca, REDIS_TLS_CERT_FILE: cert, REDIS_TLS_KEY_FILE: key } = settings;
  return addressOf(url, { ca, cert, key });
}

function addressOf(url: string, files: { readonly [Name in 'ca' | 'cert' | 'key']: string | undefined }): ServerAddress {
  const named = Object.entries(files).flatMap(([name, path]) => (path === undefined ? [] : [[name, readFileSync(path, 'utf8')] as const]));
  return named.length === 0 ? url : { url, tls: Object.fromEntries(named) };
}

const CHECKED = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const satisfies ConnectionOptions;

/**
 * Returns the options of TLS for a server. Chain and name are verified whatever the environment of Node says
 * (`NODE_TLS_REJECT_UNAUTHORIZED`). The host is checked explicitly: without it, Node compares the certificate of an IP address with
 * "localhost".
 */
function verified(url: string, tls: Exclude<ServerAddress, string>['tls']): ConnectionOptions {
  const host = new URL(url).hostname.replaceAll(/^\[|\]$/g, '');
  return {
    ...tls,
    ...CHECKED,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate),
  };
}

/** The parameters of a connection of `pg`. */
export interface PostgresConnection {
  readonly connectionString: string;
  readonly ssl?: ConnectionOptions;
}

/** The modes that `pg` verifies completely today, and whose meaning its next major version weakens. */
const VERIFIED_MODES = new Set(['prefer', 'require', 'verify-ca', 'verify-full']);
/** Parameters of the address that `pg` prefers to the option `ssl`. */
const TLS_PARAMETERS = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'uselibpqcompat'];
const REDIS_OVERRIDE = 'tls';

/** Returns the parameters of `pg` for an address. */
export function postgresConnection(address: ServerAddress): PostgresConnection {
  const url = new URL(typeof address === 'string' ? address : address.url);
  const { searchParams: parameters } = url;
  if (typeof address !== 'string') {
    for (const name of TLS_PARAMETERS) parameters.delete(name);
    return { connectionString: url.href, ssl: verified(address.url, address.tls) };
  }
  if (!parameters.has('sslmode') || parameters.has('uselibpqcompat') || !VERIFIED_MODES.has(parameters.get('sslmode') ?? ''))
    return { connectionString: address };
  const [ca, cert, key] = ['sslrootcert', 'sslcert', 'sslkey'].map((name) => parameters.get(name));
  const files = { ca: ca ?? undefined, cert: cert ?? undefined, key: key ?? undefined };
  for (const name of TLS_PARAMETERS) parameters.delete(name);
  const named = addressOf(address, files);
  return { connectionString: url.href, ssl: verified(address, typeof named === 'string' ? {} : named.tls) };
}

/**
 * Returns the address of Redis and its options of TLS; no options without TLS. With the addresses of a cluster, each connection
 * compares the certificate with the host of its own node.
 */
export function redisConnection(address: ServerAddress): { readonly url: string; readonly tls?: ConnectionOptions } {
  const { url, tls } = typeof address === 'string' ? { url: address, tls: {} } : address;
  if (!url.startsWith('rediss:')) return { url };
  const isCluster = splitAddresses(url).length > 1;
  return isCluster ? { url, tls: { ...tls, ...CHECKED } } : { url: withoutOverride(url), tls: verified(url, tls) };
}

/** Removes the parameter that `ioredis` prefers to the option `tls`: with an empty value it would connect without TLS. */
function withoutOverride(address: string): string {
  const url = new URL(address);
  if (!url.searchParams.has(REDIS_OVERRIDE)) return address;
  url.searchParams.delete(REDIS_OVERRIDE);
  return url.href;
}

/**
 * Returns the part of an address that contradicts settings for TLS; `undefined` without one. An address of Postgres may repeat what the
 * settings do.
 */
export function contradiction(address: string): string | undefined {
  // Settings refuse addresses of a cluster that differ in their protocol.
  const [url = address] = splitAddresses(address);
  if (!URL.canParse(url)) return undefined;
  const { protocol, searchParams: parameters } = new URL(url);
  if (protocol === 'redis:') return 'redis:// (rediss:// is with TLS)';
  if (protocol === 'rediss:') return parameters.has(REDIS_OVERRIDE) ? REDIS_OVERRIDE : undefined;
  const mode = parameters.get('sslmode');
  if (mode !== null && !VERIFIED_MODES.has(mode)) return `sslmode=${mode}`;
  return TLS_PARAMETERS.find((name) => name !== 'sslmode' && parameters.has(name));
}
