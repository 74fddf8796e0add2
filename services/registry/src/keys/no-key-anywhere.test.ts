import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import { writeKept } from '@kirchhoff/explorer';
import { type Database, openDatabase } from '@kirchhoff/platform';
import { type Collector, createTestDatabase, createTestRedis, startCollector, type TestDatabase } from '@kirchhoff/testing';
import { everyRedisValue, everyRow } from '../testing/everything-kept.fixture.js';
import { type MisplacedKey, misplacedAnywhere, misplacedInBodies } from '../testing/leaked-keys.fixture.js';
import { type ServiceProcess, startService } from '../testing/processes.fixture.js';
import { closedCircuit, OPEN_CIRCUIT, POLICY } from '../testing/sources.fixture.js';

let own: TestDatabase;
let database: Database;
let redisUrl: string;
let collector: Collector;
let registry: ServiceProcess;
let compiler: ServiceProcess;
let worker: ServiceProcess;
/** All issued keys. */
const issued: string[] = [];
/** All answers of status 400 and above, with their fields and bodies. */
const errors: string[] = [];
/** Keys that were used at one service only. */
const usedOnce = { registry: '', compiler: '' };
/** Count by status. */
const statuses = new Map<number, number>();

beforeAll(async () => {
  own = await createTestDatabase();
  redisUrl = await createTestRedis();
  collector = await startCollector();
  database = openDatabase({ url: own.url, poolSize: 2, applicationName: 'test' });
  const environment = {
    DATABASE_URL: own.url,
    REDIS_URL: redisUrl,
    ENGINE_THREADS: '1',
    LOG_LEVEL: 'trace',
    TRUST_PROXY: 'loopback',
    REGISTER_PER_MINUTE: '10000',
    REGISTER_PER_DAY: '10000',
    PUBLISH_PER_MINUTE: '10000',
    REQUESTS_PER_MINUTE: '100000',
    UNKNOWN_KEYS_PER_MINUTE: '20',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  };
  [registry, compiler, worker] = await Promise.all([
    startService('registry', environment),
    startService('compiler', environment),
    startService('worker', environment),
  ]);
}, 120_000);
afterAll(async () => {
  await database.$disconnect();
  await collector.close();
  await own.drop();
});

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends a request exactly as written: path and fields are not normalized. */
async function send({ address }: ServiceProcess, { method, path, headers = {}, body }: MisplacedKey, key?: string): Promise<Answer> {
  const { port } = new URL(address);
  const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const fields = {
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...(payload !== undefined && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers: fields }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status >= 400) errors.push(`${method} ${status} ${JSON.stringify(response.headers)} ${text}`);
        const isJson = response.headers['content-type']?.includes('json') === true;
        resolve({ status, body: isJson ? JSON.parse(text) : {} });
      });
    });
    sent.on('error', reject);
    sent.end(payload);
  });
}

async function post(service: ServiceProcess, path: string, body: object, key?: string): Promise<Answer> {
  const answer = await send(service, { method: 'POST', path, body }, key);
  if (typeof answer.body['api_key'] === 'string') issued.push(answer.body['api_key']);
  return answer;
}

/** Sends bytes that are not HTTP. */
async function sendRaw({ address }: ServiceProcess, text: string): Promise<void> {
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    let heard = '';
    socket.on('data', (part: Buffer) => {
      heard += part.toString('latin1');
    });
    socket.on('close', () => resolve(heard));
    socket.end(text);
  });
  errors.push(answer);
}

/** Sends a form as a page of the registry does, and returns its status. */
async function form(path: string, fields: Readonly<Record<string, string>>): Promise<number> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  const hidden = { form_token: '', once: randomBytes(16).toString('base64url') };
  const body = new URLSearchParams({ ...hidden, ...fields }).toString();
  return (await send(registry, { method: 'POST', path, headers, body })).status;
}

