import type { Clock } from '../environment/clock.js';

const MAX_DEBTS = 20_000;

/** What accounts owe, within one process, for as long as Redis is out. A debt is paid by the time that passes. */
export class MemoryDebts {
  readonly #clock: Clock;
  readonly #mostOwed: number;
  readonly #paidAt = new Map<string, number>();
  /** As many as have runs under way. */
  readonly #held = new Map<string, number>();

  /** @param mostOwed in milliseconds */
  constructor(clock: Clock, mostOwed: number) {
    this.#clock = clock;
    this.#mostOwed = mostOwed;
  }

  /** Milliseconds until nothing is owed. */
  of(accountId: string): number {
    return Math.max(0, (this.#paidAt.get(accountId) ?? 0) - this.#clock.monotonic());
  }

  /** @param owed milliseconds to add, or to take off */
  add(accountId: string, owed: number): void {
    const total = Math.min(this.of(accountId) + owed, this.#mostOwed);
    this.#paidAt.delete(accountId);
    this.#paidAt.set(accountId, this.#clock.monotonic() + total);
    const [oldest] = this.#paidAt.keys();
    if (this.#paidAt.size > MAX_DEBTS && oldest !== undefined) this.#paidAt.delete(oldest);
  }

  /** Milliseconds of the estimates of what is under way. */
  heldOf(accountId: string): number {
    return this.#held.get(accountId) ?? 0;
  }

  /** @param estimate milliseconds to hold, or to hold no longer */
  hold(accountId: string, estimate: number): void {
    const held = this.heldOf(accountId) + estimate;
    if (held > 0) this.#held.set(accountId, held);
    else this.#held.delete(accountId);
  }
}
