import type { Database } from '../database/database.js';
import type { Randomness } from '../environment/randomness.js';
import { Prisma } from '../generated/prisma/client.js';
import type { Rendered } from '../http/response.js';

/** The identity of a request: with the same three, and the same digest, it is the same request. */
export interface RequestIdentity {
  /** The account; for a caller without one, `address:` and the address group. */
  readonly scope: string;
  /** Method and path template. */
  readonly route: string;
  /** Digest of the client's key. */
  readonly key: string;
  readonly requestDigest: Uint8Array<ArrayBuffer>;
}

/** The right to run a request. It lasts a minute; a former holder has no effect. */
export interface Claim {
  readonly identity: RequestIdentity;
  /** The seed of the first run, shared by its repeats. */
  readonly seed: Uint8Array;
  readonly leaseUntil: Date;
}

/** The stored part of an answer: the answer itself, or, if it carried a secret, the subject of the secret. */
export type KeptAnswer =
  | { readonly kind: 'answer'; readonly rendered: Rendered }
  | { readonly kind: 'secret'; readonly keyId: string | undefined };

/** The result of a request to run. */
export type ClaimResult =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  | { readonly kind: 'kept'; readonly kept: KeptAnswer }
  | { readonly kind: 'running' }
  | { readonly kind: 'mismatch' };

/** The store of repeatable requests. */
export interface IdempotencyStore {
  claim(identity: RequestIdentity): Promise<ClaimResult>;
  /** Stores the answer for repeats. It has no effect if the claim was lost. */
  finish(claim: Claim, kept: KeptAnswer): Promise<void>;
  /** Lets a repeat run at once with the same seed, so that it finds the rows of this run. */
  release(claim: Claim): Promise<void>;
}

const HOURS_KEPT = 24;
/** Longer than every handler runs; after that time, the process of the run must have died. */
const LEASE_SECONDS = 60;
const SEED_BYTES = 32;
/** A record that repeatedly appears and disappears between two reads counts as running. */
const MAX_LOOKS = 3;

interface Row {
  readonly claimed: boolean;
  readonly seed: Uint8Array;
  readonly leaseUntil: Date;
  readonly matches: boolean;
  readonly status: 'running' | 'done';
  readonly responseStatus: number | null;
  readonly responseHeaders: unknown;
  readonly responseBody: Uint8Array | null;
  readonly secretKeyId: string | null;
}

/** The records in Postgres, shared by all processes. */
export function databaseIdempotencyStore(database: Database, randomness: Randomness): IdempotencyStore {
  return {
    claim: async (identity) => {
      for (let look = 0; look < MAX_LOOKS; look += 1) {
        const [row] = await database.$queryRaw<Row[]>(claimStatement(identity, randomness.bytes(SEED_BYTES)));
        if (row !== undefined) return meaning(identity, row);
      }
      return { kind: 'running' };
    },
    finish: async ({ identity, leaseUntil }, kept) => {
      const { status, headers, bytes } = kept.kind === 'answer' ? kept.rendered : { status: null, headers: null, bytes: undefined };
      await database.$executeRaw(Prisma.sql`
        UPDATE idempotency_records
        SET status = 'done', response_status = ${status}, response_headers = ${headers === null ? null : JSON.stringify(headers)}::jsonb,
            response_body = ${bytes === undefined ? null : new Uint8Array(bytes)},
            secret_key_id = ${kept.kind === 'secret' ? (kept.keyId ?? null) : null}
        WHERE ${held(identity, leaseUntil)}`);
    },
    release: async ({ identity, leaseUntil }) => {
      await database.$executeRaw(
        Prisma.sql`UPDATE idempotency_records SET lease_until = now() - interval '1 second' WHERE ${held(identity, leaseUntil)}`,
      );
    },
  };
}

/**
 * Claims or reads, in one statement. It claims a record that is missing, that has expired, or whose run has died. If it returns no
 * row, another request wrote the record after this statement began, and the next read sees it.
 */
function claimStatement({ scope, route, key, requestDigest }: RequestIdentity, seed: Uint8Array): Prisma.Sql {
  return Prisma.sql`/* prepared: idempotency-claim */
    WITH claimed AS (
      INSERT INTO idempotency_records AS r (scope, route, key, request_digest, seed, lease_until, expires_at)
      VALUES (${scope}, ${route}, ${key}, ${requestDigest}, ${new Uint8Array(seed)}, now() + ${LEASE_SECONDS}::integer * interval '1 second',
              now() + ${HOURS_KEPT}::integer * interval '1 hour')
      ON CONFLICT (scope, route, key) DO UPDATE SET
        request_digest = excluded.request_digest, status = 'running', lease_until = excluded.lease_until,
        seed = CASE WHEN r.expires_at <= now() THEN excluded.seed ELSE r.seed END,
        created_at = CASE WHEN r.expires_at <= now() THEN now() ELSE r.created_at END,
        expires_at = CASE WHEN r.expires_at <= now() THEN excluded.expires_at ELSE r.expires_at END,
        response_status = NULL, response_headers = NULL, response_body = NULL, secret_key_id = NULL
      WHERE r.expires_at <= now()
         OR (r.status = 'running' AND r.lease_until <= now() AND r.request_digest = excluded.request_digest)
      RETURNING r.*
    ), found AS (
      SELECT true AS claimed, claimed.* FROM claimed
      UNION ALL
      SELECT false, r.* FROM idempotency_records r
      WHERE r.scope = ${scope} AND r.route = ${route} AND r.key = ${key} AND NOT EXISTS (SELECT 1 FROM claimed)
    )
    SELECT claimed, seed, lease_until AS "leaseUntil", request_digest = ${requestDigest} AS matches, status::text AS status,
           response_status AS "responseStatus", response_headers AS "responseHeaders", response_body AS "responseBody",
           secret_key_id AS "secretKeyId"
    FROM found`;
}

/** The end of its lease distinguishes a claim from later ones: each ends later than the previous one. */
function held({ scope, route, key }: RequestIdentity, leaseUntil: Date): Prisma.Sql {
  return Prisma.sql`scope = ${scope} AND route = ${route} AND key = ${key} AND status = 'running' AND lease_until = ${leaseUntil}`;
}

function meaning(identity: RequestIdentity, row: Row): ClaimResult {
  if (row.claimed) return { kind: 'claimed', claim: claimOf(identity, row) };
  if (!row.matches) return { kind: 'mismatch' };
  return row.status === 'running' ? { kind: 'running' } : { kind: 'kept', kept: keptIn(row) };
}

function claimOf(identity: RequestIdentity, { seed, leaseUntil }: Row): Claim {
  return { identity, seed, leaseUntil };
}

function keptIn({ responseStatus, responseHeaders, responseBody, secretKeyId }: Row): KeptAnswer {
  if (responseStatus === null) return { kind: 'secret', keyId: secretKeyId ?? undefined };
  const rendered: Rendered = {
    kind: 'rendered',
    status: responseStatus,
    headers: fields(responseHeaders),
    bytes: responseBody ?? undefined,
  };
  return { kind: 'answer', rendered };
}

/** Parses the stored header fields. */
function fields(stored: unknown): Readonly<Record<string, string>> {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, String(value)]));
}
