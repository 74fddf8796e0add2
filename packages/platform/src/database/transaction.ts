import type { Database, DatabaseSession } from './database.js';
import { causesOf, textOf } from './outage.js';

/** SQLSTATE: unique violation, serialization failure, deadlock. */
const SQL_STATES = new Set(['23505', '40001', '40P01']);
/** Prisma's codes for the same. */
const PRISMA_CODES = new Set(['P2002', 'P2034']);
/** The kinds of Prisma's driver adapter for the same. */
const ADAPTER_KINDS = new Set(['UniqueConstraintViolation', 'TransactionWriteConflict']);

/** Maximal number of attempts; each one but the last lost against another transaction. */
const MAX_ATTEMPTS = 8;

/** Runs a transaction with the retries of `retried`: `run` must read before it writes, and have no effect outside the session. */
export async function transact<Result>(database: Database, run: (session: DatabaseSession) => Promise<Result>): Promise<Result> {
  return retried(async () => database.$transaction(run));
}

/**
 * Runs one transaction. If another one was first (a unique violation, a deadlock), it runs again, and sees what the other has
 * written.
 */
export async function retried<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isWriteConflict(error)) throw error;
    }
  }
}

/** Returns true if an exception of Prisma or `pg` means that another transaction was first. */
export function isWriteConflict(error: unknown): boolean {
  return causesOf(error).some((cause) => {
    const codes = [textOf(cause, 'code') ?? '', textOf(cause, 'originalCode') ?? ''];
    return codes.some((code) => SQL_STATES.has(code) || PRISMA_CODES.has(code)) || ADAPTER_KINDS.has(textOf(cause, 'kind') ?? '');
  });
}
