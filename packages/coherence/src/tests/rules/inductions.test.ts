import { ofDomain, ofType } from '@kirchhoff/kernel/abstract/abstract';
import { claimsOf } from '@kirchhoff/kernel/certificate/claims';
import { runner } from '@kirchhoff/kernel/evaluate/evaluate';
import type { Graph, NodeId } from '@kirchhoff/kernel/graph/graph';
import { inductionOf } from '@kirchhoff/kernel/graph/induction';
import { isKept } from '@kirchhoff/kernel/graph/kept';
import { INTEGER } from '@kirchhoff/kernel/types/domain';
import { RecordValue, type Value } from '@kirchhoff/kernel/values/value';
import { prove } from '@kirchhoff/prover/prove';
import { sampleInputs } from '@kirchhoff/prover/samples';
import { programOf } from '../../testing/outcome.js';

const MAX_SAMPLES = 200;

const ALL_FORMS = `component twice(x: -9..9) -> -18..18 {
  2 * x
}
circuit c {
  input xs: [-3..3; ..5]
  input k: -1..1
  output o: i64
  s: -20..20 = fold t: -20..20 = k for x in xs { t + x }
  r = fold p = (low: 9, high: -9, seen: false) for x in xs {
    if x == k { (..p, seen: true) } else { (low: MIN(p.low, x), high: MAX(p.high, twice(x)), seen: p.seen) }
  }
  n = count x in xs { x > s }
  some_ = any x in xs { 6 / (x - 4) == k }
  every = all x in xs { x <= r.high }
  kept = filter x in xs { match x { 0 => false, _ => x < s } }
  made = map x in xs { x * k }
  o = s + r.low + r.high + n + LENGTH(kept) + SUM(made) + SUM(xs) + LENGTH(xs)
  ensure s <= 20 and n <= LENGTH(xs) and LENGTH(kept) <= 5 and SUM(made) <= 15 and SUM(xs) <= 15
  ensure (r.seen or some_ or every) or not every
}`;

const OVER_RANGE = `circuit c {
  input n: -1..4
  input k: 0..3
  output o: i64
  s = fold t = (a: 0, b: k) for i in 1..n { (a: t.a + i, b: MAX(t.b, i)) }
  c = count i in 1..n { i > k }
  o = s.a + s.b + c
  ensure s.a >= c
  ensure if s.b > k { c > 0 } else { true }
}`;

const OF_BYTES = `circuit c {
  input raw: bytes[..4]
  output o: i64
  s = fold t = 0 for octet in raw { t ^ octet }
  o = s + count octet in raw { octet == 0 }
  ensure s <= 255
  ensure (count octet in raw { octet == 0 }) <= LENGTH(raw)
}`;

/** Returns the induction over all loops with one source that the graph has, for all of its ensures. */
function everyRoundOf(source: string) {
  const { core } = programOf(source);
  const [graph] = core.graphs;
  const [proven] = prove(core).graphs;
  if (graph === undefined || proven === undefined) throw new Error('no graph');
  const loops = graph.nodes.flatMap(({ op }, id) => (op === 'loop' || op === 'fold' ? [id] : []));
  const ensures = graph.ensures.map((_, ensure) => ensure);
  const made = inductionOf(graph, { loops, ensures }, claimsOf(graph, proven.proof));
  if (made === null) throw new Error('no induction');
  return { core, graph, loops, ensures, made };
}

/** The last values of nodes in a run. */
function valuesIn(core: ReturnType<typeof programOf>['core'], inputs: readonly Value[]): { type: string; values: Map<NodeId, Value> } {
  const values = new Map<NodeId, Value>();
  const { type } = runner(core)({ graph: 0 }, inputs, {
    observer: (part, node, value) => {
      if ('graph' in part) values.set(node, value);
    },
  });
  return { type, values };
}

function sum(list: Value | undefined): Value {
  return Array.isArray(list) ? list.reduce((total: number, each) => total + Number(each), 0) : -1;
}

function length(list: Value | undefined): Value {
  return Array.isArray(list) || list instanceof Uint8Array ? list.length : -1;
}

/** The values that the quantities stand for, in their order: the loops, then length and sum of the source. */
function lastOf(graph: Graph, loops: readonly NodeId[], inputs: readonly Value[], values: Map<NodeId, Value>): readonly Value[] {
  const ofLoops = loops.flatMap((loop): readonly Value[] => {
    const value = values.get(loop);
    const node = graph.nodes[loop];
    if (value === undefined) return [];
    if (node?.op === 'loop' && node.loop === 'map') return [sum(value)];
    if (node?.op === 'loop' && node.loop === 'filter') return [length(value)];
    return value instanceof RecordValue ? [...value.fields.values()] : [value];
  });
  const [source] = inputs;
  return [...ofLoops, ...(typeof source === 'number' ? [] : [length(source), sum(source)])];
}

