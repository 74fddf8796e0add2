import { type Database, openRedis, type Redis } from '@kirchhoff/platform';

/** Returns every row of every table as text; bytes in hexadecimal, as Postgres writes them. */
export async function everyRow(database: Database): Promise<readonly string[]> {
  const tables = await database.$queryRaw<{ readonly name: string }[]>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`;
  const rows = tables.map(async ({ name }) =>
    database.$queryRawUnsafe<{ readonly row: string }[]>(`SELECT '${name} ' || t::text AS row FROM "${name}" t`),
  );
  return (await Promise.all(rows)).flat().map(({ row }) => row);
}

/** Returns every key of a Redis database with its value, as text. */
export async function everyRedisValue(url: string): Promise<readonly string[]> {
  const redis = openRedis(url, () => undefined);
  await new Promise((resolve) => redis.once('ready', resolve));
  const names = await redis.keys('*');
  const values = await Promise.all(names.map(async (name) => `${name} ${JSON.stringify(await valueOf(redis, name))}`));
  redis.disconnect();
  return values;
}

async function valueOf(redis: Redis, name: string): Promise<unknown> {
  const type = await redis.type(name);
  switch (type) {
    case 'string':
      return redis.get(name);
    case 'hash':
      return redis.hgetall(name);
    case 'list':
      return redis.lrange(name, 0, -1);
    case 'set':
      return redis.smembers(name);
    case 'zset':
      return redis.zrange(name, '0', '-1');
    case 'stream':
      return redis.xrange(name, '-', '+');
    case 'none':
      return null;
    default:
      throw new Error(`${name} is a ${type}`);
  }
}
