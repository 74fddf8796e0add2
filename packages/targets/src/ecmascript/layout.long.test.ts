import { biomeChanges } from '../testing/biome.js';
import { CIRCUITS } from '../testing/corpus.js';
import { FORMS, formSource } from '../testing/forms.js';
import { APPLIED, EDGE_CIRCUITS } from '../testing/monomer-circuits.js';
import { circuitOf } from '../testing/reference.js';
import { formsOf, runsOf } from '../testing/toolchain.js';

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
