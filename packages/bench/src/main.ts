// node --expose-gc dist/main.js [engine|policy|targets|http|fairness|pages]: the script of `npm run bench`.

import { Command } from 'commander';
import { benchEngine } from './engine/main.js';
import { benchOnServers } from './on-servers.js';
import { benchPolicy } from './policy/main.js';
import { benchTargets } from './targets/main.js';

const program = new Command('bench').description(
  'How fast it is, against bars and rivals that run in the same minutes on the same machine',
);
program
  .command('engine', { isDefault: true })
  .description('the engine against its bars')
  .argument('[file]', 'where the figures are written as JSON', '.local/bench.json')
  .action(benchEngine);
program
  .command('policy')
  .description('decisions in process against a function written by hand, Cedar and casbin; growth; comparisons of versions')
  .argument('[file]', 'where the figures are written as JSON', '.local/bench-policy.json')
  .action(benchPolicy);
program
  .command('targets')
  .description('compiled circuits against the same functions by hand, in the languages of this machine; the time to compile')
  .argument('[file]', 'where the figures are written as JSON', '.local/bench-targets.json')
  .action(benchTargets);
program
  .command('http')
  .description('both services against a bare Express, Verdaccio and BullMQ')
  .option('--seconds <number>', 'of each round', '4')
  .option('--rounds <number>', 'in turns with the rival', '5')
  .option('--only <names>', 'comparisons, separated by commas')
  .option('--file <path>', 'where the figures are written as JSON', '.local/bench-http.json')
  .action(async (options: Readonly<Record<string, string>>) => {
    process.exitCode = await benchOnServers('http/main', options);
  });
program
  .command('fairness')
  .description('what attacks by some accounts do to the requests of another')
  .option('--seconds <number>', 'of each measurement', '5')
  .option('--only <names>', 'attacks, separated by commas')
  .option('--file <path>', 'where the figures are written as JSON', '.local/bench-fairness.json')
  .action(async (options: Readonly<Record<string, string>>) => {
    process.exitCode = await benchOnServers('fairness/main', options);
  });

program
  .command('pages')
  .description(
    "the scores that Lighthouse gives to the explorer's pages, and the time of steps through a graph, in the distribution's Chromium",
  )
  .option('--runs <number>', 'of each page', '5')
  .option('--file <path>', 'where the figures are written as JSON', '.local/bench-pages.json')
  .action(async (options: Readonly<Record<string, string>>) => {
    process.exitCode = await benchOnServers('pages/main', options);
  });

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
