import { randomUUID } from 'node:crypto';
import type { Clock } from '../environment/clock.js';
import { isRedisOutage } from '../queue/outage.js';
import type { Redis } from '../queue/redis.js';

/**
 * The owed and held amounts before the request, and the function that releases the new hold. If they were too much, no hold was
 * added.
 */
export interface Holding {
  readonly before: number;
  release(): Promise<void>;
}

/** The maximal debt. */
const MAX_OWED_MILLISECONDS = 3_600_000;
/** Milliseconds after which a hold of a killed process expires. */
const HELD_MILLISECONDS = 60_000;

/** A debt is a key that lives until it is paid. ARGV: milliseconds to add, or negative to subtract; their maximum. */
const CHARGE = `
local owed = math.min(math.max(redis.call('PTTL', KEYS[1]), 0) + tonumber(ARGV[1]), tonumber(ARGV[2]))
if owed > 0 then redis.call('SET', KEYS[1], '', 'PX', owed) else redis.call('DEL', KEYS[1]) end`;

/**
 * Holds are members of a sorted set, scored by their expiry. KEYS: the debt, the set. ARGV: the new member, which begins with its
 * milliseconds; the maximal sum of owed and held; the duration of the hold. Returns the count of holds.
 */
const HOLD = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
local owed = math.max(redis.call('PTTL', KEYS[1]), 0)
for _, held in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do owed = owed + tonumber(string.match(held, '^%d+')) end
if ARGV[1] and owed <= tonumber(ARGV[2]) then
  redis.call('ZADD', KEYS[2], now + ARGV[3], ARGV[1])
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
end
return owed`;

/**
 * Owed milliseconds, which the passing time repays, and milliseconds held for running work. All processes share them over Redis;
 * during an outage each process counts for itself.
 */
export class Debts {
  readonly #name: string;
  readonly #redis: Redis;
  readonly #own: MemoryDebts;

  /** @param name part of the keys */
  constructor(name: string, redis: Redis, clock: Clock) {
    this.#name = name;
    this.#redis = redis;
    this.#own = new MemoryDebts(clock, MAX_OWED_MILLISECONDS);
  }

  async owed(whose: string): Promise<number> {
    return unlessOut(
      async () => this.#redis.pttl(this.#debt(whose)),
      () => this.#own.of(whose),
    );
  }

  async owedAndHeld(whose: string): Promise<number> {
    return unlessOut(
      async () => Number(await this.#redis.eval(HOLD, 2, this.#debt(whose), this.#held(whose))),
      () => this.#own.of(whose) + this.#own.heldOf(whose),
    );
  }

  /** @param owed milliseconds to add; negative to subtract */
  async charge(whose: string, owed: number): Promise<void> {
    if (owed === 0) return;
    await unlessOut<unknown>(
      async () => this.#redis.eval(CHARGE, 1, this.#debt(whose), owed, MAX_OWED_MILLISECONDS),
      () => this.#own.add(whose, owed),
    );
  }

  /** @param most limit for the sum of owed and held before */
  async hold(whose: string, milliseconds: number, most: number): Promise<Holding> {
    const member = `${milliseconds}:${randomUUID()}`;
    const held = this.#held(whose);
    return unlessOut<Holding>(
      async () => ({
        before: Number(await this.#redis.eval(HOLD, 2, this.#debt(whose), held, member, most, HELD_MILLISECONDS)),
        release: async () =>
          unlessOut(
            async () => void (await this.#redis.zrem(held, member)),
            () => undefined,
          ),
      }),
      () => {
        const before = this.#own.of(whose) + this.#own.heldOf(whose);
        if (before > most) return { before, release: async () => undefined };
        this.#own.hold(whose, milliseconds);
        return { before, release: async () => this.#own.hold(whose, -milliseconds) };
      },
    );
  }

  #debt(whose: string): string {
    return `budget:${this.#name}:{${whose}}`;
  }

  #held(whose: string): string {
    return `${this.#debt(whose)}:held`;
  }
}

async function unlessOut<Value>(shared: () => Promise<Value>, own: () => Value): Promise<Value> {
  try {
    return await shared();
  } catch (error) {
    if (!isRedisOutage(error)) throw error;
    return own();
  }
}

const MAX_DEBTS = 20_000;

/** The debts of accounts within one process during an outage of Redis. Passing time repays a debt. */
export class MemoryDebts {
  readonly #clock: Clock;
  readonly #mostOwed: number;
  readonly #paidAt = new Map<string, number>();
  /** Maximal number of accounts: more than have runs at the same time. */
  readonly #held = new Map<string, number>();

  /** @param mostOwed in milliseconds */
  constructor(clock: Clock, mostOwed: number) {
    this.#clock = clock;
    this.#mostOwed = mostOwed;
  }

  /** Milliseconds until the debt is repaid. */
  of(accountId: string): number {
    return Math.max(0, (this.#paidAt.get(accountId) ?? 0) - this.#clock.monotonic());
  }

  /** @param owed milliseconds to add; negative to subtract */
  add(accountId: string, owed: number): void {
    const total = Math.min(this.of(accountId) + owed, this.#mostOwed);
    this.#paidAt.delete(accountId);
    this.#paidAt.set(accountId, this.#clock.monotonic() + total);
    const [oldest] = this.#paidAt.keys();
    if (this.#paidAt.size > MAX_DEBTS && oldest !== undefined) this.#paidAt.delete(oldest);
  }

  /** Sum of the estimates of running work, in milliseconds. */
  heldOf(accountId: string): number {
    return this.#held.get(accountId) ?? 0;
  }

  /** @param estimate milliseconds to hold; negative to release */
  hold(accountId: string, estimate: number): void {
    const held = this.heldOf(accountId) + estimate;
    if (held > 0) this.#held.set(accountId, held);
    else this.#held.delete(accountId);
  }
}
