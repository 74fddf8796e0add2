import { run } from '@kirchhoff/kernel/evaluate/evaluate';
import type { Fault } from '@kirchhoff/kernel/evaluate/evaluation';
import type { Value } from '@kirchhoff/kernel/values/value';
import { decodeInputs } from '@kirchhoff/language/program/boundary';
import type { Evaluation } from '@kirchhoff/language/program/evaluate';
import { evaluate } from '@kirchhoff/language/program/evaluate';
import type { CircuitProgram } from '@kirchhoff/language/program/program';
import { read } from '@kirchhoff/language/program/read';
import type { GraphMap } from '@kirchhoff/language/program/source-map';

function circuitOf(source: string): CircuitProgram {
  const reading = read(source);
  if (!reading.ok || reading.program.type !== 'circuit') throw new Error(`${JSON.stringify(reading)}\n${source}`);
  return reading.program;
}

function outcome(source: string, inputs: unknown): Evaluation {
  const program = circuitOf(source);
  const [graph] = program.core.graphs;
  const decoded = graph === undefined ? null : decodeInputs(graph, inputs);
  if (decoded === null || !decoded.ok) throw new Error(JSON.stringify(decoded));
  return evaluate(program, 0, decoded.inputs);
}

function outputs(source: string, inputs: unknown): Record<string, Value> {
  const result = outcome(source, inputs);
  if (result.type !== 'outputs') throw new Error(JSON.stringify(result));
  return Object.fromEntries(result.outputs);
}

function faultOf(source: string, inputs: unknown): Fault {
  const result = outcome(source, inputs);
  if (result.type !== 'fault') throw new Error(result.type);
  return result.fault;
}

function lineOf(source: string, fault: Fault): number | undefined {
  const { sourceMap } = circuitOf(source);
  const map: GraphMap | undefined = 'graph' in fault.graph ? sourceMap.graphs[0] : sourceMap.components[fault.graph.component];
  if (fault.node !== null) return map?.nodes[fault.node]?.line;
  return (fault.reason === 'ensure' ? map?.ensures : map?.outputs)?.[fault.index ?? -1]?.line;
}

const AB = 'circuit c {\n input a: -9..9\n input b: -9..9\n output r: -99..99\n';

test.each<[string, string, unknown, string, number, Value | null]>([
  ['a need', `${AB} r = a / b\n}`, { a: 1, b: 0 }, 'operation', 5, null],
  ['an unused wire, which is evaluated all the same', `${AB} q = a / b\n r = a\n}`, { a: 1, b: 0 }, 'operation', 5, null],
  ['a narrowing', `${AB} r = a as 0..9\n}`, { a: -1, b: 0 }, 'operation', 5, -1],
  ['a stated domain', `${AB} r: 0..9 = a - b\n}`, { a: 1, b: 3 }, 'stated', 5, -2],
  ['a match that does not cover', `${AB} r = match a { 0..9 => b }\n}`, { a: -4, b: 0 }, 'match', 5, -4],
  [
    'what a fold is to keep of its first value',
    `${AB} r = fold t keeping t <= b = a for x in 1..3 { t }\n}`,
    { a: 2, b: 1 },
    'invariant',
    5,
    2,
  ],
  [
    'what a fold is to keep after a round',
    `${AB} r = fold t keeping t <= b and t >= -1 = 0 for x in 1..3 { t - x }\n}`,
    { a: 2, b: 1 },
    'invariant',
    5,
    -3,
  ],
  ['an output', `${AB} r = a * b * 9\n}`, { a: 9, b: 9 }, 'output', 5, 729],
  ['an output that nothing produces', `${AB} output s: 0..9\n r = a + b\n}`, { a: 0, b: 0 }, 'unproduced', 5, null],
  ['an ensure', `${AB} r = a\n ensure r <= b\n}`, { a: 2, b: 1 }, 'ensure', 6, null],
  ['an operation of an ensure', `${AB} r = a\n ensure 9 / b < 10\n}`, { a: 2, b: 0 }, 'operation', 6, null],
  ['an argument', `component half(n: 0..9) -> 0..4 { n / 2 }\n${AB} r = half(a)\n}`, { a: -1, b: 0 }, 'argument', 6, -1],
  [
    'a require of a component',
    `component less(x: -9..9, y: -9..9) -> 0..18 {\n require x <= y\n y - x\n}\n${AB} r = less(a, b)\n}`,
    { a: 1, b: 0 },
    'precondition',
    9,
    null,
  ],
  ['the result of a component', `component half(n: -9..9) -> 0..4 {\n n / 2\n}\n${AB} r = half(a)\n}`, { a: -9, b: 0 }, 'output', 2, -4],
  [
    'an operation inside a component',
    `component inverse(n: -9..9) -> -9..9 {\n 9 / n\n}\n${AB} r = inverse(a)\n}`,
    { a: 0, b: 0 },
    'operation',
    2,
    null,
  ],
])('%s that fails is named with its place', (_, source, inputs, reason, line, value) => {
  const fault = faultOf(source, inputs);
  expect({ reason: fault.reason, line: lineOf(source, fault), value: fault.value }).toEqual({ reason, line, value });
});

