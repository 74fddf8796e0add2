import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { eventually, freePort, type Program, startProgram } from './harness/programs.js';
import { type PostgresServer, SUPERUSER, SUPERUSER_PASSWORD, serverAccount, temporaryFolder } from './harness/stores.js';
import { toolPath } from './harness/tools.js';

export interface PgBouncer {
  url(database: string): string;
  /** Kills it, and starts it again at the same address. */
  restart(): Promise<void>;
}

/** Starts PgBouncer in transaction mode before a Postgres. It has `poolSize` connections to each database. */
export async function startPgBouncer(postgres: PostgresServer, poolSize: number): Promise<PgBouncer> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const users = join(folder, 'users.txt');
  const configuration = join(folder, 'pgbouncer.ini');
  await writeFile(users, `"${SUPERUSER}" "${SUPERUSER_PASSWORD}"\n`);
  await writeFile(
    configuration,
    `[databases]
* = host=127.0.0.1 port=${postgres.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
`,
  );
  await Promise.all([users, configuration].map(async (file) => chmod(file, 0o644)));
  const url = (database: string) => `postgresql://${SUPERUSER}:${SUPERUSER_PASSWORD}@127.0.0.1:${port}/${database}`;
  // It refuses to run as root, as Postgres does.
  const account = await serverAccount();
  const start = async (): Promise<Program> => {
    const program = startProgram(toolPath('pgbouncer'), [configuration], { ...account, cwd: '/' });
    await eventually('PgBouncer answers', async () => {
      if (!program.isRunning()) throw new Error(`PgBouncer ended: ${program.said()}`);
      const client = new Client({ connectionString: url('postgres') });
      client.on('error', () => undefined);
      await client.connect();
      await client.end();
      return true;
    });
    return program;
  };
  let program = await start();
  return {
    url,
    restart: async () => {
      await program.stop('SIGKILL');
      program = await start();
    },
  };
}
