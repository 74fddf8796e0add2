import * as fc from 'fast-check';
import { conformanceCases, examplePrograms } from '../../testing/conformance-cases.js';
import { contradictionsOf } from '../../testing/held-queries.js';
import { randomCircuit } from '../../testing/random-circuit.js';

const RUNS = Number(process.env['TRIAL_PROGRAMS'] ?? 10);
/** Number of runs for each query; evidence needs more. */
const TRIALS = 8;

const written = [...conformanceCases(), ...examplePrograms()].filter((_, index) => index % 9 === 0);

test.each(written.map(({ name, source }) => [name, source]))('no run contradicts a query of %s', (_, source) => {
  expect(contradictionsOf(source, TRIALS)).toEqual([]);
});

const drawn = fc.sample(randomCircuit({ reach: 12, width: 30 }), { numRuns: RUNS, seed: 20_261_122 });

test.each(drawn.map((source, index) => [index, source] as const))('no run contradicts a query of random program %i', (_, source) => {
  expect(contradictionsOf(source, TRIALS)).toEqual([]);
});
