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
import { type CuttingProxy, openLine } from './testing/cutting-proxy.fixture.js';
import { startTestRegistry, type TestRegistry } from './testing/registry.fixture.js';

const opened: TestRegistry[] = [];
async function open(...given: Parameters<typeof startTestRegistry>): Promise<TestRegistry> {
  const started = await startTestRegistry(...given);
  opened.push(started);
  return started;
}
let registry: TestRegistry;
beforeAll(async () => {
  registry = await open();
});
afterAll(async () => {
  for (const each of opened) await each.close();
});

describe('every route', () => {
  itRefusesAsDescribed(async () => {
    const runOn = async () => {
      await registry.database.$executeRaw`UPDATE idempotency_records SET status = 'running', lease_until = now() + interval '1 minute'`;
    };
    const [strong, weak, suspended] = [await registry.register(), await registry.register(), await registry.register()];
    await registry.database.account.update({ where: { id: suspended.accountId }, data: { suspendedAt: new Date() } });
    await registry.database.apiKey.update({ where: { id: weak.keyId }, data: { scopes: [] } });
    const keys = { key: strong.key, weakKey: weak.key, suspendedKey: suspended.key };
    return { base: await registry.serve(), description: registry.description, ...keys, runOn };
  });
});

it('the description is valid OpenAPI 3.1, by its official schema', async () => {
  const { description } = registry;
  expect(await officialVerdict(description)).toEqual({ valid: true });
});

it('openapi.json is the description, for generators; WRITE_PAGES=1 writes it', () => {
  const file = join(__dirname, '../openapi.json');
  const text = `${JSON.stringify(registry.description, null, 2)}\n`;
  if (process.env['WRITE_PAGES'] === '1') writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

it('every field and parameter is described', () => {
  expect(undescribed(registry.description)).toEqual([]);
});

it('README.md lists every route', () => {
  expect(routesNotListed(registry.description, readFileSync(join(__dirname, '../README.md'), 'utf8'))).toEqual([]);
});

/** Codes that only the compiler answers with, or the forms of pages, which are in no description. */
const OF_THE_COMPILER = ['form-refused', 'policy-open', 'cases-failed', 'domain-error', 'open-operation', 'entropy-source'];

it('every problem of the table is one that a route of this service answers with, or of the other', async () => {
  const { description } = registry;
  expect(unusedCodes(description, Object.keys(PROBLEMS))).toEqual(OF_THE_COMPILER);
});

it('429: every route, after too many keys that nobody knows', async () => {
  const own = await open({ UNKNOWN_KEYS_PER_MINUTE: '1' });
  expect(await afterManyUnknownKeys(await own.serve(), own.description, () => makeKey(systemRandomness))).toEqual([]);
});

it('503: every route where a key says more, while Postgres is out', async () => {
  const lines: CuttingProxy[] = [];
  const own = await open(async ({ DATABASE_URL }) => {
    const line = await openLine(DATABASE_URL);
    lines.push(line);
    return { DATABASE_URL: line.url };
  });
  const { key } = await own.register();
  for (const line of lines) await line.cut();
  expect(await withoutPostgres({ base: await own.serve(), description: own.description, key })).toEqual([]);
});
