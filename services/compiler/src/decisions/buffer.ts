/** An entry of a buffer, with its account and its size. */
export interface Entry {
  readonly accountId: string;
  readonly octets: number;
}

export interface BufferOptions<Item extends Entry> {
  /** Maximal bytes of all entries, {@link ENTRY_BYTES} included for each. */
  readonly maxBytes: number;
  /** Called with each dropped entry. */
  readonly dropped: (item: Item) => void;
}

/** Memory of an entry besides its texts. It also bounds the number of entries. */
export const ENTRY_BYTES = 512;

interface Queue<Item> {
  readonly items: Item[];
  octets: number;
}

/**
 * Holds entries until they are written, in a bounded part of memory. When it is full, each account has an equal part: an account
 * with more loses its newest entries; an account with less loses no entry.
 */
export class FairBuffer<Item extends Entry> {
  readonly #options: BufferOptions<Item>;
  /** By account; the first one is served next. */
  readonly #queues = new Map<string, Queue<Item>>();
  #bytes = 0;
  #count = 0;

  constructor(options: BufferOptions<Item>) {
    this.#options = options;
  }

  get count(): number {
    return this.#count;
  }

  /** Adds an entry, and drops one if the buffer is full. */
  add(item: Item): void {
    const weight = weightOf(item);
    if (this.#bytes + weight > this.#options.maxBytes && !this.#makeRoom(item.accountId, weight)) return this.#options.dropped(item);
    const queue = this.#queues.get(item.accountId) ?? { items: [], octets: 0 };
    this.#queues.set(item.accountId, queue);
    queue.items.push(item);
    this.#grow(queue, weight, 1);
  }

  /** Removes and returns the oldest entries, in turn by account. */
  take(most: number, maxBytes: number): readonly Item[] {
    const taken: Item[] = [];
    let bytes = 0;
    while (taken.length < most && bytes < maxBytes && this.#count > 0) {
      const part = Math.max(1, Math.ceil((most - taken.length) / this.#queues.size));
      const round = [...this.#queues];
      for (const [accountId, queue] of round) {
        if (taken.length >= most || bytes >= maxBytes) break;
        const items = firstOf(queue.items, Math.min(part, most - taken.length), maxBytes - bytes);
        queue.items.splice(0, items.length);
        for (const item of items) this.#grow(queue, -weightOf(item), -1);
        bytes += items.reduce((sum, item) => sum + item.octets, 0);
        taken.push(...items);
        // Moves the account behind the others, so that the next turn begins with a waiting one.
        this.#queues.delete(accountId);
        if (queue.items.length > 0) this.#queues.set(accountId, queue);
      }
    }
    return taken;
  }

  /** Returns true if an account may have another entry; for it, entries of accounts with more than their part may have been dropped. */
  #makeRoom(accountId: string, weight: number): boolean {
    const own = this.#queues.get(accountId);
    const accounts = this.#queues.size + (own === undefined ? 1 : 0);
    const part = this.#options.maxBytes / accounts;
    if ((own?.octets ?? 0) + weight > part) return false;
    for (const queue of this.#queues.values()) {
      // Reduces the account to its part at once, so that the next entry needs no new search.
      while (queue.octets > part) {
        const last = queue.items.pop();
        if (last === undefined) break;
        this.#grow(queue, -weightOf(last), -1);
        this.#options.dropped(last);
      }
      if (this.#bytes + weight <= this.#options.maxBytes) return true;
    }
    return false;
  }

  #grow(queue: Queue<Item>, bytes: number, count: number): void {
    queue.octets += bytes;
    this.#bytes += bytes;
    this.#count += count;
  }
}

function weightOf({ octets }: Entry): number {
  return octets + ENTRY_BYTES;
}

/** The first entries, one at least. */
function firstOf<Item extends Entry>(items: readonly Item[], most: number, maxBytes: number): readonly Item[] {
  let bytes = 0;
  let count = 0;
  for (const item of items) {
    bytes += item.octets;
    if (count > 0 && (count >= most || bytes > maxBytes)) break;
    count += 1;
  }
  return items.slice(0, count);
}
