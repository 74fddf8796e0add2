import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { METRIC_PREFIX, METRICS, type MeteredProcess } from '@kirchhoff/platform';
import { type CuttingProxy, openLine } from './testing/cutting-proxy.fixture.js';
import { type ServiceProcess, startService } from './testing/processes.fixture.js';
import { startReceiver } from './testing/receiver.fixture.js';
import { bearer, eventually, startTestRegistry, type TestAccount, type TestRegistry } from './testing/registry.fixture.js';
import { closedCircuit, OPEN_CIRCUIT } from './testing/sources.fixture.js';

/** Two processes are started, which takes long on a busy machine. */
const START_MILLISECONDS = 240_000;
const SHOWN = { HOST: '127.0.0.1', METRICS_PORT: '0', ENGINE_THREADS: '1' };

let store: TestRegistry;
let toPostgres: CuttingProxy;
let registry: ServiceProcess;
let worker: ServiceProcess;
let ada: TestAccount;
beforeAll(async () => {
  store = await startTestRegistry();
  ada = await store.register();
  toPostgres = await openLine(store.environment['DATABASE_URL'] ?? '');
  const environment = { ...store.environment, ...SHOWN, DATABASE_URL: toPostgres.url, SWEEP_INTERVAL_MILLISECONDS: '600000' };
  const webhooks = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32' };
  [registry, worker] = await Promise.all([
    startService('registry', { ...environment, ...webhooks }),
    startService('worker', { ...environment, ...webhooks }),
  ]);
}, START_MILLISECONDS);
afterAll(async () => {
  await Promise.all([registry.stop(), worker.stop()]);
  await toPostgres.cut();
  await store.close();
});

/** Returns the metrics of a process. */
async function scrape(process: ServiceProcess): Promise<string> {
  const port = /"port":(\d+),"msg":"showing metrics"/.exec(process.said())?.[1] ?? '';
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
}

