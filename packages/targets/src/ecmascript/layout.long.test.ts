import * as fc from 'fast-check';
import { biomeChanges, changesOf } from '../testing/biome.js';
import { CIRCUITS } from '../testing/corpus.js';
import { FORMS, formSource } from '../testing/forms.js';
import { APPLIED, EDGE_CIRCUITS } from '../testing/monomer-circuits.js';
import { randomLine } from '../testing/random-lines.js';
import { randomRuns } from '../testing/random-runs.js';
import { circuitOf } from '../testing/reference.js';
import { formsOf, runsOf } from '../testing/toolchain.js';
import { laidOut } from './layout.js';

/** The number of random circuits, and their seed. Another seed draws others. */
const RUNS = Number(process.env['TARGET_RUNS'] ?? 200);
const SEED = Number(process.env['TARGET_SEED'] ?? 18);

test('every circuit of the corpus is written as the formatter would', () => {
  expect(biomeChanges(CIRCUITS.flatMap(({ program, closed }) => formsOf(program, [], closed)))).toBe('');
}, 300_000);

test('every form and every monomer is written as the formatter would', () => {
  const forms = FORMS.map(([, body]) => circuitOf(formSource(body)));
  const runs = [
    ...APPLIED.flatMap((monomer) => runsOf(monomer, 1)),
    ...[...EDGE_CIRCUITS.map(({ program }) => program), ...forms].flatMap((program) => formsOf(program, [])),
  ];
  expect(biomeChanges(runs)).toBe('');
}, 300_000);

test('random circuits are written as the formatter would', () => {
  expect(biomeChanges(randomRuns(RUNS, SEED))).toBe('');
}, 900_000);

test('random lines are laid out as the formatter would', () => {
  const lines = fc.sample(randomLine, { numRuns: 10 * RUNS, seed: SEED }).map((line) => laidOut(line, 2).join('\n'));
  const blocks = lines.map((text) => (text.endsWith('{') ? `${text}\n    run();\n  }` : text));
  expect(changesOf([{ path: 'lines.ts', content: `function lines() {\n${blocks.join('\n')}\n}\n` }])).toBe('');
}, 300_000);
