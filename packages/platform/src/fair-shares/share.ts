import type { Caller, Tier } from '../authentication/caller.js';
import { addressGroup } from '../quotas/address-group.js';

/** The group and account of a piece of work, for sharing scarce capacity. */
export interface Share {
  /** The accounts that count as one: those of the Free tier by address group; each other account by itself. */
  readonly group: string;
  readonly account: string;
  /** The share of the group, as a multiple of that of a group of weight 1. */
  readonly weight: number;
}

const WEIGHTS: Readonly<Record<Tier, number>> = { free: 1, pro: 4 };

/** Work without an account. */
export const OWN_SHARE: Share = { group: 'own', account: 'own', weight: 16 };

/**
 * Returns the share of a caller. Registration is free of charge, so that the Free accounts of one address group share the
 * capacity of one group.
 *
 * @param address the client's, as `TRUST_PROXY` defines it
 */
export function shareOf({ accountId, tier }: Pick<Caller, 'accountId' | 'tier'>, address: string): Share {
  const group = tier === 'free' ? `address ${addressGroup(address)}` : `account ${accountId}`;
  return { group, account: accountId, weight: WEIGHTS[tier] };
}

/** Returns the share of a caller with or without a key; without one, the address group is both group and account. */
export function readerShare(caller: Pick<Caller, 'accountId' | 'tier'> | undefined, address: string): Share {
  if (caller !== undefined) return shareOf(caller, address);
  const group = `address ${addressGroup(address)}`;
  return { group, account: group, weight: WEIGHTS.free };
}
