import { appendFile, chmod, chown, copyFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Authority, type Certificate, makeAuthority } from './certificates.js';
import { eventually, freePort, stopPrograms, tryProgram } from './harness/programs.js';
import { call, closedSource, type Environment, operator, REPOSITORY, register, startService } from './harness/services.js';
import {
  type PostgresServer,
  removeFolders,
  SUPERUSER,
  SUPERUSER_PASSWORD,
  startPostgres,
  startRedis,
  temporaryFolder,
} from './harness/stores.js';
import { drill } from './harness/tools.js';

const OWNER = 'drill_owner';
const DATABASE = 'kirchhoff';
/** The superuser of the harness comes without TLS; all others need it, with a certificate of their own. */
const ACCESS = [
  `host all ${SUPERUSER} 127.0.0.1/32 scram-sha-256`,
  'hostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca',
  'hostnossl all all 127.0.0.1/32 reject',
];
const POLICY = `policy refunds {
  action "pay.refund" (cents: 0..100_000_000)

  rule small allow on "pay.refund" when cents <= 5_000
  default deny
}
`;

const redisUrl = (port: number, host = 'localhost') => `rediss://${host}:${port}`;

const authorityOnly = (ca: string): Environment => ({ DATABASE_TLS_CA_FILE: ca, REDIS_TLS_CA_FILE: ca });

/** Runs a command and a process, and expects that both refuse, with the remedies. */
async function refused(environment: Environment, postgresRemedy: string, redisRemedy: string): Promise<void> {
  const main = join(REPOSITORY, 'services/registry/dist/operator/main.js');
  // On a busy machine the connection may take longer than the command waits, which is another failure.
  await eventually(`the command says: ${postgresRemedy}`, async () => {
    const { code, output } = await tryProgram(process.execPath, [main, 'accounts'], {
      env: { PATH: process.env['PATH'], ...environment },
    });
    expect(code).toBe(1);
    return output.includes(postgresRemedy);
  });
  // The log tells of the first failure alone, and on a busy machine that may be a connection that took too long.
  const service = await eventually(`a process says: ${postgresRemedy}`, async () => {
    const started = await startService('compiler', { ...environment, LOG_LEVEL: 'info' });
    const told = await eventually('it tells of Postgres', async () =>
      started
        .said()
        .split('\n')
        .find((line) => line.includes('"msg":"dependency out"') && line.includes('"dependency":"postgres"')),
    );
    if (told.includes(postgresRemedy)) return started;
    await started.stop();
    return undefined;
  });
  const lines = () => service.said().split('\n');
  await eventually('it tells of Redis', async () =>
    lines().some((line) => line.includes('connection to Redis failed') && line.includes(redisRemedy)),
  );
  expect((await call('GET', `${service.address}/readyz`)).status).toBe(503);
  expect(service.said()).not.toContain(`${SUPERUSER_PASSWORD}@`);
  await service.stop();
}

/** Each case starts processes. */
jest.setTimeout(300_000);

