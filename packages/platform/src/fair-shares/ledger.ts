import type { Share } from './share.js';

/** An account within a group, or a group: how much it had, for its weight. */
interface Entry {
  had: number;
  /** Its items that wait or run. */
  present: number;
}

interface GroupEntry extends Entry {
  readonly accounts: Map<string, Entry>;
  /** The amount that the last chosen account had before. */
  begun: number;
}

/** Groups that are remembered, with and without items. */
const MAX_GROUPS = 10_000;

/**
 * Chooses the next item: from the group that had least for its weight, the account that had least. Start-time fair queueing
 * (Goyal, Vin, Cheng 1996) on two levels: a newcomer starts at the level of those being served, so that idle accounts save up no
 * turns; an account above that level waits until the others catch up.
 */
export class Ledger {
  readonly #groups = new Map<string, GroupEntry>();
  /** The amount that the last chosen group had before. */
  #begun = 0;
  #present = 0;

  /** An item comes; `leave` has to follow. */
  arrive({ group, account }: Share): void {
    const groupEntry = this.#group(group);
    const accountEntry = accountOf(groupEntry, account);
    if (groupEntry.present === 0) groupEntry.had = Math.max(groupEntry.had, this.#begun);
    if (accountEntry.present === 0) accountEntry.had = Math.max(accountEntry.had, groupEntry.begun);
    groupEntry.present += 1;
    accountEntry.present += 1;
    this.#present += 1;
  }

  /** Records the end of an item. When no item is left all debts are cleared: they were taken from no other account. */
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
   * Adds to what a share had.
   *
   * @param amount of whatever is shared, milliseconds for example; negative to give back
   */
  charge({ group, account, weight }: Share, amount: number): void {
    const groupEntry = this.#group(group);
    groupEntry.had += amount / weight;
    accountOf(groupEntry, account).had += amount;
  }

  /** Returns the item that is next; the first one if several had equally much. `undefined` if the list is empty. */
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

  /** A group without items is remembered for as long as it had more than those who are served. */
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
