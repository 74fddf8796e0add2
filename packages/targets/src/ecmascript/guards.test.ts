import { type CircuitProgram, certify, closureDomains, evidenceOf, type ProgramEvidence, read } from '@kirchhoff/coherence';
import { randomCircuit } from '@kirchhoff/coherence/testing/random-circuit';
import * as fc from 'fast-check';
import { FORMS, formSource } from '../testing/forms.js';
import { BY_EXHAUSTION } from '../testing/hard-sources.js';
import { imported, loaded } from '../testing/loaded.js';
import { circuitOf, referenceAnswer } from '../testing/reference.js';
import { guardedScriptOf, holdTextToReference, programOf, sampled } from '../testing/variants.js';
import { asGuard, claimed, WRONG_CIRCUITS } from '../testing/wrong-circuits.js';

const RUNS = Number(process.env['TARGET_RUNS'] ?? 60);

/**
 * Checks a program that is falsely certified: it throws a guard error on every input that fails in the reference, and is right on
 * all others.
 */
function holdGuardsToReference(program: CircuitProgram, inputs: readonly string[] = sampled(program)): void {
  const answers = imported(programOf(program, { certified: true, evidence: claimed(program, 'smt') }).compiled)(inputs);
  const told = inputs.map((line, index) => ({ line, ...answers[index] }));
  expect(told).toEqual(inputs.map((line) => ({ line, ...asGuard(referenceAnswer(program, line)) })));
}

test.each(WRONG_CIRCUITS)('where a solver is wrong, a circuit that $name refuses and gives no wrong value', ({ program }) => {
  holdGuardsToReference(program);
});

test.each(FORMS)('guards stand wherever the reference faults: %s', (_, body) => {
  const program = circuitOf(formSource(body));
  holdGuardsToReference(program, sampled(program, 100, 5));
});

test('random circuits that are falsely closed refuse where the reference faults', () => {
  fc.assert(
    fc.property(randomCircuit({ reach: 12, width: 30 }), fc.integer(), (source, seed) => {
      const reading = read(source);
      fc.pre(reading.ok);
      const program = circuitOf(source);
      holdGuardsToReference(program, sampled(program, 15, seed));
    }),
    { numRuns: RUNS },
  );
});

const DIVIDE = 'circuit divide {\n input a: 0..9\n output y: 0..9\n b = a * 2\n y = 9 / b\n}';

test('a guard names the closure domain and its line, and is an error of its own', () => {
  const program = circuitOf(DIVIDE);
  const text = programOf(program, { certified: true, evidence: claimed(program, 'exhaustion') }).compiled;
  expect(text).toContain('export class GuardError extends Error');
  expect(loaded(text)('{"a":0}')).toEqual({ guard: { domain: 'y', line: 5 } });
  expect(loaded(text)('{"a":1}')).toEqual({ outputs: '{"y":4}' });
});

test('what the rules of the checker close has no guard, and what is not known has one', () => {
  const program = circuitOf(DIVIDE);
  const text = (evidence: ProgramEvidence | undefined, guards = true) => programOf(program, { certified: true, guards, evidence }).compiled;
  for (const by of ['structure', 'analysis', 'cases', 'call', 'witness'] as const)
    expect(text(claimed(program, by))).not.toContain('guardThat');
  for (const by of ['smt', 'exhaustion'] as const) expect(text(claimed(program, by))).toContain('guardThat');
  expect(text(undefined)).toContain('guardThat');
  expect(text({ components: [], graphs: [[]] })).toContain('guardThat');
  expect(text(claimed(program, 'smt'), false)).not.toContain('GuardError');
});

test('the evidence of a certificate says which guards there are', () => {
  const program = circuitOf(BY_EXHAUSTION);
  const { certified, certificate } = certify(program);
  expect(certified).toBe(true);
  const evidence = evidenceOf(certificate ?? new Uint8Array());
  expect(evidence?.graphs[0]).toContain('exhaustion');
  const text = programOf(program, { certified, evidence }).compiled;
  expect(text).toContain("!== 0, 'y', 6,");
  holdTextToReference(text, program, sampled(program, 60));
});

test('bytes that are no certificate say nothing', () => {
  expect(evidenceOf(new Uint8Array([1, 2]))).toBeUndefined();
});

test('guards of a component stand in it whoever calls it, and a guarded call blames its own line', () => {
  const program = circuitOf(`component third(x: 1..9) -> 0..9 {
  require x > 2
  9 / (x - 2)
}
circuit calls {
  input a: 0..9
  output y: 0..9
  output z: 0..9
  y = if a > 2 { third(a) } else { 0 }
  z = third(a)
}`);
  const component = program.core.components[0];
  const graph = program.core.graphs[0];
  if (component === undefined || graph === undefined) throw new Error('a circuit without its component');
  const calls = closureDomains(graph).flatMap((domain, index) =>
    'node' in domain && graph.nodes[domain.node]?.op === 'call' ? [index] : [],
  );
  const falseCall = calls.at(-1);
  const evidence: ProgramEvidence = {
    components: [closureDomains(component).map(() => 'analysis')],
    graphs: [closureDomains(graph).map((_, index) => (index === falseCall ? 'smt' : 'analysis'))],
  };
  const answer = loaded(programOf(program, { certified: true, evidence }).compiled);
  expect(answer('{"a":5}')).toEqual({ outputs: '{"y":3,"z":3}' });
  for (const a of [0, 1, 2]) expect(answer(`{"a":${a}}`)).toEqual({ guard: { domain: 'z', line: 10 } });
});

test('all guards together change no answer of a closed circuit', () => {
  const program = circuitOf(BY_EXHAUSTION);
  holdTextToReference(guardedScriptOf(program), program, sampled(program, 100));
});
