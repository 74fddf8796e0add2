import { changedByBlack, hasBlack } from '../testing/black.js';
import { SOME_CIRCUITS } from '../testing/corpus.js';
import { FORMS, formSource } from '../testing/forms.js';
import { APPLIED, sourcesOf } from '../testing/monomer-circuits.js';
import { circuitOf } from '../testing/reference.js';
import { compiledTo } from '../testing/toolchain.js';

test('the formatter changes nothing in any circuit of the documentation, in any monomer and in any form of the language', () => {
  const applied = APPLIED.flatMap((monomer) => sourcesOf(monomer).slice(0, 2).map(circuitOf));
  const forms = FORMS.map(([, body]) => circuitOf(formSource(body)));
  const files = [...applied, ...forms, ...SOME_CIRCUITS.map(({ program }) => program)].flatMap((program) => {
    return [
      ...compiledTo('python', program, { certified: false, tests: true }).files,
      ...compiledTo('python', program, { certified: true }).files.slice(0, 1),
    ];
  });
  expect(files.length).toBeGreaterThan(400);
  if (hasBlack()) expect(changedByBlack(files.map(({ content }) => content))).toBe('');
}, 900_000);
