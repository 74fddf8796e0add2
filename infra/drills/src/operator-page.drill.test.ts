import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { eventually, runProgram } from './harness/programs.js';
import { call, REPOSITORY } from './harness/services.js';
import { removeFolders, temporaryFolder } from './harness/stores.js';
import { drill, toolPath } from './harness/tools.js';

const PAGE = readFileSync(join(REPOSITORY, 'infra/README.md'), 'utf8');
const BLOCKS = [...PAGE.matchAll(/^```sh\n(.*?)^```/gms)].map(([, text = '']) => text);
/** The last block ends everything. */
const WALK = BLOCKS.slice(0, -1);
const END = BLOCKS.at(-1) ?? '';

/** The last three digits of the ports that the page uses. */
const PORTS = [
  '443',
  '432',
  '379',
  '090',
  ...['1', '2', '3'].flatMap((process) => ['0', '1', '2'].flatMap((use) => ['1', '2'].map((n) => process + use + n))),
];
/** Their thousands: below the ports that the system gives to connections. */
const THOUSANDS = Array.from({ length: 22 }, (_, number) => number + 10);

drill('the page of the operator', ['nginx', 'openssl', 'postgres', 'prometheus', 'promtool', 'redis-server'], () => {
  let site: string;
  let thousands: number;
  let said = '';

  /** Runs blocks as one script, as they stand. */
  const ran = async (blocks: readonly string[]) => {
    const env = { ...process.env, SITE: site, P: String(thousands), CI: undefined, DRILLS: undefined };
    return runProgram('bash', ['-e', '-o', 'pipefail', '-c', blocks.join('\n')], { cwd: REPOSITORY, env });
  };

  beforeAll(async () => {
    site = join(await temporaryFolder(), 'site');
    thousands = await freeThousands();
    said = await ran(WALK);
  }, 600_000);
  afterAll(async () => {
    for (const id of processesOf(site)) if (isRunning(id)) process.kill(id, 'SIGKILL');
    await runProgram('bash', [
      '-c',
      `cd / && setpriv --reuid=postgres --regid=postgres --clear-groups ${toolPath('postgres').replace(/postgres$/, 'pg_ctl')} --pgdata=${site}/postgres --mode=immediate stop || true`,
    ]);
    await removeFolders();
  }, 120_000);

  it('leads to two ready replicas of each process', async () => {
    for (const replica of [1, 2]) {
      for (const number of [11, 21, 31]) {
        const { status, body } = await call('GET', `http://127.0.0.1:${thousands}${number}${replica}/readyz`);
        expect([status, body]).toEqual([200, expect.objectContaining({ status: 'ok' })]);
      }
    }
  });

  it('certifies and evaluates a circuit through nginx', () => {
    expect(said).toContain('"certified":true');
    expect(said).toContain('"b":5');
    const lines = readFileSync(join(site, 'nginx/logs/access.log'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ path, status }) => `${path} ${status}`)).toContain('/v1/evaluate 200');
  });

  it('ends with every process watched', async () => {
    // One of them was just replaced.
    await eventually('Prometheus has reached all six', async () => {
      const { body } = await call('GET', `http://127.0.0.1:${thousands}090/api/v1/query?query=up%20%3D%3D%201`);
      return Object(body?.['data']).result?.length === 6;
    });
    expect(said).toMatch(/^6$/m);
  });

  it('lets no account but the owner read a file with a password', async () => {
    const found = await runProgram('find', [
      site,
      '-type',
      'f',
      '-perm',
      '/077',
      '(',
      '-name',
      '*.env',
      '-o',
      '-name',
      '*.key',
      '-o',
      '-name',
      '*.conf',
      '-o',
      '-name',
      '*.password',
      ')',
    ]);
    expect(found).toBe('');
  });

  it('names every drill', () => {
    const files = readdirSync(join(REPOSITORY, 'infra/drills/src'), { recursive: true, encoding: 'utf8' });
    const drills = files.flatMap((file) => /([\w-]+)\.drill\.test\.ts$/.exec(file)?.[1] ?? []);
    expect(drills.filter((name) => !PAGE.includes(`\`${name}\``))).toEqual([]);
  });

  it('the commands at its end end everything, each process in order', async () => {
    const ids = processesOf(site);
    expect(ids).toHaveLength(9);
    await ran([...WALK.filter((block) => block.startsWith('export SITE=')).map((block) => block.split('\n').slice(0, 2).join('\n')), END]);
    expect(ids.filter(isRunning)).toEqual([]);
  });
});

/** The ids of the processes that the page has started, by their files. */
function processesOf(site: string): readonly number[] {
  const folder = join(site, 'run');
  const files = [
    ...readdirSync(folder)
      .filter((file) => file.endsWith('.pid'))
      .map((file) => join(folder, file)),
    join(site, 'nginx/nginx.pid'),
  ];
  return files.flatMap((file) => {
    try {
      return [Number(readFileSync(file, 'utf8'))];
    } catch {
      return [];
    }
  });
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

/** Returns thousands of which all ports of the page are free. */
async function freeThousands(): Promise<number> {
  for (const thousands of THOUSANDS.toSorted(() => Math.random() - 0.5)) {
    const taken = await Promise.all(PORTS.map(async (port) => isTaken(Number(`${thousands}${port}`))));
    if (!taken.includes(true)) return thousands;
  }
  throw new Error('no thousand ports are free');
}

async function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
