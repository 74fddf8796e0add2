import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase, createTestRedis } from '@kirchhoff/platform/dist/testing/index.js';
import { type ServiceProcess, startService } from './testing/processes.fixture.js';

const REPOSITORY = join(__dirname, '../../..');
const page = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');
const blocks = (path: string, language: string): readonly string[] =>
  [...page(path).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text);

/** Not every machine that builds this has the walk's tools. */
const itWithCurl = spawnSync('bash', ['-c', 'curl --version']).status === 0 ? it : it.skip;

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

let registry: ServiceProcess;
let compiler: ServiceProcess;
beforeAll(async () => {
  const [own, redis] = await Promise.all([createTestDatabase(), createTestRedis()]);
  closing.push(async () => own.drop());
  const environment = { DATABASE_URL: own.url, REDIS_URL: redis, ENGINE_THREADS: '1' };
  const start = async (name: Parameters<typeof startService>[0]): Promise<ServiceProcess> => {
    const service = await startService(name, environment);
    closing.push(async () => service.stop());
    return service;
  };
  [registry, compiler] = await Promise.all([start('registry'), start('compiler'), start('worker')]);
}, 60_000);

/** Runs the shell blocks of a page as one script at the addresses of this test, and gives what they said. */
async function walked(path: string): Promise<string> {
  const walk = blocks(path, 'sh').join('\n');
  expect(walk).toContain('REGISTRY=http://localhost:4100');
  const here = walk.replace('http://localhost:4100', registry.address).replace('http://localhost:4200', compiler.address);
  const shell = spawn('bash', ['-e', '-o', 'pipefail', '-c', here], { cwd: REPOSITORY });
  let said = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (part: Buffer) => (said += part.toString('utf8')));
  const code = await new Promise<number | null>((resolve) => shell.on('close', resolve));
  expect({ code, said: code === 0 ? '' : said }).toEqual({ code: 0, said: '' });
  return said;
}

/** Both addresses that a walk ends with show what they say, as a browser asks. */
async function expectPictures(said: string): Promise<void> {
  const shown = [...said.matchAll(/http:\S+/g)].map(([url]) => url);
  expect(shown).toEqual([expect.stringMatching(/\/badge$/), expect.stringMatching(/\/graph$/)]);
  for (const url of shown) {
    const answer = await fetch(url, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(answer.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    expect(await answer.text()).toContain(url.endsWith('badge') ? 'φ 1.0' : 'certified: every domain below is proven');
  }
}

itWithCurl(
  'the README leads from nothing to a badge, as it is pasted',
  async () => {
    const said = await walked('README.md');
    expect(said).toContain('"certified":true,"phi_c":1,');
    await expectPictures(said);
  },
  60_000,
);

itWithCurl(
  'the tutorial says what it shows, in its order, as it is pasted',
  async () => {
    const said = await walked('docs/tutorial.md');
    let from = 0;
    for (const shown of blocks('docs/tutorial.md', 'text')) {
      const at = said.indexOf(shown.trimEnd(), from);
      expect({ shown, isSaid: at >= 0 }).toEqual({ shown, isSaid: true });
      from = at + shown.trimEnd().length;
    }
    expect(said).toMatch(/for example lighter = \d+, heavier = \d+/);
    await expectPictures(said);
  },
  120_000,
);

it('the program of the cheat sheet is closed', async () => {
  const { api_key: key } = await post(`${registry.address}/v1/auth/register`, { email: 'you@example.com', name: 'You' });
  const [source] = blocks('docs/cheat-sheet.md', 'kir');
  expect(await post(`${compiler.address}/v1/analyze`, { source }, String(key))).toMatchObject({
    certified: true,
    errors: [],
    warnings: [],
  });
});

async function post(url: string, body: object, key?: string): Promise<Readonly<Record<string, unknown>>> {
  const headers = { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const read: Readonly<Record<string, unknown>> = JSON.parse(await answer.text());
  return read;
}
