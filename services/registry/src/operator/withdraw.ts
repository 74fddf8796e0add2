import type { Database } from '@kirchhoff/platform';
import { Withdrawals } from '../circuits/withdraw.js';
import { type CommandOutcome, done, failed } from './outcome.js';

/** Withdraws a circuit of any account, as its owner can: a pinned version stays readable by its hash. */
export async function withdraw(database: Database, pid: string): Promise<CommandOutcome> {
  const found = await database.circuit.findUnique({ where: { id: pid }, select: { accountId: true, withdrawnAt: true } });
  if (found === null) return failed(`No circuit ${pid} exists; nothing was changed.`, 'Its id is in its URL: /v1/circuits/<id>.');
  const { accountId, withdrawnAt } = found;
  const origin = { actor: 'operator', accountId } as const;
  const refused = await new Withdrawals(database).withdraw({ pid, origin, precondition: () => undefined });
  if (refused !== undefined) throw new Error(`a circuit was not withdrawn: ${refused.detail}`);
  const line =
    withdrawnAt === null ? `${pid} of ${accountId} is withdrawn.` : `${pid} of ${accountId} was withdrawn already; nothing was changed.`;
  return done([line], { pid, account_id: accountId, changed: withdrawnAt === null });
}
