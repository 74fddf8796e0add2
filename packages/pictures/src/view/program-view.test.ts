import { certify, MONOMERS, nodeDomains, read } from '@kirchhoff/coherence';
import { openPlaces } from './open-places.js';
import { programView } from './program-view.js';
import type { CertificationState, GraphView, NodeView, ProgramView } from './view.js';

function viewOf(body: string, standing: CertificationState = { kind: 'not yet certified' }) {
  const reading = read(`circuit c {\n${body}\n}\n`);
  if (!reading.ok || reading.program.type !== 'circuit') throw new Error(JSON.stringify(reading));
  return programView(reading.program, nodeDomains(reading.program), standing);
}

function find({ nodes }: GraphView, label: string): NodeView {
  const found = nodes.find((node) => node.label === label);
  if (found === undefined) throw new Error(`no ${label} among ${nodes.map((node) => node.label).join(', ')}`);
  return found;
}

/** The edges that end at a node: `kind port ← label`. */
function into(graph: GraphView, node: NodeView): readonly string[] {
  const labels = new Map(graph.nodes.map(({ id, label }) => [id, label]));
  return graph.edges.filter(({ to }) => to === node.id).map(({ kind, port, from }) => `${kind} ${port} ← ${labels.get(from)}`);
}

it('shows each form with its operands, and its regions with what they give', () => {
  const { circuit } = viewOf(`
  input o: (0..9)?
  input xs: [0..9; 1..4]
  output b: i64
  r = (low: 1, high: xs[0])
  f = fold s = 0 for x in xs { s + x }
  g = map i in 0..3 { i * 2 }
  b = (match o { none => r.low, some y => y }) + f + LENGTH(g) + (o ?? 7) + (if f > 3 and r.high > 2 { 1 } else { 2 })`);
  expect(into(circuit, find(circuit, '(high, low)'))).toEqual(['value high ← xs[i]', 'value low ← 1']);
  expect(into(circuit, find(circuit, 'fold over source'))).toEqual(['value source ← xs', 'value initial ← 0', 'result step ← a + b']);
  expect(into(circuit, find(circuit, 'accumulator'))).toEqual(['binding initial ← 0']);
  expect(into(circuit, find(circuit, 'map over from..to'))).toEqual(['value from ← 0', 'value to ← 3', 'result each ← a * b']);
  expect(into(circuit, find(circuit, 'match'))).toEqual(['value subject ← o', 'result none ← record.low', 'result some _ ← content']);
  expect(into(circuit, find(circuit, 'content'))).toEqual(['binding subject ← o']);
  expect(into(circuit, find(circuit, 'option ?? default'))).toEqual(['value option ← o', 'result default ← 7']);
  expect(into(circuit, find(circuit, 'if'))).toEqual(['value condition ← left and right', 'result then ← 1', 'result else ← 2']);
  expect(find(circuit, 'record.high')).toMatchObject({ monomer: { mc_code: 'MC_47' }, type: 'int', values: '0..9' });
  const roles = circuit.regions.map(({ role }) => role);
  expect(roles.toSorted()).toEqual(['arm', 'arm', 'body', 'default', 'each', 'else', 'entry', 'right', 'step', 'then']);
});

it('ends in outputs and contracts, with what is proven of them', () => {
  const body = '  input a: 0..9\n  output b: 0..99\n  require a != 5\n  b = a * 2\n  ensure b >= a "it grows"';
  const { circuit } = viewOf(body, { kind: 'certified' });
  expect(circuit.nodes.filter(({ kind }) => ['require', 'output', 'ensure'].includes(kind))).toEqual([
    expect.objectContaining({
      id: 'output0',
      values: '0..2 or 4 or 6 or 8 or 12 or 14 or 16 or 18',
      declared: { kind: 'integer', lo: 0, hi: 99 },
    }),
    expect.objectContaining({ id: 'require0', label: 'require a != 5' }),
    expect.objectContaining({ id: 'ensure0', label: 'it grows', values: 'true' }),
  ]);
});

