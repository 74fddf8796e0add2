import type { Clock } from '../environment/clock.js';
import { Ledger } from './ledger.js';
import { OWN_SHARE, type Share } from './share.js';

/**
 * So much can run at once, given out in turn by group and account (`Ledger`). No group runs in all places at once where
 * there are two or more, so that whoever comes next finds one soon. It keeps no line: whoever has one asks `next`.
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

  /** If there are several places, one group leaves one of them to the others; work without an account is not held back. */
  mayRun({ group }: Share): boolean {
    if (this.areFull) return false;
    return group === OWN_SHARE.group || (this.#runningOf.get(group) ?? 0) < Math.max(1, this.#places - 1);
  }

  /** Returns the waiting item that is next; `undefined` if no item may run now. */
  next<Item extends { readonly share: Share }>(waiting: Iterable<Item>): Item | undefined {
    return this.ledger.next([...waiting].filter(({ share }) => this.mayRun(share)));
  }

  /**
   * Takes a place for something that has arrived (`Ledger.arrive`).
   *
   * @param estimate milliseconds that it will take: they count from now on, and what it took counts at its end
   * @returns what has to be called once, when it has ended
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
