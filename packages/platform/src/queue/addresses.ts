/** One address of Redis. */
export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** As in the address. Default: none. */
  readonly credentials: { readonly username?: string; readonly password?: string };
}

const DEFAULT_PORT = 6_379;
/** A comma inside a password separates nothing. */
const BETWEEN_ADDRESSES = /,(?=rediss?:\/\/)/;

/** Returns the texts of the addresses in `REDIS_URL`. */
export function splitAddresses(text: string): readonly string[] {
  return text.split(BETWEEN_ADDRESSES);
}

/**
 * Returns the addresses of `REDIS_URL`. Several addresses are nodes of one Redis Cluster, which knows its other nodes.
 * @throws if one of them is no URL; `areRedisAddresses` tells
 */
export function redisAddresses(text: string): readonly RedisAddress[] {
  return splitAddresses(text).map((each) => {
    const { protocol, hostname, port, username, password } = new URL(each);
    return {
      host: hostname.replace(/^\[(.*)\]$/, '$1') || 'localhost',
      port: port === '' ? DEFAULT_PORT : Number(port),
      tls: protocol === 'rediss:',
      credentials: {
        ...(username === '' ? {} : { username: decodeURIComponent(username) }),
        ...(password === '' ? {} : { password: decodeURIComponent(password) }),
      },
    };
  });
}

/**
 * Returns true for an address of Redis; or for several, separated by commas, that fit the nodes of one cluster: all with TLS or none,
 * the same user and password, and no database number, since a cluster has only database 0.
 */
export function areRedisAddresses(text: string): boolean {
  const parts = splitAddresses(text);
  if (!parts.every((each) => URL.canParse(each))) return false;
  if (parts.length === 1) return true;
  const common = parts.map((each) => {
    const { protocol, username, password } = new URL(each);
    return JSON.stringify([protocol, username, password]);
  });
  return new Set(common).size === 1 && parts.every((each) => /^\/?0?$/.test(new URL(each).pathname));
}
