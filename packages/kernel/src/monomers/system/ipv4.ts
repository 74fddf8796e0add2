import { type AbstractValue, boolean, NEVER, ofRanges } from '../../abstract/abstract.js';
import { transform, within } from '../../abstract/arithmetic.js';
import { highest, intersect, lowest, type Ranges, range, without } from '../../abstract/ranges.js';
import { BOOLEAN, INTEGER } from '../../types/domain.js';
import { add, divide, multiply, subtract } from '../../types/integer.js';
import { integerWithin } from '../arguments.js';
import { monomer } from '../monomer.js';
import { overload } from '../overloads.js';
import { needs } from '../precondition.js';
import { rangesAt } from '../views.js';
import { DIRECT } from '../work.js';

/** IPv4 addresses as unsigned 32-bit integers. */

export const ADDRESS_MAX = 0xffff_ffff;

/** Returns the address of a dotted quad: four decimal numbers 0 to 255 without leading zeros; `undefined` for any other text. */
export function addressOf(quad: string): number | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(quad)?.slice(1);
  if (parts === undefined || !parts.every(isByte)) return undefined;
  return parts.reduce((address, part) => address * 256 + Number(part), 0);
}

function isByte(digits: string): boolean {
  return Number(digits) <= 255 && (digits === '0' || !digits.startsWith('0'));
}

export function quadOf(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
}

const ADDRESSES = range(0, ADDRESS_MAX);
const PREFIXES = range(0, 32);

/**
 * The block of a shorter prefix contains that of a longer one. So the shortest prefix decides whether the address can be
 * contained, and the longest whether it can be missed.
 */
export const cidrContains = monomer({
  overloads: [overload({ network: INTEGER, prefix: INTEGER, address: INTEGER }, BOOLEAN)],
  reference: (args) => {
    const network = integerWithin(args, 0, 0, ADDRESS_MAX);
    const prefix = integerWithin(args, 1, 0, 32);
    const address = integerWithin(args, 2, 0, ADDRESS_MAX);
    if (network === undefined || prefix === undefined || address === undefined) return undefined;
    const hosts = 2 ** (32 - prefix);
    return Math.floor(network / hosts) === Math.floor(address / hosts);
  },
  work: DIRECT,
  precondition: [needs.within(0, 0, ADDRESS_MAX), needs.within(1, 0, 32), needs.within(2, 0, ADDRESS_MAX)],
  few: 'bound',
  transfer: (args) => {
    const [networks, prefixes, addresses] = domainsAt(args);
    if (networks.length === 0 || prefixes.length === 0 || addresses.length === 0) return NEVER;
    const shortest = hostsOf(lowest(prefixes));
    const longest = hostsOf(highest(prefixes));
    const canHold = intersect(blocksOf(networks, shortest), blocksOf(addresses, shortest)).length > 0;
    return boolean(!isOneBlock(networks, addresses, longest), canHold);
  },
  related: (_, relations) => boolean(!relations.same(0, 2), true),
  refine: (result, args) => {
    if (result.kind !== 'boolean') throw new Error('the result is no boolean');
    const [networks, prefixes, addresses] = domainsAt(args);
    if (networks.length === 0 || prefixes.length === 0 || addresses.length === 0) return [NEVER];
    if (result.canBeTrue && result.canBeFalse) return [networks, prefixes, addresses].map(ofRanges);
    if (result.canBeFalse) return missing(networks, within(prefixes, 1, 32), addresses).map(ofRanges);
    const hosts = hostsOf(lowest(prefixes));
    return [inBlocksOf(addresses, hosts), prefixes, inBlocksOf(networks, hosts)].map(ofRanges);
  },
  facts: null,
  linear: null,
  smt: null,
});

type Domains = readonly [networks: Ranges, prefixes: Ranges, addresses: Ranges];

function domainsAt(args: readonly AbstractValue[]): Domains {
  return [intersect(rangesAt(args, 0), ADDRESSES), intersect(rangesAt(args, 1), PREFIXES), intersect(rangesAt(args, 2), ADDRESSES)];
}

/** Returns the number of addresses in a block with a prefix of this length. */
function hostsOf(prefix: Ranges[number]): number {
  return 2 ** (32 - Number(prefix));
}

/** Returns the numbers of the blocks that contain these addresses. */
function blocksOf(addresses: Ranges, hosts: number): Ranges {
  return transform(addresses, (lo, hi) => [divide(lo, hosts), divide(hi, hosts)]);
}

/** Returns all addresses of the blocks that contain one of these addresses. */
function inBlocksOf(addresses: Ranges, hosts: number): Ranges {
  return transform(blocksOf(addresses, hosts), (lo, hi) => [multiply(lo, hosts), add(multiply(hi, hosts), hosts - 1)]);
}

function isOneBlock(networks: Ranges, addresses: Ranges, hosts: number): boolean {
  const [left, right] = [blocksOf(networks, hosts), blocksOf(addresses, hosts)];
  return lowest(left) === highest(left) && lowest(right) === highest(right) && lowest(left) === lowest(right);
}

/** Narrows the arguments by a miss: removes the one block that contains every address, or every network. */
function missing(networks: Ranges, prefixes: Ranges, addresses: Ranges): Domains {
  if (prefixes.length === 0) return [[], [], []];
  // A miss under any prefix is also a miss under the longest one, whose block is the smallest.
  const hosts = hostsOf(highest(prefixes));
  const outside = (set: Ranges, other: Ranges) => {
    const blocks = blocksOf(other, hosts);
    const only = lowest(blocks) === highest(blocks) ? multiply(lowest(blocks), hosts) : undefined;
    return only === undefined ? set : without(set, only, subtract(add(only, hosts), 1));
  };
  return [outside(networks, addresses), prefixes, outside(addresses, networks)];
}
