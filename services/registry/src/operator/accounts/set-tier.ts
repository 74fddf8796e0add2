import { type Database, Prisma, recordChange, type Tier } from '@kirchhoff/platform';
import { type CommandOutcome, done } from '../outcome.js';
import { whichAccount } from './which-account.js';

/** Sets an account's tier. Daily limits change at once, since the counting statement reads the tier. */
export async function setTier(database: Database, account: string, tier: Tier): Promise<CommandOutcome> {
  const which = await whichAccount(database, account);
  if (which.kind !== 'account') return which;
  const accountId = which.id;
  const before = await database.$transaction(async (session) => {
    const [row] = await session.$queryRaw<{ tier: Tier }[]>(
      Prisma.sql`SELECT tier::text AS tier FROM accounts WHERE id = ${accountId} FOR UPDATE`,
    );
    if (row === undefined) throw new Error('an account has disappeared during the transaction');
    if (row.tier === tier) return tier;
    await session.account.update({ where: { id: accountId }, data: { tier }, select: { id: true } });
    const origin = { actor: 'operator', accountId } as const;
    await recordChange(session, { origin, action: 'account.tier_set', subject: accountId, detail: { tier, before: row.tier } });
    return row.tier;
  });
  const line =
    before === tier ? `${accountId} was ${tier} already; nothing was changed.` : `${accountId} is ${tier} now; it was ${before}.`;
  return done([line], { account_id: accountId, tier, before });
}
