import { type Database, Prisma, recordChange, type Tier } from '@kirchhoff/platform';
import { done, type Outcome } from '../outcome.js';
import { noSuchAccount } from './no-such-account.js';

/** Sets an account's tier. Daily limits follow at once: the statement that counts reads the tier of that moment. */
export async function setTier(database: Database, accountId: string, tier: Tier): Promise<Outcome> {
  const before = await database.$transaction(async (session) => {
    const [row] = await session.$queryRaw<{ tier: Tier }[]>(
      Prisma.sql`SELECT tier::text AS tier FROM accounts WHERE id = ${accountId} FOR UPDATE`,
    );
    if (row === undefined || row.tier === tier) return row?.tier;
    await session.account.update({ where: { id: accountId }, data: { tier }, select: { id: true } });
    const origin = { actor: 'operator', accountId } as const;
    await recordChange(session, { origin, action: 'account.tier_set', subject: accountId, detail: { tier, before: row.tier } });
    return row.tier;
  });
  if (before === undefined) return noSuchAccount(accountId);
  const line =
    before === tier ? `${accountId} was ${tier} already; nothing was changed.` : `${accountId} is ${tier} now; it was ${before}.`;
  return done([line], { account_id: accountId, tier, before });
}
