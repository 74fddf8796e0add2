import { CIRCUITS } from '../testing/corpus.js';
import { guardedScriptOf, holdTextToReference, sampled, scriptOf } from '../testing/variants.js';

/** Every circuit of the language reference, the examples and the conformance cases is imported as a module and run. */

test('there are many', () => {
  expect(CIRCUITS.length).toBeGreaterThan(150);
});

test.each(CIRCUITS)('$name runs as the reference does: open, closed, and guarded', ({ program, closed, vectors }) => {
  const inputs = [...vectors.map((vector) => JSON.stringify(vector.inputs)), ...sampled(program, 12)];
  for (const text of [scriptOf(program, false), ...(closed ? [scriptOf(program, true), guardedScriptOf(program)] : [])]) {
    holdTextToReference(text, program, inputs);
  }
});
