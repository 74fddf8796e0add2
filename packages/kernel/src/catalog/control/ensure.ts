import type { Monomer } from '../monomer.js';

export const ensure: Monomer = {
  index: 62,
  name: 'ENSURE',
  family: 'control',
  signature: '(c bool)',
  description: 'What a circuit or component promises, proven for all inputs.',
  needs: 'c holds',
  range: 'nothing',
  effect: 'pure',
  form: 'ensure c',
  examples: [
    { arguments: [true], result: 'holds' },
    { arguments: [{ fee: 0, amount: 0 }, 'fee <= amount'], result: 'holds' },
    { arguments: [{ fee: 99, amount: 100 }, 'fee <= amount'], result: 'holds' },
    { arguments: [{ result: -1 }, 'result < 0'], result: 'holds' },
  ],
  overloads: [],
};
