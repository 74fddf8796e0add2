import { PrismaPg } from '@prisma/adapter-pg';
import { type CustomTypesConfig, Pool, types } from 'pg';
import { type Prisma, PrismaClient } from '../generated/prisma/client.js';
import { postgresConnection, type ServerAddress } from '../tls/address.js';

/** The Prisma client, for repositories only. */
export type Database = PrismaClient;
/** The client of a repository that may run inside a transaction of its caller. */
export type DatabaseSession = Prisma.TransactionClient;

export interface DatabaseOptions {
  readonly url: ServerAddress;
  /** Connections of this process. */
  readonly poolSize: number;
  /** The name of the connections in `pg_stat_activity`. */
  readonly applicationName: string;
}

/** A statement that runs longer is a bug or waits for a lock: an error is better than an exhausted pool. */
const STATEMENT_MILLISECONDS = 10_000;
/** Milliseconds to wait for a free or new connection: well below the time that clients wait. */
const CONNECT_MILLISECONDS = 3_000;
const IDLE_MILLISECONDS = 30_000;
/** An interactive transaction: waiting for a connection, then running. */
const TRANSACTION_WAIT_MILLISECONDS = 3_000;
const TRANSACTION_MILLISECONDS = 10_000;

/**
 * A raw statement that begins with such a comment is planned once for each connection, not for every run. It is for the few
 * statements that run very often and always have the same text. Each name belongs to one text.
 */
const PREPARED = /^\s*\/\* prepared: ([a-z-]+) \*\//;

/** The connections of each open database. */
const POOLS = new WeakMap<Database, Pool>();

/** Opens the database. It connects at the first statement; close it with `$disconnect()`. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new Pool({
    ...postgresConnection(options.url),
    application_name: options.applicationName,
    max: options.poolSize,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    idleTimeoutMillis: IDLE_MILLISECONDS,
    statement_timeout: STATEMENT_MILLISECONDS,
    query_timeout: STATEMENT_MILLISECONDS + 1_000,
    idle_in_transaction_session_timeout: TRANSACTION_MILLISECONDS + 5_000,
    keepAlive: true,
  });
  // The pool replaces an idle connection that breaks; a later statement reports any lasting fault.
  pool.on('error', () => undefined);
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    onPoolError: () => undefined,
    onConnectionError: () => undefined,
    statementNameGenerator: ({ sql }) => statementName(sql) ?? '',
  });
  const database = new PrismaClient({
    adapter,
    errorFormat: 'minimal',
    transactionOptions: { maxWait: TRANSACTION_WAIT_MILLISECONDS, timeout: TRANSACTION_MILLISECONDS },
  });
  POOLS.set(database, pool);
  return database;
}

/**
 * Runs a prepared statement on the database's own connections, without Prisma: for the few statements that run one after another
 * within a request and are noticeably slower with Prisma. Values have the types of `pg`; bytes are arrays of their own, which may
 * be transferred to a thread.
 * @param sql begins with its name, as `PREPARED` says
 * @throws if Postgres is out, as `isDatabaseOutage` recognizes it
 */
export async function runPrepared<Row extends object>(database: Database, sql: Prisma.Sql): Promise<readonly Row[]> {
  const pool = POOLS.get(database);
  const name = statementName(sql.text);
  if (pool === undefined || name === undefined)
    throw new Error('the statement has no name, or the database was not opened by openDatabase');
  const { rows } = await pool.query<Row>({ name, text: sql.text, values: sql.values, types: { getTypeParser } });
  return rows;
}

function statementName(sql: string): string | undefined {
  return PREPARED.exec(sql)?.[1];
}

const readBytes: (text: string) => Buffer = types.getTypeParser(types.builtins.BYTEA, 'text');

/** All values arrive as text. A Buffer may be part of shared memory, which a transfer would move too. */
const getTypeParser: CustomTypesConfig['getTypeParser'] = (type: Parameters<typeof types.getTypeParser>[0]) =>
  type === types.builtins.BYTEA ? (text: string) => new Uint8Array(readBytes(text)) : types.getTypeParser(type, 'text');