test('a fault inside a component tells its arguments', () => {
  const fault = faultOf(`component inverse(n: -9..9) -> -9..9 { 9 / n }\n${AB} r = inverse(a + b)\n}`, { a: 3, b: -3 });
  expect(fault).toMatchObject({ graph: { component: 0 }, inputs: [0] });
});

test('outputs and ensures that fail do not hide one another', () => {
  const source = `${AB} output s: 0..9\n r = a * 99\n s = b\n ensure a < b "first"\n ensure a + b > 10 "second"\n}`;
  const result = outcome(source, { a: 9, b: -9 });
  expect(result.type === 'fault' && [result.fault, ...result.others].map(({ reason }) => reason)).toEqual([
    'output',
    'output',
    'ensure',
    'ensure',
  ]);
});

test('a fault inside a component that an ensure calls does not hide the next ensure', () => {
  const source = `component inverse(n: -9..9) -> -9..9 { 9 / n }\n${AB} r = a\n ensure inverse(a) < 5\n ensure a < b\n}`;
  const result = outcome(source, { a: 0, b: -1 });
  expect(result.type === 'fault' && [result.fault, ...result.others].map(({ reason }) => reason).toSorted()).toEqual([
    'ensure',
    'operation',
  ]);
});

test.each([
  ['the arm of an if that is not chosen', 'if b == 0 { 0 } else { a / b }'],
  ['the right side of and', 'if b != 0 and a / b > 1 { 1 } else { 0 }'],
  ['the right side of or', 'if b == 0 or a / b > 1 { 0 } else { 1 }'],
  ['the right side of implies', 'if b != 0 implies a / b > 1 { 0 } else { 1 }'],
  ['the arm of a match that does not fit', 'match b { 0 => 0, _ => a / b }'],
])('%s is not evaluated', (_, expression) => {
  expect(outputs(`${AB} r = ${expression}\n}`, { a: 1, b: 0 })).toEqual({ r: 0 });
});

test('the first arm that fits is taken', () => {
  expect(outputs(`${AB} r = match a { 0..3 => 1, 2..9 => 2, x => x }\n}`, { a: 2, b: 0 })).toEqual({ r: 1 });
  expect(outputs(`${AB} r = match a { 0..3 => 1, 2..9 => 2, x => x }\n}`, { a: -7, b: 0 })).toEqual({ r: -7 });
});

test('requires are judged in order, and refuse without a port', () => {
  const program = `circuit c {\n input a: -9..9\n input b: -9..9\n output r: -9..9\n require b != 0\n require a / b > 1\n r = a\n}`;
  expect(outcome(program, { a: 9, b: 0 })).toMatchObject({
    type: 'refused',
    error: { port: null, path: '', message: "the inputs do not satisfy 'require b != 0'" },
  });
  expect(outcome(program, { a: 1, b: 9 })).toMatchObject({
    type: 'refused',
    error: { message: "the inputs do not satisfy 'require a / b > 1'" },
  });
  expect(outcome(program, { a: 9, b: 1 }).type).toBe('outputs');
});

test('an entropy source ends the run where it stands', () => {
  expect(outcome(`${AB} late = NOW() > 7\n r = if late { a } else { b }\n}`, { a: 1, b: 2 })).toMatchObject({
    type: 'entropy',
    graph: { graph: 0 },
  });
});

test('a component runs by itself on arguments', () => {
  const { core } = circuitOf(`component half(n: -9..9) -> 0..4 { n / 2 }\n${AB} r = half(a)\n}`);
  const result = run(core, { component: 0 }, [9]);
  expect(result.type === 'outputs' && [...result.outputs]).toEqual([['', 4]]);
  expect(run(core, { component: 0 }, [-9])).toMatchObject({ type: 'fault', fault: { reason: 'output', graph: { component: 0 } } });
});

test('a component refuses arguments that break its requires', () => {
  const { core } = circuitOf(`component less(x: 0..9, y: 0..9) -> 0..9 {\n require x <= y\n y - x\n}\n${AB} r = a\n}`);
  expect(run(core, { component: 0 }, [3, 2])).toMatchObject({ type: 'refused', require: 0 });
});

test('the observer sees each node that is reached once, with its value', () => {
  const program = circuitOf(`${AB} r = if a > b { a - b } else { a * b }\n}`);
  const seen: [number, Value][] = [];
  evaluate(program, 0, [5, 2], { observer: (_, node, value) => seen.push([node, value]) });
  expect(new Set(seen.map(([node]) => node)).size).toBe(seen.length);
  const applied = seen.filter(([node]) => program.core.graphs[0]?.nodes[node]?.op === 'apply').map(([, value]) => value);
  expect(applied).toEqual([true, 3]);
});

test('a budget of steps ends a run', () => {
  const program = circuitOf(`${AB} r = a + b\n}`);
  expect(evaluate(program, 0, [1, 2], { budget: 2 })).toMatchObject({ type: 'exhausted' });
  const { steps } = evaluate(program, 0, [1, 2]);
  expect(evaluate(program, 0, [1, 2], { budget: steps })).toMatchObject({ type: 'outputs', steps });
  expect(evaluate(program, 0, [1, 2], { budget: steps - 1 }).type).toBe('exhausted');
});
