import type { Clock } from '../environment/clock.js';
import type { RateCount, RateRule } from './rate-decision.js';

/** The state of a key's windows at the last answer of Redis, and the requests sent since then. */
interface Known {
  readonly askedAt: number;
  readonly windows: readonly { readonly count: number; readonly endsAt: number }[];
  pending: number;
}

/** Maximal age of an answer of Redis for predictions, in milliseconds. */
const BELIEVED_MILLISECONDS = 1_000;
/** The share of a limit, and the number of requests, that must remain if a request is not to wait for the answer. */
const LEFT_SHARE = 0.2;
const LEFT_LEAST = 10;
/** Maximal count of requests of one key that are on their way to Redis. */
const MAX_PENDING = 8;
const MAX_KEYS = 20_000;

/**
 * Predicts the answer of Redis for a key that was far from its limit less than a second ago. If other processes have used up the
 * limit meanwhile, the excess is the requests on their way: at most eight for each process.
 */
export class RateForecast {
  readonly #clock: Clock;
  readonly #known = new Map<string, Known>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the expected counts with this request; then `settle` has to follow. `undefined` if the request has to wait for Redis. */
  expect(key: string, rules: readonly RateRule[]): readonly RateCount[] | undefined {
    const known = this.#known.get(key);
    const now = this.#clock.monotonic();
    if (known === undefined || known.pending >= MAX_PENDING || now - known.askedAt > BELIEVED_MILLISECONDS) return undefined;
    const counts = known.windows.map(({ count, endsAt }) => ({
      counted: true,
      count: count + known.pending + 1,
      resetMilliseconds: endsAt - now,
    }));
    const hasRoom = ({ limit }: RateRule, place: number): boolean => {
      const { count, resetMilliseconds } = counts[place] ?? { count: limit, resetMilliseconds: 0 };
      return resetMilliseconds > 0 && limit - count >= Math.max(LEFT_LEAST, limit * LEFT_SHARE);
    };
    if (!rules.every(hasRoom)) return undefined;
    known.pending += 1;
    return counts;
  }

  /** Stores an answer of Redis. */
  learn(key: string, counts: readonly RateCount[]): void {
    const now = this.#clock.monotonic();
    const pending = this.#known.get(key)?.pending ?? 0;
    const windows = counts.map(({ count, resetMilliseconds }) => ({ count, endsAt: now + resetMilliseconds }));
    this.#known.delete(key);
    this.#known.set(key, { askedAt: now, windows, pending });
    if (this.#known.size > MAX_KEYS) this.#forgetOldest();
  }

  /** Records the end of a message to Redis about a request with expected counts, also if the message failed. */
  settle(key: string): void {
    const known = this.#known.get(key);
    if (known !== undefined) known.pending = Math.max(0, known.pending - 1);
  }

  /** Forgets the state of a key because Redis did not answer. */
  forget(key: string): void {
    this.#known.delete(key);
  }

  #forgetOldest(): void {
    const oldest = this.#known.keys().next();
    if (oldest.done !== true) this.#known.delete(oldest.value);
  }
}
