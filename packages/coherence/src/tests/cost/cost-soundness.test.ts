import { inspect } from 'node:util';
import { ofDomain } from '@kirchhoff/kernel/abstract/abstract';
import { run } from '@kirchhoff/kernel/evaluate/evaluate';
import type { Core, Graph, NodeId } from '@kirchhoff/kernel/graph/graph';
import { codePointLength } from '@kirchhoff/kernel/values/text';
import { OptionValue, RecordValue, type Value } from '@kirchhoff/kernel/values/value';
import type { SizeBound } from '@kirchhoff/language/cost/size-bound';
import { sizeBoundsOf } from '@kirchhoff/language/cost/size-bounds';
import type { Program } from '@kirchhoff/language/program/program';
import { read } from '@kirchhoff/language/program/read';
import { sampleInputs } from '@kirchhoff/prover/samples';
import * as fc from 'fast-check';
import { conformanceCases } from '../../testing/conformance-cases.js';
import { randomCircuit } from '../../testing/random-circuit.js';

/** Checks the premise of the static cost: a value is never larger than the size bound of its node. */
function lies(value: Value, sizeBound: SizeBound): boolean {
  switch (sizeBound.kind) {
    case 'small':
      return typeof value === 'boolean';
    case 'tag':
      return typeof value === 'string' && value.length <= 2 * sizeBound.steps;
    case 'integer':
      return (typeof value === 'number' || typeof value === 'bigint') && sizeBound.lo <= value && value <= sizeBound.hi;
    case 'text':
      return typeof value === 'string' && codePointLength(value) <= sizeBound.length;
    case 'bytes':
      return value instanceof Uint8Array && value.length <= sizeBound.length;
    case 'list':
      return (
        isList(value) &&
        value.length <= sizeBound.length &&
        value.every((element) => lies(element, sizeBound.element)) &&
        value.reduce<number>((total, element) => total + partsOf(element), 0) <= sizeBound.content
      );
    case 'record':
      return value instanceof RecordValue && sizeBound.fields.every((field, i) => lies(fieldAt(value, i), field));
    case 'option':
      return value instanceof OptionValue && (value.content === undefined || lies(value.content, sizeBound.value));
  }
}

