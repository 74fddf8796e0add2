import { type Database, Prisma } from '@kirchhoff/platform';
import { type StoredKey, storedKeys } from '../webhooks/key-notice.js';
import type { WebhookSecrets } from '../webhooks/secrets.js';
import type { CommandOutcome } from './outcome.js';

/** Rows read at a time. */
const BATCH = 200;

interface SecretsRow {
  readonly id: string;
  readonly secret: Uint8Array<ArrayBuffer>;
  readonly previous: Uint8Array<ArrayBuffer> | null;
  readonly older: Uint8Array<ArrayBuffer> | null;
  /** True while the earlier secret signs too. */
  readonly previousSigns: boolean;
  readonly olderSigns: boolean;
}

export interface Reencryption {
  /** Open every secret. */
  readonly from: WebhookSecrets;
  /** Seal every secret. */
  readonly to: WebhookSecrets;
}

/**
 * Stores the secret of every webhook, and its earlier ones, as `to` seals them. Each row is a transaction of its own, and is written
 * only if it is still what was read, so the command may be stopped, repeated, and run beside others and beside the services.
 */
export async function encryptSecrets(database: Database, { from, to }: Reencryption): Promise<CommandOutcome> {
  let written = 0;
  const unopened: string[] = [];
  for (let after = ''; ; ) {
    // oxlint-disable-next-line no-await-in-loop -- one batch after another
    const rows = await rowsAfter(database, after);
    for (const row of rows) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      const outcome = await reencrypt(database, row, { from, to });
      if (outcome === 'written') written += 1;
      if (outcome === 'unopened') unopened.push(row.id);
    }
    after = rows.at(-1)?.id ?? '';
    if (rows.length < BATCH) break;
  }
  return outcomeOf(written, unopened, to, await storedKeys(database));
}

async function rowsAfter(database: Database, after: string, only?: string): Promise<readonly SecretsRow[]> {
  return database.$queryRaw<SecretsRow[]>(Prisma.sql`
    SELECT id, secret, previous_secret AS previous, older_secret AS older,
      coalesce(previous_secret_until > now(), false) AS "previousSigns", coalesce(older_secret_until > now(), false) AS "olderSigns"
    FROM webhooks
    WHERE octet_length(secret) > 0 AND ${only === undefined ? Prisma.sql`id > ${after}` : Prisma.sql`id = ${only}`} ORDER BY id LIMIT ${BATCH}`);
}

/** A secret that is over and cannot be opened any more stays as it is: it signs nothing. */
async function reencrypt(database: Database, row: SecretsRow, { from, to }: Reencryption): Promise<'written' | 'current' | 'unopened'> {
  const stored = [row.secret, row.previous, row.older];
  const sealed = stored.map((each) => resealed(row.id, each, { from, to }));
  if (sealed[0] === undefined) return 'unopened';
  const [secret = row.secret, previous = row.previous, older = row.older] = sealed;
  const signs = [true, row.previousSigns, row.olderSigns];
  const isUnopened = sealed.some((each, place) => each === undefined && signs[place]);
  if ([secret, previous, older].every((each, place) => each === stored[place])) return isUnopened ? 'unopened' : 'current';
  const written = await database.$executeRaw(Prisma.sql`
    UPDATE webhooks SET secret = ${secret}, previous_secret = ${previous}, older_secret = ${older}
    WHERE id = ${row.id} AND secret = ${row.secret} AND previous_secret IS NOT DISTINCT FROM ${row.previous}
      AND older_secret IS NOT DISTINCT FROM ${row.older}`);
  if (written === 1) return isUnopened ? 'unopened' : 'written';
  // The secret was rotated meanwhile, the webhook was deleted, or another run of this command was first.
  const [again] = await rowsAfter(database, '', row.id);
  return again === undefined ? 'current' : reencrypt(database, again, { from, to });
}

/**
 * Returns the same array if it is sealed as it should be; `undefined` if it cannot be opened. One with the right id is opened too:
 * another key may have had the same id.
 */
function resealed(
  webhookId: string,
  stored: Uint8Array<ArrayBuffer> | null,
  { from, to }: Reencryption,
): Uint8Array<ArrayBuffer> | null | undefined {
  if (stored === null) return null;
  const opened = from.open(webhookId, stored);
  if (opened.kind !== 'secret') return undefined;
  return to.isCurrent(stored) ? stored : to.seal(webhookId, new Uint8Array(opened.secret));
}

function outcomeOf(written: number, unopened: readonly string[], to: WebhookSecrets, keys: readonly StoredKey[]): CommandOutcome {
  const [first] = to.keyIds;
  const wanted = first ?? null;
  const others = keys.filter(({ key }) => key !== wanted);
  const data = { written, unopened, keys };
  const form = first === undefined ? 'in plain text' : `encrypted with the key ${first}`;
  const stored = `${written} webhooks were written.`;
  if (unopened.length === 0 && others.length === 0)
    return {
      kind: 'done',
      lines: [
        stored,
        `Every secret that signs is ${form}.`,
        first === undefined
          ? 'Unset WEBHOOK_SECRETS_KEYS once no process has it any more.'
          : `Other keys can go once every process of the registry has ${first} as its first key, and this command has found no secret of another key since.`,
      ],
      data,
    };
  return {
    kind: 'unfinished',
    lines: [
      stored,
      ...others.map(({ key, count }) => `${count} secrets are ${key === null ? 'in plain text' : `encrypted with the key ${key}`}.`),
      ...unopened.map((id) => `not opened: ${id}`),
      'Keep every key. Give this command the missing keys, or let the owners rotate these secrets, and run it again.',
    ],
    data,
  };
}
