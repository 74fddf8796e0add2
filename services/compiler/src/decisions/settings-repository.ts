import { type Database, type DatabaseSession, type Origin, Prisma, type Problem, recordChange, transact } from '@kirchhoff/platform';
import { changedSettings, type LogChange, type LogPrecondition, type LogSettings, NO_LOG, renderedSettings } from './settings.js';

/** The settings of a log, with the state of its policy. */
export interface FoundLog {
  readonly kind: 'log';
  readonly settings: LogSettings;
  readonly withdrawn: boolean;
}

interface SettingsRow {
  readonly withdrawn: boolean;
  /** `null` if they were never set; then the other columns are `null` too. */
  readonly mode: LogSettings['mode'] | null;
  readonly rate: number;
  readonly keep: readonly string[];
  readonly retentionDays: number;
}

export class LogSettingsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The log of the account's own policy, withdrawn or not. */
  async find(policyId: string, accountId: string): Promise<FoundLog | undefined> {
    return findIn(this.#database, policyId, accountId);
  }

  /**
   * Changes the settings in one transaction, under the lock of the policy. Equal settings change no row.
   * @returns the log after the change; the problem of the precondition; `undefined` if the policy does not exist or is withdrawn
   */
  async change(
    policyId: string,
    origin: Origin,
    change: LogChange,
    precondition: LogPrecondition,
  ): Promise<FoundLog | Problem | undefined> {
    return transact(this.#database, async (session) => {
      await session.$executeRaw`SELECT 1 FROM policies WHERE id = ${policyId} AND account_id = ${origin.accountId} FOR NO KEY UPDATE`;
      const current = await findIn(session, policyId, origin.accountId);
      if (current === undefined || current.withdrawn) return undefined;
      const refusal = precondition(current.settings);
      if (refusal !== undefined) return refusal;
      const settings = changedSettings(current.settings, change);
      if (renderedSettings(settings).tag === renderedSettings(current.settings).tag) return current;
      const { mode, rate, keep, retentionDays } = settings;
      await session.$executeRaw(Prisma.sql`
        INSERT INTO policy_logs (policy_id, mode, rate, keep, retention_days)
        VALUES (${policyId}, ${mode}::log_mode, ${rate}, ${[...keep]}::text[], ${retentionDays})
        ON CONFLICT (policy_id) DO UPDATE SET mode = EXCLUDED.mode, rate = EXCLUDED.rate, keep = EXCLUDED.keep,
          retention_days = EXCLUDED.retention_days, updated_at = now()`);
      const detail = { mode, rate, keep, retention_days: retentionDays };
      await recordChange(session, { origin, action: 'policy.log_set', subject: policyId, detail });
      return { kind: 'log', settings, withdrawn: false };
    });
  }
}

async function findIn(session: DatabaseSession, policyId: string, accountId: string): Promise<FoundLog | undefined> {
  const [row] = await session.$queryRaw<SettingsRow[]>(Prisma.sql`
    SELECT p.withdrawn_at IS NOT NULL AS withdrawn, l.mode::text AS mode, l.rate, l.keep, l.retention_days AS "retentionDays"
    FROM policies p LEFT JOIN policy_logs l ON l.policy_id = p.id WHERE p.id = ${policyId} AND p.account_id = ${accountId}`);
  if (row === undefined) return undefined;
  const { withdrawn, mode, ...rest } = row;
  return { kind: 'log', settings: mode === null ? NO_LOG : { mode, ...rest }, withdrawn };
}
