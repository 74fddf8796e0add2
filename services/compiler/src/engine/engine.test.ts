import { request } from 'node:http';
import { eventually, startTestCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { CARD_FEE, denying, longChain, upTo } from '../testing/sources.fixture.js';

const started: TestCompiler[] = [];
afterAll(async () => {
  for (const compiler of started) await compiler.close();
});

async function start(overrides: Readonly<Record<string, string>> = {}): Promise<{ compiler: TestCompiler; account: TestAccount }> {
  const compiler = await startTestCompiler(overrides);
  started.push(compiler);
  return { compiler, account: await compiler.register() };
}

/** Near the 512 KiB that a source may have. */
const HEAVIEST = longChain(12_000);

/** Asks for proofs that are given up when the test is done. */
class Crowd {
  readonly #gone = new AbortController();
  readonly #waiting: Promise<unknown>[] = [];
  settled = 0;

  ask(address: string, { key }: TestAccount, source: string): void {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const body = JSON.stringify({ source });
    const asked = fetch(`${address}/v1/analyze`, { method: 'POST', headers, body, signal: this.#gone.signal });
    this.#waiting.push(
      asked.then(
        () => (this.settled += 1),
        () => undefined,
      ),
    );
  }

  async leave(): Promise<void> {
    this.#gone.abort();
    await Promise.all(this.#waiting);
  }
}

/** A check that waited for one of those proofs would take seconds. */
const USUAL_MILLISECONDS = 250;

it('policy checks go on, also by policies not loaded yet, while every thread is busy with the heaviest sources', async () => {
  const { compiler, account } = await start({ ENGINE_THREADS: '1' });
  const [loaded, unloaded] = [await compiler.createPolicy(account, upTo(100)), await compiler.createPolicy(account, upTo(200))];
  await compiler.check(account, loaded, 'pay', { cents: 1 }).expect(200);
  const address = await compiler.serve();
  const crowd = new Crowd();
  for (let count = 0; count < 6; count += 1) crowd.ask(address, account, HEAVIEST);
  await busy(compiler, 5);
  expect((await compiler.check(account, unloaded, 'pay', { cents: 150 }).expect(200)).body.verdict).toBe('ALLOW');
  const times: number[] = [];
  for (let cents = 50; cents < 150; cents += 1) {
    const before = performance.now();
    const { body } = await compiler.check(account, loaded, 'pay', { cents }).expect(200);
    times.push(performance.now() - before);
    expect(body.verdict).toBe(cents <= 100 ? 'ALLOW' : 'DENY');
  }
  expect(crowd.settled).toBeLessThan(6);
  await crowd.leave();
  const sorted = times.toSorted((left, right) => left - right);
  expect(sorted[50]).toBeLessThan(USUAL_MILLISECONDS);
});

it('a full queue is reported; a caller who gives up leaves the queue', async () => {
  const { compiler, account } = await start({ ENGINE_THREADS: '1', ENGINE_QUEUE_LIMIT: '2' });
  const address = await compiler.serve();
  const crowd = new Crowd();
  for (let count = 0; count < 3; count += 1) crowd.ask(address, account, HEAVIEST);
  await busy(compiler, 2);
  const { body, headers } = await compiler.post(account, '/v1/compile', { source: CARD_FEE, target: 'js' }).expect(503);
  expect(body.code).toBe('busy');
  expect(headers['retry-after']).toBeDefined();
  // The bytes that this request announces are never sent.
  expect(await statusOf(address, account, 900_000)).toBe(503);
  await crowd.leave();
  await busy(compiler, 0);
  await compiler.post(account, '/v1/compile', { source: CARD_FEE, target: 'js' }).expect(200);
});

it("one account's proofs leave a thread to others, and as many places in the line as they need", async () => {
  const { compiler, account } = await start({ ENGINE_THREADS: '2', ENGINE_QUEUE_LIMIT: '6' });
  const other = await compiler.register(undefined, 'pro');
  const address = await compiler.serve();
  const crowd = new Crowd();
  for (let count = 0; count < 30; count += 1) crowd.ask(address, account, HEAVIEST);
  await eventually('the line is full', async () => (await load(compiler)).waiting === 6);
  // One of them runs and six wait: the other 23 were told at once.
  expect((await load(compiler)).running).toBe(1);
  for (let count = 0; count < 3; count += 1) await compiler.post(other, '/v1/analyze', { source: CARD_FEE }).expect(200);
  expect(crowd.settled).toBeLessThan(30);
  await crowd.leave();
});

/** Neither proof nor counterexample is found: the solver takes all its steps, over 5 s here. */
const UNDECIDED = `circuit fermat {
  input x: 1..1_000_000
  input y: 1..1_000_000
  input z: 1..1_000_000
  output sum: 2..2_000_000_000_000_000_000
  sum = x * x * x + y * y * y
  ensure sum != z * z * z
}`;

it('what runs longer than the guard is ended, and the next one served', async () => {
  const { compiler, account } = await start({ ENGINE_GUARD_MILLISECONDS: '2000' });
  const { body } = await compiler.post(account, '/v1/analyze', { source: UNDECIDED }).expect(503);
  expect(body.code).toBe('guard-exceeded');
  const statuses = [];
  while (statuses.at(-1) !== 200 && statuses.length < 20) {
    statuses.push((await compiler.post(account, '/v1/analyze', { source: CARD_FEE })).status);
  }
  expect(statuses.at(-1)).toBe(200);
});

it('a policy too dear for the event loop decides in a thread what it would decide here', async () => {
  const { compiler, account } = await start();
  const policyId = await compiler.createPolicy(account, denying(2_000));
  const cents = [0, 1_999, 2_000, 1_000_000, 1_000_001];
  const actions = cents.map((amount) => ({ category: 'pay', params: { cents: amount } }));
  const { body } = await compiler.post(account, '/v1/policy/check/batch', { policy_id: policyId, actions }).expect(200);
  expect(body.decisions).toMatchObject([
    { verdict: 'DENY', rule: 'r0', policy_version: 1 },
    { verdict: 'DENY', rule: 'r1999' },
    { verdict: 'ALLOW', rule: null },
    { verdict: 'ALLOW', rule: null },
    { verdict: 'DENY', rule: null, errors: [{ pointer: '/params/cents' }] },
  ]);
});

/** Returns how the head of a request is answered whose body does not come. */
async function statusOf(address: string, { key }: TestAccount, announced: number): Promise<number | undefined> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'content-length': announced };
  return new Promise((resolve, reject) => {
    const asking = request(`${address}/v1/analyze`, { method: 'POST', headers }, ({ statusCode }) => {
      resolve(statusCode);
      asking.destroy();
    });
    asking.on('error', reject);
    asking.flushHeaders();
  });
}

/** Waits until this number of tasks waits for a thread. */
async function busy(compiler: TestCompiler, waiting: number): Promise<void> {
  await eventually(`${waiting} tasks wait`, async () => (await load(compiler)).waiting === waiting);
}

async function load(compiler: TestCompiler): Promise<{ readonly running: number; readonly waiting: number }> {
  return (await compiler.api.get('/v1/health')).body.checks.engine;
}
