import { type Clock, Prisma, recordChange } from '@kirchhoff/platform';
import { type CommandOutcome, done } from '../outcome.js';
import type { Telling } from '../telling.js';
import { whichAccount } from './which-account.js';

/** The commands, by the resulting state of the account. */
export type Suspension = 'suspended' | 'resumed';

const EFFECTS = {
  suspended: 'every request with its keys is refused, its runs and deliveries wait.',
  resumed: 'its keys work as before; waiting runs and deliveries continue within seconds.',
} as const;

/**
 * Suspends or resumes an account. Resolves when every process that can reach Postgres or Redis applies it: a second after the
 * commit.
 */
export async function suspend(
  { database, revocations }: Pick<Telling, 'database' | 'revocations'>,
  clock: Clock,
  account: string,
  become: Suspension,
): Promise<CommandOutcome> {
  const which = await whichAccount(database, account);
  if (which.kind !== 'account') return which;
  const { id } = which;
  const suspends = become === 'suspended';
  const changed = await database.$transaction(async (session) => {
    const count = await session.$executeRaw(Prisma.sql`
      UPDATE accounts SET suspended_at = CASE WHEN ${suspends} THEN now() END
      WHERE id = ${id} AND (suspended_at IS NULL) = ${suspends}`);
    const origin = { actor: 'operator', accountId: id } as const;
    if (count === 1) await recordChange(session, { origin, action: `account.${become}`, subject: id, detail: {} });
    return count === 1;
  });
  // Announced even without a change: an earlier command may have been killed between commit and announcement.
  await revocations.announce(id, clock.monotonic());
  const now = suspends ? `${id} is suspended now: ${EFFECTS.suspended}` : `${id} is resumed: ${EFFECTS.resumed}`;
  const before = suspends ? `${id} was suspended already; nothing was changed.` : `${id} is not suspended; nothing was changed.`;
  return done([changed ? now : before], { account_id: id, suspended: suspends, changed });
}
