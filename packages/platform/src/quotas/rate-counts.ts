import type { Clock } from '../environment/clock.js';
import type { Redis } from '../queue/redis.js';
import type { RateCount, RateRule } from './rate-decision.js';

interface Window {
  count: number;
  readonly endsAt: number;
}

const MAX_WINDOWS = 20_000;

/** The same counts within one process, while Redis is out. */
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

  /** When it is full, the oldest windows are removed, so that an attacker with many addresses cannot fill the memory. */
  #forgetOldest(): void {
    const oldest = this.#windows.keys().next();
    if (oldest.done !== true) this.#windows.delete(oldest.value);
  }
}

/**
 * Counts in every window if every window has room, in one step for all processes. KEYS: one a window; ARGV: limit and milliseconds
 * of each. Returns 1 or 0 (counted or not), then the count and the remaining milliseconds of each window.
 */
const TAKE = `
local room = 1
for i, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or '0') >= tonumber(ARGV[2 * i - 1]) then room = 0 end
end
local answer = { room }
for i, key in ipairs(KEYS) do
  local count = tonumber(redis.call('GET', key) or '0')
  if room == 1 then
    count = redis.call('INCR', key)
    if count == 1 then redis.call('PEXPIRE', key, ARGV[2 * i]) end
  end
  local left = redis.call('PTTL', key)
  if left < 0 then left = tonumber(ARGV[2 * i]) end
  answer[#answer + 1] = count
  answer[#answer + 1] = left
end
return answer`;

/** @throws if Redis is out */
export async function takeFromRedis(redis: Redis, key: string, rules: readonly RateRule[]): Promise<readonly RateCount[]> {
  const keys = rules.map(({ windowSeconds }) => `${key}:${windowSeconds}`);
  const numbers = rules.flatMap(({ limit, windowSeconds }) => [limit, windowSeconds * 1000]);
  const answer: unknown = await redis.eval(TAKE, keys.length, ...keys, ...numbers);
  const [counted, ...states] = Array.isArray(answer) ? answer.map(Number) : [];
  return rules.map((rule, place) => ({
    counted: counted === 1,
    count: states[2 * place] ?? 0,
    resetMilliseconds: states[2 * place + 1] ?? rule.windowSeconds * 1000,
  }));
}
