import { type Database, type DatabaseSession, giveBackQuota, Prisma } from '@kirchhoff/platform';
import type { CertificationFailure } from './certification.js';
import type { CertificationJob } from './job.js';

/** A run is tried so often before it is given up. */
const MOST_ATTEMPTS = 2;

/** What became of an attempt that did not end by itself. */
export type NextAttempt =
  | { readonly kind: 'again'; readonly job: CertificationJob }
  | { readonly kind: 'failed'; readonly certificationId: string };

interface EndedRow {
  readonly id: string;
  readonly attempt: number;
  readonly status: 'queued' | 'failed';
  readonly account_id: string;
  readonly charged_day: string;
}

/** What happens to runs that our side ended. Correct with any number of workers: the rows' locks decide who is first. */
export class AttemptRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Ends one attempt: the next is queued, or the run fails. Undefined where the attempt was ended before. */
  async end({ certification_id, attempt }: CertificationJob, failure: CertificationFailure): Promise<NextAttempt | undefined> {
    const which = Prisma.sql`id = ${certification_id} AND attempt = ${attempt} AND status = 'running'`;
    const [next] = await this.#end(which, failure);
    return next;
  }

  /** Ends the attempts whose lease ran out: their worker is dead, or stuck. */
  async endOverdue(most: number): Promise<readonly NextAttempt[]> {
    const which = Prisma.sql`id IN (
      SELECT id FROM certifications WHERE status = 'running' AND lease_until < now() LIMIT ${most} FOR UPDATE SKIP LOCKED)`;
    return this.#end(which, 'certification-failed');
  }

  /** Runs that have waited for so long that their job may be gone, oldest first. */
  async waiting(milliseconds: number, most: number): Promise<readonly CertificationJob[]> {
    return this.#database.$queryRaw<CertificationJob[]>(Prisma.sql`
      SELECT id AS certification_id, attempt FROM certifications
      WHERE status = 'queued' AND created_at < now() - ${milliseconds}::float8 * interval '1 millisecond'
      ORDER BY created_at LIMIT ${most}`);
  }

  async #end(which: Prisma.Sql, failure: CertificationFailure): Promise<readonly NextAttempt[]> {
    return this.#database.$transaction(async (session) => {
      const ended = await session.$queryRaw<EndedRow[]>(Prisma.sql`
        UPDATE certifications
        SET lease_until = NULL,
            attempt = CASE WHEN attempt < ${MOST_ATTEMPTS} THEN attempt + 1 ELSE attempt END,
            status = (CASE WHEN attempt < ${MOST_ATTEMPTS} THEN 'queued' ELSE 'failed' END)::certification_status,
            failure = CASE WHEN attempt < ${MOST_ATTEMPTS} THEN NULL ELSE ${failure} END,
            finished_at = CASE WHEN attempt < ${MOST_ATTEMPTS} THEN NULL ELSE now() END
        WHERE ${which}
        RETURNING id, attempt, status::text AS status, account_id, charged_day::text AS charged_day`);
      for (const row of ended) {
        // oxlint-disable-next-line no-await-in-loop -- one connection, one statement at a time
        if (row.status === 'failed') await giveBack(session, row, failure);
      }
      return ended.map(nextAttempt);
    });
  }
}

/** Our fault ended it: the day that was charged gets it back. */
async function giveBack(session: DatabaseSession, row: EndedRow, failure: CertificationFailure): Promise<void> {
  const reason = failure === 'guard-exceeded' ? 'guard' : 'failure';
  await giveBackQuota(session, row.account_id, 'certification', row.charged_day, reason);
}

function nextAttempt({ id, attempt, status }: EndedRow): NextAttempt {
  switch (status) {
    case 'queued':
      return { kind: 'again', job: { certification_id: id, attempt } };
    case 'failed':
      return { kind: 'failed', certificationId: id };
  }
}
