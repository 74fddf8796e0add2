import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenApiDocument } from '@kirchhoff/platform';
import { createTestDatabase, createTestRedis } from '@kirchhoff/testing';
import { type ServiceProcess, startService } from './testing/processes.fixture.js';

const PAGE = readFileSync(join(__dirname, '../../../docs/api.md'), 'utf8');
/** All commands of the page, in their order; a command that fails ends them. */
const WALK = ['set -e -o pipefail', ...[...PAGE.matchAll(/^```sh\n(.*?)^```/gms)].map(([, commands = '']) => commands)].join('\n');

/** The walk needs bash and a recent curl, which some machines lack. */
const itWithCurl = spawnSync('bash', ['-c', 'curl --fail-with-body --version']).status === 0 ? it : it.skip;

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

async function started(name: Parameters<typeof startService>[0], environment: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const service = await startService(name, environment);
  closing.push(async () => service.stop());
  return service;
}

/** Runs the walk in a new folder; returns its success and its whole output. */
async function walked(environment: Readonly<Record<string, string>>): Promise<{ readonly code: number | null; readonly said: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'kirchhoff-walk-'));
  const shell = spawn('bash', ['-c', WALK], { cwd: folder, env: { ...process.env, ...environment } });
  let said = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (part: Buffer) => (said += part.toString('utf8')));
  const code = await new Promise<number | null>((resolve) => shell.on('close', resolve));
  rmSync(folder, { recursive: true });
  return { code, said };
}

/** Operations that the page does not call: monitoring endpoints, pages, or targets of its links. */
const UNASKED = [
  'GET /',
  'GET /assets/{file}',
  'GET /catalog',
  'GET /catalog/{name}',
  'GET /circuits',
  'GET /circuits/{pid}',
  'GET /circuits/{pid}/artifacts/{target}',
  'GET /circuits/{pid}/card.png',
  'GET /circuits/{pid}/graph.svg',
  'GET /circuits/{pid}/versions/{version}',
  'GET /circuits/{pid}/versions/{version}/certificate',
  'GET /owners/{owner}',
  'GET /playground',
  'GET /livez',
  'GET /problems',
  'GET /readyz',
  'GET /v1/docs',
  'GET /v1/docs/{file}',
  'GET /v1/openapi.json',
];

/** Returns the operations of a service's description that its log has no request of. */
async function unaskedOf(service: ServiceProcess): Promise<readonly string[]> {
  const { paths }: OpenApiDocument = JSON.parse(await (await fetch(`${service.address}/v1/openapi.json`)).text());
  const lines = service
    .said()
    .split('\n')
    .filter((line) => line.includes('"route":'));
  const asked = new Set(
    lines.map((line) => JSON.parse(line)).map(({ method, route }) => `${method} ${route.replaceAll(/:(\w+)/g, '{$1}')}`),
  );
  const all = Object.entries<object>(paths).flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`));
  return all.filter((operation) => !asked.has(operation) && !UNASKED.includes(operation));
}

itWithCurl('the walk of docs/api.md runs as it is written, and asks every operation of both services', async () => {
  const [own, redis] = await Promise.all([createTestDatabase(), createTestRedis()]);
  closing.push(async () => own.drop());
  const environment = { DATABASE_URL: own.url, REDIS_URL: redis, ENGINE_THREADS: '1', LOG_LEVEL: 'info' };
  const [registry, compiler] = await Promise.all([
    started('registry', environment),
    started('compiler', environment),
    started('worker', environment),
  ]);
  const { code, said } = await walked({ REGISTRY: registry.address, COMPILER: compiler.address });
  expect({ code, said: code === 0 ? '' : said }).toEqual({ code: 0, said: '' });
  for (const told of [
    '"certified":true',
    '"verified":true',
    '\n304\n',
    '"code":"withdrawn"',
    '"outputs":{"b":3}',
    '"verdict":"ALLOW"',
    '"verdict":"DENY"',
  ]) {
    expect(said).toContain(told);
  }
  expect(await unaskedOf(registry)).toEqual([]);
  expect(await unaskedOf(compiler)).toEqual(['GET /problems/{code}']);
});
