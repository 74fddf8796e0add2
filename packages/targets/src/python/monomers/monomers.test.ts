import { applicationCircuit } from '../../testing/application-circuit.js';
import { APPLIED, EDGE_CIRCUITS, plain } from '../../testing/monomer-circuits.js';
import { answersInPython, holdPythonToReference, runsOf } from '../../testing/python-runs.js';
import { circuitOf } from '../../testing/reference.js';

test('every monomer gives what its examples say', () => {
  const examples = APPLIED.flatMap((monomer) =>
    monomer.examples.flatMap((example) =>
      (['wide', 'narrow'] as const).map((width) => {
        const circuit = applicationCircuit(monomer, example.arguments, width);
        if (circuit === null) throw new Error(`no circuit for ${JSON.stringify(example)}`);
        return { ...circuit, expected: example.result };
      }),
    ),
  );
  const runs = examples.map(({ source, line }) => ({ program: circuitOf(source), options: { certified: false }, lines: [line] }));
  const answers = answersInPython(runs).map(([answer]) =>
    answer !== undefined && 'outputs' in answer ? JSON.parse(answer.outputs).r : answer,
  );
  const told = examples.map(({ source, line }, index) => ({ source, line, result: plain(answers[index]) }));
  expect(told).toEqual(examples.map(({ source, line, expected }) => ({ source, line, result: plain(expected) })));
}, 120_000);

test('every monomer gives the results and faults of the reference for at least eight inputs', () => {
  const runs = APPLIED.flatMap((monomer) => runsOf(monomer, 8));
  expect(runs.every(({ lines }) => lines.length >= 8)).toBe(true);
  holdPythonToReference(runs);
}, 120_000);

test('every monomer agrees with the reference at its edges', () => {
  holdPythonToReference(EDGE_CIRCUITS.map(({ program, lines }) => ({ program, options: { certified: false }, lines })));
}, 120_000);
