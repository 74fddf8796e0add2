import { createHmac } from 'node:crypto';
import type { Outcome, Rendered } from '../http/response.js';
import { type Identifier, type IdentifierKind, makeIdentifier } from '../identifiers/identifiers.js';
import type { ProblemCode } from '../problems/codes.js';
import { type Problem, problem } from '../problems/problem.js';
import type { Claim, IdempotencyStore, KeptAnswer, RequestIdentity } from './store.js';

/** Makes the identifiers of the resources that a request creates. */
export type NewIdentifier = <Kind extends IdentifierKind>(kind: Kind) => Identifier<Kind>;

/**
 * Makes identifiers from a seed: the same calls in the same order return the same identifiers. So the repeat of an interrupted
 * request finds the rows that the first one wrote. They are HMAC-SHA-256 of kind and count, so that identifiers reveal no others.
 * @param seed 32 random bytes, which only the service can read
 */
export function seededIdentifiers(seed: Uint8Array): NewIdentifier {
  const made = new Map<IdentifierKind, number>();
  return (kind) => {
    const place = made.get(kind) ?? 0;
    made.set(kind, place + 1);
    const bytes = createHmac('sha256', seed).update(`identifier ${kind} ${place}`).digest();
    return makeIdentifier(kind, { bytes: (count) => bytes.subarray(0, count) });
  };
}

/** Seconds after which a client should repeat the request while the first one runs. */
const RETRY_SECONDS = 2;
const FIRST_OF_OURS = 500;
/** Answers about the calling key, which may have become invalid meanwhile; another key, or a resumed account, may repeat the request. */
const OF_THE_KEY: ReadonlySet<ProblemCode> = new Set(['unauthenticated', 'missing-scope', 'account-suspended']);
/** Header fields about the time of the request, not about the answer. */
const OF_THE_MOMENT: ReadonlySet<string> = new Set(['ratelimit', 'ratelimit-policy']);

/** A request that may be repeated, and how it is run. */
export interface RepeatableRequest {
  readonly identity: RequestIdentity;
  /** The value that the route declares. */
  readonly keeps: 'answer' | 'secret';
  readonly run: (newIdentifier: NewIdentifier) => Promise<Outcome>;
  readonly render: (outcome: Outcome) => Rendered;
  /** Called if the answer could not be stored. The answer is still sent, since the request has had its effect. */
  readonly unkept: (error: unknown) => void;
}

/**
 * Runs a request, or answers its repeat: with the stored answer; with 409 while the first one runs, or if its answer had a secret;
 * with 422 if the key was used for another request. 429, 5xx and answers about the API key are not stored.
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
  // If Postgres has just cut its connections, the pool may still give one of them. A repeated record has no further effect.
  const recording = async (record: () => Promise<void>) => record().catch(record).catch(request.unkept);
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

/** True for answers to the request itself. Excluded are answers that ask to wait, our own faults, and answers about a single key. */
function isKept(outcome: Outcome): boolean {
  if (outcome.kind === 'problem' && OF_THE_KEY.has(outcome.code)) return false;
  return outcome.status !== 429 && outcome.status < FIRST_OF_OURS;
}

/** A refusal contains no secret, so it is stored unchanged. */
function keptOf(keeps: 'answer' | 'secret', outcome: Outcome, rendered: Rendered): KeptAnswer {
  if (keeps === 'secret' && outcome.kind === 'answer') return { kind: 'secret', keyId: ownerOfSecret(outcome) };
  const headers = Object.fromEntries(Object.entries(rendered.headers).filter(([name]) => !OF_THE_MOMENT.has(name.toLowerCase())));
  return { kind: 'answer', rendered: { ...rendered, headers } };
}

/** The key, or another subject of the secret, as named by the answer. */
function ownerOfSecret({ body }: Outcome & { readonly kind: 'answer' }): string | undefined {
  if (body.kind !== 'json' || typeof body.value !== 'object' || body.value === null) return undefined;
  const named: unknown = Reflect.get(body.value, 'key_id') ?? Reflect.get(body.value, 'id');
  return typeof named === 'string' ? named : undefined;
}

function repeated(kept: KeptAnswer): Rendered | Problem {
  if (kept.kind === 'answer') return { ...kept.rendered, headers: { ...kept.rendered.headers, ...REPLAYED } };
  return secretAlreadyIssued(kept.keyId);
}

const REPLAYED = { 'Idempotency-Replayed': 'true' };

/** The 409 of a repeat whose first answer had a secret; also for handlers that find that their key already exists. */
export function secretAlreadyIssued(keyId: string | undefined): Problem {
  return problem('secret-already-issued', 'The answer to this request contained a secret, which is shown only once.', {
    members: keyId === undefined ? {} : { key_id: keyId },
  });
}
