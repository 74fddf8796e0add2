import { type AccountLimits, type Database, Prisma } from '@kirchhoff/platform';
import { type CommandOutcome, done, printable } from '../outcome.js';

interface AccountRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly tier: string;
  readonly created_at: Date;
  readonly keys: number;
  readonly standing: 'standing' | 'suspended' | 'erased';
  readonly limits: AccountLimits;
}

/** Maximum of listed accounts; a longer search text finds fewer. */
const MAX_LISTED = 50;

/**
 * Lists accounts, newest first.
 *
 * @param text a part of the e-mail or the name, the whole id, or a key's id or shown prefix. Default: all.
 */
export async function findAccounts(database: Database, text: string | undefined): Promise<CommandOutcome> {
  const sought =
    text === undefined
      ? Prisma.sql`true`
      : Prisma.sql`a.id = ${text} OR strpos(lower(a.email), lower(${text})) > 0 OR strpos(lower(a.name), lower(${text})) > 0
        OR a.id IN (SELECT account_id FROM api_keys WHERE id = ${text} OR prefix = ${text})`;
  const rows = await database.$queryRaw<AccountRow[]>(Prisma.sql`
    SELECT a.id, a.email, a.name, a.tier::text AS tier, a.created_at, a.limits,
      CASE WHEN a.erased_at IS NOT NULL THEN 'erased' WHEN a.suspended_at IS NOT NULL THEN 'suspended' ELSE 'standing' END AS standing,
      (SELECT count(*)::integer FROM api_keys k
       WHERE k.account_id = a.id AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())) AS keys
    FROM accounts a
    WHERE ${sought}
    ORDER BY a.created_at DESC, a.id DESC LIMIT ${MAX_LISTED + 1}`);
  const shown = rows.slice(0, MAX_LISTED);
  const lines = shown.map(lineOf);
  if (rows.length > MAX_LISTED)
    lines.push(text === undefined ? '… and more: find one with --search <text>.' : '… and more: search for a longer text to see fewer.');
  if (rows.length === 0)
    lines.push(
      text === undefined ? 'There are no accounts.' : 'No account has this in its e-mail, name or id, and no key by this id or beginning.',
    );
  return done(lines, { accounts: shown, truncated: rows.length > MAX_LISTED });
}

function lineOf({ id, email, name, tier, created_at, keys, standing, limits }: AccountRow): string {
  const set = Object.entries(limits).map(([limit, value]) => `${limit} ${value}`);
  const more = [...(standing === 'standing' ? [] : [standing]), ...set];
  return [
    id,
    tier,
    created_at.toISOString(),
    `${keys} usable key${keys === 1 ? '' : 's'}`,
    ...more,
    printable(email),
    printable(name),
  ].join('  ');
}
