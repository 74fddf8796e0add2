import { readSettings } from '@kirchhoff/platform';
import { HTTP_SETTINGS, WORKER_SETTINGS } from './settings.js';

it('names all that is wrong at once, for each process', () => {
  for (const schema of [HTTP_SETTINGS, WORKER_SETTINGS]) {
    const read = readSettings(schema, { REDIS_URL: 'nonsense', ENGINE_THREADS: '0', LOG_LEVEL: 'loud' });
    const mistakes = read.kind === 'wrong' ? read.mistakes.map((mistake) => mistake.split(' ')[0]) : [];
    expect(new Set(mistakes)).toEqual(new Set(['DATABASE_URL', 'ENGINE_THREADS', 'LOG_LEVEL', 'REDIS_URL']));
  }
});

it('listens on 4100 unless told otherwise', () => {
  const read = readSettings(HTTP_SETTINGS, { DATABASE_URL: 'postgresql://host/name', REDIS_URL: 'redis://host' });
  expect(read).toMatchObject({ kind: 'settings', settings: { REGISTRY_PORT: 4_100, RUN_WAIT_MILLISECONDS: 20_000 } });
});

it.each([
  [HTTP_SETTINGS, 'CERTIFY_WAIT_MILLISECONDS', 'RUN_WAIT_MILLISECONDS'],
  [WORKER_SETTINGS, 'CERTIFY_LEASE_MILLISECONDS', 'RUN_LEASE_MILLISECONDS'],
])('tells who sets what runs had before verifications were runs: %#', (schema, name, meant) => {
  const servers = { DATABASE_URL: 'postgresql://host/name', REDIS_URL: 'redis://host' };
  expect(readSettings(schema, { ...servers, [name]: '5000' })).toMatchObject({ kind: 'settings', misspelt: [{ name, meant }] });
});
