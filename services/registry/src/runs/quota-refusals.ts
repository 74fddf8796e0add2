import type { Clock, QuotaDecision } from '@kirchhoff/platform';

export type Exceeded = QuotaDecision & { readonly kind: 'exceeded' };

interface Refused {
  readonly since: number;
  readonly decision: Exceeded;
  times: number;
}

/** Milliseconds for which a refusal by Postgres is valid, and the count of refusals from which on it replaces a query. */
const BELIEVED_MILLISECONDS = 1_000;
const ASKED_TIMES = 5;
const MAX_KEYS = 10_000;

/**
 * Negative cache of used-up daily quotas, for accounts that keep asking. Five refusals a second reach Postgres; the others are
 * answered here. An account that asks less often always gets the current state.
 */
export class QuotaRefusals {
  readonly #clock: Clock;
  readonly #refused = new Map<string, Refused>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the cached refusal; `undefined` if Postgres has to decide. */
  find(accountId: string, pid: string): Exceeded | undefined {
    const refused = this.#fresh(keyOf(accountId, pid));
    return refused !== undefined && refused.times >= ASKED_TIMES ? refused.decision : undefined;
  }

  /** Stores the refusal of Postgres for a circuit that the account may run. */
  keep(accountId: string, pid: string, decision: Exceeded): void {
    // The quota is new on the next day.
    if (decision.secondsLeft * 1_000 <= BELIEVED_MILLISECONDS) return;
    const key = keyOf(accountId, pid);
    const refused = this.#fresh(key);
    if (refused !== undefined) {
      refused.times += 1;
      return;
    }
    this.#refused.delete(key);
    this.#refused.set(key, { since: this.#clock.monotonic(), decision, times: 1 });
    if (this.#refused.size > MAX_KEYS) this.#forgetOldest();
  }

  #fresh(key: string): Refused | undefined {
    const refused = this.#refused.get(key);
    return refused !== undefined && this.#clock.monotonic() - refused.since < BELIEVED_MILLISECONDS ? refused : undefined;
  }

  #forgetOldest(): void {
    const oldest = this.#refused.keys().next();
    if (oldest.done !== true) this.#refused.delete(oldest.value);
  }
}

function keyOf(accountId: string, pid: string): string {
  return `${accountId} ${pid}`;
}
