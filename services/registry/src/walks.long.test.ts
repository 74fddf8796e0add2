import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { createTestDatabase, createTestRedis } from '@kirchhoff/testing';
import { build } from 'esbuild';
import { type ServiceProcess, startService } from './testing/processes.fixture.js';
import { closedCircuit } from './testing/sources.fixture.js';

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

/** The pages whose shell blocks the tests below run. */
const WALKED = ['README.md', 'docs/tutorial.md', 'docs/audit.md', 'docs/webhooks.md', 'docs/operations.md', 'docs/authzen.md'];
/** Their blocks are run by `api-page.long.test.ts` and by the drill `operator-page.drill.test.ts`. */
const WALKED_ELSEWHERE = ['docs/api.md', 'infra/README.md'];
/** Pages whose blocks of commands with their output are run by the tests of the command line and by `pipelines.long.test.ts`. */
const WALKED_AS_CONSOLE = ['docs/cli.md', 'docs/pipelines.md'];

let servers: { readonly DATABASE_URL: string; readonly REDIS_URL: string };
let registry: ServiceProcess;
let compiler: ServiceProcess;
beforeAll(async () => {
  const [own, redis] = await Promise.all([createTestDatabase(), createTestRedis()]);
  closing.push(async () => own.drop());
  servers = { DATABASE_URL: own.url, REDIS_URL: redis };
  const environment = { ...servers, ENGINE_THREADS: '1' };
  const start = async (name: Parameters<typeof startService>[0]): Promise<ServiceProcess> => {
    const service = await startService(name, environment);
    closing.push(async () => service.stop());
    return service;
  };
  [registry, compiler] = await Promise.all([start('registry'), start('compiler'), start('worker')]);
}, 60_000);

/** Creates the premises of a page: an operator's command, and the key of an account. curl fails if a request is rejected. */
async function surroundings(email: string): Promise<string> {
  const { api_key: key } = await post(`${registry.address}/v1/auth/register`, { email, name: 'Ada' });
  return `
    export REGISTRY=${registry.address} COMPILER=${compiler.address} KEY=${String(key)}
    curl() { command curl -sS --fail-with-body "$@"; }
    operator() { node services/registry/dist/operator/main.js "$@"; }
    createdb() { :; }
  `;
}

/** Runs a script with the addresses of this test, and returns its output. */
async function ran(script: string): Promise<string> {
  const here = script.replaceAll('http://localhost:4100', registry.address).replaceAll('http://localhost:4200', compiler.address);
  const env = { ...process.env, ...servers };
  const shell = spawn('bash', ['-e', '-o', 'pipefail', '-c', here], { cwd: REPOSITORY, env });
  let said = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (part: Buffer) => (said += part.toString('utf8')));
  const code = await new Promise<number | null>((resolve) => shell.on('close', resolve));
  expect({ code, said: code === 0 ? '' : said }).toEqual({ code: 0, said: '' });
  return said;
}

/** Runs the shell blocks of a page as one script. */
async function walked(path: string): Promise<string> {
  expect(WALKED).toContain(path);
  return ran(blocks(path, 'sh').join('\n'));
}

/** Expects that both addresses at the end of a walk show their pictures to a browser. */
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

/** What every browser has, and nothing that Node adds to it. */
const WEB = {
  fetch,
  Request,
  Response,
  Headers,
  URL,
  URLSearchParams,
  AbortController,
  FormData,
  Blob,
  crypto,
  performance,
  setTimeout,
  clearTimeout,
};

it('the page of the client shows what its calls answer, in a world that has no more than a browser', async () => {
  const [example = ''] = blocks('docs/client.md', 'js');
  const shown = [...example.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);
  expect(shown.length).toBeGreaterThan(2);
  const client = require.resolve('@kirchhoff/client');
  const {
    outputFiles: [script],
  } = await build({ entryPoints: [client], bundle: true, platform: 'browser', format: 'iife', globalName: 'kirchhoff', write: false });
  const { api_key: apiKey } = await post(`${registry.address}/v1/auth/register`, { email: 'ada@example.net', name: 'Ada' });
  const said: string[] = [];
  const log = (...words: readonly unknown[]) => void said.push(words.join(' '));
  const world = { ...WEB, console: { log }, registry: registry.address, compiler: compiler.address, apiKey };
  await runInNewContext(`${script?.text}\nconst { createClient, answerOf } = kirchhoff;\n(async () => {${example}})()`, world);
  expect(said).toEqual(shown);
}, 60_000);

itWithCurl('the calls of the pages on webhooks and the audit trail are answered, as they are pasted', async () => {
  const before = await surroundings('ada@example.org');
  for (const path of ['docs/webhooks.md', 'docs/audit.md']) {
    expect(WALKED).toContain(path);
    expect(await ran(before + blocks(path, 'sh').join('\n'))).toMatch(/^\{.*\}$/m);
  }
});

