import { type Clock, Places, type Share } from '@kirchhoff/platform';
import type { RunAttempt } from './job.js';

/** The oldest waiting run of an account. */
export interface Head extends RunAttempt {
  readonly share: Share;
}

/** Milliseconds charged when a run begins; at its end the actual time is charged. */
const ESTIMATE_MILLISECONDS = 100;

/** Fair scheduler of a worker: it chooses the next run in turn by group and account. No group takes all slots of a worker. */
export class Turns {
  readonly #places: Places;
  /** The accounts of the last heads; they count as present. */
  #seen = new Map<string, Share>();

  constructor(places: number, clock: Clock) {
    this.#places = new Places(places, clock);
  }

  mayRun(share: Share): boolean {
    return this.#places.mayRun(share);
  }

  /** Returns the head whose turn it is; `undefined` if no head may run now. */
  next(heads: readonly Head[]): Head | undefined {
    this.#see(heads);
    return this.#places.next(heads);
  }

  /**
   * Charges the estimate.
   *
   * @returns a function to call once, when the run has ended
   */
  begin(share: Share): () => void {
    this.#places.ledger.arrive(share);
    return this.#places.begin(share, ESTIMATE_MILLISECONDS);
  }

  #see(heads: readonly Head[]): void {
    const seen = new Map(heads.map(({ share }) => [JSON.stringify([share.group, share.account]), share] as const));
    for (const [key, share] of seen) if (!this.#seen.has(key)) this.#places.ledger.arrive(share);
    for (const [key, share] of this.#seen) if (!seen.has(key)) this.#places.ledger.leave(share);
    this.#seen = seen;
  }
}
