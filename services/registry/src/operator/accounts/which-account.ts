import { type Database, type Identifier, Prisma, parseIdentifier } from '@kirchhoff/platform';
import { type CommandOutcome, failed, printable } from '../outcome.js';

/** Maximum of accounts with the same e-mail that the outcome names. */
const MAX_NAMED = 10;

interface AccountRow {
  readonly id: Identifier<'account'>;
  readonly erased: boolean;
  readonly created_at: Date;
  /** The prefixes of its latest keys. */
  readonly prefixes: readonly string[];
}

const MAX_KEYS = 3;

const ROWS = Prisma.sql`
  SELECT id, erased_at IS NOT NULL AS erased, created_at, ARRAY(
    SELECT prefix::text FROM api_keys WHERE account_id = accounts.id ORDER BY created_at DESC, id LIMIT ${MAX_KEYS}) AS prefixes
  FROM accounts`;

export type WhichAccount =
  | { readonly kind: 'account'; readonly id: Identifier<'account'> }
  | (CommandOutcome & { readonly kind: 'failed' | 'ambiguous' });

/**
 * Finds the account of a command, by its id or by its whole e-mail. E-mails are labels, so that several accounts may share one.
 *
 * @param which erased accounts are found only by the command that erases
 */
export async function whichAccount(database: Database, text: string, which: 'standing' | 'erased too' = 'standing'): Promise<WhichAccount> {
  const isId = parseIdentifier('account', text) !== undefined;
  const rows = await database.$queryRaw<AccountRow[]>(
    isId
      ? Prisma.sql`${ROWS} WHERE id = ${text}`
      : Prisma.sql`${ROWS} WHERE lower(email) = lower(${text}) ORDER BY created_at DESC, id LIMIT ${MAX_NAMED + 1}`,
  );
  const [first, ...others] = rows;
  if (first === undefined) {
    return failed(
      `There is no account ${printable(text)}; nothing was changed.`,
      'List them, or find one by e-mail or name: npm run operator -- accounts --search <text>',
    );
  }
  if (first.erased && which === 'standing')
    return failed(`${first.id} was erased; nothing was changed.`, 'Erasure is final: register, or create another account.');
  if (others.length === 0) return { kind: 'account', id: first.id };
  const isAll = rows.length <= MAX_NAMED;
  return {
    kind: 'ambiguous',
    message: `${isAll ? rows.length : `More than ${MAX_NAMED}`} accounts have the e-mail ${printable(text)}; nothing was changed.`,
    word: text,
    meant: rows.slice(0, MAX_NAMED).map(({ id, created_at, prefixes }) => ({ id, known: knownBy(created_at, prefixes) })),
    isAll,
  };
}

function knownBy(createdAt: Date, prefixes: readonly string[]): string {
  const keys = prefixes.length === 0 ? 'no key' : `keys ${prefixes.map((prefix) => `${prefix}…`).join(', ')}`;
  return `registered ${createdAt.toISOString()}, ${keys}`;
}
