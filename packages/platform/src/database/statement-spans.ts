import { PrismaPg } from '@prisma/adapter-pg';
import { currentSpan, inSpan } from '../telemetry/tracing/span.js';

/**
 * A raw statement that begins with such a comment is planned once for each connection, not for every run. It is for the few
 * statements that run very often and always have the same text. Each name belongs to one text.
 */
export const PREPARED = /^\s*\/\* prepared: ([a-z-]+) \*\//;

/** The name of a statement's span, which has few values, and its operation. */
interface StatementName {
  readonly name: string;
  readonly operation: string;
}

const OPERATION =
  /^\s*(?:\/\*.*?\*\/\s*)?(SELECT|INSERT|UPDATE|DELETE|WITH|MERGE|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET|LOCK|COPY|CREATE|DROP|ALTER|TRUNCATE)\b/i;
/** A table in a statement that Prisma has written. */
const TABLE = /\b(?:FROM|INTO|UPDATE) "public"\."([a-z_]{1,63})"/;

/** Returns the name of a statement for a trace: the one that it was given, else its operation and Prisma's table. */
export function nameStatement(sql: string): StatementName {
  const operation = OPERATION.exec(sql)?.[1]?.toUpperCase() ?? 'OTHER';
  const given = PREPARED.exec(sql)?.[1];
  if (given !== undefined) return { name: given, operation };
  const table = TABLE.exec(sql)?.[1];
  return { name: table === undefined ? operation : `${operation} ${table}`, operation };
}

/** Runs a statement, in a span if its trace is recorded. The span has neither the text nor the values. */
export async function inStatementSpan<Value>(sql: string, run: () => Promise<Value>): Promise<Value> {
  if (currentSpan() === undefined) return run();
  const { name, operation } = nameStatement(sql);
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.summary': name };
  return inSpan(name, { kind: 'client', attributes }, run);
}

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type Queryable = Pick<Adapter, 'queryRaw' | 'executeRaw'>;

/** Prisma's adapter for `pg`, which also runs each statement in its span. */
export class TracedAdapter extends PrismaPg {
  override async connect(): Promise<Adapter> {
    const adapter = await super.connect();
    const begin = adapter.startTransaction.bind(adapter);
    const startTransaction: Adapter['startTransaction'] = async (level) => traced(await inStatementSpan('BEGIN', async () => begin(level)));
    return Object.assign(traced(adapter), { startTransaction });
  }
}

function traced<Connection extends Queryable>(connection: Connection): Connection {
  const query = connection.queryRaw.bind(connection);
  const execute = connection.executeRaw.bind(connection);
  return Object.assign(connection, {
    queryRaw: async (statement: Parameters<typeof query>[0]) => inStatementSpan(statement.sql, async () => query(statement)),
    executeRaw: async (statement: Parameters<typeof execute>[0]) => inStatementSpan(statement.sql, async () => execute(statement)),
  });
}
