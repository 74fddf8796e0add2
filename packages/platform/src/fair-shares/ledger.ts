import type { Share } from './share.js';

/** An account within a group, or a group: how much it had, for its weight. */
interface Entry {
  had: number;
  /** Its items that wait or run. */
  present: number;
}

interface GroupEntry extends Entry {
  readonly accounts: Map<string, Entry>;
  /** What the account that was chosen last had before. */
  begun: number;
}

/** Groups that are remembered, with and without items. */
const MAX_GROUPS = 10_000;

/**
 * Says whose turn it is: the group that had least for its weight, and in it the account that had least. Start-time fair
 * queueing (Goyal, Vin, Cheng 1996) over two levels: who comes anew begins where those who are served now stand, so
 * that nobody saves up turns, and who had more than that waits for the others to catch up.
 */
export class Ledger {
  readonly #groups = new Map<string, GroupEntry>();
  /** What the group that was chosen last had before. */
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

  /** The item has ended. Where no item is left all debts are forgotten: whoever had much took it from no other. */
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

  /** Returns the one whose turn it is; the first of those who had equally much. `undefined` if there is none. */
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
