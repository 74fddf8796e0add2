import { read } from '@kirchhoff/coherence';
import { randomCircuit } from '@kirchhoff/coherence/testing/random-circuit';
import * as fc from 'fast-check';
import { withEveryValue } from '../testing/every-value.js';
import { integerCircuits, OPERATIONS } from '../testing/integer-circuits.js';
import { formsInPython, holdPythonToReference } from '../testing/python-runs.js';
import { circuitOf } from '../testing/reference.js';
import { sampled } from '../testing/variants.js';

const RUNS = Number(process.env['TARGET_RUNS'] ?? 20);

test.each([
  ['small', { reach: 12, width: 30 }],
  ['of 32 bits', { reach: 2 ** 32, width: 2 ** 32 }],
  ['about the edge of safe integers', { reach: Number.MAX_SAFE_INTEGER, width: Number.MAX_SAFE_INTEGER }],
])(
  'random circuits over domains %s give the outputs, refusals and faults of the reference',
  (_, shape) => {
    const sources = fc.sample(randomCircuit(shape), RUNS).filter((source) => read(source).ok);
    const runs = sources.flatMap((source, index) => {
      const drawn = circuitOf(source);
      const program = index % 2 === 0 ? withEveryValue(drawn) : drawn;
      return formsInPython(program, sampled(program, 15, index));
    });
    expect(runs.length).toBeGreaterThan(RUNS / 4);
    holdPythonToReference(runs);
  },
  120_000,
);

test('every integer operation is exact at the edges of 64 bits', () => {
  const runs = OPERATIONS.flatMap((operation) =>
    integerCircuits(operation)
      .slice(0, 2)
      .map((source) => {
        const program = circuitOf(source);
        return { program, options: { certified: false }, lines: sampled(program, 10, 1) };
      }),
  );
  holdPythonToReference(runs);
}, 120_000);
