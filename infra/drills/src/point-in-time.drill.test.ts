import { chown, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WITHOUT_LIMITS } from './harness/account-at-work.js';
import { eventually, runProgram, stopPrograms } from './harness/programs.js';
import { call, closedSource, operator, REPOSITORY, register, type ServiceProcess, startService } from './harness/services.js';
import { removeFolders, serverAccount, startPostgres, startRedis, temporaryFolder } from './harness/stores.js';
import { drill } from './harness/tools.js';
import { baseBackup } from './replica.fixture.js';

/** The folder of the archive, and the moment to restore, as docs/operations.md writes them. */
const PAGE_ARCHIVE = '/archive';
const PAGE_MOMENT = /(?<=recovery_target_time = ')[^']+/;

drill('a restore to a point in time', ['postgres', 'pg_basebackup', 'redis-server'], () => {
  afterAll(async () => {
    await stopPrograms();
    await removeFolders();
  });

  it('brings back what a mistake deleted, by the settings of docs/operations.md', async () => {
    // The folders of the server, which its account owns.
    const [archive, copies] = [await ownFolder(), await ownFolder()];
    const [archiving, restoring] = await settingsOfPage(archive);
    const [primary, redis] = await Promise.all([startPostgres({ settings: archiving }), startRedis()]);
    await primary.query('postgres', 'CREATE DATABASE kirchhoff');
    const environment = { ...WITHOUT_LIMITS, DATABASE_URL: primary.url('kirchhoff'), REDIS_URL: redis.url };
    await operator(['migrate'], environment);
    const [registry, worker] = await Promise.all([startService('registry', environment), startService('worker', environment)]);
    const key = await register(registry.address);
    const early = await certify(registry, key, 1);
    const backup = await baseBackup(primary);
    const late = await certify(registry, key, 2);

    const [moment] = await primary.query('postgres', 'SELECT clock_timestamp()::text AS before');
    await primary.query('kirchhoff', 'TRUNCATE circuits CASCADE');
    expect((await call('GET', `${registry.address}/v1/circuits/${late}`, { key })).status).toBe(404);
    await Promise.all([registry.stop(), worker.stop()]);
    const [segment] = await primary.query('postgres', 'SELECT pg_walfile_name(pg_switch_wal()) AS name');
    await eventually('the last segment is archived', async () => {
      const [row] = await primary.query('postgres', 'SELECT last_archived_wal >= $1 AS done FROM pg_stat_archiver', [segment?.['name']]);
      return row?.['done'] === true;
    });
    await primary.stop();

    const data = join(copies, 'data');
    await asServer('cp', '--archive', backup, data);
    await asServer('touch', join(data, 'recovery.signal'));
    const target = { ...restoring, recovery_target_time: `'${String(moment?.['before'])}'` };
    const restored = await startPostgres({ data, settings: target });
    await eventually('the recovery ends', async () => {
      const [row] = await restored.query('postgres', 'SELECT pg_is_in_recovery() AS recovering');
      return row?.['recovering'] === false;
    });
    const again = { ...environment, DATABASE_URL: restored.url('kirchhoff') };
    const [second] = await Promise.all([startService('registry', again), startService('worker', again)]);
    for (const pid of [early, late]) {
      const verified = await call('POST', `${second.address}/v1/circuits/${pid}/verify`, { key, body: {} });
      expect(verified.body).toMatchObject({ verified: true });
    }
    expect(await certify(second, key, 3)).toMatch(/^cir_/);
  });
});

async function certify(registry: ServiceProcess, key: string, number: number): Promise<string> {
  const published = await call('POST', `${registry.address}/v1/circuits`, {
    key,
    body: { name: `c${number}`, source: closedSource(number) },
  });
  const pid = String(published.body?.['pid']);
  const certified = await call('POST', `${registry.address}/v1/circuits/${pid}/certify`, { key, body: {} });
  expect(certified.body).toMatchObject({ certified: true });
  return pid;
}

/** Returns the settings for archiving and those for restoring, from the two blocks of the page. */
async function settingsOfPage(archive: string): Promise<readonly [Record<string, string>, Record<string, string>]> {
  const page = await readFile(join(REPOSITORY, 'docs/operations.md'), 'utf8');
  const read = (first: string): Record<string, string> => {
    const block = page.split('```').find((each) => each.includes(`\n${first} = `));
    if (block === undefined) throw new Error(`docs/operations.md has no block with ${first}`);
    const lines = block.split('\n').map((line) => /^(\w+) = (.*)$/.exec(line));
    return Object.fromEntries(
      lines.flatMap((line) => (line === null ? [] : [[line[1] ?? '', (line[2] ?? '').replaceAll(PAGE_ARCHIVE, archive)]])),
    );
  };
  const restoring = read('restore_command');
  if (!PAGE_MOMENT.test(`recovery_target_time = ${restoring['recovery_target_time']}`)) throw new Error('the page names no moment');
  return [read('archive_mode'), restoring];
}

async function ownFolder(): Promise<string> {
  const folder = await temporaryFolder();
  const { uid, gid } = await serverAccount();
  if (uid !== undefined) await chown(folder, uid, gid ?? uid);
  return folder;
}

async function asServer(command: string, ...args: readonly string[]): Promise<void> {
  await runProgram(command, args, { ...(await serverAccount()), cwd: '/' });
}
