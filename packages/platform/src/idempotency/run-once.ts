import { createHmac } from 'node:crypto';
import type { Outcome, Rendered } from '../http/response.js';
import { type Identifier, type IdentifierKind, makeIdentifier } from '../identifiers/identifiers.js';
import type { ProblemCode } from '../problems/codes.js';
import { type Problem, problem } from '../problems/problem.js';
import type { Claim, IdempotencyStore, Kept, RequestIdentity } from './store.js';

/** Makes the identifiers of what a request creates. */
export type NewIdentifier = <Kind extends IdentifierKind>(kind: Kind) => Identifier<Kind>;

/**
 * Identifiers that follow from a seed: the same calls in the same order give the same ones, so that a request that broke
 * off and is repeated finds what it had written. HMAC-SHA-256 of kind and count: who sees identifiers learns no other.
 * @param seed 32 random octets, kept where only the service reads them
 */
export function seededIdentifiers(seed: Uint8Array): NewIdentifier {
  const made = new Map<IdentifierKind, number>();
  return (kind) => {
    const place = made.get(kind) ?? 0;
    made.set(kind, place + 1);
    const octets = createHmac('sha256', seed).update(`identifier ${kind} ${place}`).digest();
    return makeIdentifier(kind, { bytes: (count) => octets.subarray(0, count) });
  };
}

/** Seconds after which a repeat should ask again while the first one runs. */
const RETRY_SECONDS = 2;
const FIRST_OF_OURS = 500;
/** Said of the key that called, which a handler may find dead by now; another key of the account may repeat the request. */
const OF_THE_KEY: ReadonlySet<ProblemCode> = new Set(['unauthenticated', 'missing-scope']);
/** Header fields that describe the moment, not the answer. */
const OF_THE_MOMENT: ReadonlySet<string> = new Set(['ratelimit', 'ratelimit-policy']);

/** A request that may be repeated, and how it is run. */
export interface RepeatableRequest {
  readonly identity: RequestIdentity;
  /** As the route declares. */
  readonly keeps: 'answer' | 'secret';
  readonly run: (newIdentifier: NewIdentifier) => Promise<Outcome>;
  readonly render: (outcome: Outcome) => Rendered;
  /** Is told where the answer could not be kept: it is given all the same, since what it tells of has happened. */
  readonly unkept: (error: unknown) => void;
}

/**
 * Runs a request, or answers its repeat: with the stored answer; with 409 while the first one runs, or if its answer carried a
 * secret; with 422 if the same key came with another request. 429, 5xx and answers about the API key are not stored.
 * @throws the exception of the handler, and if Postgres is out before it began
 */
export async function runOnce(store: IdempotencyStore, request: RepeatableRequest): Promise<Rendered | Problem> {
  const claiming = await store.claim(request.identity);
  switch (claiming.kind) {
    case 'claimed':
      return runClaimed(store, request, claiming.claim);
    case 'kept':
      return repeated(claiming.kept);
    case 'running':
      return problem('idempotency-running', 'The first request with this Idempotency-Key has not been answered yet.', {
        headers: { 'Retry-After': String(RETRY_SECONDS) },
      });
    case 'mismatch':
      return problem('idempotency-mismatch', 'This Idempotency-Key was used for a different request within the last 24 hours.');
  }
}

async function runClaimed(store: IdempotencyStore, request: RepeatableRequest, claim: Claim): Promise<Rendered> {
  const recording = async (record: () => Promise<void>) => record().catch(request.unkept);
  try {
    const outcome = await request.run(seededIdentifiers(claim.seed));
    const rendered = request.render(outcome);
    await recording(async () => (isKept(outcome) ? store.finish(claim, keptOf(request.keeps, outcome, rendered)) : store.release(claim)));
    return rendered;
  } catch (error) {
    await recording(async () => store.release(claim));
    throw error;
  }
}

/** An answer to the account's request: not that it should wait, that the fault is ours, or what holds of one of its keys only. */
function isKept(outcome: Outcome): boolean {
  if (outcome.kind === 'problem' && OF_THE_KEY.has(outcome.code)) return false;
  return outcome.status !== 429 && outcome.status < FIRST_OF_OURS;
}

/** A refusal carries no secret: it is kept as it is. */
function keptOf(keeps: 'answer' | 'secret', outcome: Outcome, rendered: Rendered): Kept {
  if (keeps === 'secret' && outcome.kind === 'answer') return { kind: 'secret', keyId: ownerOfSecret(outcome) };
  const headers = Object.fromEntries(Object.entries(rendered.headers).filter(([name]) => !OF_THE_MOMENT.has(name.toLowerCase())));
  return { kind: 'answer', rendered: { ...rendered, headers } };
}

/** The key, or what else the secret belongs to, as the answer names it. */
function ownerOfSecret({ body }: Outcome & { readonly kind: 'answer' }): string | undefined {
  if (body.kind !== 'json' || typeof body.value !== 'object' || body.value === null) return undefined;
  const named: unknown = Reflect.get(body.value, 'key_id') ?? Reflect.get(body.value, 'id');
  return typeof named === 'string' ? named : undefined;
}

function repeated(kept: Kept): Rendered | Problem {
  if (kept.kind === 'answer') return { ...kept.rendered, headers: { ...kept.rendered.headers, ...REPLAYED } };
  return secretAlreadyIssued(kept.keyId);
}

const REPLAYED = { 'Idempotency-Replayed': 'true' };

/** The 409 of a repeat whose first answer carried a secret; also for handlers that find their own key there already. */
export function secretAlreadyIssued(keyId: string | undefined): Problem {
  return problem('secret-already-issued', 'The answer to this request contained a secret, which is shown only once.', {
    members: keyId === undefined ? {} : { key_id: keyId },
  });
}
