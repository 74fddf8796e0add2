import { type Clock, Places, type Share } from '@kirchhoff/platform';
import type { RunAttempt } from './job.js';

/** The oldest run of an account that waits. */
export interface Head extends RunAttempt {
  readonly share: Share;
}

/** Milliseconds that a run counts when it begins; at its end it counts what it took. */
const ESTIMATE_MILLISECONDS = 100;

/**
 * Decides which run a worker takes next: in turn by group and account over all runs that wait. No group has all places of a
 * worker.
 */
export class Turns {
  readonly #places: Places;
  /** The accounts of the heads that were seen last, which count as present. */
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

  /** @returns what has to be called once, when the run has ended */
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