/** Exercises an account on both services. */
async function liveALife(): Promise<{ readonly key: string; readonly keyId: string; readonly pid: string; readonly policyId: string }> {
  const first = await post(registry, '/v1/auth/register', { email: 'ada@example.com', name: 'Ada' });
  const owner = String(first.body['api_key']);
  expect(await form('/account/sign-in', { api_key: owner })).toBe(303);
  for (const fields of [
    { name: owner, email: 'ada@example.com' },
    { name: 'Ada', email: owner },
    { name: 'Ada', email: 'x', kept: writeKept({ action: '/publish', fields: { source: owner } }) },
  ])
    expect(await form('/account/register', fields)).toBe(422);
  expect(await form('/account/register', { name: 'Ada', email: 'ada@example.com', source: owner })).toBe(400);
  expect(await form('/account/sign-in', { api_key: `${owner}${owner}` })).toBe(422);
  expect(await form('/account/sign-in', { api_key: owner, [owner]: owner })).toBe(400);
  const { body: circuit } = await post(registry, '/v1/circuits', { name: 'half', source: closedCircuit() }, owner);
  const pid = String(circuit['pid']);
  for (const path of [`/v1/circuits/${pid}/certify`, `/v1/circuits/${pid}/verify`]) {
    expect((await send(registry, { method: 'POST', path }, owner)).status).toBe(200);
  }
  const { body: policy } = await post(compiler, '/v1/policies', { name: 'gate', source: POLICY }, owner);
  const policyId = String(policy['policy_id']);
  await post(compiler, '/v1/policy/check', { policy_id: policyId, action: { category: 'pay', params: { amount: 1 } } }, owner);
  await post(compiler, '/v1/compile', { source: OPEN_CIRCUIT, target: 'js' }, owner);
  await post(registry, '/v1/webhooks', { url: 'https://example.com/hook' }, owner);
  const second = await post(registry, '/v1/auth/keys', { name: 'second', expires_at: '2099-01-01T00:00:00Z' }, owner);
  const rotated = await post(registry, '/v1/auth/keys/rotate', {}, String(second.body['api_key']));
  await send(registry, { method: 'DELETE', path: `/v1/auth/keys/${String(rotated.body['key_id'])}` }, owner);
  const once = { method: 'POST', path: '/v1/auth/keys', body: {}, headers: { 'idempotency-key': owner } };
  const third = await send(registry, once, owner);
  issued.push(String(third.body['api_key']));
  expect((await send(compiler, { method: 'GET', path: '/v1/policies' }, issued.at(-1))).status).toBe(200);
  usedOnce.registry = String(second.body['key_id']);
  usedOnce.compiler = String(third.body['key_id']);
  expect((await send(registry, once, owner)).status).toBe(409);
  for (const path of ['/v1/auth/keys', '/v1/usage', '/v1/circuits?owner=me', `/v1/circuits/${pid}`]) {
    expect((await send(registry, { method: 'GET', path }, owner)).status).toBe(200);
  }
  for (const service of [registry, compiler]) {
    for (let count = 0; count < 15; count += 1) await send(service, { method: 'GET', path: '/v1/health' }, issued[1 + (count % 2)]);
  }
  return { key: owner, keyId: String(first.body['key_id']), pid, policyId };
}

/** Returns requests whose stored sources contain a key in a comment. */
function keepableSources(key: string, pid: string, policyId: string) {
  const [circuit, policy] = [`// ${key}\n${closedCircuit(1)}`, `// ${key}\n${POLICY}`];
  return {
    registry: [
      { method: 'POST', path: '/v1/circuits', body: { name: 'x', source: circuit } },
      { method: 'PUT', path: `/v1/circuits/${pid}`, body: { source: circuit } },
    ],
    compiler: [
      { method: 'POST', path: '/v1/policies', body: { name: 'x', source: policy } },
      { method: 'PUT', path: `/v1/policies/${policyId}`, body: { source: policy } },
    ],
  };
}

