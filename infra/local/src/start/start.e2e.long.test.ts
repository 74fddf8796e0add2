import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort, type Launcher, runLauncher, startLauncher } from './launcher.js';

const ERRORS = pathToFileURL(path.resolve(__dirname, '../../../../infra/local/src/start/errors.mjs')).href;
const EXAMPLES = path.resolve(__dirname, '../../../../examples');
const example = (name: string): string => readFileSync(path.join(EXAMPLES, name), 'utf8');

type Json = Record<string, unknown>;

let dataDirectory = '';
let environment: Record<string, string> = {};
let launcher: Launcher;
let registry = '';
let compiler = '';
let key = '';
let circuit = '';
let policy = '';

const send = async (url: string, body?: Json): Promise<{ status: number; answer: Json }> => {
  const headers: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const response = await fetch(url, { method: 'POST', headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const answer: unknown = await response.json();
  if (!isObject(answer)) throw new Error(`not an object: ${JSON.stringify(answer)}`);
  return { status: response.status, answer };
};

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const check = async (category: string, params: Json): Promise<unknown> => {
  const { status, answer } = await send(`${compiler}/v1/policy/check`, { policy_id: policy, action: { category, params } });
  expect(status).toBe(200);
  return answer['verdict'];
};

beforeAll(async () => {
  dataDirectory = mkdtempSync(path.join(os.tmpdir(), 'kirchhoff-e2e-'));
  // Open to the account that Postgres runs as for root: else the data would be put elsewhere, and stay.
  chmodSync(dataDirectory, 0o711);
  environment = { DATA_DIR: dataDirectory, REGISTRY_PORT: String(await freePort()), COMPILER_PORT: String(await freePort()) };
  launcher = startLauncher(environment);
  ({ registry, compiler } = await launcher.ready);
});

afterAll(async () => {
  await launcher.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
});

describe('npm start, from nothing', () => {
  test('both addresses are healthy from the ready line on', async () => {
    for (const address of [registry, compiler]) {
      const response = await fetch(`${address}/v1/health`);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ status: 'ok' });
    }
  });

  test('the ready line is printed once', () => {
    expect(launcher.printed().match(/^ready\b/gm)).toHaveLength(1);
  });

  test('it listens on the loopback alone, and says how an account is raised', async () => {
    expect(launcher.printed()).toContain('npm run operator -- set-tier --account you@example.com --tier pro');
    const outside = Object.values(os.networkInterfaces())
      .flat()
      .find((each) => each?.internal === false && each.family === 'IPv4');
    const hostname = outside?.address;
    if (hostname !== undefined) expect(await isListening(new URL(`http://${hostname}:${new URL(registry).port}`))).toBe(false);
  });

  test('a second start on the same data says so and ends', () => {
    const second = runLauncher(environment);
    expect(second.exitCode).toBe(1);
    expect(second.printed).toContain(`already runs on ${dataDirectory}`);
  });

  test('an error on the console names the dependency that is out', () => {
    const line = { level: 'error', time: 'now', msg: 'dependency out', dependency: 'redis', err: { message: 'refused' } };
    const program = `import { errorIn } from ${JSON.stringify(ERRORS)}; console.log(JSON.stringify(errorIn(process.argv[1])));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program, JSON.stringify(line)], { encoding: 'utf8' });
    expect(JSON.parse(stdout)).toEqual([['dependency out: redis: refused', 'now ']]);
  });

  test('a port that is no port is refused before anything starts', () => {
    const { exitCode, printed } = runLauncher({ DATA_DIR: path.join(dataDirectory, 'other'), REGISTRY_PORT: 'http' });
    expect(exitCode).toBe(1);
    expect(printed).toContain('REGISTRY_PORT must be a port from 1 to 65535, not "http"');
  });
});

describe('a new user', () => {
  test('registers and gets a key', async () => {
    const { status, answer } = await send(`${registry}/v1/auth/register`, { email: 'you@example.com', name: 'You' });
    expect(status).toBe(201);
    key = String(answer['api_key']);
    expect(key).toMatch(/^svc_live_[0-9A-Za-z]{40}$/);
  });

  test('is raised by the operator, who needs no setting', () => {
    const operator = path.resolve(__dirname, '../../../../services/registry/dist/operator/main.js');
    const words = ['--json', 'set-tier', '--account', 'you@example.com', '--tier', 'pro'];
    const { status, stdout } = spawnSync(process.execPath, [operator, ...words], { env: { DATA_DIR: dataDirectory }, encoding: 'utf8' });
    expect({ status, answer: JSON.parse(stdout) }).toMatchObject({ status: 0, answer: { tier: 'pro', before: 'free' } });
  });

  test('publishes a circuit, which is not certified yet', async () => {
    const { status, answer } = await send(`${registry}/v1/circuits`, { name: 'card_fee', source: example('card_fee.kir') });
    expect(status).toBe(201);
    expect(answer).toMatchObject({ name: 'card_fee', certified: false, phi_c: null });
    circuit = String(answer['pid']);
  });

  test('has it certified', async () => {
    const { status, answer } = await send(`${registry}/v1/circuits/${circuit}/certify`);
    expect(status).toBe(200);
    expect(answer).toMatchObject({ pid: circuit, certified: true, phi_c: 1, tce_metrics: { information_entropy: 0 } });
  });

  test('verifies the certification', async () => {
    const { status, answer } = await send(`${registry}/v1/circuits/${circuit}/verify`);
    expect(status).toBe(200);
    expect(answer).toMatchObject({ pid: circuit, verified: true, match: true, phi_c: 1 });
    expect(answer['current_hash']).toBe(answer['original_hash']);
  });

  test('sees its badge', async () => {
    const response = await fetch(`${registry}/v1/circuits/${circuit}/badge`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    expect(await response.text()).toContain('φ 1.0');
  });

  test('compiles it to JavaScript', async () => {
    const { status, answer } = await send(`${compiler}/v1/compile`, { source: example('card_fee.kir'), target: 'js' });
    expect(status).toBe(200);
    expect(answer).toMatchObject({ target: 'js', phi_c: 1 });
    expect(String(answer['compiled'])).toContain('card_fee');
  });

  test('gets the verdicts of a policy', async () => {
    const { status, answer } = await send(`${compiler}/v1/policies`, { name: 'gateway', source: example('gateway.kir') });
    expect(status).toBe(201);
    policy = String(answer['policy_id']);
    expect(await check('net.connect', { host: 'shop.example.com', port: 443 })).toBe('ALLOW');
    expect(await check('net.connect', { host: '169.254.169.254', port: 80 })).toBe('DENY');
    expect(await check('pay.payout', { cents: 5_001 })).toBe('REVIEW');
    expect(await check('pay.payout', { cents: -1 })).toBe('DENY');
  });

  test('is shown where an open circuit is open, and an input that breaks it', async () => {
    const published = await send(`${registry}/v1/circuits`, { name: 'open_divide', source: example('open_divide.kir') });
    expect(published.status).toBe(201);
    const { status, answer } = await send(`${registry}/v1/circuits/${String(published.answer['pid'])}/certify`);
    expect(status).toBe(200);
    expect(answer).toMatchObject({ certified: false, errors: [{ type: 'unclosed_domain', line: 5, counterexample: { parts: 0 } }] });
    expect(answer['phi_c']).toBeLessThan(1);
  });
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;
// The walk is written for people with a shell; without curl it cannot be pasted.
(hasCurl ? describe : describe.skip)('the walk that is printed', () => {
  test('runs as it is pasted', () => {
    const printed = launcher.printed();
    const walk = printed.slice(printed.indexOf('# A first walk'), printed.indexOf('\nready'));
    const { status, stdout, stderr } = spawnSync('sh', ['-e'], { input: walk, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const expected = ['svc_live_', '"certified":true', '"verified":true', '/badge', 'fee: 250', '"ALLOW"', '"DENY"', '"unclosed_domain"'];
    const places = expected.map((part) => stdout.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});

describe('asked to stop', () => {
  test('it ends with 0 and leaves the ports', async () => {
    expect(await launcher.stop()).toBe(0);
    for (const address of [registry, compiler]) expect(await isListening(new URL(address))).toBe(false);
  });

  test('a second start makes nothing again, and finds the data', async () => {
    const first = launcher.printed();
    await startAgain();
    expect(first).toMatch(/^ +schema +[1-9][0-9]* applied/m);
    expect(launcher.printed()).toMatch(/^ +build +up to date/m);
    expect(launcher.printed()).toMatch(/^ +schema +up to date/m);
    await expectTheData();
  });
});

describe('killed outright', () => {
  test('it leaves nothing in the way of the next start, and no data lost', async () => {
    await launcher.kill();
    await startAgain();
    await expectTheData();
  });
});

async function startAgain(): Promise<void> {
  launcher = startLauncher(environment);
  await expect(launcher.ready).resolves.toEqual({ registry, compiler });
}

async function expectTheData(): Promise<void> {
  const { status, answer } = await send(`${registry}/v1/circuits/${circuit}/verify`);
  expect(status).toBe(200);
  expect(answer).toMatchObject({ verified: true });
  expect(await check('net.connect', { host: 'shop.example.com', port: 443 })).toBe('ALLOW');
}

function isListening({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host: hostname, port: Number(port) });
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
  });
}
