import type { DatabaseSession } from '../database/database.js';
import type { Clock } from '../environment/clock.js';
import { Prisma } from '../generated/prisma/client.js';
import type { Authenticator } from './caller.js';

/** Milliseconds between two writes. */
const BATCH_MILLISECONDS = 5_000;
/** The table has the last use of a key to the minute. */
const MINUTE_MILLISECONDS = 60_000;
const MAX_KEYS = 10_000;

/** Records when keys were last used, in batches: a request does not wait for it, and does not fail if it fails. */
export class KeyUse {
  readonly #database: DatabaseSession;
  readonly #clock: Clock;
  /** The time of each key's last note, on the monotonic clock. */
  readonly #noted = new Map<string, number>();
  #batch = new Map<string, Date>();
  readonly #timer: NodeJS.Timeout;

  constructor(database: DatabaseSession, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#timer = setInterval(() => void this.write(), BATCH_MILLISECONDS).unref();
  }

  /** Records that a key is used now, at most once a minute. Records beyond the limit are dropped. */
  note(keyId: string): void {
    const now = this.#clock.monotonic();
    if (now - (this.#noted.get(keyId) ?? Number.NEGATIVE_INFINITY) < MINUTE_MILLISECONDS) return;
    if (this.#noted.size >= MAX_KEYS) this.#noted.clear();
    this.#noted.set(keyId, now);
    if (this.#batch.size < MAX_KEYS) this.#batch.set(keyId, this.#clock.now());
  }

  /** Writes the records. If the database is out they are lost, and a use a minute later is recorded again. */
  async write(): Promise<void> {
    if (this.#batch.size === 0) return;
    const batch = this.#batch;
    this.#batch = new Map();
    await this.#database.$executeRaw(lastUses(batch)).catch(() => undefined);
  }

  /** Writes the last batch. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }
}

/** The same authenticator, which records each key that it verifies. */
export function recordingLastUse(authenticator: Authenticator, use: KeyUse): Authenticator {
  return {
    authenticate: async (header, graceMilliseconds, address) => {
      const authentication = await authenticator.authenticate(header, graceMilliseconds, address);
      if (authentication.kind === 'caller') use.note(authentication.caller.keyId);
      return authentication;
    },
  };
}

/** Skips rows that another transaction is changing: batches of several processes must not wait for each other in a circle. */
function lastUses(batch: ReadonlyMap<string, Date>): Prisma.Sql {
  const [ids, times] = [[...batch.keys()], [...batch.values()].map((time) => time.toISOString())];
  return Prisma.sql`UPDATE api_keys k SET last_used_at = u.used_at
    FROM unnest(${ids}::text[], ${times}::timestamptz[]) AS u (id, used_at)
    WHERE k.id = u.id AND k.id IN (SELECT id FROM api_keys WHERE id = ANY(${ids}::text[]) FOR NO KEY UPDATE SKIP LOCKED)
      AND (k.last_used_at IS NULL OR k.last_used_at <= u.used_at - interval '1 minute')`;
}
