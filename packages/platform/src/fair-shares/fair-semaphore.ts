import { type Clock, systemClock } from '../environment/clock.js';
import { Places } from './places.js';
import type { Share } from './share.js';

/** A place to run, or the reason for a refusal. */
export type Permit =
  | {
      readonly kind: 'place';
      /** False if a place was free. */
      readonly waited: boolean;
      /** Must be called once, when the work has ended. */
      readonly release: () => void;
    }
  /** The queue is full, the time limit for waiting has passed, or the semaphore is closed. */
  | { readonly kind: 'busy' }
  /** The signal was aborted. */
  | { readonly kind: 'gone' };

export interface FairLineOptions {
  /** Maximal number of items that run. */
  readonly places: number;
  /** Maximal number of waiting items. */
  readonly length: number;
  /** Maximal number of waiting items of one account. Default: 8. */
  readonly lengthOfAccount?: number;
  /** Maximal number of waiting items of one group. Default: 16. */
  readonly lengthOfGroup?: number;
  /** Milliseconds after which a waiting item is refused as `busy`. Default: no limit. */
  readonly deadlineMilliseconds?: number;
  /** Default: the machine's. */
  readonly clock?: Clock;
}

export interface EnterOptions {
  readonly share: Share;
  /** Estimated milliseconds of the work. The estimate counts from the start on, and is replaced by the real time at the end. */
  readonly estimate: number;
  /** When it is aborted, the waiting item leaves the queue. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiting {
  readonly share: Share;
  readonly estimate: number;
  readonly end: (place: Permit) => void;
}

const LENGTH_OF_ACCOUNT = 8;
const LENGTH_OF_GROUP = 16;

/**
 * A bounded semaphore: `places` items run, and others wait in turn by group and account (`Places`). A full queue rejects an item of
 * the group that has the most items in it.
 */
export class FairSemaphore {
  readonly #lengths: Required<Pick<FairLineOptions, 'length' | 'lengthOfAccount' | 'lengthOfGroup'>>;
  readonly #deadlineMilliseconds: number | undefined;
  readonly #places: Places;
  readonly #waiting = new Set<Waiting>();
  #isClosed = false;

  constructor(options: FairLineOptions) {
    const { places, length, lengthOfAccount = LENGTH_OF_ACCOUNT, lengthOfGroup = LENGTH_OF_GROUP, clock = systemClock } = options;
    this.#lengths = { length, lengthOfAccount, lengthOfGroup };
    this.#deadlineMilliseconds = options.deadlineMilliseconds;
    this.#places = new Places(places, clock);
  }

  get running(): number {
    return this.#places.running;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Rejects all waiting items, and from now on each that would have to wait. */
  close(): void {
    this.#isClosed = true;
    for (const waiting of this.#waiting) waiting.end({ kind: 'busy' });
  }

  /** Returns true if `enter` would accept this share now. Takes no place. */
  hasRoom(share: Share): boolean {
    return this.#places.mayRun(share) || (!this.#isClosed && this.#room(share) !== 'none');
  }

  /** True if the queue of this account is full, so that `enter` would refuse its next item. */
  isFullOf(share: Share): boolean {
    return this.#waitingOf(share) >= this.#lengths.lengthOfAccount;
  }

  async enter({ share, estimate, signal }: EnterOptions): Promise<Permit> {
    if (signal?.aborted === true) return { kind: 'gone' };
    if (this.#places.mayRun(share)) {
      this.#places.ledger.arrive(share);
      this.#places.next([{ share }]);
      return this.#begin(share, estimate, false);
    }
    const room = this.#isClosed ? 'none' : this.#room(share);
    if (room === 'none') return { kind: 'busy' };
    if (room !== 'free') room.end({ kind: 'busy' });
    return this.#wait(share, estimate, signal);
  }

  async #wait(share: Share, estimate: number, signal: AbortSignal | undefined): Promise<Permit> {
    this.#places.ledger.arrive(share);
    return new Promise((resolve) => {
      const leave = (place: Permit): void => {
        this.#waiting.delete(waiting);
        if (place.kind !== 'place') this.#places.ledger.leave(share);
        clearTimeout(deadline);
        signal?.removeEventListener('abort', aborted);
        resolve(place);
      };
      const waiting: Waiting = { share, estimate, end: leave };
      const aborted = (): void => leave({ kind: 'gone' });
      const limit = this.#deadlineMilliseconds;
      const deadline = limit === undefined ? undefined : setTimeout(() => leave({ kind: 'busy' }), limit);
      this.#waiting.add(waiting);
      signal?.addEventListener('abort', aborted, { once: true });
    });
  }

  #begin(share: Share, estimate: number, waited: boolean): Permit {
    const end = this.#places.begin(share, estimate);
    const release = (): void => {
      end();
      this.#giveOut();
    };
    return { kind: 'place', waited, release };
  }

  #giveOut(): void {
    while (!this.#places.areFull) {
      const next = this.#places.next(this.#waiting);
      if (next === undefined) return;
      next.end(this.#begin(next.share, next.estimate, true));
    }
  }

  #waitingOf({ group, account }: Share): number {
    return [...this.#waiting].filter((each) => each.share.group === group && each.share.account === account).length;
  }

  /** Finds room for one more waiting item. Returns `free`, the item that has to leave for it, or `none`. */
  #room(share: Share): 'free' | Waiting | 'none' {
    const { length, lengthOfGroup } = this.#lengths;
    const ofGroup = [...this.#waiting].filter(({ share: { group } }) => group === share.group);
    if (ofGroup.length >= lengthOfGroup || this.isFullOf(share)) return 'none';
    if (this.#waiting.size < length) return 'free';
    const most = this.#largestGroup();
    return most.length <= ofGroup.length + 1 ? 'none' : (most.at(-1) ?? 'none');
  }

  #largestGroup(): readonly Waiting[] {
    const groups = new Map<string, Waiting[]>();
    for (const each of this.#waiting) {
      const group = groups.get(each.share.group) ?? [];
      group.push(each);
      groups.set(each.share.group, group);
    }
    return [...groups.values()].reduce((most, group) => (group.length > most.length ? group : most), []);
  }
}
