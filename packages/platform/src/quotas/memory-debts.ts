import type { Clock } from '../environment/clock.js';

const MOST_DEBTS = 20_000;

/** What accounts owe, within one process, for as long as Redis is out. A debt is paid by the time that passes. */
export class MemoryDebts {
  readonly #clock: Clock;
  readonly #mostOwed: number;
  readonly #paidAt = new Map<string, number>();

  /** @param mostOwed in milliseconds */
  constructor(clock: Clock, mostOwed: number) {
    this.#clock = clock;
    this.#mostOwed = mostOwed;
  }

  /** Milliseconds until nothing is owed. */
  of(accountId: string): number {
    return Math.max(0, (this.#paidAt.get(accountId) ?? 0) - this.#clock.monotonic());
  }

  /** @param owed milliseconds to add */
  add(accountId: string, owed: number): void {
    const total = Math.min(this.of(accountId) + owed, this.#mostOwed);
    this.#paidAt.delete(accountId);
    this.#paidAt.set(accountId, this.#clock.monotonic() + total);
    const [oldest] = this.#paidAt.keys();
    if (this.#paidAt.size > MOST_DEBTS && oldest !== undefined) this.#paidAt.delete(oldest);
  }
}
