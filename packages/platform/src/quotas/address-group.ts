import { isIPv4, isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Returns the group of an address: an IPv4 address itself; the /64 of an IPv6 address, which one subscriber gets whole (RFC
 * 6177); IPv4 in IPv6 as IPv4. All other texts form one group.
 */
export function addressGroup(address: string): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return isIPv4(address) ? address : 'unknown';
  return `${groups(bare).slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address in hexadecimal without leading zeros. */
function groups(address: string): readonly string[] {
  const [before = '', after] = address.split('::');
  const head = split(before);
  const tail = after === undefined ? [] : split(after);
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16).toString(16));
}

/** The groups of one side of `::`; a dotted IPv4 tail counts as two, which lie outside the /64. */
function split(side: string): readonly string[] {
  return side === '' ? [] : side.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
