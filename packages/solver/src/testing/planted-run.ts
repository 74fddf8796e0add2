import { LAYERS } from '@kirchhoff/coherence/testing/planted/program';
import { type Engine, emptyTally, summary, trial, Wrong } from '@kirchhoff/coherence/testing/planted/trial';
import { ENGINE } from '@kirchhoff/coherence/testing/planted-engine';
import { createSolver } from '../index.js';
import { engineWith } from './planted-engine.js';

/**
 * The long run of planted faults: draws programs from `PLANTED_FROM` on until `PLANTED_RUNS` faults are planted, every
 * fourth program with the solver. It ends with one line of counts, the seeds that failed, and the seed to go on from.
 */
const RUNS = Number(process.env['PLANTED_RUNS'] ?? 100_000);
const FROM = Number(process.env['PLANTED_FROM'] ?? 1_000);
const EVERY = 500;

async function main(): Promise<void> {
  const solver = await createSolver();
  const withSolver = engineWith(solver);
  const tally = emptyTally();
  const failed: number[] = [];
  const planted = (): number => LAYERS.reduce((sum, layer) => sum + tally.planted[layer], 0);
  const progress = (seed: number): string => `${planted()} faults: ${summary(tally)}; go on with PLANTED_FROM=${seed}\n`;
  let seed = FROM;
  for (let shown = 0; planted() < RUNS; seed += 1) {
    const layer = LAYERS[seed % LAYERS.length] ?? 'analysis';
    const engine: Engine = layer === 'smt' ? withSolver : ENGINE;
    try {
      await trial(BigInt(seed), layer, engine, tally);
    } catch (error) {
      failed.push(seed);
      const what = error instanceof Error ? error.message : String(error);
      process.stdout.write(`${error instanceof Wrong ? 'WRONG, ' : ''}${what}\n`);
    }
    if (planted() >= shown + EVERY) {
      shown = planted();
      process.stdout.write(progress(seed + 1));
    }
  }
  await solver.close();
  process.stdout.write(`${progress(seed)}${failed.length === 0 ? 'no seed failed' : `seeds that failed: ${failed.join(' ')}`}\n`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

void main();
