import { type Database, isDatabaseOutage, isSchemaFault, Prisma } from '@kirchhoff/platform';
import { SECRET_BYTES } from '../events/sender.js';
import type { OpenedSecret, WebhookSecrets } from './secrets.js';

interface NoticeLog {
  warn(fields: object, message: string): void;
}

const REMEDY = 'add the key to WEBHOOK_SECRETS_KEYS of every process of the registry, and start them again; deliveries wait until then';

/** Warns once for each key of a secret that a process cannot open. A delivery is tried again every half minute. */
export class KeyNotice {
  readonly #log: NoticeLog;
  readonly #told = new Set<string>();

  constructor(log: NoticeLog) {
    this.#log = log;
  }

  tell({ kind, keyId }: Exclude<OpenedSecret, { readonly kind: 'secret' }>): void {
    const key = `${kind} ${keyId}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    const fault = kind === 'wrong' ? 'does not open with the key of this id' : 'is encrypted with a key that is missing here';
    this.#log.warn({ key: keyId }, `the signing secret of a webhook ${fault}: ${REMEDY}`);
  }
}

/**
 * Warns at the start of a process about secrets in the database that it cannot open. During an outage it does not warn: deliveries do.
 */
export async function warnOfKeys(database: Database, secrets: WebhookSecrets, notice: KeyNotice, log: NoticeLog): Promise<void> {
  try {
    const known = new Set(secrets.keyIds);
    const missing = (await storedKeys(database)).flatMap(({ key }) => (key === null || known.has(key) ? [] : [key]));
    for (const keyId of missing) notice.tell({ kind: 'missing-key', keyId });
  } catch (error) {
    // A process that is stopped at once closes the database meanwhile.
    if (!isDatabaseOutage(error) && !isSchemaFault(error))
      log.warn({ err: error }, 'the keys of the secrets of webhooks could not be read');
  }
}

/** The count of stored secrets by the id of their key; `null` for those in plain text. */
export interface StoredKey {
  readonly key: string | null;
  readonly count: number;
}

/** Returns the keys of all stored secrets that still sign. */
export async function storedKeys(database: Database): Promise<readonly StoredKey[]> {
  const keyOf = Prisma.sql`CASE WHEN octet_length(stored) > ${SECRET_BYTES}::integer THEN encode(substring(stored FROM 3 FOR get_byte(stored, 1)), 'escape') END`;
  return database.$queryRaw<StoredKey[]>(Prisma.sql`
    SELECT ${keyOf} AS key, count(*)::integer AS count
    FROM webhooks, unnest(ARRAY[secret, CASE WHEN previous_secret_until > now() THEN previous_secret END,
      CASE WHEN older_secret_until > now() THEN older_secret END]) AS stored
    WHERE octet_length(stored) > 0 GROUP BY 1 ORDER BY 1 NULLS LAST`);
}
