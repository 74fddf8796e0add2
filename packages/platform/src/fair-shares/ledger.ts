import type { Share } from './share.js';

/** An account within a group, or a group, with the amount that it had, divided by its weight. */
interface Entry {
  had: number;
  /** The number of its waiting and running items. */
  present: number;
}

interface GroupEntry extends Entry {
  readonly accounts: Map<string, Entry>;
  /** The amount that the last chosen account had before. */
  begun: number;
}

/** Maximal number of remembered groups, with and without items. */
const MAX_GROUPS = 10_000;

/**
 * Chooses the next item: from the group with the least amount for its weight, and in it from the account with the least. This is
 * start-time fair queueing (Goyal, Vin, Cheng 1996) on two levels. A newcomer starts at the current level, so that idle accounts
 * collect no turns. An account above that level waits until the others have caught up.
 */
export class Ledger {
  readonly #groups = new Map<string, GroupEntry>();
  /** The amount that the last chosen group had before. */
  #begun = 0;
  #present = 0;

  /** Records a new item; `leave` has to follow. */
  arrive({ group, account }: Share): void {
    const groupEntry = this.#group(group);
    const accountEntry = accountOf(groupEntry, account);
    if (groupEntry.present === 0) groupEntry.had = Math.max(groupEntry.had, this.#begun);
    if (accountEntry.present === 0) accountEntry.had = Math.max(accountEntry.had, groupEntry.begun);
    groupEntry.present += 1;
    accountEntry.present += 1;
    this.#present += 1;
  }

  /** Records the end of an item. When no item is left, all amounts are cleared: no other account was disadvantaged. */
  leave({ group, account }: Share): void {
    const groupEntry = this.#group(group);
    const accountEntry = accountOf(groupEntry, account);
    groupEntry.present -= 1;
    accountEntry.present -= 1;
    this.#present -= 1;
    if (accountEntry.present === 0 && accountEntry.had <= groupEntry.begun) groupEntry.accounts.delete(account);
    if (groupEntry.present === 0) this.#rest(group, groupEntry);
    if (this.#present > 0) return;
    this.#groups.clear();
    this.#begun = 0;
  }

  /**
   * Adds to the amount that a share had.
   *
   * @param amount of the shared resource, for example milliseconds; negative to give back
   */
  charge({ group, account, weight }: Share, amount: number): void {
    const groupEntry = this.#group(group);
    groupEntry.had += amount / weight;
    accountOf(groupEntry, account).had += amount;
  }

  /** Returns the next item; among equal amounts the first one. `undefined` if the list is empty. */
  next<Item extends { readonly share: Share }>(items: Iterable<Item>): Item | undefined {
    let best: { readonly item: Item; readonly group: GroupEntry; readonly account: Entry } | undefined;
    for (const item of items) {
      const group = this.#group(item.share.group);
      const account = accountOf(group, item.share.account);
      const isFirst = best === undefined || group.had < best.group.had || (group === best.group && account.had < best.account.had);
      if (isFirst) best = { item, group, account };
    }
    if (best === undefined) return undefined;
    this.#begun = Math.max(this.#begun, best.group.had);
    best.group.begun = Math.max(best.group.begun, best.account.had);
    return best.item;
  }

  /** A group without items is remembered as long as its amount is above the current level. */
  #rest(name: string, entry: GroupEntry): void {
    if (entry.had <= this.#begun) this.#groups.delete(name);
    if (this.#groups.size <= MAX_GROUPS) return;
    for (const [other, { present, had }] of this.#groups) if (present === 0 && had <= this.#begun) this.#groups.delete(other);
    for (const [other, { present }] of this.#groups) {
      if (this.#groups.size <= MAX_GROUPS) return;
      if (present === 0) this.#groups.delete(other);
    }
  }

  #group(name: string): GroupEntry {
    const found = this.#groups.get(name);
    if (found !== undefined) return found;
    const entry: GroupEntry = { had: 0, present: 0, accounts: new Map(), begun: 0 };
    this.#groups.set(name, entry);
    return entry;
  }
}

function accountOf(group: GroupEntry, name: string): Entry {
  const found = group.accounts.get(name);
  if (found !== undefined) return found;
  const entry: Entry = { had: 0, present: 0 };
  group.accounts.set(name, entry);
  return entry;
}
