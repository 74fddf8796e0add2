import { type Database, openDatabase, Prisma } from '@kirchhoff/platform';
import { CircuitLists, type QueryRunner, queryRunner } from '@kirchhoff/registry/dist/circuits/list/repository.js';
import { databaseUrl, WrongEnvironment } from '@kirchhoff/registry/dist/operator/environment.js';
import { Command } from 'commander';
import { busyTime } from './busy-time.js';
import { type MeasuredQuery, measuredQueries } from './queries.js';

/**
 * Measures the time of the registry from a query to the rows of its last statement. The queries take turns, so that they share the
 * server's memory.
 */
async function main(): Promise<void> {
  const { runs, plans } = readOptions();
  const database = openDatabase({ url: databaseUrl(process.env), poolSize: 1, applicationName: 'kirchhoff-measure' });
  try {
    const queries = await measuredQueries(database);
    process.stdout.write(tableOf(queries, await measured(database, queries, runs)));
    if (plans) process.stdout.write(await plansOf(database, queries));
  } finally {
    await database.$disconnect();
  }
}

interface Options {
  readonly runs: number;
  readonly plans: boolean;
}

function readOptions(): Options {
  return new Command('measure')
    .description('Measures the list of circuits on a seeded database (DATABASE_URL).')
    .option('--runs <count>', 'how often each question is asked', Number, 50)
    .option('--no-plans', 'leave out how Postgres answers them')
    .parse()
    .opts<Options>();
}

const WARM_UP = 3;

/** The times of a query in milliseconds, one for each run. */
interface Times {
  readonly elapsed: number[];
  /** Empty if the system does not tell it. */
  readonly busy: number[];
}

async function measured(database: Database, queries: readonly MeasuredQuery[], runs: number): Promise<ReadonlyMap<string, Times>> {
  const lists = new CircuitLists(queryRunner(database));
  const busy = await busyTime(database);
  const times = new Map<string, Times>(queries.map(({ name }) => [name, { elapsed: [], busy: [] }]));
  for (let run = -WARM_UP; run < runs; run += 1) {
    process.stderr.write(`\rrun ${Math.max(0, run + 1)} of ${runs}`);
    for (const { name, query } of queries) {
      // oxlint-disable no-await-in-loop -- one after the other is what is measured
      const busyBefore = (await busy?.()) ?? 0;
      const started = performance.now();
      await lists.page(query);
      const elapsed = performance.now() - started;
      const busyAfter = await busy?.();
      // oxlint-enable no-await-in-loop
      if (run < 0) continue;
      times.get(name)?.elapsed.push(elapsed);
      if (busyAfter !== undefined) times.get(name)?.busy.push(busyAfter - busyBefore);
    }
  }
  process.stderr.write('\n');
  return times;
}

function tableOf(queries: readonly MeasuredQuery[], times: ReadonlyMap<string, Times>): string {
  const rows = queries.map(({ name, query }) => {
    const { elapsed, busy } = times.get(name) ?? { elapsed: [], busy: [] };
    const searched = query.search === undefined ? '' : `\`${query.search.text.trim()}\``;
    const numbers = [quantile(elapsed, 0.5), quantile(elapsed, 0.95), quantile(elapsed, 1), quantile(busy, 0.5), quantile(busy, 0.95)];
    return `| ${name} | ${searched} | ${numbers.join(' | ')} |\n`;
  });
  const head = '| question | search | p50 ms | p95 ms | max ms | busy p50 | busy p95 |\n| --- | --- | --: | --: | --: | --: | --: |\n';
  return head + rows.join('');
}

function quantile(all: readonly number[], share: number): string {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]?.toFixed(1) ?? '';
}

/** Every statement of every query, with its execution plan. */
async function plansOf(database: Database, queries: readonly MeasuredQuery[]): Promise<string> {
  const parts: string[] = [];
  for (const { name, query } of queries) {
    const plans: string[] = [];
    const explaining: QueryRunner = async (statement) => {
      const lines = await database.$queryRaw<{ 'QUERY PLAN': string }[]>(Prisma.sql`EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) ${statement}`);
      plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
      return database.$queryRaw(statement);
    };
    // oxlint-disable-next-line no-await-in-loop -- plans must not disturb one another
    await new CircuitLists(explaining).page(query);
    parts.push(`\n### ${name}\n\n${plans.map((plan) => `\`\`\`\n${plan}\n\`\`\`\n`).join('\n')}`);
  }
  return parts.join('');
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof Error && !(error instanceof WrongEnvironment) ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exitCode = error instanceof WrongEnvironment ? 2 : 1;
});
