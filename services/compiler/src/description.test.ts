import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeKey, PROBLEMS, systemRandomness } from '@kirchhoff/platform';
import {
  afterManyUnknownKeys,
  itRefusesAsDescribed,
  officialVerdict,
  routesNotListed,
  undescribed,
  unusedCodes,
  withoutPostgres,
} from '@kirchhoff/testing';
import { startTestCompiler, type TestCompiler } from './testing/compiler.fixture.js';

const opened: TestCompiler[] = [];
async function open(...given: Parameters<typeof startTestCompiler>): Promise<TestCompiler> {
  const started = await startTestCompiler(...given);
  opened.push(started);
  return started;
}
let compiler: TestCompiler;
beforeAll(async () => {
  compiler = await open();
});
afterAll(async () => {
  for (const each of opened) await each.close();
});

describe('every route', () => {
  itRefusesAsDescribed(async () => {
    const runOn = async () => {
      await compiler.database.$executeRaw`UPDATE idempotency_records SET status = 'running', lease_until = now() + interval '1 minute'`;
    };
    const [strong, weak, suspended] = [await compiler.register(), await compiler.register([]), await compiler.register()];
    await compiler.database.account.update({ where: { id: suspended.accountId }, data: { suspendedAt: new Date() } });
    const keys = { key: strong.key, weakKey: weak.key, suspendedKey: suspended.key };
    return { base: await compiler.serve(), description: compiler.description, ...keys, runOn };
  });
});

it('the description is valid OpenAPI 3.1, by its official schema', async () => {
  const { description } = compiler;
  expect(await officialVerdict(description)).toEqual({ valid: true });
});

it('openapi.json is the description, for generators; WRITE_PAGES=1 writes it', () => {
  const file = join(__dirname, '../openapi.json');
  const text = `${JSON.stringify(compiler.description, null, 2)}\n`;
  if (process.env['WRITE_PAGES'] === '1') writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

it('every field and parameter is described', () => {
  expect(undescribed(compiler.description)).toEqual([]);
});

it('README.md lists every route', () => {
  expect(routesNotListed(compiler.description, readFileSync(join(__dirname, '../README.md'), 'utf8'))).toEqual([]);
});

/** Codes that only the registry answers with. */
const OF_THE_REGISTRY = [
  'form-refused',
  'not-owner',
  'registration-closed',
  'conflict',
  'not-certified',
  'secret-already-issued',
  'quota-exceeded',
  'certification-failed',
  'verification-failed',
];

it('every problem of the table is one that a route of this service answers with, or of the other', async () => {
  const { description } = compiler;
  expect(unusedCodes(description, Object.keys(PROBLEMS))).toEqual(OF_THE_REGISTRY);
});

it('429: every route, after too many keys that nobody knows', async () => {
  const own = await open({ UNKNOWN_KEYS_PER_MINUTE: '1' });
  expect(await afterManyUnknownKeys(await own.serve(), own.description, () => makeKey(systemRandomness))).toEqual([]);
});

it('503: every route where a key says more, while Postgres is out', async () => {
  const own = await open();
  const { key } = await own.register();
  own.postgres.cut();
  expect(await withoutPostgres({ base: await own.serve(), description: own.description, key })).toEqual([]);
});
