import { type CircuitProgram, certify, evidenceOf } from '@kirchhoff/coherence';
import { FORMS, TOTAL } from '../testing/forms.js';
import { BY_EXHAUSTION } from '../testing/hard-sources.js';
import { answersInPython, holdPythonToReference, pythonOf } from '../testing/python-runs.js';
import { circuitOf, referenceAnswer } from '../testing/reference.js';
import { sampled } from '../testing/variants.js';
import { asGuard, claimed, WRONG_CIRCUITS } from '../testing/wrong-circuits.js';

test('where a solver is wrong, a circuit refuses and gives no wrong value', () => {
  const forms = FORMS.map(([name, body]) => ({ name, program: circuitOf(`${TOTAL}circuit forms {\n ${body}\n}`) }));
  const runs = [...WRONG_CIRCUITS, ...forms].map(({ program }) => ({
    program,
    options: { certified: true, evidence: claimed(program, 'smt') },
    lines: sampled(program, 60, 5),
  }));
  const answers = answersInPython(runs);
  for (const [index, { program, lines }] of runs.entries()) {
    const told = lines.map((line, place) => ({ line, ...answers[index]?.[place] }));
    expect(told).toEqual(lines.map((line) => ({ line, ...asGuard(referenceAnswer(program, line)) })));
  }
}, 120_000);

function textOf(program: CircuitProgram, by: Parameters<typeof claimed>[1]): string {
  return pythonOf(program, { certified: true, evidence: claimed(program, by) }).compiled;
}

test('what the rules of the checker close has no guard, and what is not known has one', () => {
  const program = circuitOf('circuit divide {\n input a: 0..9\n output y: 0..9\n b = a * 2\n y = 9 / b\n}');
  expect(textOf(program, 'analysis')).not.toContain('GuardError');
  expect(textOf(program, 'analysis')).toContain('(phi_c 1, assurance kernel)');
  expect(textOf(program, 'smt')).toMatch(/raise GuardError\(\s*"y",\s*5,\s*"DIV needs: /);
  expect(textOf(program, 'smt')).toContain('(phi_c 1, assurance solver)');
  expect(pythonOf(program, { certified: true }).compiled).toContain('raise GuardError(');
  expect(pythonOf(program, { certified: true, guards: false }).compiled).not.toContain('GuardError');
});

test('the evidence of a certificate says which guards there are, and they change no answer', () => {
  const program = circuitOf(BY_EXHAUSTION);
  const { certified, certificate } = certify(program);
  const evidence = evidenceOf(certificate ?? new Uint8Array());
  const { compiled } = pythonOf(program, { certified, evidence });
  expect(compiled.split('raise GuardError(').length).toBe(2);
  expect(compiled).toContain('assurance exhaustive');
  holdPythonToReference([{ program, options: { certified, evidence }, lines: sampled(program, 60) }]);
});
