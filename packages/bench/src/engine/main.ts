import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { THREAD_LIMITS } from '@kirchhoff/engine-host';
import type { MeasuredStages } from './bars.js';
import { NEEDS_SOLVER } from './shapes.js';
import { solverTime } from './solver-time.js';
import { barsTable, number, stagesTable } from './table.js';
import type { ThreadMessage } from './thread.js';

const SOLVER_ROUNDS = 5;

/**
 * Measures the engine, prints the tables and writes the figures.
 * @param destination of the JSON
 */
export async function benchEngine(destination: string): Promise<void> {
  const file = path.resolve(destination);
  const { shapes, growth, bars } = await measureInThread((line) => process.stderr.write(`measuring ${line} …\n`));
  const z3 = await solverTime(NEEDS_SOLVER, SOLVER_ROUNDS);
  const lines = [
    stagesTable([...shapes, ...growth]),
    barsTable(bars),
    `what only a solver closes: ${number(z3.solver)} ms in z3 (${z3.queries} queries, those of the check included), ${number(z3.engine)} ms in the engine`,
  ];
  process.stdout.write(`${lines.join('\n\n')}\n`);
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? '', cores: cpus().length };
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ machine, bars, shapes, growth, z3 }, null, 2)}\n`);
  process.stdout.write(`\n${bars.filter(({ met }) => met).length} of ${bars.length} bars met; all figures are in ${file}\n`);
}

/** Measures in a worker thread with the memory limits of the services' threads, in which programs are certified and checked. */
function measureInThread(say: (line: string) => void): Promise<MeasuredStages> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(require.resolve('./thread.js'), { resourceLimits: THREAD_LIMITS });
    thread.on('message', (message: ThreadMessage) => {
      if ('saying' in message) say(message.saying);
      else resolve(message.measured);
    });
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the measuring thread ended with ${code} and without figures`)));
  });
}
