import type { Clock } from '../environment/clock.js';
import { Ledger } from './ledger.js';
import { OWN_SHARE, type Share } from './share.js';

/**
 * A number of places to run, given out in turn by group and account (`Ledger`). If there are two or more, no group holds all of
 * them, so that a newcomer finds one soon. It has no queue: the owner of the queue calls `next`.
 */
export class Places {
  readonly #places: number;
  readonly #clock: Clock;
  readonly #runningOf = new Map<string, number>();
  readonly ledger = new Ledger();
  #running = 0;

  constructor(places: number, clock: Clock) {
    this.#places = places;
    this.#clock = clock;
  }

  get running(): number {
    return this.#running;
  }

  get areFull(): boolean {
    return this.#running >= this.#places;
  }

  /** If there are several places, a group leaves one of them to the others; this does not apply to work without an account. */
  mayRun({ group }: Share): boolean {
    if (this.areFull) return false;
    return group === OWN_SHARE.group || (this.#runningOf.get(group) ?? 0) < Math.max(1, this.#places - 1);
  }

  /** Returns the next waiting item; `undefined` if no item may run now. */
  next<Item extends { readonly share: Share }>(waiting: Iterable<Item>): Item | undefined {
    return this.ledger.next([...waiting].filter(({ share }) => this.mayRun(share)));
  }

  /**
   * Takes a place for an item that has arrived (`Ledger.arrive`).
   *
   * @param estimate of its milliseconds: it counts from now on, and the real time replaces it at the end
   * @returns a function to call once, when the item has ended
   */
  begin(share: Share, estimate: number): () => void {
    const began = this.#clock.monotonic();
    this.#running += 1;
    this.#runningOf.set(share.group, (this.#runningOf.get(share.group) ?? 0) + 1);
    this.ledger.charge(share, estimate);
    let isOver = false;
    return () => {
      if (isOver) throw new Error('a place was released twice');
      isOver = true;
      this.ledger.charge(share, this.#clock.monotonic() - began - estimate);
      this.#end(share);
    };
  }

  #end(share: Share): void {
    this.#running -= 1;
    const left = (this.#runningOf.get(share.group) ?? 1) - 1;
    if (left === 0) this.#runningOf.delete(share.group);
    else this.#runningOf.set(share.group, left);
    this.ledger.leave(share);
  }
}
