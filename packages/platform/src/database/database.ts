import { type CustomTypesConfig, Pool, types } from 'pg';
import { type Prisma, PrismaClient } from '../generated/prisma/client.js';
import { postgresConnection, type ServerAddress } from '../tls/address.js';
import { inStatementSpan, PREPARED, TracedAdapter } from './statement-spans.js';
import { transactionClient } from './transaction-client.js';

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
  /** `transaction`: the address is that of PgBouncer in transaction mode. Default: `session`. */
  readonly pooling?: Pooling | undefined;
  /** Time limit of a statement. Default: 10,000. */
  readonly statementMilliseconds?: number;
}

/** The kinds of `DATABASE_POOLING`. */
export const POOLINGS = ['session', 'transaction'] as const;
export type Pooling = (typeof POOLINGS)[number];

/** A statement that runs longer is a bug or waits for a lock: an error is better than an exhausted pool. */
const STATEMENT_MILLISECONDS = 10_000;
/** Milliseconds to wait for a free or new connection: well below the time that clients wait. */
const CONNECT_MILLISECONDS = 3_000;
const IDLE_MILLISECONDS = 30_000;
/** An interactive transaction: waiting for a connection, then running. */
const TRANSACTION_WAIT_MILLISECONDS = 3_000;
const TRANSACTION_MILLISECONDS = 10_000;

/** The connections of each open database. */
const POOLS = new WeakMap<Database, Connections>();

interface Connections {
  readonly pool: Pool;
  /** The name of a statement that is prepared in the session. A transaction of PgBouncer gets any session. */
  readonly nameOf: (sql: string) => string | undefined;
}

/** Opens the database. It connects at the first statement; close it with `$disconnect()`. */
export function openDatabase(options: DatabaseOptions): Database {
  const isPooled = options.pooling === 'transaction';
  const limits = { statement: options.statementMilliseconds ?? STATEMENT_MILLISECONDS, idle: TRANSACTION_MILLISECONDS + 5_000 };
  const pool = new Pool({
    ...postgresConnection(options.url),
    application_name: options.applicationName,
    max: options.poolSize,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    idleTimeoutMillis: IDLE_MILLISECONDS,
    query_timeout: limits.statement + 1_000,
    keepAlive: true,
    ...(isPooled
      ? { Client: transactionClient(limits) }
      : { statement_timeout: limits.statement, idle_in_transaction_session_timeout: limits.idle }),
  });
  const nameOf = isPooled ? () => undefined : statementName;
  // The pool replaces an idle connection that breaks; a later statement reports any lasting fault.
  pool.on('error', () => undefined);
  const adapter = new TracedAdapter(pool, {
    disposeExternalPool: true,
    onPoolError: () => undefined,
    onConnectionError: () => undefined,
    statementNameGenerator: ({ sql }) => nameOf(sql) ?? '',
  });
  const database = new PrismaClient({
    adapter,
    errorFormat: 'minimal',
    transactionOptions: { maxWait: TRANSACTION_WAIT_MILLISECONDS, timeout: TRANSACTION_MILLISECONDS },
  });
  POOLS.set(database, { pool, nameOf });
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
  const connections = POOLS.get(database);
  if (connections === undefined || statementName(sql.text) === undefined)
    throw new Error('the statement has no name, or the database was not opened by openDatabase');
  const name = connections.nameOf(sql.text);
  const statement = { ...(name === undefined ? {} : { name }), text: sql.text, values: sql.values, types: { getTypeParser } };
  const { rows } = await inStatementSpan(sql.text, async () => connections.pool.query<Row>(statement));
  return rows;
}

/** The connections of a database. */
export interface PoolLoad {
  /** Open connections. */
  readonly total: number;
  /** Open connections without a statement. */
  readonly idle: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
}

/** Returns the present use of a database's connections. */
export function poolLoad(database: Database): PoolLoad {
  const pool = POOLS.get(database)?.pool;
  return { total: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 };
}

function statementName(sql: string): string | undefined {
  return PREPARED.exec(sql)?.[1];
}

const readBytes: (text: string) => Buffer = types.getTypeParser(types.builtins.BYTEA, 'text');

/** All values arrive as text. A Buffer may be part of shared memory, which a transfer would move too. */
const getTypeParser: CustomTypesConfig['getTypeParser'] = (type: Parameters<typeof types.getTypeParser>[0]) =>
  type === types.builtins.BYTEA ? (text: string) => new Uint8Array(readBytes(text)) : types.getTypeParser(type, 'text');
