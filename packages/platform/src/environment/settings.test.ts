import { readSettings } from './settings.js';
import { SHARED_REQUIRED, SHARED_SETTINGS } from './shared-settings.js';

const schema = {
  type: 'object',
  required: [...SHARED_REQUIRED, 'REGISTRY_PORT'],
  properties: { ...SHARED_SETTINGS, REGISTRY_PORT: { type: 'integer', minimum: 1, maximum: 65_535, description: 'the port' } },
} as const;

const right = { DATABASE_URL: 'postgresql://u@h/d', REDIS_URL: 'redis://h:1', REGISTRY_PORT: '4100' };

it('reads typed values and fills in defaults', () => {
  const result = readSettings(schema, { ...right, OTHER: 'x' });
  if (result.kind !== 'settings') throw new Error(result.mistakes.join());
  const port: number = result.settings.REGISTRY_PORT;
  expect([port, result.settings.LOG_LEVEL, result.settings.DATABASE_POOL_SIZE]).toEqual([4100, 'info', 10]);
});

it('names every mistake at once and never a value', () => {
  const result = readSettings(schema, { DATABASE_URL: 'hunter2', REGISTRY_PORT: '0', LOG_LEVEL: 'loud', REDIS_URL: '' });
  if (result.kind !== 'wrong') throw new Error('taken');
  expect(new Set(result.mistakes.map((mistake) => mistake.split(' ')[0]))).toEqual(
    new Set(['DATABASE_URL', 'LOG_LEVEL', 'REDIS_URL', 'REGISTRY_PORT']),
  );
  expect(result.mistakes.join()).toContain('REDIS_URL must be set (the address of Redis');
  expect(result.mistakes.join()).not.toContain('hunter2');
});

it.each([
  ['10.0.0.0/8, ::1', true],
  ['loopback', true],
  ['10.0.0.0/33', false],
  ['everyone', false],
  ['10.0.0.1,', false],
])('TRUST_PROXY=%s is taken: %s', (text, taken) => {
  expect(readSettings(schema, { ...right, TRUST_PROXY: text }).kind === 'settings').toBe(taken);
});