itWithCurl('the page on AuthZEN shows what its calls answer, as they are pasted', async () => {
  const path = 'docs/authzen.md';
  expect(WALKED).toContain(path);
  const before = await surroundings('ada@example.info');
  const said = (await ran(before + blocks(path, 'sh').join('\n'))).replaceAll(/dec_\w{22}/g, 'dec_…').replaceAll(/[0-9a-f]{64}/g, '…');
  const shown = blocks(path, 'json answer');
  expect(shown).toHaveLength(2);
  for (const answer of shown) expect(said).toContain(answer.trimEnd());
  expect(said).toContain('"policy_decision_point":"http://');
});

itWithCurl(
  "the operator's commands of the page on operations do what they say, as they are pasted",
  async () => {
    const restored = await createTestDatabase();
    const folder = mkdtempSync(join(tmpdir(), 'kirchhoff-backups-'));
    closing.push(async () => Promise.all([restored.drop(), rm(folder, { recursive: true })]));
    const before = await surroundings('ada@example.com');
    const nextYear = `${new Date().getUTCFullYear() + 1}-01-31`;
    const own = /KEY=(\S+)/.exec(before)?.[1];
    const { key_id } = await post(`${registry.address}/v1/auth/keys`, {}, own);
    const { pid } = await post(`${registry.address}/v1/circuits`, { name: 'c', source: closedCircuit() }, own);
    const commands = blocks('docs/operations.md', 'sh')
      .join('\n')
      .replaceAll('ada@example.org', 'ada@example.com')
      .replace(/\d{4}-\d\d-\d\d$/m, nextYear)
      .replaceAll(/key_\w{22}/g, String(key_id))
      .replaceAll(/cir_\w{22}/g, String(pid))
      .replaceAll('/backups/', `${folder}/`)
      .replace('postgresql://user@host:5432/restored', restored.url);
    const said = await ran(before + commands);
    expect(said).toMatch(/^acc_\w+ is pro now; it was free\.$/m);
    expect(said).toMatch(/svc_live_[0-9A-Za-z]{40}/);
    expect(said).toMatch(/\.backup is restored: \d+ rows/);
  },
  240_000,
);

itWithCurl('the first command of either home page is answered, as it is pasted', async () => {
  const before = await surroundings('eve@example.com');
  for (const { address } of [registry, compiler]) {
    const home = await (await fetch(`${address}/`, { headers: { Accept: 'text/html' } })).text();
    const command = unescaped(/<pre[^>]*>\s*(?:<code>)?(.*?)(?:<\/code>)?\s*<\/pre>/s.exec(home)?.[1] ?? '');
    expect(command).toContain(`${address}/v1/`);
    expect(Math.max(...command.split('\n').map((line) => line.length))).toBeLessThanOrEqual(76);
    expect(await ran(before + command)).toMatch(/"api_key":"svc_live_|"compiled":/);
  }
});

it('every block of shell of every page is run, or says why it is not', () => {
  const pages = markdownBelow('.');
  expect(pages).toEqual(expect.arrayContaining([...WALKED, ...WALKED_ELSEWHERE, 'services/compiler/README.md']));
  const isWalked = (path: string): boolean => WALKED.includes(path) || WALKED_ELSEWHERE.includes(path);
  const wrong = pages.flatMap((path) =>
    [...page(path).matchAll(/^ *```(.*)\n([^]*?)^ *```$/gm)].flatMap(([, said = '', text = '']) => {
      const isSaid =
        said === 'sh'
          ? isWalked(path)
          : (said === 'console' && WALKED_AS_CONSOLE.includes(path)) ||
            /^sh not run: .{10,}/.test(said) ||
            (said === '' ? !SHELL.test(text) : !/^(?:sh|bash|console|shell)\b/.test(said));
      return isSaid ? [] : [`${path}: ${text.slice(0, 80)}`];
    }),
  );
  expect(wrong).toEqual([]);
});

it('the program of the cheat sheet is closed', async () => {
  const { api_key: key } = await post(`${registry.address}/v1/auth/register`, { email: 'you@example.com', name: 'You' });
  const [source] = blocks('docs/cheat-sheet.md', 'kir');
  expect(await post(`${compiler.address}/v1/analyze`, { source }, String(key))).toMatchObject({
    certified: true,
    errors: [],
    warnings: [],
  });
});

/** Matches a line that begins with a command, or with a variable for one. */
const SHELL = /^(?:\$ |[A-Z_]+=\S* +\S|(?:curl|npm|npx|node|operator|createdb|export|psql|pg_\w+|bash|cd|echo|git|docker) )/m;
const ELSEWHERE = new Set(['node_modules', 'dist', '.git', '.local', '.turbo']);

function markdownBelow(folder: string): readonly string[] {
  return readdirSync(join(REPOSITORY, folder), { withFileTypes: true }).flatMap((entry) => {
    if (ELSEWHERE.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return markdownBelow(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

function unescaped(html: string): string {
  return html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

async function post(url: string, body: object, key?: string): Promise<Readonly<Record<string, unknown>>> {
  const headers = { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const read: Readonly<Record<string, unknown>> = JSON.parse(await answer.text());
  return read;
}
