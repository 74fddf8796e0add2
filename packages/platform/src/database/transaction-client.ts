import { Client, DatabaseError, type QueryConfig, type QueryResult } from 'pg';

/** The limits of a transaction, in milliseconds. */
export interface TransactionLimits {
  readonly statement: number;
  /** Time in which the transaction waits for its client. */
  readonly idle: number;
}

/** A statement as `pg` and Prisma send it: without a name, and with a callback or a promise. */
type Statement = string | QueryConfig;
type Values = readonly unknown[];
type Callback = (error: Error | undefined, result: QueryResult | undefined) => void;
type Send = (statement: Statement, values?: Values) => Promise<QueryResult>;

/**
 * Returns the class of connections for PgBouncer's transaction mode. There, a connection has another session of Postgres in each
 * transaction: settings of the session, which usually limit the time, are lost or reach other clients. So every transaction sets its
 * limits itself, and a statement outside of one gets a transaction of its own.
 */
export function transactionClient(limits: TransactionLimits): typeof Client {
  const begin = `BEGIN; SET LOCAL statement_timeout = ${limits.statement}; SET LOCAL idle_in_transaction_session_timeout = ${limits.idle}`;
  return class TransactionClient extends Client {
    constructor(...config: ConstructorParameters<typeof Client>) {
      super(...config);
      const send: Send = this.query.bind(this);
      const limited = async (statement: Statement, values?: Values): Promise<QueryResult> => {
        if (isBegin(statement)) return send(begin);
        const status = this.getTransactionStatus();
        // It is null for the first statement, which the pool sends before the client has recorded its status.
        if (status !== 'I' && status !== null) return send(statement, values);
        await send(begin);
        try {
          const result = await send(statement, values);
          await send('COMMIT');
          return result;
        } catch (error) {
          // The pool drops the connection. Without an open transaction, PgBouncer keeps its own; after a timeout it must not.
          if (error instanceof DatabaseError) await send('ROLLBACK').catch(() => undefined);
          throw error;
        }
      };
      // `Client` has an overload of `query` for each form of its arguments; the pool and Prisma use only these.
      Object.assign(this, {
        query: (statement: Statement, values?: Values | Callback, callback?: Callback) => {
          const settle = typeof values === 'function' ? values : callback;
          const result = limited(statement, typeof values === 'function' ? undefined : values);
          if (settle === undefined) return result;
          return void result.then(
            (value) => settle(undefined, value),
            (error: Error) => settle(error, undefined),
          );
        },
      });
    }
  };
}

function isBegin(statement: Statement): boolean {
  return (typeof statement === 'string' ? statement : statement.text) === 'BEGIN';
}
