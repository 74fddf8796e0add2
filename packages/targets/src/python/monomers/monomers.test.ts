import * as fc from 'fast-check';
import { applicationCircuit } from '../../testing/application-circuit.js';
import { extremeLines, lines } from '../../testing/inputs.js';
import { APPLIED, EDGE_CIRCUITS, plain, sourcesOf } from '../../testing/monomer-circuits.js';
import { answersInPython, formsInPython, holdPythonToReference } from '../../testing/python-runs.js';
import { circuitOf, graphOf } from '../../testing/reference.js';

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
  const runs = APPLIED.flatMap((monomer) =>
    sourcesOf(monomer).flatMap((source) => {
      const program = circuitOf(source);
      const graph = graphOf(program);
      return formsInPython(program, [...extremeLines(graph), ...fc.sample(lines(graph), { numRuns: 12, seed: 5 })]);
    }),
  );
  holdPythonToReference(runs);
}, 300_000);

test('every monomer agrees with the reference at its edges', () => {
  holdPythonToReference(EDGE_CIRCUITS.flatMap(({ program, lines: given }) => formsInPython(program, given)));
}, 120_000);
