import { certify, read } from '@kirchhoff/coherence';
import { EXAMPLES } from './examples.js';

test.each(EXAMPLES.map(({ title, source }) => [title, source] as const))(
  '%s: the program closes, or has an input that shows why not',
  (_, source) => {
    const reading = read(source);
    if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
    const { certified, errors } = certify(reading.program);
    if (certified) return;
    expect(errors.some(({ counterexample }) => counterexample !== undefined)).toBe(true);
  },
);
