import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { post } from './post.js';
import { type Started, start } from './processes.js';

const REGISTRY = resolve(__dirname, '../../../../services/registry/dist');
/** The template that the throw-away servers come with. */
const TEMPLATE = 'kirchhoff_template';
const UNLIMITED = '100000000';

/** The registry's two processes on a database of their own, and an account of tier pro. */
export interface BenchedRegistry {
  readonly origin: string;
  readonly key: string;
  /** Environment of its processes: servers and limits. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Starts the registry as an operator would, but for its limits on requests a minute, which a bench has to be above.
 * @param folder where the logs go
 */
export async function startRegistry(
  folder: string,
  servers: { readonly database: string; readonly redis: string },
): Promise<BenchedRegistry> {
  const databaseUrl = await createDatabase(servers.database);
  const environment = {
    SHUTDOWN_DRAIN_MILLISECONDS: '0',
    DATABASE_URL: databaseUrl,
    REDIS_URL: servers.redis,
    REGISTRY_PORT: '0',
    REGISTER_PER_MINUTE: UNLIMITED,
    REGISTER_PER_DAY: UNLIMITED,
    PUBLISH_PER_MINUTE: UNLIMITED,
    REQUESTS_PER_MINUTE: UNLIMITED,
    SEARCHES_PER_MINUTE: UNLIMITED,
    NODE_ENV: 'production',
  };
  const run = async (program: string, announces: RegExp): Promise<Started> =>
    start({ name: program, command: [process.execPath, join(REGISTRY, `${program}.js`)], environment, announces, folder });
  const main = await run('main', /"port":(\d+).*"msg":"listening"/);
  const worker = await run('worker', /"msg":"taking jobs"/);
  const origin = `http://127.0.0.1:${main.announcement[1] ?? ''}`;
  return {
    origin,
    key: await openAccount(origin, databaseUrl),
    environment,
    stop: async () => {
      await Promise.all([main.stop(), worker.stop()]);
    },
  };
}

async function createDatabase(server: string): Promise<string> {
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  await query(server, `CREATE DATABASE "${name}" TEMPLATE ${TEMPLATE}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** An account whose certifications are not ten a day. */
async function openAccount(origin: string, databaseUrl: string): Promise<string> {
  const answer = await post(`${origin}/v1/auth/register`, { email: 'bench@example.com', name: 'bench' });
  await query(databaseUrl, `UPDATE accounts SET tier = 'pro' WHERE id = $1`, [answer['account_id']]);
  return String(answer['api_key']);
}

async function query(url: string, statement: string, values: readonly unknown[] = []): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}
