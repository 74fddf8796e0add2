import {
  type Clock,
  inSpan,
  isRedisOutage,
  type LabelsOf,
  type Metrics,
  type Queue,
  type Randomness,
  type Traced,
} from '@kirchhoff/platform';
import type { OpenedSecret } from '../webhooks/secrets.js';
import type { AttemptOutcome, AttemptRepository, ClaimedAttempt } from './attempt-repository.js';
import { type DeliveryJob, enqueueDelivery } from './delivery.js';
import { retryDelay } from './retries.js';
import { type Sending, type SendOutcome, signatureField } from './sender.js';

/** Opens the stored secrets of webhooks. */
export interface SecretOpener {
  open(webhookId: string, stored: Uint8Array): OpenedSecret;
}

export interface DeliveryDispatcherDeps {
  readonly attempts: AttemptRepository;
  readonly send: (sending: Sending) => Promise<SendOutcome>;
  readonly queue: Queue<DeliveryJob>;
  readonly clock: Clock;
  readonly randomness: Randomness;
  /** `User-Agent` of every request. */
  readonly userAgent: string;
  /** Milliseconds that an attempt belongs to a worker; longer than any request. */
  readonly leaseMilliseconds: number;
  readonly retryScale: number;
  readonly secrets: SecretOpener;
  /** Told of a secret that this process cannot open. */
  readonly onSealed: (unopened: Exclude<OpenedSecret, { readonly kind: 'secret' }>) => void;
  readonly metrics: Metrics;
}

/** The outcomes of attempts, as the metrics count them. */
const COUNTED = { delivered: 'delivered', again: 'failed', dead: 'given_up', waits: 'unsigned' } as const satisfies Readonly<
  Record<AttemptOutcome['kind'], LabelsOf<'webhook_deliveries_total'>['outcome']>
>;

/** Concurrent calls of one webhook per process, so that a slow endpoint delays only its own deliveries. */
const MAX_AT_ONCE = 2;
/** The endpoint was removed for good (RFC 9110, 15.5.11). */
const GONE = 410;
/** Milliseconds until a delivery is tried again whose secret cannot be read: the operator has to give the process its key. */
const SEALED_MILLISECONDS = 30_000;
/** For the owner of the webhook. */
export const SEALED = 'it cannot be signed now; the operator of this installation has been told';

/**
 * Performs one attempt at a delivery: claims, signs, sends and records it. Delivery is at least once; the event's id never
 * changes.
 */
export class DeliveryDispatcher {
  readonly #deps: DeliveryDispatcherDeps;
  readonly #outcomes;
  /** Count of running attempts, by webhook. */
  readonly #counts = new Map<string, number>();
  readonly #going = new Set<Promise<void>>();

  constructor(deps: DeliveryDispatcherDeps) {
    this.#deps = deps;
    this.#outcomes = deps.metrics.counter('webhook_deliveries_total');
  }

