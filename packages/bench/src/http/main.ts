// Started by ../on-servers.ts, with TEST_DATABASE_URL and TEST_REDIS_URL of servers that only this bench uses.

import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { openBareQueue } from './bare-queue.js';
import { timeCertify } from './certify.js';
import { runComparisons } from './comparisons.js';
import { startRegistry } from './registry.js';
import { serversToUse } from './servers.js';
import { certifyLine, comparisonTable } from './table.js';

interface Options {
  readonly seconds: string;
  readonly rounds: string;
  readonly only?: string;
  readonly file: string;
}

const FIRST_TIMED = 500_000_000;

async function main(): Promise<void> {
  const options = new Command()
    .option('--seconds <number>', '', '4')
    .option('--rounds <number>', '', '5')
    .option('--only <names>')
    .requiredOption('--file <path>')
    .parse()
    .opts<Options>();
  const effort = { seconds: Number(options.seconds), rounds: Number(options.rounds) };
  const only = options.only?.split(',');
  const folder = await mkdtemp(path.join(tmpdir(), 'kirchhoff-bench-'));
  const servers = serversToUse();
  const registry = await startRegistry(folder, servers);
  const queue = await openBareQueue(servers.redis);
  try {
    const comparisons = await runComparisons({ registry, folder, effort, only, say });
    say('certify against the bare queue');
    const certify =
      only === undefined || only.includes('certify') ? await timeCertify(registry.origin, registry.key, queue, FIRST_TIMED) : undefined;
    process.stdout.write(`${comparisonTable(comparisons)}\n`);
    if (certify !== undefined) process.stdout.write(`\n${certifyLine(certify)}\n`);
    const machine = { node: process.version, cpu: cpus()[0]?.model ?? '', cores: cpus().length };
    mkdirSync(path.dirname(options.file), { recursive: true });
    writeFileSync(options.file, `${JSON.stringify({ machine, effort, comparisons, certify }, null, 2)}\n`);
    process.stdout.write(`\nall figures are in ${options.file}\n`);
  } finally {
    await queue.close();
    await registry.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function say(line: string): void {
  process.stderr.write(`${line} …\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
