import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  type CircuitProgram,
  type ComparedCircuit,
  type Comparison,
  compareWith,
  decodeInputs,
  encodeOutputs,
  evaluate,
  read,
} from '@kirchhoff/coherence';
import type { ClosableSolver } from './solver-over.js';
import { startSolver } from './start-solver.js';

let solver: ClosableSolver;
beforeAll(async () => {
  solver = await startSolver();
});
afterAll(async () => solver.close());

function circuit(source: string): ComparedCircuit & { readonly program: CircuitProgram } {
  const reading = read(source);
  if (!reading.ok || reading.program.type !== 'circuit') throw new Error(JSON.stringify(reading.ok ? 'a policy' : reading.diagnostics));
  return { program: reading.program, source: reading.source, pins: new Map() };
}

async function compare(old: string, young: string): Promise<Comparison> {
  return compareWith(circuit(old), circuit(young), solver);
}

/** A circuit of two inputs with one expression. */
const of = (expression: string, more = '') =>
  `circuit f {\n  input a: 0..100\n  input b: 0..100\n  output o: -100_000..100_000\n${more}  o = ${expression} + 0 * b\n}\n`;

describe('two circuits with the same meaning', () => {
  it('have the same hash if they differ in names and order alone', async () => {
    const named = of('a * 2').replace('  o = a * 2', '  doubled = a * 2\n  o = doubled');
    expect(await compare(of('a * 2'), named)).toEqual({ verdict: 'same', by: 'hash' });
  });

  it.each([
    ['a * 2 + b', 'b + a + a'],
    ['if a < b { a } else { b }', 'MIN(a, b)'],
    ['a * (b + 1)', 'a * b + a'],
    ['MAX(a, b) - MIN(a, b)', 'ABS(a - b)'],
    ['SUM(map i in 0..3 { a + i })', 'a * 4 + 6'],
    ['a % 2', 'a & 1'],
    ['a / 2 * 2 + a % 2', 'a'],
  ])('%s is proven to be %s', async (old, young) => {
    expect(await compare(of(old), of(young))).toEqual({ verdict: 'same', by: 'proof' });
    expect(await compare(of(young), of(old))).toEqual({ verdict: 'same', by: 'proof' });
  });

  it('may be written with components, with ports in another order, and with several outputs', async () => {
    const old =
      'circuit f {\n  input a: 0..9\n  input b: 0..99\n  output sum: 0..999\n  output twice: 0..999\n  sum = a + b\n  twice = a + a\n}\n';
    const young =
      'component add(x: 0..99, y: 0..99) -> 0..999 { x + y }\ncircuit g { // }\n  input b: 0..99\n  input a: 0..9\n  output twice: 0..999\n  output sum: 0..999\n  sum = add(b, a)\n  twice = add(a, a)\n}\n';
    expect(await compare(old, young)).toMatchObject({ verdict: 'same' });
    expect(await compare(young, old)).toMatchObject({ verdict: 'same' });
  });

  it('accept the same inputs if their requires mean the same', async () => {
    const old = of('a - b', '  require a > b\n');
    expect(await compare(old, of('a - b + 0 * a', '  require not (b >= a)\n'))).toEqual({ verdict: 'same', by: 'proof' });
  });
});

describe('two circuits with different meanings', () => {
  it('are told apart by an input, with the result of each', async () => {
    expect(await compare(of('a / 2'), of('(a + 1) / 2'))).toMatchObject({
      verdict: 'different',
      by: 'input',
      inputs: { a: expect.any(Number) },
    });
    expect(await compare(of('if a == 37 and b == 53 { 1 } else { 0 }'), of('0'))).toEqual({
      verdict: 'different',
      by: 'input',
      inputs: { a: 37, b: 53 },
      old: { kind: 'outputs', outputs: { o: 1 } },
      new: { kind: 'outputs', outputs: { o: 0 } },
    });
  });

  it('are told apart by an input that only a proof finds', async () => {
    expect(await compare(of('if a * a + b == 2_530 { 1 } else { 0 }'), of('0'))).toMatchObject({ verdict: 'different', by: 'input' });
  });

  it('differ where one refuses what the other accepts, in both directions', async () => {
    const strict = of('a', '  require a > 3\n');
    expect(await compare(strict, of('a'))).toMatchObject({ verdict: 'different', old: { kind: 'refused' }, new: { kind: 'outputs' } });
    expect(await compare(of('a'), strict)).toMatchObject({ verdict: 'different', old: { kind: 'outputs' }, new: { kind: 'refused' } });
    expect(await compare(strict, of('a', '  require a > 4\n'))).toMatchObject({ verdict: 'different', inputs: { a: 4 } });
  });

  it('differ in their ports', async () => {
    expect(await compare(of('a'), of('a').replace('input b: 0..100', 'input b: 0..101'))).toEqual({
      verdict: 'different',
      by: 'ports',
      ports: [{ direction: 'input', port: 'b', old: '0..100', new: '0..101' }],
    });
    const renamed = of('a').replace('output o:', 'output p:').replace('  o = ', '  p = ');
    expect(await compare(of('a'), renamed)).toMatchObject({
      by: 'ports',
      ports: [
        { port: 'o', new: null },
        { port: 'p', old: null },
      ],
    });
  });

  it('an open circuit differs by an input on which it fails', async () => {
    const open = of('if b == 0 { a } else { a * b / b }');
    expect(await compare(of('a * b / b'), open)).toMatchObject({ verdict: 'different', inputs: { b: 0 }, old: { kind: 'failed' } });
  });
});

