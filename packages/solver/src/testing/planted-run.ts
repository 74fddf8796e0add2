import { LAYERS, type Layer } from '@kirchhoff/coherence/testing/drawing/program';
import { type EngineUnderTest, emptyTally, formSummary, summary, trial, Wrong } from '@kirchhoff/coherence/testing/planted/trial';
import { ENGINE } from '@kirchhoff/coherence/testing/planted-engine';
import { startSolver } from '../index.js';
import { engineWith } from './planted-engine.js';

/**
 * The long run of planted faults: draws programs from `PLANTED_FROM` on until `PLANTED_RUNS` faults are planted, for the
 * layers of `PLANTED_LAYERS` by turns (default: all; a layer may be named more than once). It ends with one line of counts,
 * the seeds that failed, and the seed to go on from.
 */
const RUNS = Number(process.env['PLANTED_RUNS'] ?? 100_000);
const FROM = Number(process.env['PLANTED_FROM'] ?? 1_000);
const EVERY = 500;
const ASKED = (process.env['PLANTED_LAYERS'] ?? LAYERS.join()).split(',').map(layerNamed);

function layerNamed(name: string): Layer {
  const layer = LAYERS.find((each) => each === name);
  if (layer === undefined) throw new Error(`PLANTED_LAYERS: there is no layer ${name}; there are ${LAYERS.join(', ')}`);
  return layer;
}

async function main(): Promise<void> {
  const solver = await startSolver();
  const withSolver = engineWith(solver);
  const tally = emptyTally();
  const failed: number[] = [];
  const planted = (): number => LAYERS.reduce((sum, layer) => sum + tally.planted[layer], 0);
  const progress = (seed: number): string => `${planted()} faults: ${summary(tally)}; go on with PLANTED_FROM=${seed}\n`;
  let seed = FROM;
  for (let shown = 0; planted() < RUNS; seed += 1) {
    const layer = ASKED[seed % ASKED.length] ?? 'analysis';
    const engine: EngineUnderTest = layer === 'smt' ? withSolver : ENGINE;
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
  process.stdout.write(
    `${progress(seed)}${formSummary(tally)}\n${failed.length === 0 ? 'no seed failed' : `seeds that failed: ${failed.join(' ')}`}\n`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
}

void main();
