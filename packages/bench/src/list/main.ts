import { databaseUrl, WrongEnvironment } from '@kirchhoff/registry/dist/operator/environment.js';
import { Command, InvalidArgumentError } from 'commander';
import { seed } from './seed.js';

const HELP = `
Environment: DATABASE_URL, a migrated database.
This is a tool for measuring, not for production: its accounts have no keys, and what it calls certified has no certificate.`;

/** Fills a database with circuits. */
async function main(): Promise<void> {
  const options = readOptions();
  const started = Date.now();
  const seeded = await seed({ ...options, url: databaseUrl(process.env), now: new Date() }, (circuits) => {
    const seconds = Math.round((Date.now() - started) / 1_000);
    process.stderr.write(`\r${circuits} of ${options.circuits} circuits, ${seconds} s`);
  });
  if (seeded.kind === 'seeded') process.stderr.write(`\ndone in ${Math.round((Date.now() - started) / 1_000)} s\n`);
  else {
    process.stderr.write(`There are ${seeded.circuits} circuits already: nothing was written. --force adds to them.\n`);
    process.exitCode = 1;
  }
}

interface Options {
  readonly circuits: number;
  readonly seed: string;
  readonly force: boolean;
}

function readOptions(): Options {
  return new Command('seed')
    .description('Fills a database with accounts and circuits, to measure with.')
    .requiredOption('--circuits <count>', 'how many circuits', count)
    .option('--seed <text>', 'equal seeds make equal circuits', 'kirchhoff')
    .option('--force', 'add to a database that has circuits', false)
    .addHelpText('after', HELP)
    .parse()
    .opts<Options>();
}

const MAX_COUNT = 100_000_000;

function count(text: string): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > MAX_COUNT) throw new InvalidArgumentError(`A count is 1 to ${MAX_COUNT}.`);
  return value;
}

main().catch((error: unknown) => {
  if (error instanceof WrongEnvironment) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
    return;
  }
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
