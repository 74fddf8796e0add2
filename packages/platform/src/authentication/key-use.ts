import type { DatabaseSession } from '../database/database.js';
import type { Clock } from '../environment/clock.js';
import { Prisma } from '../generated/prisma/client.js';
import type { Authenticator } from './caller.js';

/** Milliseconds between two writes. */
const BATCH_MILLISECONDS = 5_000;
/** The table says to the minute when a key was last used. */
const MINUTE_MILLISECONDS = 60_000;
const MAX_KEYS = 10_000;

/** Records when keys were last used, in batches: no request waits for it or fails with it. */
export class KeyUse {
  readonly #database: DatabaseSession;
  readonly #clock: Clock;
  /** When each key was noted last, on the monotonic clock. */
  readonly #noted = new Map<string, number>();
  #batch = new Map<string, Date>();
  readonly #timer: NodeJS.Timeout;

  constructor(database: DatabaseSession, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#timer = setInterval(() => void this.write(), BATCH_MILLISECONDS).unref();
  }

  /** Notes that a key is used now, once a minute. Notes beyond the limit are dropped. */
  note(keyId: string): void {
    const now = this.#clock.monotonic();
    if (now - (this.#noted.get(keyId) ?? Number.NEGATIVE_INFINITY) < MINUTE_MILLISECONDS) return;
    if (this.#noted.size >= MAX_KEYS) this.#noted.clear();
    this.#noted.set(keyId, now);
    if (this.#batch.size < MAX_KEYS) this.#batch.set(keyId, this.#clock.now());
  }

  /** Writes the notes. If the database is out they are lost, and the next use a minute later is noted again. */
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

/** The same authenticator, noting each key that it verifies. */
export function recordingLastUse(authenticator: Authenticator, use: KeyUse): Authenticator {
  return {
    authenticate: async (header, graceMilliseconds, address) => {
      const authentication = await authenticator.authenticate(header, graceMilliseconds, address);
      if (authentication.kind === 'caller') use.note(authentication.caller.keyId);
      return authentication;
    },
  };
}

/** Rows that another is about to change are left out: batches of several processes must not wait for one another in a circle. */
function lastUses(batch: ReadonlyMap<string, Date>): Prisma.Sql {
  const [ids, times] = [[...batch.keys()], [...batch.values()].map((time) => time.toISOString())];
  return Prisma.sql`UPDATE api_keys k SET last_used_at = u.used_at
    FROM unnest(${ids}::text[], ${times}::timestamptz[]) AS u (id, used_at)
    WHERE k.id = u.id AND k.id IN (SELECT id FROM api_keys WHERE id = ANY(${ids}::text[]) FOR NO KEY UPDATE SKIP LOCKED)
      AND (k.last_used_at IS NULL OR k.last_used_at <= u.used_at - interval '1 minute')`;
}
