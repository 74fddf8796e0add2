import { CIRCUITS } from '../testing/corpus.js';
import { formsInPython, holdPythonToReference } from '../testing/python-runs.js';
import { sampled } from '../testing/variants.js';

test('every circuit of the documentation, the examples and the conformance cases runs open, closed, and guarded', () => {
  const runs = CIRCUITS.flatMap(({ program, closed, vectors }) => {
    const lines = [...vectors.map(({ inputs }) => JSON.stringify(inputs)), ...sampled(program, 20)];
    return formsInPython(program, lines, closed);
  });
  expect(runs.length).toBeGreaterThan(300);
  holdPythonToReference(runs);
}, 300_000);
