import type { Core, Graph, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { operandsOf, ownedRegions } from '@kirchhoff/kernel/graph/schedule';
import { hashCore } from '@kirchhoff/language/canonical/canonical';
import { read } from '@kirchhoff/language/program/read';
import { conformanceCases } from '../../testing/conformance-cases.js';

/** Pseudo-random numbers that are the same on every run. */
class Chance {
  constructor(private seed: number) {}

  below(limit: number): number {
    this.seed = (Math.imul(this.seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.seed / 2 ** 32) * limit);
  }

  of<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)];
    if (choice === undefined) throw new Error('nothing to choose from');
    return choice;
  }
}

interface Wire {
  readonly type: 'integer' | 'boolean';
  readonly uses: readonly number[];
  /** `names`: those of the wires that it uses. */
  readonly text: (names: readonly string[]) => string;
}

const INTEGERS: readonly ((a: string, b: string, p: string) => string)[] = [
  (a, b) => `${a} + ${b}`,
  (a, b) => `MIN(${a}, ${b})`,
  (a) => `${a} / 3`,
  (a, b, p) => `if ${p} { ${a} * 2 } else if ${a} > 7 { ${b} } else { 7 }`,
  (a, b) => `match ${a} { 0..9 => ${b} + 1, other => other - 1 }`,
  (a, b, p) => `if ${p} { t = ${a} + ${b}\n t * t } else { t = ${b} + 1\n t }`,
  (a, b) => `part(${a}, ${b})`,
];
const BOOLEANS: readonly ((a: string, b: string, p: string) => string)[] = [
  (a, b) => `${a} < ${b}`,
  (a, b, p) => `${p} and ${a} == ${b} or not ${p}`,
  (a, _, p) => `${p} implies ${a} in 3..${a} implies ${p}`,
];

/** Returns wires over the inputs `x` (index 0, integer) and `p` (index 1, boolean), each over the earlier ones. */
function someWires(chance: Chance): readonly Wire[] {
  const types: ('integer' | 'boolean')[] = ['integer', 'boolean'];
  return Array.from({ length: 3 + chance.below(20) }, () => {
    const integers = [...types.keys()].filter((i) => types[i] === 'integer');
    const booleans = [...types.keys()].filter((i) => types[i] === 'boolean');
    const type = chance.below(3) === 0 ? 'boolean' : 'integer';
    const form = chance.of(type === 'integer' ? INTEGERS : BOOLEANS);
    const uses = [chance.of(integers), chance.of(integers), chance.of(booleans)];
    types.push(type);
    return { type, uses, text: ([a = '', b = '', p = '']) => form(a, b, p) };
  });
}

/** Returns a source with these wires, in an order and with names that `chance` decides. */
function sourceOf(wires: readonly Wire[], chance: Chance): string {
  const names = ['x', 'p', ...wires.map((_, i) => `w${chance.below(1_000)}_${i}`)];
  const waiting = new Set(wires.keys());
  const lines: string[] = [];
  const stands = (use: number) => use < 2 || !waiting.has(use - 2);
  while (waiting.size > 0) {
    const ready = [...waiting].filter((i) => wires[i]?.uses.every(stands));
    const next = chance.of(ready);
    waiting.delete(next);
    const wire = wires[next];
    lines.push(`  ${names[next + 2]} = ${wire?.text(wire.uses.map((use) => names[use] ?? '')) ?? ''}`);
  }
  const last = wires.findLastIndex((wire) => wire.type === 'integer');
  const component = 'component part(a: i64, b: i64) -> i64 { MAX(a, b) - a }\n';
  const head = 'circuit c {\n  input x: i64\n  input p: bool\n  output out: i64\n';
  return `${component}${head}${lines.join('\n')}\n  out = ${names[last + 2] ?? 'x'}\n  ensure out > 3 or p\n}`;
}

function coreOf(source: string): Core {
  const reading = read(source);
  if (!reading.ok) throw new Error(source + JSON.stringify(reading.diagnostics));
  return reading.program.core;
}

test('generated programs have the same core whatever the order and names of their wires', () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const wires = someWires(new Chance(seed));
    const cores = [1, 2, 3].map((turn) => coreOf(sourceOf(wires, new Chance(seed * 7 + turn))));
    expect(cores[1]).toEqual(cores[0]);
    expect(cores[2]).toEqual(cores[0]);
  }
});

test('generated programs with the same hash have the same core, and those with different cores different hashes', () => {
  const byHash = new Map<string, Core>();
  for (let seed = 1; seed <= 150; seed += 1) {
    const core = coreOf(sourceOf(someWires(new Chance(seed % 100)), new Chance(seed)));
    const { hash } = hashCore(core);
    expect(byHash.get(hash) ?? core).toEqual(core);
    byHash.set(hash, core);
  }
  expect(byHash.size).toBeGreaterThan(80);
});

test('generated graphs keep the invariants that `Graph` states', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const core = coreOf(sourceOf(someWires(new Chance(seed)), new Chance(seed)));
    for (const graph of [...core.components, ...core.graphs]) checkInvariants(graph);
  }
});

test('the graphs of all conformance cases keep them too', () => {
  for (const { source } of conformanceCases()) {
    const core = coreOf(source);
    for (const graph of [...core.components, ...core.graphs]) checkInvariants(graph);
  }
});

function checkInvariants(graph: Graph): void {
  const regionOf = new Map<NodeId, RegionId>();
  for (const [region, { nodes }] of graph.regions.entries()) {
    for (const node of nodes) regionOf.set(node, region);
    expect(nodes).toEqual([...nodes].toSorted((a, b) => a - b));
  }
  expect(regionOf.size).toBe(graph.nodes.length);
  expect(graph.types).toHaveLength(graph.nodes.length);
  for (const [id, node] of graph.nodes.entries()) {
    const own = regionOf.get(id) ?? -1;
    for (const operand of operandsOf(node)) {
      expect(operand).toBeLessThan(id);
      expect(enclosing(graph, own)).toContain(regionOf.get(operand));
    }
    for (const owned of ownedRegions(node)) {
      expect(graph.regions[owned]).toMatchObject({ owner: id, parent: own });
      for (const inner of graph.regions[owned]?.nodes ?? []) expect(inner).toBeLessThan(id);
      expect(enclosing(graph, owned)).toContain(regionOf.get(graph.regions[owned]?.result ?? -1));
    }
  }
  const parentOf = (region: RegionId) => graph.regions[region]?.parent;
  expect(parentOf(graph.entry)).toBeNull();
  expect([graph.body, ...graph.requires].map(parentOf)).toEqual([graph.entry, ...graph.requires.map(() => graph.entry)]);
  expect(graph.ensures.map(parentOf)).toEqual(graph.ensures.map(() => graph.body));
}

function enclosing(graph: Graph, region: RegionId): readonly RegionId[] {
  const regions: RegionId[] = [];
  for (let at: RegionId | null = region; at !== null; at = graph.regions[at]?.parent ?? null) regions.push(at);
  return regions;
}
