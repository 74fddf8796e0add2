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

/** `single`: one small answer; these go before batches, and before the reading of large bodies, which is a `batch` too. */
export type TurnKind = 'single' | 'batch';

/** The process stops, and the work had not had its first turn. */
export class TurnedAway extends Error {
  override readonly name = 'TurnedAway';
}

interface Pending {
  readonly share: Share;
  hasBegun: boolean;
  readonly part: Part;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Milliseconds of one round of the event loop that single checks together may have. */
const SINGLES_MILLISECONDS = 4;
/**
 * And those of batches. A request needs some rounds before its check is asked for (accepted, read, key looked up): what
 * batches have of a round it waits for each time.
 */
const BATCHES_MILLISECONDS = 1;
/**
 * A step that cannot be interrupted may take a batch beyond its slot by more than another slot. All batches then pause for this
 * multiple of the excess: a request that arrives meanwhile waits for none of them.
 */
const RESTS = 2;

/** Until when each kind of work may go on in this round. */
interface Slot {
  single: number;
  /** `undefined` until a batch has begun. */
  batch: number | undefined;
}

/**
 * Gives the event loop out in turn by group and account (`Ledger`): in each round all single checks share 4 ms, then all
 * batches 1 ms, and the rest is for everything else. A single check that comes while they have room is done at once.
 */
export class FairTurns {
  readonly #clock: Clock;
  readonly #ledger = new Ledger();
  readonly #pending: Readonly<Record<TurnKind, Set<Pending>>> = { single: new Set(), batch: new Set() };
  /** `undefined` if no work was done in this round. */
  #slot: Slot | undefined;
  /** On the monotonic clock: no batch goes on before. */
  #restEnds = Number.NEGATIVE_INFINITY;
  #isResting = false;
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
   * @throws what a part throws; TurnedAway where the process stops before the first
   */
  async run(share: Share, kind: TurnKind, part: Part, signal?: AbortSignal): Promise<void> {
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

  /** Turns away all work that waits for its first turn; what has begun goes on. */
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

  /** Returns until when this kind may go on: no longer, where a part stopped at the end or earlier for reasons of its own. */
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
