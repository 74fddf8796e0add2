import type { Redis } from 'ioredis';
import type { Clock } from '../environment/clock.js';
import { isRedisOutage } from '../queue/outage.js';
import { addressGroup } from './address-group.js';
import { MemoryDebts } from './memory-debts.js';
import type { RateDecision, RateLimit, RateSubject } from './rate-decision.js';

export interface EngineBudgetParts {
  /** Part of the keys and of the RateLimit fields; `engine-steps` unless said. */
  readonly name?: string;
  /** Whose steps it counts: `reader` counts whoever has no account by address. Accounts alone unless said. */
  readonly by?: 'account' | 'reader';
  /** Steps a minute of one of them; a step is a millisecond of an engine thread. */
  readonly stepsPerMinute: number;
  /** A connection that fails fast. */
  readonly redis: Redis;
  readonly clock: Clock;
}

/** Is told how long a run has held an engine thread, in milliseconds, as often as there is something to tell. */
export type Spent = (milliseconds: number) => void;

/** What one may take of the engine's threads. As a limit it says how much is left, and takes nothing. */
export interface EngineBudget extends RateLimit {
  /**
   * Runs what uses the engine, and charges what it spent, however it ended.
   * @param whose the account, or what `readerOf` gives where readers are counted
   */
  metered<Value>(whose: string, run: (spent: Spent) => Promise<Value>): Promise<Value>;
}

/** Whom a reader counts as: the account, or without a key the address (of IPv6 the /64). */
export function readerOf({ accountId, address }: RateSubject): string {
  return accountId ?? addressGroup(address);
}

const MINUTE_SECONDS = 60;
const MINUTE_MILLISECONDS = 60_000;
/** What one run may owe at most: the guard ends it long before. */
const MOST_OWED_MILLISECONDS = 3_600_000;

/** A key that lives as long as the account takes to earn back what it has spent. ARGV: milliseconds to add, at most so many. */
const CHARGE = `
local owed = math.max(redis.call('PTTL', KEYS[1]), 0) + tonumber(ARGV[1])
redis.call('SET', KEYS[1], '', 'PX', math.min(owed, tonumber(ARGV[2])))`;

/**
 * A budget that all processes of all services share over Redis. It refills steadily; a run is let through while there
 * is anything left, is never interrupted, and may leave a debt: so over time nobody has more than the budget, however
 * dear the runs are. While Redis is out each process counts for itself.
 */
export function createEngineBudget({
  name = 'engine-steps',
  by = 'account',
  stepsPerMinute,
  redis,
  clock,
}: EngineBudgetParts): EngineBudget {
  const debts = new MemoryDebts(clock, MOST_OWED_MILLISECONDS);
  const keyOf = (whose: string): string => `budget:${name}:{${whose}}`;
  const charge = async (whose: string, steps: number): Promise<void> => {
    const owed = Math.ceil((steps * MINUTE_MILLISECONDS) / stepsPerMinute);
    if (owed === 0) return;
    await unlessOut(
      async () => redis.eval(CHARGE, 1, keyOf(whose), owed, MOST_OWED_MILLISECONDS),
      () => debts.add(whose, owed),
    );
  };
  return {
    take: async (subject) => {
      const whose = by === 'reader' ? readerOf(subject) : subject.accountId;
      if (whose === undefined) return { kind: 'allowed', windows: [] };
      const owed = await unlessOut(
        async () => redis.pttl(keyOf(whose)),
        () => debts.of(whose),
      );
      return decideBudget(name, stepsPerMinute, Math.max(0, owed));
    },
    metered: async (whose, run) => {
      let steps = 0;
      try {
        return await run((milliseconds) => {
          steps += milliseconds;
        });
      } finally {
        await charge(whose, Math.ceil(steps));
      }
    },
  };
}

async function unlessOut<Value>(shared: () => Promise<Value>, own: () => Value): Promise<Value> {
  try {
    return await shared();
  } catch (error) {
    if (!isRedisOutage(error)) throw error;
    return own();
  }
}

/**
 * What a debt means: a minute's worth of it is the whole budget.
 * @param owed milliseconds until all that was spent is earned back
 */
export function decideBudget(name: string, stepsPerMinute: number, owed: number): RateDecision {
  const remaining = Math.max(0, Math.floor((stepsPerMinute * (MINUTE_MILLISECONDS - owed)) / MINUTE_MILLISECONDS));
  const resetSeconds = Math.max(1, Math.ceil(owed / 1_000));
  const windows = [{ name, limit: stepsPerMinute, windowSeconds: MINUTE_SECONDS, remaining, resetSeconds }];
  if (remaining > 0) return { kind: 'allowed', windows };
  const owedWithOneLeft = MINUTE_MILLISECONDS - Math.ceil(MINUTE_MILLISECONDS / stepsPerMinute);
  return { kind: 'limited', windows, retryAfterSeconds: Math.max(1, Math.ceil((owed - owedWithOneLeft) / 1_000)) };
}
