import { interpret } from '../drawing/interpret.js';
import { drawProgram } from '../drawing/program.js';
import { Random } from '../drawing/random.js';
import { write } from '../drawing/write.js';
import { ENGINE } from '../planted-engine.js';
import { Planting } from './plant.js';
import { emptyTally, FORM_PLACES, formSummary, summary, trial } from './trial.js';

/** The seeds of the generated programs, which together cover every place. `npm run planted` draws many more. */
const SEEDS: readonly number[] = [
  3_042, 3_050, 3_062, 3_072, 3_128, 3_135, 3_144, 3_172, 3_174, 3_180, 3_195, 3_196, 3_198, 3_200, 3_203, 3_210, 3_228, 3_314, 3_324,
  3_356, 3_376, 3_391, 3_406,
];
const LAYERS = ['analysis', 'linear', 'cases', 'exhaustion'] as const;

/** Places in which faults must occur. */
const PLACES: readonly string[] = [
  'fold',
  'map',
  'filter',
  'any',
  'all',
  'count',
  'arm of if',
  'arm of match on integer',
  'arm of match on enumeration',
  'right side',
  'component',
  'arm of if in a component',
  'record',
  'list',
  'circuit',
  'ensure',
  'require',
];

test('a fault that a run meets is never closed, whatever closed the program before', async () => {
  const tally = emptyTally();
  for (const seed of SEEDS) await trial(BigInt(seed), LAYERS[seed % LAYERS.length] ?? 'analysis', ENGINE, tally);
  process.stderr.write(`${summary(tally)}\n${formSummary(tally)}\n`);
  expect(LAYERS.filter((layer) => tally.planted[layer] === 0)).toEqual([]);
  expect([...PLACES, ...FORM_PLACES].filter((place) => !Object.hasOwn(tally.places, place))).toEqual([]);
}, 1_800_000);

test('the same seed gives the same program', () => {
  expect(write(drawProgram(new Random(5n), 'analysis'))).toEqual(write(drawProgram(new Random(5n), 'analysis')));
});

test('what is planted fails the run that it is planted for', () => {
  const x = { type: { kind: 'integer', lo: 0n, hi: 99n }, form: 'name', name: 'x' } as const;
  const program = {
    components: [],
    inputs: [{ name: 'x', type: x.type }],
    outputs: [{ name: 'out', type: x.type }],
    requires: [],
    wires: [{ name: 'out', stated: null, value: x }],
    ensures: [],
  };
  const planting = new Planting(program, [17n], new Random(1n));
  for (let tries = 0; tries < 50; tries += 1) {
    const planted = planting.plant();
    if (planted !== null) expect(interpret(planted.program, [17n]).type).toBe('fault');
  }
  expect(interpret(program, [17n])).toMatchObject({ type: 'outputs' });
});
