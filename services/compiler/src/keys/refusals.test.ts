import { makeKey, systemRandomness } from '@kirchhoff/platform';
import { eventually, startTestCompiler, type TestCompiler } from '../testing/compiler.fixture.js';

let compiler: TestCompiler;
beforeEach(async () => {
  compiler = await startTestCompiler({ UNKNOWN_KEYS_PER_MINUTE: '3' });
  // The first look-up opens a connection, for which a machine under load may take longer than it waits.
  const { key } = await compiler.register();
  await eventually('it answers', async () => (await use(key)).status === 200);
  await eventually('what runs by itself at the start has run', isQuiet);
});

/** True if nothing is sent to Postgres for half a second. */
async function isQuiet(): Promise<boolean> {
  const before = compiler.postgres.sent();
  await new Promise((resolve) => setTimeout(resolve, 500));
  return compiler.postgres.sent() === before;
}
afterEach(async () => compiler.close());

const use = (key: string) => compiler.api.get('/v1/policies').set('Authorization', `Bearer ${key}`);

it('a malformed key is refused without a word to Postgres; a well-formed one is looked up', async () => {
  const before = compiler.postgres.sent();
  for (const key of ['nonsense', 'svc_live_', `svc_live_${'0'.repeat(40)}`]) await use(key).expect(401);
  expect(compiler.postgres.sent()).toBe(before);
  await use(makeKey(systemRandomness)).expect(401);
  expect(compiler.postgres.sent()).toBeGreaterThan(before);
});

it('429: after too many refused keys an address is not told of one more; a good key opens what it always does', async () => {
  const ada = await compiler.register();
  for (let count = 0; count < 3; count += 1) await use(makeKey(systemRandomness)).expect(401);
  const { body, headers } = await use(makeKey(systemRandomness)).expect(429);
  expect(body.code).toBe('rate-limited');
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  await use(ada.key).expect(200);
});
