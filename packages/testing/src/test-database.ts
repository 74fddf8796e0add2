import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { testServer } from './servers.js';

/** The database with every migration applied that `npm test` prepares for copying. */
const TEMPLATE = 'kirchhoff_template';

export interface TestDatabase {
  /** The address for the owner of the tables, a superuser: for operators. Processes get that of `asService`. */
  readonly url: string;
  /** Ends every connection to it, as a stopped server would, and removes it. */
  drop(): Promise<void>;
}

/** A database of one test file's own: migrated, or empty. */
export async function createTestDatabase(content: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const server = testServer('TEST_DATABASE_URL');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `CREATE DATABASE "${name}" TEMPLATE ${content === 'migrated' ? TEMPLATE : 'template0'}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: async () => onServer(server, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`) };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Returns the environment of a process, with the login of its service in `DATABASE_URL`: a test then fails for a permission that the
 * role lacks. The logins have the password of the superuser.
 */
export function asService(
  service: 'registry' | 'compiler',
  environment: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { DATABASE_URL } = environment;
  if (DATABASE_URL === undefined || !URL.canParse(DATABASE_URL)) return environment;
  const url = new URL(DATABASE_URL);
  url.username = `kirchhoff_${service}_login`;
  return { ...environment, DATABASE_URL: url.href };
}
