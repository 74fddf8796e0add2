import { type Database, type Identifier, Prisma, parseIdentifier } from '@kirchhoff/platform';
import { failed, printable } from '../outcome.js';

/** So many of several accounts with one e-mail are named. */
const MOST_NAMED = 10;

export type WhichAccount = { readonly kind: 'account'; readonly id: Identifier<'account'> } | ReturnType<typeof failed>;

/**
 * Finds the account that a command names, by its id or by its whole e-mail. E-mails are labels: several accounts may have one.
 * @param which accounts that were erased are no command's but its that erases them
 */
export async function whichAccount(database: Database, text: string, which: 'standing' | 'erased too' = 'standing'): Promise<WhichAccount> {
  const isId = parseIdentifier('account', text) !== undefined;
  const rows = await database.$queryRaw<{ readonly id: Identifier<'account'>; readonly erased: boolean }[]>(
    isId
      ? Prisma.sql`SELECT id, erased_at IS NOT NULL AS erased FROM accounts WHERE id = ${text}`
      : Prisma.sql`SELECT id, erased_at IS NOT NULL AS erased FROM accounts WHERE lower(email) = lower(${text}) ORDER BY created_at DESC, id LIMIT ${MOST_NAMED + 1}`,
  );
  const [first, ...others] = rows;
  if (first === undefined) {
    return failed(
      `There is no account ${printable(text)}; nothing was changed.`,
      'List them, or find one by e-mail or name: npm run operator -- accounts --search <text>',
    );
  }
  if (first.erased && which === 'standing')
    return failed(`${first.id} was erased; nothing was changed.`, 'What was erased stays so: register, or make another account.');
  if (others.length === 0) return { kind: 'account', id: first.id };
  const named = rows.slice(0, MOST_NAMED).map(({ id }) => id);
  return failed(
    `${rows.length > MOST_NAMED ? `More than ${MOST_NAMED}` : rows.length} accounts have the e-mail ${printable(text)}; nothing was changed.`,
    `Name one by its id in place of the e-mail (the newest comes first): ${named.join(', ')}${rows.length > MOST_NAMED ? ', …' : ''}`,
  );
}
