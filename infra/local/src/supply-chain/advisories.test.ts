import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../../..');

/** The request and the answer of npm's endpoint for advisories: versions by package, and advisories by package. */
type Asked = Readonly<Record<string, readonly string[]>>;

const advisory = (id: number, title: string) => ({
  id,
  url: `https://github.com/advisories/GHSA-${id}`,
  title,
  severity: 'high',
  vulnerable_versions: '<99.0.0',
  cwe: ['CWE-1'],
  cvss: { score: 7.5, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' },
});
const OF_LODASH = { lodash: [advisory(2, 'Prototype pollution')] };

let server: Server;
/** The answer of the registry: a status and a body. */
let answer: (asked: Asked) => readonly [number, string];
let asked: Asked[];
beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.once('end', () => {
      if (request.method !== 'POST' || request.url !== '/-/npm/v1/security/advisories/bulk') return response.writeHead(404).end();
      asked.push(JSON.parse(Buffer.concat(parts).toString('utf8')));
      const [status, body] = answer(asked.at(-1) ?? {});
      return response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  asked = [];
});
afterAll(() => server.close());

async function advisories(registry: string) {
  const child = spawn(process.execPath, [path.join(ROOT, 'infra/local/advisories.mjs')], {
    env: { ...process.env, pnpm_config_registry: registry, pnpm_config_fetch_retries: '0' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString('utf8')));
  return { exit: await new Promise((resolve) => child.once('close', resolve)), output };
}

const address = (): string => {
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('the registry does not listen');
  return `http://127.0.0.1:${listening.port}/`;
};

const isKnown = (packages: Asked) => packages['lodash']?.includes('4.17.4') === true;

it('0: no advisory on any package of the lockfile, and the registry knows one of another', async () => {
  answer = (packages) => [200, JSON.stringify(isKnown(packages) ? OF_LODASH : {})];
  const { exit, output } = await advisories(address());
  expect({ exit, output }).toEqual({ exit: 0, output: expect.stringMatching(/^no advisory on \d{3,} packages\n$/) });
  const [packages = {}] = asked;
  expect(packages).toMatchObject({ express: [expect.any(String)], pino: [expect.any(String)], 'z3-solver': [expect.any(String)] });
});

it('1: an advisory, with package, version, title and address', async () => {
  answer = () => [200, JSON.stringify({ express: [advisory(1, 'Open redirect')] })];
  const { exit, output } = await advisories(address());
  expect(exit).toBe(1);
  expect(output).toMatch(/^high: express \d+\.\d+\.\d+: Open redirect \(https:\/\/github\.com\/advisories\/GHSA-1\)\n$/);
});

it.each([
  ['the endpoint is missing', 404, '{}'],
  ['the endpoint fails', 500, 'no'],
  ['the answer is no JSON', 200, '<html>please log in</html>'],
  ['the registry has no advisories at all', 200, '{}'],
] as const)('3, and says so: %s', async (_title, status, body) => {
  answer = () => [status, body];
  const { exit, output } = await advisories(address());
  expect(exit).toBe(3);
  expect(output).toContain('THE CHECK COULD NOT BE MADE');
  expect(output).not.toContain('no advisory on');
});

it('3, and says so: the registry does not answer', async () => {
  const { exit, output } = await advisories('http://127.0.0.1:9/');
  expect(exit).toBe(3);
  expect(output).toContain('THE CHECK COULD NOT BE MADE');
});
