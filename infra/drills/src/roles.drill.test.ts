import { stopPrograms } from './harness/programs.js';
import { call, closedSource, operator, register, startService } from './harness/services.js';
import { removeFolders, SUPERUSER_PASSWORD, startPostgres, startRedis } from './harness/stores.js';
import { drill } from './harness/tools.js';

/** It owns its database and may not create roles, as on many managed servers. */
const OWNER = 'managed';
const DATABASE = 'kirchhoff';

/** Each case starts processes. */
jest.setTimeout(300_000);

drill('roles on a server where the owner may not create them', ['postgres', 'redis-server'], () => {
  afterAll(async () => {
    await stopPrograms();
    await removeFolders();
  });

  it('the migration names the statements of the administrator; after them each service works with its login', async () => {
    const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    await postgres.query('postgres', `CREATE ROLE ${OWNER} LOGIN PASSWORD '${SUPERUSER_PASSWORD}'`);
    await postgres.query('postgres', `CREATE DATABASE ${DATABASE} OWNER ${OWNER}`);
    const as = (role: string) => ({ DATABASE_URL: postgres.url(DATABASE, role), REDIS_URL: redis.url });
    const told = await operator(['migrate'], as(OWNER));
    const statements = told.split('\n').filter((line) => line.startsWith('  CREATE ROLE'));
    expect(statements).toHaveLength(2);

    await postgres.query('postgres', statements.join('\n'));
    expect(await operator(['migrate'], as(OWNER))).toBe('The schema is up to date.\n');
    for (const service of ['registry', 'compiler'])
      await postgres.query('postgres', `CREATE ROLE ${service} LOGIN PASSWORD '${SUPERUSER_PASSWORD}' IN ROLE kirchhoff_${service}`);

    const [registry, compiler] = await Promise.all([
      startService('registry', as('registry')),
      startService('compiler', as('compiler')),
      startService('worker', as('registry')),
    ]);
    const key = await register(registry.address);
    const published = await call('POST', `${registry.address}/v1/circuits`, { key, body: { name: 'one', source: closedSource(1) } });
    const certified = await call('POST', `${registry.address}/v1/circuits/${String(published.body?.['pid'])}/certify`, { key, body: {} });
    expect(certified.body).toMatchObject({ certified: true });
    expect((await call('GET', `${compiler.address}/v1/policies`, { key })).status).toBe(200);
    const unused = await postgres.query(
      DATABASE,
      `SELECT DISTINCT usename::text AS role FROM pg_stat_activity WHERE application_name LIKE 'kirchhoff-%' ORDER BY 1`,
    );
    expect(unused).toEqual([{ role: 'compiler' }, { role: 'registry' }]);
  });
});
