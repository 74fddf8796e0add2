import { integerCircuits, OPERATIONS } from '../testing/integer-circuits.js';
import { holdPythonToReference } from '../testing/python-runs.js';
import { circuitOf } from '../testing/reference.js';
import { sampled } from '../testing/variants.js';

test('every integer operation is exact at the edges of 32 bits, of safe integers and of 64 bits', () => {
  const runs = OPERATIONS.flatMap((operation) =>
    integerCircuits(operation).map((source) => {
      const program = circuitOf(source);
      return { program, options: { certified: false }, lines: sampled(program, 25, 1) };
    }),
  );
  holdPythonToReference(runs);
}, 300_000);