test.each([
  ['loops of every form', ALL_FORMS],
  ['loops over a range', OVER_RANGE],
  ['loops over bytes', OF_BYTES],
])('after the last round each quantity is the value that it stands for: %s', (_, source) => {
  const { core, graph, loops, made } = everyRoundOf(source);
  const last = made.graph.nodes.length - 1;
  let compared = 0;
  let tried = 0;
  for (const inputs of sampleInputs(
    core,
    graph.parameters.map(({ domain }) => ofDomain(domain)),
  )) {
    tried += 1;
    if (tried > MAX_SAMPLES) break;
    const before = valuesIn(core, inputs);
    if (before.type !== 'outputs') continue;
    const after = valuesIn({ ...core, graphs: [made.graph] }, inputs);
    const record = after.values.get(last);
    if (!(record instanceof RecordValue)) {
      // A condition was false after some round: the induction says nothing about this run.
      expect(after.type).toBe('fault');
      continue;
    }
    const expected = lastOf(graph, loops, inputs, before.values);
    expect({ inputs, values: [...record.fields.values()] }).toEqual({ inputs, values: expected.slice(0, record.fields.size) });
    for (const [node, value] of before.values) expect(after.values.get(node)).toEqual(value);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(20);
});

test('the conditions are known at the start of each round, since they hold before the first and after each', () => {
  const { graph, made } = everyRoundOf(OVER_RANGE);
  const own = made.graph.nodes.flatMap((node, id) => (id >= graph.nodes.length && node.op === 'hold' ? [{ id, by: node.by }] : []));
  expect(own.filter(({ by }) => by === 'induction').map(({ id }) => isKept(made.graph, id))).toEqual([true, true]);
  const domains = made.domains.flatMap((domain) => (domain.kind === 'contract' && domain.of === 'hold' ? [domain.node] : []));
  expect(domains).toEqual(own.filter(({ by }) => by === 'contract').map(({ id }) => id));
});

test('every closure domain of the new nodes has to be shown, except for the claims of the loops', () => {
  const { graph, made } = everyRoundOf(ALL_FORMS);
  const operations = made.graph.nodes.flatMap((node, id) =>
    id >= graph.nodes.length && (node.op === 'call' || node.op === 'match') ? [id] : [],
  );
  expect(operations.length).toBeGreaterThan(1);
  const listed = new Set(made.domains.flatMap((domain) => ('node' in domain ? [domain.node] : [])));
  expect(operations.filter((id) => !listed.has(id))).toEqual([]);
  const stated = made.graph.nodes.flatMap((node, id) => (id >= graph.nodes.length && node.op === 'state' ? [id] : []));
  // The accumulator of `s` has a stated domain, which is shown before the first round and after each.
  expect(stated.filter((id) => listed.has(id)).length).toBe(2);
  expect(stated.length).toBeGreaterThan(2);
});

test.each([
  ['a loop over another source', 'fold t = 0 for y in ys { t + y }'],
  ['a loop in the body of another one', 'SUM(map y in ys { count x in xs { x == y } })'],
])('there is no induction over %s', (_, wire) => {
  const { core } = programOf(`circuit c {
  input xs: [0..3; ..4]
  input ys: [0..3; ..4]
  output o: i64
  o = (${wire}) + LENGTH(xs) + fold t = 0 for x in xs { t + x }
  ensure o >= 0
}`);
  const [graph] = core.graphs;
  if (graph === undefined) throw new Error('no graph');
  const loops = graph.nodes.flatMap(({ op }, id) => (op === 'loop' || op === 'fold' ? [id] : []));
  expect(inductionOf(graph, { loops, ensures: [0] }, () => ofType(INTEGER))).toBeNull();
});

/** The number of domains that the induction of a promise states by claims of a fold, or by an accumulator. */
function statedFor(ensure: string): number {
  const { graph, made } = everyRoundOf(`circuit c {
  input xs: [0..3; ..4]
  input k: 0..9
  output o: i64
  o = k + fold t = k for x in xs { MAX(t, x) }
  ensure ${ensure}
}`);
  return made.graph.nodes.filter((node, id) => id >= graph.nodes.length && node.op === 'state').length;
}

test('the claims of a loop are stated where the body evaluates it, not where it stands in an arm or an ensure', () => {
  expect(statedFor('o >= k')).toBe(1);
  // In the arm k is at most 5, and so is what the loop makes of it there.
  expect(statedFor('k > 5 or (fold t = k for x in xs { MIN(t, x + k) }) <= 5')).toBe(1);
});
