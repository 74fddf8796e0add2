import type { Clock } from '../environment/clock.js';
import { Ledger } from './ledger.js';
import type { Share } from './share.js';

/**
 * A part of some work on the event loop, as long as it is not done.
 *
 * @param ends on the monotonic clock: the part goes on until then at most, but for its last step
 * @returns true when the work is done; false ends the slot of this round
 */
export type Part = (ends: number) => boolean;

/** `single`: one small answer; these go before batches. */
export type TurnKind = 'single' | 'batch';

interface Pending {
  readonly share: Share;
  readonly part: Part;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Milliseconds of one round of the event loop that all work together may have. */
const SLOT_MILLISECONDS = 5;
/** One choice in so many is a batch's, so that single checks never keep batches waiting for good. */
const BATCH_EVERY = 4;

/**
 * Gives the event loop out in turn by group and account (`Ledger`): all work shares one slot of 5 ms in each round, and
 * the rest of the round is for everything else. Work that comes while the slot has room is done at once.
 */
export class FairTurns {
  readonly #clock: Clock;
  readonly #ledger = new Ledger();
  readonly #pending: Readonly<Record<TurnKind, Set<Pending>>> = { single: new Set(), batch: new Set() };
  /** When the slot of this round ends; `undefined` if it has not begun. */
  #slotEnds: number | undefined;
  #choices = 0;
  #turns = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Work that has not been done. */
  get waiting(): number {
    return this.#pending.single.size + this.#pending.batch.size;
  }

  /** Turns that were given out so far. */
  get turns(): number {
    return this.#turns;
  }

  /**
   * Does the work in parts, in turn with that of others.
   *
   * @param signal ends the work between two parts when it is aborted; the promise resolves all the same
   * @throws what a part throws
   */
  async run(share: Share, kind: TurnKind, part: Part, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const pending: Pending = { share, part: (ends) => signal?.aborted === true || part(ends), done: resolve, failed: reject };
      this.#ledger.arrive(share);
      this.#pending[kind].add(pending);
      this.#round();
    });
  }

  /** Gives out what is left of this round's slot. */
  #round(): void {
    if (this.#slotEnds === undefined) {
      this.#slotEnds = this.#clock.monotonic() + SLOT_MILLISECONDS;
      setImmediate(() => {
        this.#slotEnds = undefined;
        if (this.waiting > 0) this.#round();
      });
    }
    for (let now = this.#clock.monotonic(); now < this.#slotEnds; now = this.#clock.monotonic()) {
      const kind = this.#nextKind();
      if (kind === undefined) return;
      const pending = this.#ledger.next(this.#pending[kind]);
      if (pending === undefined) return;
      const isDone = this.#turn(kind, pending, now, this.#slotEnds);
      // It stopped at the end of the slot, or earlier for reasons of its own.
      if (!isDone) this.#slotEnds = now;
    }
  }

  #turn(kind: TurnKind, pending: Pending, began: number, ends: number): boolean {
    this.#turns += 1;
    let isDone = true;
    try {
      isDone = pending.part(ends);
      if (isDone) pending.done();
    } catch (error) {
      pending.failed(error);
    }
    this.#ledger.charge(pending.share, this.#clock.monotonic() - began);
    if (!isDone) return false;
    this.#pending[kind].delete(pending);
    this.#ledger.leave(pending.share);
    return true;
  }

  #nextKind(): TurnKind | undefined {
    const { single, batch } = this.#pending;
    if (single.size === 0) return batch.size === 0 ? undefined : 'batch';
    if (batch.size === 0) return 'single';
    this.#choices += 1;
    return this.#choices % BATCH_EVERY === 0 ? 'batch' : 'single';
  }
}