it('shows literal arguments with the node that they belong to', () => {
  const { circuit } = viewOf('  input a: 0..9\n  output b: 0..255\n  b = MUL_WRAP(a, 7, 8)');
  const node = find(circuit, 'MUL_WRAP(a, b, bits)');
  expect(node.literals).toEqual([{ port: 'bits', value: '8' }]);
  expect(into(circuit, node)).toEqual(['value a ← a', 'value b ← 7']);
});

it('names the ports of every operator as its spelling does', () => {
  for (const { operator, overloads } of MONOMERS) {
    const words = operator?.match(/[A-Za-z_]\w*/g) ?? [];
    const [first] = overloads;
    if (operator !== null && first !== undefined) expect(words).toEqual(expect.arrayContaining(first.parameters.map(({ name }) => name)));
  }
});

it('leaves out domains once all of them together are too long, and says so', () => {
  const tags = Array.from({ length: 3_000 }, (_, index) => `t${index}`).join(', ');
  const inputs = Array.from({ length: 100 }, (_, index) => `  input a${index}: E`).join('\n');
  const reading = read(`domain E = enum { ${tags} }\ncircuit c {\n${inputs}\n  output b: E\n  b = a0\n}\n`);
  if (!reading.ok || reading.program.type !== 'circuit') throw new Error('no circuit');
  const view = programView(reading.program, nodeDomains(reading.program), { kind: 'not yet certified' });
  expect(view.domainsComplete).toBe(false);
  expect(JSON.stringify(view).length).toBeLessThan(4_000_000);
  expect(viewOf('  input a: 0..9\n  output b: 0..9\n  b = a').domainsComplete).toBe(true);
});

/** Returns the view of a circuit after its failed certification. */
function openView(source: string): ProgramView {
  const reading = read(source);
  if (!reading.ok || reading.program.type !== 'circuit') throw new Error('no circuit');
  const { errors } = certify(reading.program);
  return programView(reading.program, nodeDomains(reading.program), { kind: 'open', places: openPlaces(reading.program, errors) });
}

function open({ nodes }: GraphView) {
  return nodes.filter((node) => node.open !== null).map(({ label, open: place }) => [label, place?.needs]);
}

function values({ nodes }: GraphView): Readonly<Record<string, string | null>> {
  return Object.fromEntries(nodes.map(({ label, value }) => [label, value]));
}

describe('what a certification left open', () => {
  it('is shown at its node, with the values of a run that fails there', () => {
    const { circuit } = openView(
      'circuit c {\n input total: 0..1_000\n input parts: 0..10\n output each: 0..1_000\n each = total / parts\n}',
    );
    expect(open(circuit)).toEqual([['a / b', expect.stringMatching(/^DIV needs: b is not 0/)]]);
    expect(values(circuit)).toEqual({ total: '0', parts: '0', 'a / b': null, each: null });
  });

  it('is shown at an output and an ensure, with what they came to', () => {
    const { circuit } = openView('circuit c {\n input a: 0..9\n output b: 0..5\n b = a + 0\n ensure b < 4 "small"\n}');
    expect(open(circuit)).toEqual([
      ['b', '0..5'],
      ['small', 'the ensure to hold'],
    ]);
    const { a, b, small } = values(circuit);
    expect(Number(a)).toBeGreaterThan(5);
    expect([b, small]).toEqual([a, 'false']);
  });

  it('is shown in a component, run with arguments of its own', () => {
    const { circuit, components } = openView(
      'circuit c {\n input a: 0..9\n output b: 0..9\n b = f(a)\n}\ncomponent f(x: 0..9) -> 0..5 { x }',
    );
    expect(open(circuit)).toEqual([]);
    const [component] = components;
    if (component === undefined) throw new Error('no component');
    expect(open(component)).toEqual([['result', '0..5']]);
    expect(Number(values(component)['x'])).toBeGreaterThan(5);
    expect(values(circuit)['a']).toBeNull();
  });

  it('is nothing where no input breaks it', () => {
    const { circuit } = openView('circuit c {\n input a: 0..9\n input z: 0..9\n output b: 0..9\n b = a\n}');
    expect(open(circuit)).toEqual([['z', 'a use that reaches an output, a require or an ensure']]);
    expect(new Set(circuit.nodes.map(({ value }) => value))).toEqual(new Set([null]));
  });
});
