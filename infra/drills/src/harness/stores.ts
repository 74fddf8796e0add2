import { appendFile, chmod, chown, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { eventually, freePort, type Program, type ProgramOptions, runProgram, startProgram } from './programs.js';
import { toolPath } from './tools.js';

/** The account that runs Postgres, which refuses to run as root. `{}`: the account of the drill. */
export async function serverAccount(): Promise<Pick<ProgramOptions, 'uid' | 'gid'>> {
  if (process.getuid?.() !== 0) return {};
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const [, , uid, gid] = accounts.find(([name]) => name === 'postgres') ?? [];
  if (uid === undefined) throw new Error('there is no account "postgres" to run Postgres as: the package postgresql-15 brings it');
  return { uid: Number(uid), gid: Number(gid) };
}

const FOLDERS: string[] = [];

/** Creates a folder that `removeFolders` removes. Every account may enter it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kirchhoff-drill-'));
  await chmod(folder, 0o711);
  FOLDERS.push(folder);
  return folder;
}

/** Removes all temporary folders. For `afterAll`, after `stopPrograms`. */
export async function removeFolders(): Promise<void> {
  await Promise.all(FOLDERS.splice(0).map(async (folder) => rm(folder, { recursive: true, force: true })));
}

/** The superuser of every Postgres of the drills, with the password `SUPERUSER_PASSWORD`. */
export const SUPERUSER = 'postgres';
export const SUPERUSER_PASSWORD = 'drill';

export interface PostgresServer {
  readonly port: number;
  /** The data folder. */
  readonly data: string;
  /** Returns an address of a database. Default: the superuser. */
  url(database: string, role?: string, password?: string): string;
  /** Runs statements as superuser, and returns the rows of the last one. */
  query(database: string, sql: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** Starts the server again after `stop` or `kill`. */
  start(): Promise<void>;
  /** Shuts the server down in order. */
  stop(): Promise<void>;
  /** Kills every process of the server, as a power cut does. */
  kill(): Promise<void>;
}

export interface PostgresOptions {
  /** Settings of `postgresql.conf`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Lines of `pg_hba.conf`. Default: a password from the loopback, also for replication. */
  readonly access?: readonly string[];
  /** A data folder that exists already, such as that of a base backup, which the server then owns. Default: a new cluster. */
  readonly data?: string;
}

const ACCESS = ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'];

/** Starts a Postgres of the distribution on the loopback, with a new cluster in a temporary folder. */
export async function startPostgres({ settings = {}, access = ACCESS, data: existing }: PostgresOptions = {}): Promise<PostgresServer> {
  const account = await serverAccount();
  const folder = await temporaryFolder();
  const data = existing ?? join(folder, 'data');
  const port = await freePort();
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid ?? account.uid);
  if (existing === undefined) {
    const passwordFile = join(folder, 'password');
    await writeFile(passwordFile, SUPERUSER_PASSWORD);
    const how = [
      '--auth=scram-sha-256',
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--no-locale',
      '--no-sync',
    ];
    await runProgram(toolPath('initdb'), ['--pgdata', data, ...how], { ...account, cwd: '/' });
  }
  await writeFile(join(data, 'pg_hba.conf'), `${access.join('\n')}\n`);
  const all = { listen_addresses: "'127.0.0.1'", unix_socket_directories: "''", fsync: 'off', ...settings, port: String(port) };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  await appendFile(join(data, 'postgresql.conf'), `\n${lines.join('\n')}\n`);
  const url = (database: string, role = SUPERUSER, password = SUPERUSER_PASSWORD) =>
    `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`;
  const query = async (database: string, sql: string, values: readonly unknown[] = []) => {
    const client = new Client({ connectionString: url(database) });
    // An error of an idle connection arrives here too; the query that it breaks rejects.
    client.on('error', () => undefined);
    await client.connect();
    try {
      const result: unknown = values.length === 0 ? await client.query(sql) : await client.query(sql, [...values]);
      return [result].flat().flatMap((each) => Object(each).rows ?? []);
    } finally {
      await client.end();
    }
  };
  let program: Program | undefined;
  const start = async () => {
    const started = startProgram(toolPath('postgres'), ['-D', data], { ...account, cwd: '/' });
    program = started;
    await eventually('Postgres answers', async () => {
      if (!started.isRunning()) throw new Error(`Postgres ended: ${started.said()}`);
      return query('postgres', 'SELECT 1');
    });
  };
  await start();
  return {
    port,
    data,
    url,
    query,
    start,
    stop: async () => program?.stop('SIGINT'),
    // SIGQUIT ends all processes of the server at once, without a checkpoint; SIGKILL would leave its children.
    kill: async () => program?.stop('SIGQUIT'),
  };
}

export interface RedisServer {
  readonly port: number;
  readonly url: string;
  readonly program: Program;
}

/** Starts a Redis of the distribution on the loopback, without persistence. */
export async function startRedis(options: { readonly args?: readonly string[]; readonly port?: number } = {}): Promise<RedisServer> {
  const port = options.port ?? (await freePort());
  const folder = await temporaryFolder();
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'no',
    ...(options.args ?? []),
  ];
  const program = startProgram(toolPath('redis-server'), args);
  await eventually('Redis accepts connections', async () => {
    if (!program.isRunning()) throw new Error(`Redis ended: ${program.said()}`);
    return program.said().includes('Ready to accept connections');
  });
  return { port, url: `redis://127.0.0.1:${port}`, program };
}

/** Copies a data folder with its owner and modes. */
export async function copyData(from: string, to: string): Promise<void> {
  await mkdir(join(to, '..'), { recursive: true });
  await cp(from, to, { recursive: true, preserveTimestamps: true });
}
