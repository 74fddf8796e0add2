import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { measure } from './bars.js';
import { NEEDS_SOLVER } from './shapes.js';
import { solverTime } from './solver-time.js';
import { barsTable, number, stagesTable } from './table.js';

const SOLVER_ROUNDS = 5;

/**
 * Measures the engine, prints the tables and writes the figures.
 * @param destination of the JSON
 */
export async function benchEngine(destination: string): Promise<void> {
  const file = path.resolve(destination);
  const { shapes, growth, bars } = measure((line) => process.stderr.write(`measuring ${line} …\n`));
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
