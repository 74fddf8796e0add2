import { type Database, poolLoad } from '../../database/database.js';
import type { Check } from '../../health/readiness.js';
import { boundedRead } from './bounded-read.js';
import type { Metrics } from './metrics.js';

/** Time in which a scrape waits for a dependency. */
export const SCRAPE_MILLISECONDS = 2_000;

/** Shows if the dependencies answer. Each scrape asks them anew. */
export function meterDependencies(metrics: Metrics, checks: Readonly<Record<'postgres' | 'redis', Check>>): void {
  for (const dependency of ['postgres', 'redis'] as const) {
    const answers = boundedRead(async () => checks[dependency]().then(() => true), SCRAPE_MILLISECONDS);
    metrics.read('dependency_up', async () => [{ labels: { dependency }, value: (await answers()) === true ? 1 : 0 }]);
  }
}

/** Shows the use of a database's connections. */
export function meterPool(metrics: Metrics, database: Database): void {
  metrics.read('database_pool_connections', () => {
    const { total, idle } = poolLoad(database);
    return [
      { labels: { state: 'used' }, value: total - idle },
      { labels: { state: 'idle' }, value: idle },
    ];
  });
  metrics.read('database_pool_waiting', () => [{ labels: {}, value: poolLoad(database).waiting }]);
}
