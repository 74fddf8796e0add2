import { systemClock } from '../environment/clock.js';
import { OutageLog } from './outage-log.js';

const OUTAGE = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

type Line = Readonly<Record<string, unknown>>;

/** A log over two dependencies that the test stops and starts. */
function scene() {
  const lines: Line[] = [];
  const writer = (level: string) => (fields: object, message: string) => void lines.push({ level, message, ...fields });
  const parts = { log: { info: writer('info'), warn: writer('warn'), error: writer('error') }, clock: systemClock, lookMilliseconds: 5 };
  const log = new OutageLog(parts);
  const asked = { postgres: 0, redis: 0 };
  const out = new Set<string>();
  for (const name of ['postgres', 'redis'] as const) {
    log.watch(name, async () => {
      asked[name] += 1;
      if (out.has(name)) throw new Error(`${name} refuses`);
    });
  }
  return { log, lines, out, asked };
}

async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}

it('says once what is out and once that it is back, however many exceptions there are meanwhile', async () => {
  const { log, lines, out, asked } = scene();
  for (let round = 1; round <= 2; round += 1) {
    out.add('postgres');
    for (let count = 0; count < 50; count += 1) log.warn({ err: OUTAGE }, 'dependency failed');
    await eventually(() => lines.length > 0);
    for (let count = 0; count < 50; count += 1) log.error({ err: OUTAGE }, 'a run threw');
    const before = asked.postgres;
    await eventually(() => asked.postgres > before + 3);
    expect(lines.splice(0)).toEqual([
      { level: 'error', message: 'dependency out', dependency: 'postgres', err: new Error('postgres refuses') },
    ]);
    out.delete('postgres');
    await eventually(() => lines.length > 0);
    expect(lines.splice(0)).toEqual([{ level: 'info', message: 'dependency back', dependency: 'postgres', seconds: expect.any(Number) }]);
  }
  const before = asked.postgres;
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked.postgres).toBe(before);
});

it('finds the one that goes while the other is out', async () => {
  const { log, lines, out } = scene();
  out.add('redis');
  log.warn({ err: OUTAGE }, 'x');
  await eventually(() => lines.length === 1);
  out.add('postgres');
  await eventually(() => lines.length === 2);
  out.clear();
  await eventually(() => lines.length === 4);
  expect(lines.map(({ message, dependency }) => `${String(dependency)} ${String(message)}`).toSorted()).toEqual([
    'postgres dependency back',
    'postgres dependency out',
    'redis dependency back',
    'redis dependency out',
  ]);
  log.stop();
});

it('writes what it is given where everything answers, and what is no outage at once', async () => {
  const { log, lines, asked } = scene();
  log.warn({ err: OUTAGE, request_id: 'a' }, 'dependency failed');
  await eventually(() => lines.length === 1);
  log.error({ err: new Error('our own') }, 'unexpected exception');
  log.error({ reason: 'memory' }, 'an engine thread died');
  log.info({ status: 503 }, 'answered');
  expect(lines.map(({ level, message }) => [level, message])).toEqual([
    ['warn', 'dependency failed'],
    ['error', 'unexpected exception'],
    ['error', 'an engine thread died'],
    ['info', 'answered'],
  ]);
  expect(asked.postgres).toBe(1);
});

it('takes nothing that is closed for out once it was stopped', async () => {
  const { log, lines, out, asked } = scene();
  log.stop();
  out.add('postgres').add('redis');
  log.warn({ err: OUTAGE }, 'dependency failed');
  expect(lines).toEqual([{ level: 'warn', message: 'dependency failed', err: OUTAGE }]);
  expect(asked).toEqual({ postgres: 0, redis: 0 });
});
