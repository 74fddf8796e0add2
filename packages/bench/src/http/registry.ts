import { post } from './post.js';
import { createDatabase, query, type Servers } from './servers.js';
import { startProgram } from './services.js';

const UNLIMITED = '100000000';

/** The registry's two processes on a database of their own, and accounts of tier pro. */
export interface BenchedRegistry {
  readonly origin: string;
  readonly key: string;
  /** Opens another account, and gives its key. */
  openAccount(): Promise<string>;
  /** The environment of its processes: servers and limits. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Starts the registry as an operator would, but without its limits on requests a minute, which a bench exceeds.
 * @param folder of the logs
 */
export async function startRegistry(folder: string, servers: Servers): Promise<BenchedRegistry> {
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
  const registry = await startProgram('registry', environment, folder);
  const worker = await startProgram('worker', environment, folder);
  const { origin } = registry;
  return {
    origin,
    key: await openAccount(origin, databaseUrl),
    openAccount: async () => openAccount(origin, databaseUrl),
    environment,
    stop: async () => {
      await Promise.all([registry.stop(), worker.stop()]);
    },
  };
}

/** An account that may certify more than ten circuits a day. */
async function openAccount(origin: string, databaseUrl: string): Promise<string> {
  const answer = await post(`${origin}/v1/auth/register`, { email: 'bench@example.com', name: 'bench' });
  await query(databaseUrl, `UPDATE accounts SET tier = 'pro' WHERE id = $1`, [answer['account_id']]);
  return String(answer['api_key']);
}
