import { readSettings } from './settings.js';
import { SERVER_SETTINGS, SHARED_REQUIRED, SHARED_SETTINGS } from './shared-settings.js';

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

it.each([
  ['DATABASE_URL', 'mysql://u@h/d', 'DATABASE_URL does not match the required form (the address of Postgres, such as postgresql:'],
  ['REDIS_URL', 'localhost:6379', 'REDIS_URL does not match the required form (the address of Redis, such as redis:'],
  ['REGISTRY_PORT', 'http', 'REGISTRY_PORT must be a whole number (the port)'],
  ['REGISTRY_PORT', '0', 'REGISTRY_PORT must be at least 1 (the port)'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent (the log level)'],
])('%s=%s is refused in plain words', (name, value, words) => {
  const result = readSettings(schema, { ...right, [name]: value });
  expect(result).toEqual({ kind: 'wrong', mistakes: [expect.stringContaining(words)] });
});

it.each([
  ['redis://one:6379,redis://two:6379', true],
  ['rediss://user:pass@one:6379/0,rediss://user:pass@two:6379', true],
  // A comma in a password, as before there were clusters.
  ['redis://:a,b@one:6379/3', true],
  ['redis://one:6379,two:6379', false],
  ['redis://one:6379,redis://two:6379/3', false],
  ['redis://one:6379,rediss://two:6379', false],
  ['redis://:a@one:6379,redis://:b@two:6379', false],
])('REDIS_URL=%s is taken: %s', (text, taken) => {
  expect(readSettings(schema, { ...right, REDIS_URL: text }).kind === 'settings').toBe(taken);
});

it('names what is close to a setting and none, and nothing else', () => {
  const close = { DATABSE_POOL_SIZE: '3', KIRCHHOFF_TRUST_PROXY: 'loopback', REGISTRY_PORTS: '1' };
  const far = { PATH: '/bin', HOSTNAME: 'x', REGISTRY_PORT_4100_TCP: 'tcp://10.0.0.1:4100', DATABASE_URI_2: 'x', KIRCHHOFF_COLOUR: 'red' };
  expect(readSettings(schema, { ...right, ...far, ...close })).toMatchObject({
    kind: 'settings',
    misspelt: [
      { name: 'DATABSE_POOL_SIZE', meant: 'DATABASE_POOL_SIZE' },
      { name: 'KIRCHHOFF_TRUST_PROXY', meant: 'TRUST_PROXY' },
      { name: 'REGISTRY_PORTS', meant: 'REGISTRY_PORT' },
    ],
  });
});

it('names what was a setting before it had another name', () => {
  const renamed = { ...schema, properties: { ...schema.properties, LOG_LEVEL: { ...schema.properties.LOG_LEVEL, formerly: 'VERBOSITY' } } };
  expect(readSettings(renamed, { ...right, VERBOSITY: 'debug' })).toMatchObject({
    kind: 'settings',
    misspelt: [{ name: 'VERBOSITY', meant: 'LOG_LEVEL' }],
  });
});

describe('variables about one another', () => {
  const related = {
    type: 'object',
    required: [],
    properties: {
      KEYS: { type: 'string', format: 'encryption-keys', excludes: 'KEYS_FILE' },
      KEYS_FILE: { type: 'string', format: 'encryption-keys-file' },
      ...SERVER_SETTINGS,
    },
  } as const;
  const mistakesOf = (environment: Readonly<Record<string, string>>) => {
    const result = readSettings(related, environment);
    return result.kind === 'wrong' ? result.mistakes.map((each) => each.replace(/ \(.*/s, '')) : [];
  };
  const key = `a:${Buffer.alloc(32, 1).toString('base64')}`;

  it('are taken alone', () => {
    expect(mistakesOf({ KEYS: key })).toEqual([]);
    expect(mistakesOf({ DATABASE_URL: 'postgresql://h/k?sslmode=no-verify', REDIS_URL: 'redis://h' })).toEqual([]);
  });

  it.each([
    ['KEYS', 'must not be set together with KEYS_FILE', { KEYS: key, KEYS_FILE: __filename }],
    ['KEYS_FILE', 'must be the path of a file that this process may read, with keys of the required form', { KEYS_FILE: __filename }],
    [
      'DATABASE_TLS_CA_FILE',
      'must be the path of a file that this process may read, with certificates in PEM',
      { DATABASE_TLS_CA_FILE: '/nowhere' },
    ],
    ['DATABASE_TLS_CERT_FILE', 'needs DATABASE_TLS_KEY_FILE too', { DATABASE_TLS_CERT_FILE: __filename }],
    ['REDIS_TLS_KEY_FILE', 'needs REDIS_TLS_CERT_FILE too', { REDIS_TLS_KEY_FILE: __filename }],
    [
      'DATABASE_TLS_CA_FILE',
      'contradicts DATABASE_URL',
      { DATABASE_TLS_CA_FILE: '/x', DATABASE_URL: 'postgresql://h/k?sslmode=no-verify' },
    ],
    ['REDIS_TLS_CA_FILE', 'contradicts REDIS_URL', { REDIS_TLS_CA_FILE: '/x', REDIS_URL: 'redis://h' }],
  ])('%s %s', (name, words, environment) => {
    expect(mistakesOf(environment)).toContainEqual(expect.stringContaining(`${name} ${words}`));
  });
});