drill('TLS to Postgres and Redis', ['openssl', 'postgres', 'redis-server'], () => {
  let authority: Authority;
  let stranger: Authority;
  let client: Certificate;
  let postgres: PostgresServer;
  const servers: Record<'good' | 'elsewhere' | 'expired', Certificate> = Object.create(null);

  beforeAll(async () => {
    [authority, stranger] = await Promise.all([makeAuthority('drill'), makeAuthority('stranger')]);
    client = await authority.issue('client');
    servers.good = await authority.issue('good', ['DNS:localhost', 'IP:127.0.0.1']);
    servers.elsewhere = await authority.issue('elsewhere', ['DNS:db.example.org']);
    servers.expired = await authority.issue('expired', ['DNS:localhost', 'IP:127.0.0.1'], true);
    postgres = await startPostgres({ access: ACCESS });
    await postgres.query('postgres', `CREATE ROLE ${OWNER} LOGIN CREATEROLE PASSWORD '${SUPERUSER_PASSWORD}'`);
    await postgres.query('postgres', `CREATE DATABASE ${DATABASE} OWNER ${OWNER}`);
  }, 120_000);
  afterAll(async () => {
    await stopPrograms();
    await removeFolders();
  });

  /** Restarts Postgres with a certificate. */
  async function present(certificate: Certificate): Promise<void> {
    const { uid, gid } = await stat(postgres.data);
    const paths = { cert: join(postgres.data, 'server.crt'), key: join(postgres.data, 'server.key'), ca: join(postgres.data, 'ca.crt') };
    const files = [
      [certificate.cert, paths.cert],
      [certificate.key, paths.key],
      [authority.cert, paths.ca],
    ] as const;
    for (const [from, to] of files) {
      await copyFile(from, to);
      await chmod(to, 0o600);
      await chown(to, uid, gid);
    }
    const lines = `\nssl = on\nssl_cert_file = '${paths.cert}'\nssl_key_file = '${paths.key}'\nssl_ca_file = '${paths.ca}'\n`;
    await appendFile(join(postgres.data, 'postgresql.conf'), lines);
    await postgres.stop();
    await postgres.start();
  }

  /** Starts a Redis with TLS, which requires a certificate of its clients. */
  async function redisWith({ cert, key }: Certificate): Promise<{ readonly tlsPort: number; readonly port: number }> {
    const tlsPort = await freePort();
    const files = ['--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', authority.cert];
    const { port } = await startRedis({ args: ['--tls-port', String(tlsPort), '--tls-auth-clients', 'yes', ...files] });
    return { tlsPort, port };
  }

  const databaseUrl = (host = 'localhost') => `postgresql://${OWNER}:${SUPERUSER_PASSWORD}@${host}:${postgres.port}/${DATABASE}`;
  const tls = (ca: string): Environment => ({
    ...authorityOnly(ca),
    DATABASE_TLS_CERT_FILE: client.cert,
    DATABASE_TLS_KEY_FILE: client.key,
    REDIS_TLS_CERT_FILE: client.cert,
    REDIS_TLS_KEY_FILE: client.key,
  });

  it('the right authority: everything works, with the roles of the services', async () => {
    await present(servers.good);
    const { tlsPort } = await redisWith(servers.good);
    const environment = { DATABASE_URL: databaseUrl(), REDIS_URL: redisUrl(tlsPort), ...tls(authority.cert) };
    await operator(['migrate'], environment);
    const logins = ['registry', 'compiler'].map(
      (service) => `
      DO $$ BEGIN CREATE ROLE ${service} LOGIN PASSWORD '${SUPERUSER_PASSWORD}' IN ROLE kirchhoff_${service};
      EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
    );
    await postgres.query('postgres', logins.join(';'));
    const as = (service: 'registry' | 'compiler') => ({ ...environment, DATABASE_URL: databaseUrl().replace(OWNER, service) });
    const [registry, compiler, worker] = await Promise.all([
      startService('registry', as('registry')),
      startService('compiler', as('compiler')),
      startService('worker', as('registry')),
    ]);
    const key = await register(registry.address);
    const { body } = await call('POST', `${registry.address}/v1/circuits`, { key, body: { name: 'one', source: closedSource(1) } });
    const certified = await call('POST', `${registry.address}/v1/circuits/${String(body?.['pid'])}/certify`, { key, body: {} });
    expect(certified.body).toMatchObject({ certified: true });
    const policy = await call('POST', `${compiler.address}/v1/policies`, { key, body: { name: 'refunds', source: POLICY } });
    expect(policy.status).toBe(201);
    const health = await Promise.all([registry, compiler].map(async ({ address }) => call('GET', `${address}/v1/health`)));
    expect(health.map((answer) => answer.body?.['status'])).toEqual(['ok', 'ok']);
    const backup = join(await temporaryFolder(), 'a.backup');
    expect(await operator(['backup', backup], environment)).toContain('rows of');
    const byAddress = { ...environment, DATABASE_URL: databaseUrl('127.0.0.1'), REDIS_URL: redisUrl(tlsPort, '127.0.0.1') };
    expect(await operator(['top'], byAddress)).toContain('acc_');
    const unencrypted = await postgres.query(
      'postgres',
      `SELECT 1 FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
      WHERE datname = '${DATABASE}' AND NOT ssl AND application_name LIKE 'kirchhoff%'`,
    );
    expect(unencrypted).toEqual([]);
    await Promise.all([registry, compiler, worker].map(async (program) => program.stop()));
  });

  it('another authority is refused', async () => {
    await present(servers.good);
    const { tlsPort } = await redisWith(servers.good);
    const environment = { DATABASE_URL: databaseUrl(), REDIS_URL: redisUrl(tlsPort), ...tls(stranger.cert) };
    // The variable that disables verification in Node has no effect.
    await refused({ ...environment, NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'in DATABASE_TLS_CA_FILE', 'in REDIS_TLS_CA_FILE');
  });

  it('a certificate for another name is refused', async () => {
    await present(servers.elsewhere);
    const { tlsPort } = await redisWith(servers.elsewhere);
    const environment = { DATABASE_URL: databaseUrl(), REDIS_URL: redisUrl(tlsPort), ...tls(authority.cert) };
    await refused(environment, 'Connect in DATABASE_URL by a name', 'Connect in REDIS_URL by a name');
  });

  it('an expired certificate is refused', async () => {
    await present(servers.expired);
    const { tlsPort } = await redisWith(servers.expired);
    const environment = { DATABASE_URL: databaseUrl(), REDIS_URL: redisUrl(tlsPort), ...tls(authority.cert) };
    await refused(environment, 'Give the server a valid certificate', 'Give the server a valid certificate');
  });

  it('a missing certificate of the client is refused', async () => {
    await present(servers.good);
    const { tlsPort } = await redisWith(servers.good);
    const environment = { DATABASE_URL: databaseUrl(), REDIS_URL: redisUrl(tlsPort), ...authorityOnly(authority.cert) };
    await refused(environment, 'in DATABASE_TLS_CERT_FILE', 'in REDIS_TLS_CERT_FILE');
  });

  it('a server without TLS is refused', async () => {
    await appendFile(join(postgres.data, 'postgresql.conf'), '\nssl = off\n');
    await writeFile(join(postgres.data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
    await postgres.stop();
    await postgres.start();
    const { port } = await startRedis();
    const environment = { DATABASE_URL: databaseUrl(), REDIS_URL: redisUrl(port), ...tls(authority.cert) };
    await refused(environment, 'The server does not speak TLS', 'check that REDIS_URL has its tls-port');
  });

  it('wrong files and contradictions are wrong settings, all at once', async () => {
    const environment = {
      DATABASE_URL: `${databaseUrl()}?sslmode=no-verify`,
      REDIS_URL: 'redis://localhost:1',
      DATABASE_TLS_CA_FILE: '/nowhere/ca.crt',
      DATABASE_TLS_CERT_FILE: client.cert,
      DATABASE_TLS_KEY_FILE: servers.good.key,
      REDIS_TLS_CA_FILE: authority.key,
      REDIS_TLS_CERT_FILE: client.cert,
    };
    for (const program of ['services/registry/dist/main.js', 'services/registry/dist/worker.js', 'services/compiler/dist/main.js']) {
      const { code, output } = await tryProgram(process.execPath, [join(REPOSITORY, program)], {
        env: { PATH: process.env['PATH'], ...environment },
      });
      expect(code).toBe(2);
      for (const line of [
        'DATABASE_TLS_CA_FILE must be the path of a file that this process may read',
        'DATABASE_TLS_CERT_FILE contradicts DATABASE_URL',
        'DATABASE_TLS_KEY_FILE must be the key of the certificate in DATABASE_TLS_CERT_FILE',
        'REDIS_TLS_CA_FILE must be the path of a file',
        'REDIS_TLS_CERT_FILE needs REDIS_TLS_KEY_FILE too',
        'REDIS_TLS_CERT_FILE contradicts REDIS_URL',
      ])
        expect(output).toContain(line);
    }
  });
});
