import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type ServiceProcess, startService } from './testing/processes.fixture.js';
import { bearer, eventually, startTestRegistry, type TestRegistry } from './testing/registry.fixture.js';
import { closedCircuit } from './testing/sources.fixture.js';

let registry: TestRegistry;
let started: ServiceProcess | undefined;
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(async () => {
  if (started !== undefined && started.child.exitCode === null) await started.stop();
  await registry.close();
});

it('answers on SIGTERM what it has begun, and leaves with 0', async () => {
  started = await startService('registry', { ...registry.environment, CERTIFY_WAIT_MILLISECONDS: '2000' });
  const { child, address } = started;
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  const ada = await registry.register();
  const pid = await registry.publish(ada, closedCircuit());
  const answer = fetch(`${address}/v1/circuits/${pid}/certify`, { method: 'POST', headers: bearer(ada) });
  await eventually(
    'the request was taken on',
    async () => (await registry.database.certification.count({ where: { circuitId: pid } })) === 1,
  );
  child.kill('SIGTERM');
  expect((await answer).status).toBe(202);
  expect(await ended).toBe(0);
});

it.each(['main', 'worker'])('%s names all mistakes of the environment at once, and ends with 2', async (program) => {
  const child = spawn(process.execPath, [join(__dirname, `${program}.js`)], { env: { REDIS_URL: 'nonsense', ENGINE_THREADS: 'many' } });
  let said = '';
  child.stderr.on('data', (part: Buffer) => {
    said += part.toString('utf8');
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code).toBe(2);
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'ENGINE_THREADS']) expect(said).toContain(name);
});