  /** Returns whether the webhook may be called now; otherwise the job must be delayed. */
  hasRoom({ webhook_id }: DeliveryJob): boolean {
    return (this.#counts.get(webhook_id) ?? 0) < MAX_AT_ONCE;
  }

  /** @throws if Postgres is out: the sweeper then finds the row */
  async deliver(job: DeliveryJob): Promise<void> {
    const going = this.#deliver(job);
    this.#going.add(going);
    this.#count(job.webhook_id, 1);
    try {
      await going;
    } finally {
      this.#count(job.webhook_id, -1);
      this.#going.delete(going);
    }
  }

  /** Resolves when the running attempts have ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#going);
  }

  async #deliver(job: DeliveryJob): Promise<void> {
    const claimed = await this.#deps.attempts.claim(job, this.#deps.leaseMilliseconds);
    if (claimed !== undefined) await this.#conclude(claimed, await this.#attempt(claimed, job), job);
  }

  async #attempt(claimed: ClaimedAttempt, traced: Traced): Promise<AttemptOutcome> {
    if (claimed.webhookDeleted) return { kind: 'dead', status: null, error: 'the webhook was deleted' };
    const secrets = this.#secretsOf(claimed);
    // A message that lacks one of its signatures could be refused by a receiver that knows only that secret.
    if (secrets === undefined) {
      const delayMilliseconds = SEALED_MILLISECONDS * this.#deps.retryScale;
      return { kind: 'waits', status: null, error: SEALED, delayMilliseconds };
    }
    const outcome = await this.#send(claimed, secrets, traced);
    switch (outcome.kind) {
      case 'failed':
        return this.#failed(claimed, null, outcome.reason);
      case 'answered':
        return this.#answered(claimed, outcome.status);
    }
  }

  /** The span has no address: the path of a webhook, and even its host, may be secret. */
  async #send(claimed: ClaimedAttempt, secrets: readonly Uint8Array[], traced: Traced): Promise<SendOutcome> {
    const { url, payload: body } = claimed;
    return inSpan('POST', { kind: 'client', attributes: { 'http.request.method': 'POST' } }, async (span) => {
      const outcome = await this.#deps.send({ url, headers: { ...this.#headers(claimed, secrets), ...trace(span ?? traced) }, body });
      if (outcome.kind === 'answered') span?.set({ 'http.response.status_code': outcome.status });
      if (outcome.kind === 'failed' || outcome.status >= 400) span?.fail(outcome.kind === 'failed' ? 'failed' : String(outcome.status));
      return outcome;
    });
  }

  #answered(claimed: ClaimedAttempt, status: number): AttemptOutcome {
    if (status >= 200 && status < 300) return { kind: 'delivered', status };
    if (status === GONE) return { kind: 'dead', status, error: 'the endpoint is gone' };
    const redirect = status >= 300 && status < 400;
    return this.#failed(claimed, status, redirect ? 'redirects are not followed' : 'the answer was not a 2xx status');
  }

  #failed({ attempts }: ClaimedAttempt, status: number | null, error: string): AttemptOutcome {
    const delayMilliseconds = retryDelay(attempts, this.#deps.retryScale, this.#deps.randomness);
    return delayMilliseconds === undefined ? { kind: 'dead', status, error } : { kind: 'again', status, error, delayMilliseconds };
  }

  /** Returns the secrets in plain text; `undefined` if one of them cannot be opened. */
  #secretsOf({ job, sealedSecrets }: ClaimedAttempt): readonly Uint8Array[] | undefined {
    const secrets: Uint8Array[] = [];
    for (const sealed of sealedSecrets) {
      const opened = this.#deps.secrets.open(job.webhook_id, sealed);
      if (opened.kind !== 'secret') {
        this.#deps.onSealed(opened);
        return undefined;
      }
      secrets.push(opened.secret);
    }
    return secrets;
  }

  #headers({ job, payload }: ClaimedAttempt, secrets: readonly Uint8Array[]): Readonly<Record<string, string>> {
    const id = job.event_id;
    const timestamp = Math.floor(this.#deps.clock.now().getTime() / 1_000);
    return {
      'content-type': 'application/json',
      'user-agent': this.#deps.userAgent,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureField({ id, timestamp, payload }, secrets),
    };
  }

  /** While Redis is out, the sweeper finds the next attempt. */
  async #conclude(claimed: ClaimedAttempt, verdict: AttemptOutcome, traced: Traced): Promise<void> {
    const next = await this.#deps.attempts.conclude(claimed, verdict);
    this.#outcomes.add({ outcome: COUNTED[verdict.kind] });
    if (next === undefined || !('delayMilliseconds' in verdict)) return;
    try {
      await enqueueDelivery(this.#deps.queue, { ...next, ...trace(traced) }, verdict.delayMilliseconds);
    } catch (error) {
      if (!isRedisOutage(error)) throw error;
    }
  }

  #count(webhookId: string, difference: 1 | -1): void {
    const count = (this.#counts.get(webhookId) ?? 0) + difference;
    if (count === 0) this.#counts.delete(webhookId);
    else this.#counts.set(webhookId, count);
  }
}

function trace({ traceparent }: Traced): Readonly<Record<'traceparent', string>> | Readonly<Record<string, never>> {
  return traceparent === undefined ? {} : { traceparent };
}
