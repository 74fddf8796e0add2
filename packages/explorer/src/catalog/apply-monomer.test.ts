import { MONOMERS } from '@kirchhoff/coherence';
import { applyMonomer, parametersOf } from './apply-monomer.js';

const apply = (name: string, ...args: readonly unknown[]) =>
  applyMonomer(
    name,
    args.map((argument) => JSON.stringify(argument)),
  );

it('gives for every example of the catalog what the catalog says', () => {
  const runnable = MONOMERS.filter((monomer) => parametersOf(monomer).length > 0);
  expect(runnable.length).toBeGreaterThan(100);
  const examples = runnable.flatMap((monomer) => monomer.examples.map((example) => ({ name: monomer.name, ...example })));
  const told = examples.map((example) => {
    const applied = apply(example.name, ...example.arguments);
    return { ...example, result: applied.kind === 'result' ? JSON.parse(applied.json) : applied.message };
  });
  expect(told).toEqual(examples);
});

it('refuses what violates the precondition, in its words', () => {
  expect(apply('DIV', 1, 0)).toEqual({ kind: 'refused', message: expect.stringContaining('b is not 0') });
  expect(apply('ADD', '9223372036854775807', 1)).toEqual({ kind: 'refused', message: expect.stringContaining('fits 64 bits') });
});

it('refuses values of another type, and texts that are no JSON, by the name of the argument', () => {
  expect(apply('ADD', 1, true)).toEqual({ kind: 'refused', message: expect.stringMatching(/^b: expected an integer/) });
  expect(applyMonomer('ADD', ['1', 'two'])).toEqual({ kind: 'refused', message: expect.stringMatching(/^b is not JSON/) });
  expect(applyMonomer('ADD', ['1'])).toEqual({ kind: 'refused', message: 'It takes 2 arguments, not 1.' });
  expect(apply('ADD', 1.5, 1)).toEqual({ kind: 'refused', message: expect.stringContaining('1.5') });
});

it('refuses a literal outside of its domain', () => {
  expect(apply('MUL_WRAP', 1, 1, 64)).toEqual({ kind: 'refused', message: expect.stringMatching(/^bits: expected an integer/) });
});

it('applies no form of the language, and no monomer that is none', () => {
  for (const name of ['MAP', 'NOW', 'NONSENSE'])
    expect(apply(name, 1)).toEqual({ kind: 'refused', message: `${name} cannot be applied by itself.` });
});
