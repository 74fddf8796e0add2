import { CIRCUITS } from '../testing/corpus.js';
import { holdPythonToReference } from '../testing/python-runs.js';
import { sampled } from '../testing/variants.js';

test('every circuit of the documentation, the examples and the conformance cases runs as the reference does', () => {
  const runs = CIRCUITS.map(({ program, closed, vectors }) => {
    const lines = [...vectors.map(({ inputs }) => JSON.stringify(inputs)), ...sampled(program, 6)];
    return { program, options: { certified: closed, guards: false }, lines };
  });
  expect(runs.length).toBeGreaterThan(150);
  holdPythonToReference(runs);
}, 120_000);
