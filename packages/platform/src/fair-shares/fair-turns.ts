import type { Clock } from '../environment/clock.js';
import { Ledger } from './ledger.js';
import type { Share } from './share.js';

/**
 * Does a part of some work on the event loop.
 *
 * @param ends time on the monotonic clock at which the part stops, after its current step
 * @returns true when the work is done; false ends the slot of this round
 */
export type WorkPart = (ends: number) => boolean;

/** `single`: one small answer, before batches. `batch`: larger work, also the reading of large bodies. */
export type TurnKind = 'single' | 'batch';

/** The process stops before the first turn of the work. */
export class TurnedAway extends Error {
  override readonly name = 'TurnedAway';
}

interface Pending {
  readonly share: Share;
  hasBegun: boolean;
  readonly part: WorkPart;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Milliseconds of one round of the event loop for all single checks together. */
const SINGLES_MILLISECONDS = 4;
/**
 * Milliseconds of one round for all batches. A request needs some rounds before its check (to be accepted and read, and for its
 * key); in each of them it waits for the batches.
 */
const BATCHES_MILLISECONDS = 1;
/**
 * A step that cannot be interrupted may take a batch beyond its slot by more than another slot. All batches then pause for this
 * multiple of the excess: a request that arrives meanwhile does not wait for them.
 */
const RESTS = 2;

/** The end of each type of work in this round. */
interface Slot {
  single: number;
  /** `undefined` before a batch has begun. */
  batch: number | undefined;
}

/**
 * Shares the event loop by group and account (`Ledger`). In each round, all single checks share 4 ms, then all batches 1 ms; the
 * rest is for other work. A single check that arrives while there is time left is done at once.
 */
export class FairTurns {
  readonly #clock: Clock;
  readonly #ledger = new Ledger();
  readonly #pending: Readonly<Record<TurnKind, Set<Pending>>> = { single: new Set(), batch: new Set() };
  /** `undefined` if no work was done in this round. */
  #slot: Slot | undefined;
  /** Time on the monotonic clock before which no batch continues. */
  #restEnds = Number.NEGATIVE_INFINITY;
  #isResting = false;
  #turns = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The number of unfinished pieces of work. */
  get waiting(): number {
    return this.#pending.single.size + this.#pending.batch.size;
  }

  /** The number of turns so far. */
  get turns(): number {
    return this.#turns;
  }

  /**
   * Does the work in parts, in turn with other work.
   *
   * @param signal ends the work between two parts when it is aborted; the promise still resolves
   * @throws the exception of a part; TurnedAway if the process stops before the first part
   */
  async run(share: Share, kind: TurnKind, part: WorkPart, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const pending: Pending = {
        share,
        hasBegun: false,
        part: (ends) => signal?.aborted === true || part(ends),
        done: resolve,
        failed: reject,
      };
      this.#ledger.arrive(share);
      this.#pending[kind].add(pending);
      this.#round();
    });
  }

  /** Rejects all work that waits for its first turn; work that has begun continues. */
  stopWaiting(): void {
    for (const kind of [this.#pending.single, this.#pending.batch]) {
      for (const pending of kind) {
        if (pending.hasBegun) continue;
        kind.delete(pending);
        this.#ledger.leave(pending.share);
        pending.failed(new TurnedAway('the process stops'));
      }
    }
  }

  /** Runs the rest of this round. */
  #round(): void {
    const slot = this.#slot ?? this.#openSlot();
    this.#slot = slot;
    slot.single = this.#turnsUntil('single', slot.single);
    const now = this.#clock.monotonic();
    if (now < this.#restEnds) return;
    const ends = slot.batch ?? now + BATCHES_MILLISECONDS;
    const before = this.#turns;
    slot.batch = this.#turnsUntil('batch', ends);
    const ended = this.#clock.monotonic();
    const beyond = this.#turns === before ? 0 : ended - ends;
    if (beyond > BATCHES_MILLISECONDS) this.#restEnds = ended + RESTS * beyond;
  }

  #openSlot(): Slot {
    setImmediate(() => {
      this.#slot = undefined;
      if (this.#pending.single.size > 0) return this.#round();
      if (this.#pending.batch.size > 0) this.#goOnAfterRest();
    });
    return { single: this.#clock.monotonic() + SINGLES_MILLISECONDS, batch: undefined };
  }

  #goOnAfterRest(): void {
    const rest = this.#restEnds - this.#clock.monotonic();
    if (rest <= 0) return this.#round();
    if (this.#isResting) return;
    this.#isResting = true;
    setTimeout(() => {
      this.#isResting = false;
      if (this.waiting > 0) this.#round();
    }, rest);
  }

  /** Returns the time until which this type of work may continue: now, if a part used up its time or stopped early by itself. */
  #turnsUntil(kind: TurnKind, ends: number): number {
    for (let now = this.#clock.monotonic(); now < ends; now = this.#clock.monotonic()) {
      const pending = this.#ledger.next(this.#pending[kind]);
      if (pending === undefined) return ends;
      if (!this.#turn(kind, pending, now, ends)) return now;
    }
    return ends;
  }

  #turn(kind: TurnKind, pending: Pending, began: number, ends: number): boolean {
    this.#turns += 1;
    pending.hasBegun = true;
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
}
