import { postgresConnection, type ServerAddress } from '@kirchhoff/platform';
import { Client } from 'pg';

/** Settings for the text form of values: the same on every server, exact for every type. */
const FORMS = `SET client_encoding = 'UTF8'; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'; SET TimeZone = 'UTC';
  SET extra_float_digits = 1; SET bytea_output = 'hex'; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;
  SET lock_timeout = '60s'`;

export interface Transaction {
  /** The address of the database. */
  readonly url: ServerAddress;
  /** The statement that begins it. */
  readonly begin: string;
  /** Ends the connection and its statement. */
  readonly signal: AbortSignal;
}

/** Runs `work` on a connection of its own, in one transaction. */
export async function inTransaction<Value>({ url, begin, signal }: Transaction, work: (client: Client) => Promise<Value>): Promise<Value> {
  signal.throwIfAborted();
  const client = new Client({ ...postgresConnection(url), application_name: 'kirchhoff-operator' });
  // The running statement reports a broken connection.
  client.on('error', () => undefined);
  await client.connect();
  const stop = () => void client.end().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await client.query(FORMS);
    await client.query(begin);
    const value = await work(client);
    await client.query('COMMIT');
    return value;
  } finally {
    // This ends an uncommitted transaction too.
    signal.removeEventListener('abort', stop);
    await client.end();
  }
}
