import type { Clock } from '../environment/clock.js';
import { ClientGone } from '../http/body.js';
import { rateProblem } from '../http/checks.js';
import type { Problem } from '../problems/problem.js';
import type { Redis } from '../queue/redis.js';
import { addressGroup } from './address-group.js';
import { Debts } from './debts.js';
import { type AccountLimitName, ownLimit } from './limits.js';
import type { RateDecision, RateLimit, RateSubject } from './rate-decision.js';
import { engineEstimate, type TimeMeter } from './rate-limit.js';

export interface EngineBudgetDeps {
  /** Part of the keys and of the RateLimit fields; Default: `engine-steps`. */
  readonly name?: AccountLimitName;
  /** The subject of the budget: `reader` counts callers without an account by address. Default: accounts only. */
  readonly by?: 'account' | 'reader';
  /**
   * Steps a minute for each subject, unless an operator has set another number for an account; a step is a millisecond of an engine
   * thread.
   */
  readonly stepsPerMinute: number;
  /** A connection that fails fast. */
  readonly redis: Redis;
  readonly clock: Clock;
}

/** A run that is about to begin. */
export interface Metered {
  readonly subject: RateSubject;
  /** Bytes that it has to read, which determine the estimate. */
  readonly bytes: number;
  /** Aborted with `ClientGone` when the caller has left: the spending until then is charged. Default: never aborted. */
  readonly signal?: AbortSignal;
}

/** A budget of the engine's threads. As a rate limit it reports the remaining amount, without spending any. */
export interface EngineBudget extends RateLimit {
  /**
   * Runs work on the engine, unless past spending and the estimates of running work have used up the budget: then it returns the
   * 429. The estimate is held until the run ends; then the actual spending replaces it. An exception and a problem `unavailable`
   * are our fault and are not charged.
   */
  metered<Value>(run: Metered, go: (meter: TimeMeter) => Promise<Value>): Promise<Value | Problem>;
}

/** The subject of a reader: the account, or without a key the address (for IPv6 the /64). */
export function readerOf({ accountId, address }: RateSubject): string {
  return accountId ?? addressGroup(address);
}

const MINUTE_SECONDS = 60;
const MINUTE_MILLISECONDS = 60_000;

/**
 * A budget that all processes of all services share over Redis. It refills steadily. A run is admitted while any budget is left,
 * its estimate is held while it lasts, and it is never interrupted. It may leave a debt, so that over time each subject gets no
 * more than the budget. During an outage of Redis each process counts for itself.
 */
export function createEngineBudget({
  name = 'engine-steps',
  by = 'account',
  stepsPerMinute,
  redis,
  clock,
}: EngineBudgetDeps): EngineBudget {
  const debts = new Debts(name, redis, clock);
  const whoseOf = (subject: RateSubject): string | undefined => (by === 'reader' ? readerOf(subject) : subject.accountId);
  const stepsOf = ({ limits }: RateSubject): number => ownLimit(limits, name) ?? stepsPerMinute;
  return {
    take: async (subject) => {
      const whose = whoseOf(subject);
      if (whose === undefined) return { kind: 'allowed', windows: [] };
      return decideBudget(name, stepsOf(subject), await debts.owedAndHeld(whose));
    },
    metered: async ({ subject, bytes, signal }, go) => {
      const whose = whoseOf(subject);
      if (whose === undefined) return go(FREE);
      const steps = stepsOf(subject);
      // At most the budget of a minute, since the holds of a killed process expire after a minute.
      const estimate = Math.min(earnedBack(engineEstimate(bytes), steps), MINUTE_MILLISECONDS);
      const holding = await debts.hold(whose, estimate, mostOwed(steps));
      const decision = decideBudget(name, steps, holding.before);
      if (decision.kind === 'limited') return rateProblem(decision);
      const run = new MeteredRun(debts, whose, (owed) => decideBudget(name, steps, owed), steps);
      try {
        const value = await go(run);
        if (isUnavailable(value) && !(signal?.reason instanceof ClientGone)) run.giveBack();
        return run.refusal ?? value;
      } catch (error) {
        run.giveBack();
        throw error;
      } finally {
        await Promise.all([run.settled(), holding.release()]);
      }
    },
  };
}

/** Charges the spending of a run at once, so that the remaining budget decides about its next task and those waiting behind it. */
class MeteredRun implements TimeMeter {
  readonly #debts: Debts;
  readonly #whose: string;
  readonly #decide: (owed: number) => RateDecision;
  readonly #steps: number;
  readonly #charges: Promise<void>[] = [];
  #owed = 0;
  /** The 429 of a task that was not begun; `undefined` if all were begun. */
  refusal: Problem | undefined;

  constructor(debts: Debts, whose: string, decide: (owed: number) => RateDecision, steps: number) {
    this.#debts = debts;
    this.#whose = whose;
    this.#decide = decide;
    this.#steps = steps;
  }

  spent(milliseconds: number): void {
    this.#charge(earnedBack(milliseconds, this.#steps));
  }

  /** Estimates do not count here: otherwise tasks behind it in the queue could exclude it. */
  async mayBegin(): Promise<boolean> {
    const decision = this.#decide(await this.#debts.owed(this.#whose));
    if (decision.kind === 'limited') this.refusal = rateProblem(decision);
    return decision.kind === 'allowed';
  }

  giveBack(): void {
    this.#charge(-this.#owed);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#charges);
  }

  #charge(owed: number): void {
    this.#owed += owed;
    this.#charges.push(this.#debts.charge(this.#whose, owed));
  }
}

/** Charges no account. */
const FREE: TimeMeter = { spent: () => undefined, mayBegin: async () => true };

/** Returns the milliseconds in which a number of steps is earned back. */
function earnedBack(steps: number, stepsPerMinute: number): number {
  return steps === 0 ? 0 : Math.ceil((Math.ceil(steps) * MINUTE_MILLISECONDS) / stepsPerMinute);
}

function isUnavailable(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && Reflect.get(value, 'kind') === 'problem' && Reflect.get(value, 'code') === 'unavailable'
  );
}

/** The debt in milliseconds at which one step is left. */
function mostOwed(stepsPerMinute: number): number {
  return stepsPerMinute === 0 ? -1 : MINUTE_MILLISECONDS - Math.ceil(MINUTE_MILLISECONDS / stepsPerMinute);
}

/**
 * Converts a debt to a decision: a debt of one minute is the whole budget.
 * @param owed milliseconds until the spending is repaid; less than 0 if budget is left
 */
export function decideBudget(name: string, stepsPerMinute: number, owed: number): RateDecision {
  const left = MINUTE_MILLISECONDS - Math.max(0, owed);
  const remaining = Math.max(0, Math.floor((stepsPerMinute * left) / MINUTE_MILLISECONDS));
  const resetSeconds = Math.max(1, Math.ceil(owed / 1_000));
  const windows = [{ name, limit: stepsPerMinute, windowSeconds: MINUTE_SECONDS, remaining, resetSeconds }];
  if (remaining > 0) return { kind: 'allowed', windows };
  const retryAfterSeconds = stepsPerMinute === 0 ? MINUTE_SECONDS : Math.max(1, Math.ceil((owed - mostOwed(stepsPerMinute)) / 1_000));
  return { kind: 'limited', windows, retryAfterSeconds };
}
