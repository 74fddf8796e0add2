import { type Clock, systemClock } from '../environment/clock.js';
import { Ledger } from './ledger.js';
import { OWN_SHARE, type Share } from './share.js';

/** A place to run, or why there is none. */
export type Place =
  | {
      readonly kind: 'place';
      /** False where there was a place at once. */
      readonly waited: boolean;
      /** Has to be called once, when the work has ended. */
      readonly release: () => void;
    }
  /** As many wait as may, or it has waited for as long as it may. */
  | { readonly kind: 'busy' }
  /** The signal was aborted. */
  | { readonly kind: 'gone' };

export interface FairLineOptions {
  /** Run at once. */
  readonly places: number;
  /** Wait at once, all together. */
  readonly length: number;
  /** Wait at once, of one account. Default: 8. */
  readonly lengthOfAccount?: number;
  /** Wait at once, of one group. Default: 16. */
  readonly lengthOfGroup?: number;
  /** Milliseconds after which one that still waits is `busy`. Default: without limit. */
  readonly deadlineMilliseconds?: number;
  /** Default: the machine's. */
  readonly clock?: Clock;
}

export interface Entering {
  readonly share: Share;
  /** Milliseconds that it will take, as far as can be told. It counts from the start, and what it took counts at its end. */
  readonly estimate: number;
  /** Whoever waits with it leaves the line when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiting {
  readonly share: Share;
  readonly estimate: number;
  readonly end: (place: Place) => void;
}

const LENGTH_OF_ACCOUNT = 8;
const LENGTH_OF_GROUP = 16;

/**
 * Lets `places` run at once, and others wait for them in turn by group and account (`Ledger`). No group runs in all
 * places at once where there are two or more, so that whoever comes next finds one soon. A full line turns away one of
 * the group that has most in it.
 */
export class FairLine {
  readonly #options: Required<Omit<FairLineOptions, 'deadlineMilliseconds' | 'clock'>>;
  readonly #deadlineMilliseconds: number | undefined;
  readonly #clock: Clock;
  readonly #ledger = new Ledger();
  readonly #waiting = new Set<Waiting>();
  readonly #runningOf = new Map<string, number>();
  #running = 0;

  constructor(options: FairLineOptions) {
    const { places, length, lengthOfAccount = LENGTH_OF_ACCOUNT, lengthOfGroup = LENGTH_OF_GROUP, clock = systemClock } = options;
    this.#options = { places, length, lengthOfAccount, lengthOfGroup };
    this.#deadlineMilliseconds = options.deadlineMilliseconds;
    this.#clock = clock;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  async enter({ share, estimate, signal }: Entering): Promise<Place> {
    if (signal?.aborted === true) return { kind: 'gone' };
    if (this.#running < this.#options.places && this.#mayRun(share)) {
      this.#ledger.arrive(share);
      this.#ledger.next([{ share }]);
      return this.#begin(share, estimate, false);
    }
    if (!this.#makeRoom(share)) return { kind: 'busy' };
    return this.#wait(share, estimate, signal);
  }

  async #wait(share: Share, estimate: number, signal: AbortSignal | undefined): Promise<Place> {
    this.#ledger.arrive(share);
    return new Promise((resolve) => {
      const leave = (place: Place): void => {
        this.#waiting.delete(waiting);
        if (place.kind !== 'place') this.#ledger.leave(share);
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

  /** One group leaves a place to the others, where there is more than one; work that no account asked for is not held back. */
  #mayRun({ group }: Share): boolean {
    return group === OWN_SHARE.group || (this.#runningOf.get(group) ?? 0) < Math.max(1, this.#options.places - 1);
  }

  #begin(share: Share, estimate: number, waited: boolean): Place {
    const began = this.#clock.monotonic();
    this.#running += 1;
    this.#runningOf.set(share.group, (this.#runningOf.get(share.group) ?? 0) + 1);
    this.#ledger.charge(share, estimate);
    let isOver = false;
    const release = (): void => {
      if (isOver) throw new Error('a place was released twice');
      isOver = true;
      this.#ledger.charge(share, this.#clock.monotonic() - began - estimate);
      this.#end(share);
    };
    return { kind: 'place', waited, release };
  }

  #end(share: Share): void {
    this.#running -= 1;
    const left = (this.#runningOf.get(share.group) ?? 1) - 1;
    if (left === 0) this.#runningOf.delete(share.group);
    else this.#runningOf.set(share.group, left);
    this.#ledger.leave(share);
    while (this.#running < this.#options.places) {
      const next = this.#ledger.next([...this.#waiting].filter((each) => this.#mayRun(each.share)));
      if (next === undefined) return;
      next.end(this.#begin(next.share, next.estimate, true));
    }
  }

  /** False where the one that comes has to be turned away. */
  #makeRoom({ group, account }: Share): boolean {
    const { length, lengthOfAccount, lengthOfGroup } = this.#options;
    const ofGroup = [...this.#waiting].filter((each) => each.share.group === group);
    if (ofGroup.length >= lengthOfGroup || ofGroup.filter((each) => each.share.account === account).length >= lengthOfAccount) return false;
    if (this.#waiting.size < length) return true;
    const most = this.#largestGroup();
    if (most.length <= ofGroup.length + 1) return false;
    most.at(-1)?.end({ kind: 'busy' });
    return true;
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
