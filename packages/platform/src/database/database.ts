import { PrismaPg } from '@prisma/adapter-pg';
import { type Prisma, PrismaClient } from '../generated/prisma/client.js';

/** The Prisma client: for repositories, and for nothing else. */
export type Database = PrismaClient;
/** What a repository needs when it may run inside a transaction of its caller. */
export type DatabaseSession = Prisma.TransactionClient;

export interface DatabaseOptions {
  readonly url: string;
  /** Connections of this process. */
  readonly poolSize: number;
  /** How the connections show up in `pg_stat_activity`. */
  readonly applicationName: string;
}

/** A statement that runs longer is a bug or a lock: better an error than a pool that runs dry. */
const STATEMENT_MILLISECONDS = 10_000;
/** How long to wait for a free or new connection: well under what clients wait. */
const CONNECT_MILLISECONDS = 3_000;
const IDLE_MILLISECONDS = 30_000;
/** An interactive transaction: waiting for a connection, then running. */
const TRANSACTION_WAIT_MILLISECONDS = 3_000;
const TRANSACTION_MILLISECONDS = 10_000;

/**
 * A raw statement that begins with such a comment is planned once a connection and not at every run: for the few that
 * run all the time and whose text never varies. One name, one text.
 */
const PREPARED = /^\s*\/\* prepared: ([a-z-]+) \*\//;

/** Opens the database. Nothing is connected before the first statement; close with `$disconnect()`. */
export function openDatabase(options: DatabaseOptions): Database {
  const adapter = new PrismaPg(
    {
      connectionString: options.url,
      application_name: options.applicationName,
      max: options.poolSize,
      connectionTimeoutMillis: CONNECT_MILLISECONDS,
      idleTimeoutMillis: IDLE_MILLISECONDS,
      statement_timeout: STATEMENT_MILLISECONDS,
      query_timeout: STATEMENT_MILLISECONDS + 1_000,
      idle_in_transaction_session_timeout: TRANSACTION_MILLISECONDS + 5_000,
      keepAlive: true,
    },
    // An idle connection that breaks is replaced by the pool; the statement after it says what is wrong, if anything is.
    {
      onPoolError: () => undefined,
      onConnectionError: () => undefined,
      statementNameGenerator: ({ sql }) => PREPARED.exec(sql)?.[1] ?? '',
    },
  );
  return new PrismaClient({
    adapter,
    errorFormat: 'minimal',
    transactionOptions: { maxWait: TRANSACTION_WAIT_MILLISECONDS, timeout: TRANSACTION_MILLISECONDS },
  });
}
