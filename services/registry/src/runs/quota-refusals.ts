import type { Clock, QuotaDecision } from '@kirchhoff/platform';

export type Exceeded = QuotaDecision & { readonly kind: 'exceeded' };

interface Refused {
  readonly since: number;
  readonly decision: Exceeded;
  times: number;
}

/** The time for which a refusal by Postgres is believed, in milliseconds, of an account that was refused so often meanwhile. */
const BELIEVED_MILLISECONDS = 1_000;
const ASKED_TIMES = 5;
const MAX_KEYS = 10_000;

/**
 * Remembers for a moment who has used a day's quota up and asks on and on: of those refusals five a second ask
 * Postgres, whatever is sent. Whoever asks less often is always answered by what stands there now.
 */
export class QuotaRefusals {
  readonly #clock: Clock;
  readonly #refused = new Map<string, Refused>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the refusal that Postgres would give; `undefined` if it has to be asked. */
  find(accountId: string, pid: string): Exceeded | undefined {
    const refused = this.#fresh(keyOf(accountId, pid));
    return refused !== undefined && refused.times >= ASKED_TIMES ? refused.decision : undefined;
  }

  /** Keeps what Postgres has said of a circuit that the account may have run. */
  keep(accountId: string, pid: string, decision: Exceeded): void {
    // With the next day the quota is a new one.
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
