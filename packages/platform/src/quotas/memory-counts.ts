import type { Clock } from '../environment/clock.js';
import type { RateCount, RateRule } from './decide-rate.js';

interface Window {
  count: number;
  readonly endsAt: number;
}

const MAX_WINDOWS = 20_000;

/** The same counting within one process, for as long as Redis is out. */
export class MemoryCounts {
  readonly #clock: Clock;
  readonly #windows = new Map<string, Window>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  take(key: string, rules: readonly RateRule[]): readonly RateCount[] {
    const now = this.#clock.monotonic();
    const windows = rules.map(({ windowSeconds }) => this.#window(`${key}:${windowSeconds}`, now, windowSeconds * 1000));
    const counted = windows.every(({ count }, place) => count < (rules[place]?.limit ?? 0));
    if (counted) for (const window of windows) window.count += 1;
    return windows.map(({ count, endsAt }) => ({ counted, count, resetMilliseconds: endsAt - now }));
  }

  #window(key: string, now: number, milliseconds: number): Window {
    const found = this.#windows.get(key);
    if (found !== undefined && found.endsAt > now) return found;
    const made = { count: 0, endsAt: now + milliseconds };
    this.#windows.delete(key);
    this.#windows.set(key, made);
    if (this.#windows.size > MAX_WINDOWS) this.#forgetOldest();
    return made;
  }

  /** Room is made of those that began first, so that an attacker of many addresses cannot fill the memory. */
  #forgetOldest(): void {
    const oldest = this.#windows.keys().next();
    if (oldest.done !== true) this.#windows.delete(oldest.value);
  }
}
