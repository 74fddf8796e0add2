import { stopPrograms } from './programs.js';
import { call, closedSource, operator, register, startService } from './services.js';
import { removeFolders, startPostgres, startRedis } from './stores.js';
import { drill } from './tools.js';

drill('the processes on the Postgres and the Redis of the distribution', ['postgres', 'redis-server'], () => {
  afterAll(async () => {
    await stopPrograms();
    await removeFolders();
  });

  it('certify a circuit', async () => {
    const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    await postgres.query('postgres', 'CREATE DATABASE kirchhoff');
    const environment = { DATABASE_URL: postgres.url('kirchhoff'), REDIS_URL: redis.url };
    await operator(['migrate'], environment);
    const [registry] = await Promise.all([startService('registry', environment), startService('worker', environment)]);
    const key = await register(registry.address);
    const published = await call('POST', `${registry.address}/v1/circuits`, { key, body: { name: 'one', source: closedSource(1) } });
    expect(published.status).toBe(201);
    const certified = await call('POST', `${registry.address}/v1/circuits/${String(published.body?.['pid'])}/certify`, { key, body: {} });
    expect(certified.body).toMatchObject({ certified: true, phi_c: 1 });
  });
});