/** Sends keys in every wrong place, both with and without a valid key in the right place. */
async function misplace(key: string, pid: string, policyId: string): Promise<void> {
  const sources = keepableSources(key, pid, policyId);
  const inRegistry: readonly MisplacedKey[] = [
    ...sources.registry,
    ...misplacedAnywhere(key),
    ...[
      `circuits/${key}`,
      `circuits/${key}/badge`,
      `circuits/${key}/graph`,
      `certifications/${key}`,
      `verifications/${key}`,
      `catalog/${key}`,
    ].map((path) => ({
      method: 'GET',
      path: `/v1/${path}`,
    })),
    ...['search', 'sort', 'owner', 'page', 'as_of', key].map((name) => ({ method: 'GET', path: `/v1/circuits?${name}=${key}` })),
    ...['family', 'search'].map((name) => ({ method: 'GET', path: `/v1/catalog?${name}=${key}` })),
    { method: 'GET', path: `/v1/circuits/${pid}/badge?label=${key}&style=${key}` },
    { method: 'GET', path: `/v1/circuits/${pid}/artifacts/${key}` },
    { method: 'DELETE', path: `/v1/auth/keys/${key}` },
    { method: 'DELETE', path: `/v1/circuits/${key}` },
    ...misplacedInBodies(key, 'POST', [
      '/v1/auth/register',
      '/v1/auth/keys',
      '/v1/auth/keys/rotate?x',
      '/v1/circuits',
      '/v1/webhooks',
      `/v1/circuits/${key}/certify`,
      `/v1/circuits/${key}/verify`,
    ]),
    ...misplacedInBodies(key, 'PUT', [`/v1/circuits/${pid}`]),
  ];
  const inCompiler: readonly MisplacedKey[] = [
    ...sources.compiler,
    ...misplacedAnywhere(key),
    { method: 'GET', path: `/v1/policies/${key}` },
    { method: 'DELETE', path: `/v1/policies/${key}` },
    ...misplacedInBodies(key, 'POST', [
      '/v1/compile',
      '/v1/analyze',
      '/v1/evaluate',
      '/v1/policies',
      '/v1/policy/check',
      `/v1/policies/${policyId}/compare`,
    ]),
    ...misplacedInBodies(key, 'PUT', [`/v1/policies/${policyId}`]),
  ];
  for (const [service, calls] of [
    [registry, inRegistry],
    [compiler, inCompiler],
  ] as const) {
    for (const call of calls) {
      await send(service, call, call.headers?.['authorization'] === undefined ? key : undefined);
      await send(service, call);
    }
    for (const text of [`${key}\r\n\r\n`, `GET /${key} HTTP/9.9\r\n\r\n`, `GET / HTTP/1.1\r\nHost: x\r\n${key}\r\n\r\n`])
      await sendRaw(service, text);
  }
}

/** Returns all encodings in which a key may be stored. */
function writings(key: string): readonly string[] {
  const bytes = Buffer.from(key);
  // The base 64 of a text depends on its offset modulo 3; the neighbouring bytes change its ends.
  const base64 = [0, 1, 2].map((place) =>
    Buffer.concat([Buffer.alloc(place), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  return [
    key,
    key.slice('svc_live_'.length),
    bytes.toString('hex'),
    encodeURIComponent(key),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

it('no key is in any log, error, trace, row or Redis value after a full run', async () => {
  const { key, keyId, pid, policyId } = await liveALife();
  await misplace(key, pid, policyId);
  const inRedis = await everyRedisValue(redisUrl);
  await Promise.all([registry, compiler, worker].map(async (each) => each.stop()));
  const places = {
    log: [registry, compiler, worker].map((each) => each.said()),
    error: errors,
    trace: collector.requests.map(({ body }) => body.toString()),
    row: await everyRow(database),
    redis: [...inRedis, ...(await everyRedisValue(redisUrl))],
  };
  expect(issued.length).toBeGreaterThanOrEqual(4);
  const found = Object.entries(places).flatMap(([place, texts]) =>
    texts.flatMap((text) =>
      issued.flatMap(writings).flatMap((written) => (text.includes(written) ? [`${place}: ${around(text, written)}`] : [])),
    ),
  );
  expect(found).toEqual([]);
  // The search must find the key's id in the log and in the rows, or it would prove no absence.
  expect([holds(places.log, keyId), holds(places.row, keyId)]).toEqual([true, true]);
  expect([holds(places.redis, 'rate:requests'), holds(places.error, '[key]'), holds(places.trace, 'run certification')]).toEqual([
    true,
    true,
    true,
  ]);
  for (const status of [400, 401, 404, 405, 409, 415, 422, 429]) expect([status, statuses.get(status) ?? 0]).not.toEqual([status, 0]);
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
}, 180_000);

it('both services have written the last use of keys when they have ended', async () => {
  const used = { id: { in: Object.values(usedOnce) }, lastUsedAt: { not: null } };
  expect(await database.apiKey.count({ where: used })).toBe(2);
});

const holds = (texts: readonly string[], text: string): boolean => texts.some((each) => each.includes(text));

function around(text: string, found: string): string {
  const at = text.indexOf(found);
  return text.slice(Math.max(0, at - 80), at + found.length + 80);
}
