import { type Database, openDatabase, Prisma } from '@kirchhoff/platform';
import { Command } from 'commander';
import { type Ask, asking } from '../circuits/list/ask.js';
import { CircuitLists } from '../circuits/list/lists.js';
import { databaseUrl, WrongEnvironment } from '../operator/environment.js';
import { type MeasuredQuery, measuredQueries } from './queries.js';

/**
 * Measures how long the registry takes to find a page of circuits, from the question to the last statement's rows. The
 * questions take turns, so that none has the server's memory to itself.
 */
async function main(): Promise<void> {
  const { runs, plans } = readOptions();
  const database = openDatabase({ url: databaseUrl(process.env), poolSize: 2, applicationName: 'kirchhoff-measure' });
  try {
    const queries = await measuredQueries(database);
    process.stdout.write(tableOf(queries, await measured(new CircuitLists(asking(database)), queries, runs)));
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

/** Milliseconds, sorted, by the name of the question. */
type Times = ReadonlyMap<string, readonly number[]>;

async function measured(lists: CircuitLists, queries: readonly MeasuredQuery[], runs: number): Promise<Times> {
  const times = new Map<string, number[]>(queries.map(({ name }) => [name, []]));
  for (let run = -WARM_UP; run < runs; run += 1) {
    process.stderr.write(`\rrun ${Math.max(0, run + 1)} of ${runs}`);
    for (const { name, query } of queries) {
      const started = performance.now();
      // oxlint-disable-next-line no-await-in-loop -- one after the other is what is measured
      await lists.page(query);
      if (run >= 0) times.get(name)?.push(performance.now() - started);
    }
  }
  process.stderr.write('\n');
  return new Map([...times].map(([name, all]) => [name, all.toSorted((a, b) => a - b)]));
}

function tableOf(queries: readonly MeasuredQuery[], times: Times): string {
  const rows = queries.map(({ name, query }) => {
    const all = times.get(name) ?? [];
    const searched = query.search === undefined ? '' : `\`${query.search.text.trim()}\``;
    return `| ${name} | ${searched} | ${[quantile(all, 0.5), quantile(all, 0.95), quantile(all, 1)].join(' | ')} |\n`;
  });
  return `| question | search | p50 ms | p95 ms | max ms |\n| --- | --- | --: | --: | --: |\n${rows.join('')}`;
}

function quantile(sorted: readonly number[], share: number): string {
  return (sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0).toFixed(1);
}

/** Every statement of every question, with the plan that it is run by. */
async function plansOf(database: Database, queries: readonly MeasuredQuery[]): Promise<string> {
  const parts: string[] = [];
  for (const { name, query } of queries) {
    const plans: string[] = [];
    const explaining: Ask = async (statement) => {
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
