import { type CollectedSpan, type Collector, pathTo, startCollector } from '@kirchhoff/testing';
import { bearer, startTestCompiler, type TestAccount, type TestCompiler } from './testing/compiler.fixture.js';
import { CARD_FEE, upTo } from './testing/sources.fixture.js';

const CHECK = 'POST /v1/policy/check';
const COMPILE = 'POST /v1/compile';

let collector: Collector;
let account: TestAccount;
/** The spans of each request, by the trace that its answer names. */
const traces = new Map<string, readonly CollectedSpan[]>();
let ids: readonly string[];
beforeAll(async () => {
  collector = await startCollector();
  const compiler: TestCompiler = await startTestCompiler({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  });
  account = await compiler.register();
  const policyId = await compiler.createPolicy(account, upTo(100));
  const check = () => compiler.check(account, policyId, 'pay', { cents: 77_123 }).expect(200);
  const compile = () => compiler.post(account, '/v1/compile', { source: CARD_FEE, target: 'js' }).expect(200);
  const unsampled = compiler.api
    .get('/v1/policies?search=planted')
    .set({ ...bearer(account), traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-00` });
  const answers = [await check(), await check(), await compile(), await unsampled];
  // One thread: some of these wait for it.
  await Promise.all(Array.from({ length: 8 }, compile));
  ids = answers.map(({ headers }) => String(headers['traceparent']).split('-')[1] ?? '');
  await compiler.close();
  for (const id of ids) {
    traces.set(
      id,
      collector.spans().filter(({ traceId }) => traceId === id),
    );
  }
}, 120_000);
afterAll(async () => {
  await collector.close();
});

/** Returns the paths to all spans of a request. */
const pathsOf = (number: number): readonly string[] => {
  const spans = traces.get(ids[number] ?? '') ?? [];
  return spans.map((span) => pathTo(span, spans).join(' > '));
};

it('the first check of a policy reads its key and its version, and loads it in a thread', () => {
  expect(pathsOf(0)).toContain(CHECK);
  expect(pathsOf(0).filter((path) => path.endsWith(' > engine loadPolicy'))).toEqual([`${CHECK} > engine loadPolicy`]);
  expect(pathsOf(0).filter((path) => !path.startsWith(CHECK))).toEqual([]);
});

it('a later check is one span: it reads nothing', () => {
  expect(pathsOf(1).filter((path) => !path.includes('key-by-hash'))).toEqual([CHECK]);
});

it('a compilation runs in a thread, and is counted in Redis', () => {
  expect(pathsOf(2)).toEqual(expect.arrayContaining([COMPILE, `${COMPILE} > engine compile`, `${COMPILE} > EVAL`]));
  expect(pathsOf(2).filter((path) => !path.startsWith(COMPILE))).toEqual([]);
});

it('a task that waits for a thread has a span for it, beside that of its work', () => {
  const spans = collector.spans();
  const waits = spans.filter(({ name }) => name === 'engine line').map((span) => pathTo(span, spans));
  expect(waits.length).toBeGreaterThan(0);
  expect(new Set(waits.map((path) => path.join(' > ')))).toEqual(new Set([`${COMPILE} > engine line`]));
});

it('a request whose caller does not record its trace leaves no span', () => {
  expect(ids[3]).toBe('1'.repeat(32));
  expect(pathsOf(3)).toEqual([]);
});

it('no span has a key, a source, an e-mail, an input or a query', () => {
  const sent = collector.requests.map(({ body }) => body.toString()).join('\n');
  expect(sent).toContain(CHECK);
  for (const secret of [account.key, 'someone@example.com', 'card_fee', '77123', 'planted', 'a policy']) expect(sent).not.toContain(secret);
});