const clock = (than: number) => `circuit c {\n  output late: bool\n  late = NOW() > ${than}\n}\n`;

it('a source of entropy is never said to be the same', async () => {
  expect(await compare(clock(1), clock(2))).toMatchObject({ verdict: 'unknown' });
});

const ROOT = path.join(__dirname, '../../..');
const FILES = ['conformance', ...readdirSync(path.join(ROOT, 'examples/programs')).map((folder) => `examples/programs/${folder}`)]
  .filter((folder) => statSync(path.join(ROOT, folder)).isDirectory())
  .flatMap((folder) => readdirSync(path.join(ROOT, folder)).map((name) => path.join(ROOT, folder, name)))
  .filter((file) => file.endsWith('.kir') && !path.basename(file).startsWith('open_'));

const MUTANTS = FILES.flatMap((file) => {
  const source = readFileSync(file, 'utf8');
  const reading = read(source);
  const mutated = reading.ok && reading.program.type === 'circuit' ? mutantOf(source) : undefined;
  return mutated === undefined ? [] : [[path.basename(file), file, source, mutated] as const];
}).slice(0, 60);

/** The source with one literal of a wire raised by one, the last that leaves a circuit. */
function mutantOf(source: string): string | undefined {
  const lines = source.split('\n');
  for (const [index, line] of [...lines.entries()].toReversed()) {
    if (/^\s*(?:input|output|domain|const|ensure|require|component|\/\/)/.test(line)) continue;
    const changed = line.replace(/(?<![\w.])[0-9]+(?![\w.])/, (digits) => String(Number(digits) + 1));
    const reading = read(lines.with(index, changed).join('\n'));
    if (changed !== line && reading.ok && reading.program.type === 'circuit') return lines.with(index, changed).join('\n');
  }
  return undefined;
}

/** The vectors of the case on which the two give different results: an oracle that knows nothing of proofs. */
function isToldApart(file: string, old: string, young: string): boolean {
  const { vectors = [] } = JSON.parse(readFileSync(file.replace('.kir', '.json'), 'utf8'));
  return vectors.some(({ inputs }: { inputs: unknown }) => resultOf(old, inputs) !== resultOf(young, inputs));
}

function resultOf(source: string, json: unknown): string {
  const { program } = circuit(source);
  const [graph] = program.core.graphs;
  if (graph === undefined) throw new Error('a circuit has a graph');
  const decoded = decodeInputs(graph, json);
  if (!decoded.ok) return 'refused';
  const result = evaluate(program, 0, decoded.inputs);
  return result.type === 'outputs' ? JSON.stringify(encodeOutputs(graph, result.outputs)) : result.type;
}

it('finds mutants to judge', () => {
  expect(MUTANTS.length).toBeGreaterThan(40);
  expect(MUTANTS.filter(([, file, old, young]) => isToldApart(file, old, young)).length).toBeGreaterThan(20);
});

it.each(MUTANTS)('%s and its mutant are not said to be the same if a vector tells them apart', async (_name, file, old, young) => {
  const comparison = await compare(old, young);
  expect(isToldApart(file, old, young) && comparison.verdict === 'same').toBe(false);
  if (comparison.verdict !== 'different' || comparison.by !== 'input') return;
  expect(resultOf(old, comparison.inputs)).not.toBe(resultOf(young, comparison.inputs));
});
