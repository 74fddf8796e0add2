import { ACCOUNT_LIMITS, type AccountLimitName, type AccountLimits, type Database, Prisma, recordChange } from '@kirchhoff/platform';
import { type CommandOutcome, done } from '../outcome.js';
import { whichAccount } from './which-account.js';

export interface LimitRequest {
  /** The account's id or e-mail. */
  readonly account: string;
  readonly limit: AccountLimitName;
  /** `default`: the value of its tier and the settings. */
  readonly value: number | 'default';
}

/**
 * Sets a limit of one account. Daily limits and storage limits apply from the next request on; limits by the minute within a
 * second, when no cache has an older value.
 */
export async function setLimit(database: Database, { account, limit, value: asked }: LimitRequest): Promise<CommandOutcome> {
  const value = asked === 'default' ? null : asked;
  const which = await whichAccount(database, account);
  if (which.kind !== 'account') return which;
  const accountId = which.id;
  const before = await database.$transaction(async (session) => {
    const [row] = await session.$queryRaw<{ limits: AccountLimits }[]>(
      Prisma.sql`SELECT limits FROM accounts WHERE id = ${accountId} FOR UPDATE`,
    );
    if (row === undefined) throw new Error('an account has disappeared during the transaction');
    const { [limit]: _, ...others } = row.limits;
    const found = row.limits[limit] ?? null;
    if (found === value) return found;
    const limits = value === null ? others : { ...others, [limit]: value };
    await session.account.update({ where: { id: accountId }, data: { limits }, select: { id: true } });
    const origin = { actor: 'operator', accountId } as const;
    await recordChange(session, { origin, action: 'account.limit_set', subject: accountId, detail: { limit, value, before: found } });
    return found;
  });
  const told = (of: number | null): string =>
    of === null ? 'the default of its tier and the settings' : `${of} ${ACCOUNT_LIMITS[limit].counts}`;
  const line =
    before === value
      ? `${accountId} had ${told(value)} already; nothing was changed.`
      : `${accountId} has ${told(value)} now; it was ${told(before)}.`;
  return done([line], { account_id: accountId, limit, value, before });
}