/** Returns the number of elements, bytes, fields and contents at all levels, and half the UTF-16 units of texts and tags. */
function partsOf(value: Value): number {
  if (typeof value === 'string') return Math.ceil(value.length / 2);
  if (value instanceof Uint8Array) return value.length;
  if (isList(value)) return value.reduce<number>((total, element) => total + 1 + partsOf(element), 0);
  if (value instanceof RecordValue) return [...value.fields.values()].reduce<number>((total, field) => total + 1 + partsOf(field), 0);
  return value instanceof OptionValue && value.content !== undefined ? 1 + partsOf(value.content) : 0;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** Returns a field by its position; the fields of a size bound are ordered by name. */
function fieldAt(record: RecordValue, position: number): Value {
  const [, value] = [...record.fields].toSorted(([a], [b]) => (a < b ? -1 : 1))[position] ?? ['', false];
  return value;
}

function graphSizeBounds(core: Core, graph: Graph): readonly SizeBound[] {
  return sizeBoundsOf(core, graph).sizeBounds;
}

/** Runs a program on sample inputs; returns their number. */
function hold(source: string, { core, cost }: Program, most: number): number {
  const graphs = core.graphs.map((graph) => graphSizeBounds(core, graph));
  const components = core.components.map((graph) => graphSizeBounds(core, graph));
  const views = core.graphs[0]?.parameters.map((parameter) => ofDomain(parameter.domain)) ?? [];
  let runs = 0;
  for (const inputs of sampleInputs(core, views)) {
    const see = (graph: Graph | undefined, sizeBounds: readonly SizeBound[] | undefined, node: NodeId, value: Value) => {
      const at = graph?.nodes[node];
      const sizeBound = sizeBounds?.[node];
      if (sizeBound === undefined || !lies(value, sizeBound)) {
        throw new Error(
          `node ${node}, ${inspect(at)}, has ${inspect(value)} outside of ${inspect(sizeBound)} for ${inspect(inputs)}\n${source}`,
        );
      }
    };
    const { steps } = run(core, { graph: 0 }, inputs, {
      observer: (part, node, value) => {
        if ('graph' in part) see(core.graphs[part.graph], graphs[part.graph], node, value);
        else see(core.components[part.component], components[part.component], node, value);
      },
    });
    if (steps > 64 * cost + 16) throw new Error(`${steps} steps for ${inspect(inputs)}, and the cost is ${cost}\n${source}`);
    runs += 1;
    if (runs >= most) break;
  }
  return runs;
}

test('of the conformance cases', () => {
  for (const { source } of conformanceCases()) {
    const reading = read(source);
    if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
    hold(source, reading.program, 40);
  }
});

const FORMS = [
  'a = fold s = [] for x in xs { if x > 3 { APPEND(s, x) } else { TAKE(s, 2) ++ s } }\n y = LENGTH(a)',
  'a = fold s = t for x in xs { s ++ FORMAT_INT(x) ++ "," }\n b = fold u = a for i in 1..3 { fold v = u for j in 1..i { "x" ++ v } }\n y = TEXT_LENGTH(b)',
  'a = map x in filter x in xs { x % 2 == 0 } { (n: x, m: some t) }\n y = count i in 0..LENGTH(a) * 2 - 3 { i in xs }',
  'a = fold s: (low: 0..12, high: 0..12) = (low: 0, high: LENGTH(xs)) for i in 1..4 { if s.low < s.high { (low: s.low, high: (s.low + s.high) / 2) } else { s } }\n y = count i in a.low..a.high { true }',
  'a = match FIND(xs, 3) { some i => RANGE(i, i + 3), none => [] }\n y = fold s = 0 for v in ZIP(a, xs) { MAX(s, v.a) } + (INDEX_OF(t, "a") ?? -1)',
  'a = SPLIT(t, "a")\n b = JOIN_TEXT(map p in a { PAD_START(p, 3, "é") }, "--")\n y = TEXT_LENGTH(REPLACE(b, "é", "zz")) - 300',
  'a = fold s = (out: [], n: 0) for x in xs { (out: APPEND(s.out, FORMAT_INT(x) ++ t), n: s.n + x) }\n y = LENGTH(a.out) + a.n',
  'a = fold s = (l: 0, r: "", last: none) for x in xs { (l: TEXT_LENGTH(s.r), r: if x > 5 { t } else { s.r ++ "." }, last: if x > s.l { some s.r } else { s.last }) }\n y = TEXT_LENGTH(a.last ?? a.r)',
  'a = fold s = (l: [1], r: [2, 3]) for x in xs { (l: s.r, r: if x > 3 { s.l ++ [x] } else { s.l }) }\n y = SUM(a.l) + LENGTH(a.r)',
  'a = fold s = [] for x in xs { fold u = s for j in 1..2 { APPEND(u, (k: LENGTH(s), m: if x > j { [x] } else { [] })) } }\n y = LENGTH(a)',
  'a = fold s = none for x in xs { match s { some v => some APPEND(v, [x]), none => if x > 2 { some [] } else { none } } }\n y = LENGTH(a ?? [])',
  'a = fold s = 7 for x in xs { if s > 20 { s - 40 } else { s + x } }\n b = fold u = top for x in xs { MAX(u, x) }\n y = fold v = [a, b] for i in 0..MIN(ABS(b), 5) { REVERSE(v) } [0]',
  'a = map p in SPLIT(t, "a") { UPPER(p) }\n y = TEXT_LENGTH(JOIN_TEXT(a ++ ["x"], t)) + LENGTH(REVERSE(SORT(a)))',
  'a = UTF8_ENCODE(t)\n b = FORMAT_HEX(a) ++ FORMAT_BASE64(a)\n y = LENGTH(PARSE_HEX(b) ?? a) % 7 + count o in a { o in 0..top }',
];

test.each(FORMS)('of %s', (wires) => {
  const source = `circuit c {\n input xs: [0..9; ..12]\n input t: text[..6]\n input top: -3..40\n output y: i64\n ${wires}\n}`;
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  expect(hold(source, reading.program, 200)).toBeGreaterThan(20);
});

test('of drawn circuits', () => {
  fc.assert(
    fc.property(randomCircuit({ reach: 9, width: 9 }), (source) => {
      const reading = read(source);
      if (reading.ok) hold(source, reading.program, 20);
    }),
    { numRuns: 400 },
  );
});