/** Returns the value of a sample; `undefined` if it is not shown. */
async function valueOf(process: ServiceProcess, sample: string): Promise<number | undefined> {
  const line = (await scrape(process)).split('\n').find((each) => each.startsWith(`${METRIC_PREFIX}${sample} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

async function post(path: string): Promise<number> {
  const answer = await fetch(registry.address + path, {
    method: 'POST',
    headers: { ...bearer(ada), 'content-type': 'application/json' },
    body: '{}',
  });
  await answer.arrayBuffer();
  return answer.status;
}

it.each<[MeteredProcess, () => ServiceProcess]>([
  ['registry', () => registry],
  ['worker', () => worker],
])('the %s shows the metrics that the table names for it, and no other of our own', async (name, started) => {
  const shown = Array.from((await scrape(started())).matchAll(/^# TYPE kirchhoff_(\S+)/gm), ([, each]) => each);
  const ofProcess = Object.entries(METRICS).filter(([, { of }]) => of.some((each) => each === name));
  expect(new Set(shown)).toEqual(new Set(ofProcess.map(([each]) => each)));
});

it('both are ready, and their dependencies answer', async () => {
  for (const process of [registry, worker]) {
    expect(await valueOf(process, 'ready')).toBe(1);
    for (const dependency of ['postgres', 'redis']) expect(await valueOf(process, `dependency_up{dependency="${dependency}"}`)).toBe(1);
  }
});

it('counts certifications and verifications by outcome and grade, with their waiting time and engine time', async () => {
  const [closed, open] = [await store.publish(ada, closedCircuit()), await store.publish(ada, OPEN_CIRCUIT)];
  expect(await post(`/v1/circuits/${closed}/certify`)).toBe(200);
  expect(await post(`/v1/circuits/${open}/certify`)).toBe(200);
  expect(await post(`/v1/circuits/${open}/verify`)).toBe(409);
  expect(await post(`/v1/circuits/${closed}/verify`)).toBe(200);
  const expected = {
    'runs_total{kind="certification",outcome="closed",assurance="kernel"}': 1,
    'runs_total{kind="certification",outcome="open",assurance="none"}': 1,
    'runs_total{kind="certification",outcome="failed",assurance="none"}': 0,
    'runs_total{kind="verification",outcome="verified",assurance="kernel"}': 1,
    'run_wait_seconds_count{kind="certification"}': 2,
    'run_wait_seconds_count{kind="verification"}': 1,
    'run_engine_seconds_count{kind="certification"}': 2,
    'run_engine_seconds_count{kind="verification"}': 1,
    'cache_requests_total{cache="proofs",result="miss"}': 2,
  };
  for (const [sample, value] of Object.entries(expected)) expect([sample, await valueOf(worker, sample)]).toEqual([sample, value]);
  const route = '/v1/circuits/:pid/certify';
  expect(await valueOf(registry, `http_request_duration_seconds_count{method="POST",route="${route}",status="200"}`)).toBe(2);
  expect(await valueOf(registry, 'http_refusals_total{code="not-certified"}')).toBe(1);
});

it('counts a verification whose proof does not hold as refused', async () => {
  const pid = await store.publish(ada, closedCircuit(1));
  expect(await post(`/v1/circuits/${pid}/certify`)).toBe(200);
  await store.database.$executeRaw`UPDATE certifications SET certificate = '\\x00'::bytea WHERE circuit_id = ${pid}`;
  expect(await post(`/v1/circuits/${pid}/verify`)).toBe(200);
  expect(await valueOf(worker, 'runs_total{kind="verification",outcome="refused",assurance="none"}')).toBe(1);
});

it('counts the attempts at deliveries', async () => {
  const receiver = await startReceiver();
  const body = JSON.stringify({ url: receiver.url, events: ['circuit.certified'] });
  const made = await fetch(`${registry.address}/v1/webhooks`, {
    method: 'POST',
    headers: { ...bearer(ada), 'content-type': 'application/json' },
    body,
  });
  expect(made.status).toBe(201);
  const pid = await store.publish(ada, closedCircuit(2));
  expect(await post(`/v1/circuits/${pid}/certify`)).toBe(200);
  await eventually('the delivery is counted', async () => (await valueOf(worker, 'webhook_deliveries_total{outcome="delivered"}')) === 1);
  await receiver.close();
});

it('both processes show how many runs wait in the installation, and for how long', async () => {
  await worker.stop();
  const pid = await store.publish(ada, closedCircuit(3));
  const left = new AbortController();
  const asked = fetch(`${registry.address}/v1/circuits/${pid}/certify`, { method: 'POST', headers: bearer(ada), signal: left.signal });
  asked.catch(() => undefined);
  await eventually('the run waits', async () => (await valueOf(registry, 'runs_waiting{kind="certification"}')) === 1);
  await eventually('its time grows', async () => ((await valueOf(registry, 'runs_oldest_waiting_seconds{kind="certification"}')) ?? 0) > 0);
  expect(await valueOf(registry, 'runs_waiting{kind="verification"}')).toBe(0);
  expect(await valueOf(registry, 'runs_oldest_waiting_seconds{kind="verification"}')).toBe(0);
  await store.database.$executeRaw`UPDATE accounts SET suspended_at = now() WHERE id = ${ada.accountId}`;
  expect(await valueOf(registry, 'runs_waiting{kind="certification"}')).toBe(0);
  await store.database.$executeRaw`UPDATE accounts SET suspended_at = NULL WHERE id = ${ada.accountId}`;
  left.abort();
});

it('while Postgres does not answer, a scrape is answered without the numbers from there', async () => {
  toPostgres.stall();
  expect(await valueOf(registry, 'dependency_up{dependency="postgres"}')).toBe(0);
  expect(await valueOf(registry, 'dependency_up{dependency="redis"}')).toBe(1);
  expect(await valueOf(registry, 'ready')).toBe(0);
  expect(await valueOf(registry, 'runs_waiting{kind="certification"}')).toBeUndefined();
});

it.each(['main', 'worker'])('%s says in one line that its port for metrics is taken, and ends with 1', async (program) => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const environment = { ...store.environment, ...SHOWN, REGISTRY_PORT: '0', METRICS_PORT: String(port), LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, [join(__dirname, `${program}.js`)], { env: environment });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString('utf8')));
  const code = await new Promise((resolve) => child.once('close', resolve));
  other.close();
  const line = `Another program listens on port ${port} of 127.0.0.1: stop it, or choose another port with METRICS_PORT.\n`;
  expect({ code, said }).toEqual({ code: 1, said: line });
});
