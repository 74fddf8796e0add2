// Started by ../on-servers.ts, with TEST_DATABASE_URL and TEST_REDIS_URL of servers that only this bench uses.

import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { type Servers, serversToUse } from '../http/servers.js';
import { ATTACKS, type Attack } from './attacks.js';
import { runPhase } from './phase.js';
import { fairnessTable, type Result } from './table.js';
import { judge } from './verdict.js';

interface Options {
  readonly seconds: string;
  readonly only?: string;
  readonly file: string;
}

async function main(): Promise<void> {
  const options = new Command()
    .option('--seconds <number>', '', '5')
    .option('--only <names>')
    .requiredOption('--file <path>')
    .parse()
    .opts<Options>();
  const servers = serversToUse();
  const seconds = Number(options.seconds);
  const results: Result[] = [];
  for (const attack of chosen(options.only)) {
    process.stderr.write(`${attack.name}: ${attack.sends} …\n`);
    // oxlint-disable-next-line no-await-in-loop -- one attack after the other
    results.push(await runAttack(attack, seconds, servers));
    process.stderr.write(`${fairnessTable(results.slice(-1))}\n`);
  }
  process.stdout.write(`${fairnessTable(results)}\n`);
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? '', cores: cpus().length };
  mkdirSync(path.dirname(options.file), { recursive: true });
  writeFileSync(options.file, `${JSON.stringify({ machine, seconds, results }, null, 2)}\n`);
  process.stdout.write(`\nall figures are in ${options.file}\n`);
  if (!results.every(({ verdict }) => verdict.passes)) process.exitCode = 1;
}

/** The attack comes first: the quiet phase sends as many requests a second as the attack did. */
async function runAttack(attack: Attack, seconds: number, servers: Servers): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kirchhoff-fairness-'));
  try {
    const options = { attack, seconds, servers, folder };
    const during = await runPhase({ ...options, refusedPerSecond: undefined });
    const refusedPerSecond = Math.max(1, during.sent.requests - attack.atOnce) / during.sent.seconds;
    const quiet = await runPhase({ ...options, refusedPerSecond });
    return { attack, during, quiet, verdict: judge(during, quiet) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function chosen(only: string | undefined): readonly Attack[] {
  if (only === undefined) return ATTACKS;
  return only.split(',').map((name) => {
    const attack = ATTACKS.find((each) => each.name === name);
    if (attack === undefined) throw new Error(`there is no attack ${name}: ${ATTACKS.map((each) => each.name).join(', ')}`);
    return attack;
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
