import { type CircuitProgram, certify, evidenceOf } from '@kirchhoff/coherence';
import { BY_EXHAUSTION } from '../testing/hard-sources.js';
import { circuitOf } from '../testing/reference.js';
import { compiledTo } from '../testing/toolchain.js';
import { claimed } from '../testing/wrong-circuits.js';

function textOf(program: CircuitProgram, by: Parameters<typeof claimed>[1]): string {
  return compiledTo('python', program, { certified: true, evidence: claimed(program, by) }).compiled;
}

test('what the rules of the checker close has no guard, and what is not known has one', () => {
  const program = circuitOf('circuit divide {\n input a: 0..9\n output y: 0..9\n b = a * 2\n y = 9 / b\n}');
  expect(textOf(program, 'analysis')).not.toContain('GuardError');
  expect(textOf(program, 'analysis')).toContain('(phi_c 1, assurance kernel)');
  expect(textOf(program, 'smt')).toMatch(/raise GuardError\(\s*"y",\s*5,\s*"DIV needs: /);
  expect(textOf(program, 'smt')).toContain('(phi_c 1, assurance solver)');
  expect(compiledTo('python', program, { certified: true }).compiled).toContain('raise GuardError(');
  expect(compiledTo('python', program, { certified: true, guards: false }).compiled).not.toContain('GuardError');
});

test('the evidence of a certificate says which guards there are', () => {
  const program = circuitOf(BY_EXHAUSTION);
  const { certified, certificate } = certify(program);
  const evidence = evidenceOf(certificate ?? new Uint8Array());
  const { compiled } = compiledTo('python', program, { certified, evidence });
  expect(compiled.split('raise GuardError(').length).toBe(2);
  expect(compiled).toContain('assurance exhaustive');
});
