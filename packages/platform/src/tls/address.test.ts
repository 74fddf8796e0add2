import { Redis } from 'ioredis';
import { contradiction, postgresConnection, redisConnection } from './address.js';

const URL_OF = (parameters = '', host = 'db.example.org') => `postgresql://u:p@${host}:5432/k${parameters}`;

describe('an address of Postgres', () => {
  it.each(['prefer', 'require', 'verify-ca', 'verify-full'])('with sslmode=%s is verified completely', (mode) => {
    expect(postgresConnection(URL_OF(`?sslmode=${mode}&application_name=x`))).toEqual({
      connectionString: URL_OF('?application_name=x'),
      ssl: expect.objectContaining({ rejectUnauthorized: true, servername: 'db.example.org' }),
    });
  });

  it.each(['', '?sslmode=disable', '?sslmode=no-verify', '?uselibpqcompat=true&sslmode=require'])(
    'with "%s" means what pg says',
    (parameters) => {
      expect(postgresConnection(URL_OF(parameters))).toEqual({ connectionString: URL_OF(parameters) });
    },
  );

  it.each(['', '?sslmode=require', '?sslmode=disable', '?ssl=0', '?sslmode=no-verify'])(
    'with files is verified, also with "%s"',
    (parameters) => {
      const { connectionString, ssl } = postgresConnection({ url: URL_OF(parameters), tls: { ca: 'x' } });
      expect([connectionString, ssl]).toEqual([URL_OF(), expect.objectContaining({ ca: 'x', rejectUnauthorized: true })]);
    },
  );

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '::1'],
  ])('of a number is compared with the numbers in the certificate: %s', (host, address) => {
    const { ssl } = postgresConnection({ url: URL_OF('', host), tls: {} });
    const compare = (subjectaltname: string) =>
      Reflect.apply(ssl?.checkServerIdentity ?? (() => undefined), undefined, ['localhost', { subject: {}, subjectaltname }]);
    expect(compare(`IP Address:${address}`)).toBeUndefined();
    expect(compare('DNS:localhost')).toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(ssl).not.toHaveProperty('servername');
  });
});

it('an address of Redis has TLS exactly if it begins with rediss', () => {
  expect(redisConnection('redis://h:1')).toEqual({ url: 'redis://h:1' });
  expect(redisConnection('rediss://h:1')).toMatchObject({ tls: { rejectUnauthorized: true, servername: 'h' } });
});

it.each(['?tls=', '?tls=false', '?tls=x&tls='])('a parameter of an address of Redis does not switch TLS off: %s', (parameters) => {
  const { url, tls } = redisConnection({ url: `rediss://u:p%2C@h:1/2${parameters}&family=6`, tls: { ca: 'x' } });
  const redis = new Redis(url, { lazyConnect: true, ...(tls === undefined ? {} : { tls }) });
  expect(redis.options).toMatchObject({ tls: { ca: 'x', rejectUnauthorized: true }, password: 'p,', family: 6 });
});

it.each([
  ['postgresql://h/k', undefined],
  ['postgresql://h/k?sslmode=verify-full', undefined],
  ['postgresql://h/k?sslmode=require', undefined],
  ['postgresql://h/k?sslmode=no-verify', 'sslmode=no-verify'],
  ['postgresql://h/k?sslmode=disable', 'sslmode=disable'],
  ['postgresql://h/k?sslrootcert=/x', 'sslrootcert'],
  ['postgresql://h/k?uselibpqcompat=true&sslmode=require', 'uselibpqcompat'],
  ['redis://h', 'redis:// (rediss:// is with TLS)'],
  ['rediss://h', undefined],
  ['rediss://h?tls=', 'tls'],
])('beside settings for TLS, %s contradicts by %s', (url, part) => {
  expect(contradiction(url)).toBe(part);
});
