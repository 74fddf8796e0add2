import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually, runProgram } from './harness/programs.js';
import { type PostgresServer, serverAccount, startPostgres, temporaryFolder } from './harness/stores.js';
import { toolPath } from './harness/tools.js';

/** Starts a streaming replica, from a base backup of the running primary. */
export async function startReplica(primary: PostgresServer): Promise<PostgresServer> {
  const data = await baseBackup(primary, ['--write-recovery-conf']);
  const replica = await startPostgres({ data });
  await eventually('the replica streams', async () => {
    const [row] = await primary.query('postgres', "SELECT count(*)::integer AS count FROM pg_stat_replication WHERE state = 'streaming'");
    return Number(row?.['count']) > 0;
  });
  return replica;
}

/** Makes a base backup, and returns its folder. */
export async function baseBackup(primary: PostgresServer, options: readonly string[] = []): Promise<string> {
  const folder = await temporaryFolder();
  const account = await serverAccount();
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid ?? account.uid);
  const data = join(folder, 'data');
  const args = [`--dbname=${primary.url('')}`, `--pgdata=${data}`, '--checkpoint=fast', '--wal-method=stream', ...options];
  await runProgram(toolPath('pg_basebackup'), args, { ...account, cwd: '/', env: { PATH: process.env['PATH'] } });
  return data;
}
