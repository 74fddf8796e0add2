import { ofDomain } from '@kirchhoff/kernel/abstract/abstract';
import { run } from '@kirchhoff/kernel/evaluate/evaluate';
import type { Node } from '@kirchhoff/kernel/graph/graph';
import { MONOMERS, monomerAt } from '@kirchhoff/kernel/monomers/catalog';
import type { Overload, TypeScheme } from '@kirchhoff/kernel/monomers/overloads';
import { BOOLEAN, BYTES, type Domain, INTEGER, TEXT, type Type } from '@kirchhoff/kernel/types/domain';
import { NONE, OptionValue, RecordValue, type Value } from '@kirchhoff/kernel/values/value';
import type { Program } from '@kirchhoff/language/program/program';
import { read } from '@kirchhoff/language/program/read';
import { sampleInputs } from '@kirchhoff/prover/samples';
import * as fc from 'fast-check';
import {
  choice,
  domainOf,
  type ExpressionChoice,
  expression,
  FreshNames,
  INTEGERS,
  PAIR,
  WIRE_TYPES,
  type WireScope,
} from '../../testing/random-expression.js';

/** The number of generated programs; a long run sets it higher. */
const RUNS = Number(process.env['COST_RUNS'] ?? 120);

/** The forms that the programs below have run. The test requires all of them. */
const seen = new Set<string>();

/**
 * Checks that no run takes more elementary steps than 64 times the cost plus 16 (docs/language/cost-and-limits.md, "Static
 * cost").
 */
function hold(source: string, { core, cost }: Program, samples: number): void {
  for (const graph of [...core.graphs, ...core.components]) for (const node of graph.nodes) seen.add(formOf(node));
  for (const [index, graph] of core.graphs.entries()) {
    const views = graph.parameters.map(({ domain }) => ofDomain(domain));
    const largest = [0, 1].map((seed) => graph.parameters.map(({ domain }) => largestOf(domain, seed)));
    const drawn = sampleInputs(core, views);
    for (let n = 0; n < samples; n += 1) {
      const inputs = largest[n] ?? drawn.next().value;
      if (inputs === undefined) break;
      const { steps, type } = run(core, { graph: index }, inputs);
      if (steps > 64 * cost + 16) throw new Error(`${steps} steps to ${type}, and the cost is ${cost}\n${source}`);
    }
  }
}

function formOf(node: Node): string {
  return node.op === 'apply' ? monomerAt(node.monomer).name : node.op;
}

/** Returns the longest value of a domain. */
function largestOf(domain: Domain, seed: number): Value {
  switch (domain.kind) {
    case 'integer':
      return seed === 0 ? domain.hi : domain.lo;
    case 'boolean':
      return seed === 0;
    case 'enumeration':
      return domain.tags[seed % domain.tags.length] ?? '';
    case 'text':
      return 'ab'.repeat(domain.hi).slice(seed, domain.hi + seed);
    case 'bytes':
      return new Uint8Array(domain.hi).fill(seed);
    case 'list':
      return Array.from({ length: domain.hi }, () => largestOf(domain.element, seed));
    case 'record':
      return new RecordValue(new Map(domain.fields.map((field) => [field.name, largestOf(field.domain, seed)])));
    case 'option':
      return seed < 2 ? new OptionValue(largestOf(domain.value, seed)) : NONE;
  }
}

const list = (element: Type): Type => ({ kind: 'list', element });
const option = (value: Type): Type => ({ kind: 'option', value });
const SUIT: Type = { kind: 'enumeration', tags: ['hearts_and_a_long_name', 'spades'] };
const NESTED: Type = {
  kind: 'record',
  fields: [
    { name: 'of', type: list(PAIR) },
    { name: 'note', type: option(TEXT) },
  ],
};
const TYPES: readonly Type[] = [
  ...WIRE_TYPES,
  list(INTEGERS),
  list(option(INTEGER)),
  list(SUIT),
  list(NESTED),
  option(option(PAIR)),
  NESTED,
  SUIT,
  BOOLEAN,
  BYTES,
];

interface Drawn {
  readonly isPolicy: boolean;
  readonly ports: readonly number[];
  readonly parts: readonly { readonly takes: number; readonly gives: number; readonly body: ExpressionChoice }[];
  readonly wires: readonly {
    readonly type: number;
    readonly form: number;
    readonly value: ExpressionChoice;
    readonly other: ExpressionChoice;
  }[];
  readonly condition: ExpressionChoice;
}

const someType = fc.nat(TYPES.length - 1);

function typeAt(index: number): Type {
  return TYPES[index] ?? INTEGER;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  isPolicy: fc.boolean(),
  ports: fc.array(someType, { minLength: 1, maxLength: 4 }),
  parts: fc.array(fc.record({ takes: someType, gives: someType, body: choice }), { maxLength: 2 }),
  wires: fc.array(fc.record({ type: someType, form: fc.nat(5), value: choice, other: choice }), { minLength: 1, maxLength: 5 }),
  condition: choice,
});

/** Returns a domain of the type that allows large values. */
function roomOf(type: Type): string {
  return domainOf(type).replaceAll('..8]', '..30]').replaceAll('text[..60]', 'text[..300]');
}

function render({ isPolicy, ports, parts, wires, condition }: Drawn): string {
  const names = new FreshNames('w');
  const scope: { wires: { name: string; type: Type }[]; component: null } = { wires: [], component: null };
  const inputs = ports.map((port, index) => ({ name: `x${index}`, type: typeAt(port) }));
  const components = parts.map(({ takes, gives, body }, index) => {
    const inside: WireScope = { wires: [{ name: 'p', type: typeAt(takes) }], component: null };
    const value = expression(typeAt(gives), body, inside, new FreshNames(`c${index}x`));
    return `component part${index}(p: ${roomOf(typeAt(takes))}, q: bool) -> ${roomOf(typeAt(gives))} {\n  require q or not q\n  ${value}\n}`;
  });
  scope.wires.push(...inputs);
  const body: string[] = [];
  for (const wire of wires) {
    const name = names.fresh();
    const wanted = typeAt(wire.type);
    const value = expression(wanted, wire.value, scope, names);
    const part = parts[wire.form];
    if (part !== undefined) {
      const argument = expression(typeAt(part.takes), wire.value, scope, names);
      body.push(`${name} = part${wire.form}(${argument}, true)`);
      scope.wires.push({ name, type: typeAt(part.gives) });
      continue;
    }
    if (wire.form === 2) body.push(`${name}: ${roomOf(wanted)} = ${value}`);
    else if (wire.form === 3) {
      const inner = { ...scope, wires: [...scope.wires, { name: `${name}a`, type: wanted }] };
      const step = expression(wanted, wire.other, inner, names);
      body.push(`${name} = fold ${name}a: ${roomOf(wanted)} = ${value} for ${name}i in 1..7 { ${step} }`);
    } else if (wire.form === 4) body.push(`${name} = [${value}, ${value}][0] == ${expression(wanted, wire.other, scope, names)}`);
    else body.push(`${name} = ${value}`);
    scope.wires.push({ name, type: wire.form === 4 ? BOOLEAN : wanted });
  }
  const when = expression(BOOLEAN, condition, scope, names);
  const text = [...components];
  if (isPolicy) {
    text.push('policy drawn {', `  action "a" (${inputs.map((input) => `${input.name}: ${roomOf(input.type)}`).join(', ')})`);
    text.push(`  rule one allow on "a" when if true {`, ...body.map((line) => `    ${line}`), `    ${when}`, '  } else { false }');
  } else {
    text.push('circuit drawn {', ...inputs.map((input) => `  input ${input.name}: ${roomOf(input.type)}`));
    text.push('  output out: bool', ...scope.wires.map((wire, index) => `  output o${index}: ${roomOf(wire.type)}`));
    text.push(...body.map((line) => `  ${line}`), `  out = ${when}`);
    text.push(...scope.wires.map((wire, index) => `  o${index} = ${wire.name}`), '  ensure out or not out');
  }
  return `${text.join('\n')}\n}\n`;
}

test('no drawn circuit or policy takes more steps than its cost allows', () => {
  let held = 0;
  fc.assert(
    fc.property(drawn, (from) => {
      const source = render(from);
      const reading = read(source);
      if (!reading.ok) {
        expect(reading.diagnostics.filter(({ code }) => code !== 'too-costly' && code !== 'value-too-large')).toEqual([]);
        return;
      }
      held += 1;
      hold(source, reading.program, 6);
    }),
    { numRuns: RUNS },
  );
  expect(held).toBeGreaterThan(RUNS / 2);
});

/** Each form with as few other operations as possible, on the largest values, many times. */
const FORMS: readonly string[] = [
  'map x in rs { x.b }',
  'filter x in rs { x.a > 3 }',
  'count x in rs { rs == ss }',
  'count x in 1..50 { rs in [ss, rs, ss] }',
  'count x in 1..50 { FIND([ss, ss, rs], rs) == none }',
  'count x in 1..50 { o == some some rs }',
  'any x in 1..50 { rs != ss }',
  'all x in 1..50 { kept(rs) == ss }',
  'fold a: [(a: 0..9, b: text[..40]); ..60] = rs for x in 1..50 { ss }',
  'fold a = rs for x in 1..50 { REVERSE(a) }',
  'fold a = [] for x in 1..50 { APPEND(a, (r: rs, s: some ss)) }',
  'fold a = (out: [], n: 0) for x in 1..50 { (out: APPEND(a.out, t), n: a.n + 1) }',
  'map x in 1..50 { z: [(a: 0..9, b: text[..40]); ..60] = rs\n z }',
  'map x in 1..50 { rs as [(a: 0..9, b: text[..40]); ..60] }',
  `map x in 1..50 { [${'x, '.repeat(500)}x] }`,
  `map x in 1..50 { (${Array.from({ length: 500 }, (_, i) => `f${i}: x`).join(', ')}) }`,
  `map x in 1..50 { ${Array.from({ length: 500 }, (_, i) => `v${i} = ${i}\n`).join('')} x }`,
  `map x in 1..50 { ${Array.from({ length: 500 }, (_, i) => `v${i} = some x\n`).join('')} x }`,
  `map x in 1..50 { ${Array.from({ length: 200 }, (_, i) => `v${i}: 0..99 = x\n`).join('')} x }`,
  `map x in 1..50 { match t { ${Array.from({ length: 99 }, (_, i) => `"${'k'.repeat(i)}" => ${i}, `).join('')} _ => x } }`,
  `map x in 1..50 { match o { ${Array.from({ length: 30 }, () => 'none => 1, some none => 2, ').join('')} some some _ => x } }`,
  `map x in 1..50 { match tag { .${'long'.repeat(40)} => 1, _ => 2 } }`,
  `count x in 1..50 { tag == .${'long'.repeat(39)}lone }`,
  `count x in 1..50 { (${Array.from({ length: 500 }, (_, i) => `f${i}: x`).join(', ')}).f7 > 3 }`,
  'count x in 1..50 { os == ps }',
  'count x in 1..50 { z: [(0..9)?; ..600] = os\n LENGTH(z) > x }',
  'count x in 1..50 { tags == tags_too }',
  'map x in 1..50 { SORT(ts) }',
  'map x in 1..50 { JOIN_TEXT(ts, t) }',
  'map x in 1..50 { ZIP(rs, ts) }',
  'map x in 1..50 { FILL(300, x) }',
  'map x in 1..50 { PAD_START(t, 300, "é") }',
  'map x in 1..50 { SPLIT(t, "a") }',
  'map x in 1..50 { REPLACE(t, "a", "bcd") }',
  'map x in 1..50 { FORMAT_HEX(UTF8_ENCODE(t)) }',
  'map x in 1..50 { if x > 3 { t < "zz" } else { t == JOIN_TEXT(ts, "") } }',
  'map x in 1..50 { match FIND(ts, t) { some i => i, none => x } }',
  'map x in 1..50 { (if x > 9 { some t } else { none }) ?? "abc" }',
  'map x in 1..50 { x > 3 and rs == ss or rs != ss implies x > 5 }',
];

const PORTS = `  input rs: [(a: 0..9, b: text[..40]); ..60]
  input ss: [(a: 0..9, b: text[..40]); ..60]
  input ts: [text[..9]; ..60]
  input o: ([(a: 0..9, b: text[..40]); ..60]?)?
  input t: text[..200]
  input os: [(0..9)?; ..600]
  input ps: [(0..9)?; ..600]
  input tags: [enum { ${'long'.repeat(40)} }; ..60]
  input tags_too: [enum { ${'long'.repeat(40)} }; ..60]
  input tag: enum { ${'long'.repeat(40)}, ${'long'.repeat(39)}lone }`;
const KEPT = 'component kept(v: [(a: 0..9, b: text[..40]); ..60]) -> [(a: 0..9, b: text[..40]); ..60] { v }\n';

test.each(FORMS.map((form) => [form.replaceAll('\n', ' ').slice(0, 60), form]))('%s', (_, form) => {
  const source = `${KEPT}circuit c {\n${PORTS}\n  output y: bool\n  w = ${form}\n  y = w == w\n}`;
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  hold(source, reading.program, 4);
});

/** Operations that are nodes of the graph, not applications. */
const AS_NODES: ReadonlySet<string> = new Set(['AND', 'OR', 'IMPLIES', 'UNWRAP_OR']);
const CALLABLE = MONOMERS.filter(({ name, effect, reference }) => effect === 'pure' && reference !== null && !AS_NODES.has(name));

/** Returns a loop that applies a monomer to the largest inputs. A literal argument has its first allowed value. */
function applying(name: string, { parameters }: Overload, variable: Type): string {
  const ports: string[] = [];
  const args = parameters.map(({ type, literal }, index) => {
    if (literal !== undefined) return literal.kind === 'integer' ? String(literal.lo) : '"*a?"';
    // A count or an index beyond its sequence has no result.
    const domain = type.kind === 'integer' ? '0..3' : roomOf(instance(type, variable));
    ports.push(`input p${index}: ${domain}`);
    return `p${index}`;
  });
  const call = `${name}(${args.join(', ')})`;
  return `circuit c {\n ${ports.join('\n ')}\n output y: bool\n y = all i in 1..20 { ${call} == ${call} and i > 0 }\n}`;
}

function instance(scheme: TypeScheme, variable: Type): Type {
  switch (scheme.kind) {
    case 'variable':
      return variable;
    case 'list':
      return { kind: 'list', element: instance(scheme.element, variable) };
    case 'option':
      return { kind: 'option', value: instance(scheme.value, variable) };
    case 'record':
      return { kind: 'record', fields: scheme.fields.map((field) => ({ name: field.name, type: instance(field.type, variable) })) };
    default:
      return scheme;
  }
}

test.each(CALLABLE)('$name', ({ name, overloads }) => {
  for (const overload of overloads) {
    for (const variable of [INTEGER, TEXT, NESTED, SUIT]) {
      const source = applying(name, overload, variable);
      const reading = read(source);
      if (!reading.ok) throw new Error(`${JSON.stringify(reading.diagnostics)}\n${source}`);
      hold(source, reading.program, 4);
    }
  }
});

test('of all forms and all monomers', () => {
  const operations = ['parameter', 'bound', 'literal', 'list', 'record', 'some', 'field', 'select', 'shortCircuit', 'unwrapOr', 'match'];
  const all = [...operations, 'loop', 'fold', 'narrow', 'state', 'call', ...CALLABLE.map(({ name }) => name)];
  expect(all.filter((form) => !seen.has(form))).toEqual([]);
});

/** `a15 == b15` of two records that are doubled fifteen times. */
const doubled = `a0 = (l: n, r: n)\n b0 = (l: MIN(n, 9), r: n)\n ${Array.from({ length: 15 }, (_, i) => `a${i + 1} = (l: a${i}, r: a${i})\n b${i + 1} = (l: b${i}, r: b${i})`).join('\n ')}`;
const big = 'big = FILL(31, FILL(65_536, n))';
const STATED = '[[0..9; 65_536]; 31]';
const circuit = (body: string, before = ''): string => `${before}circuit c {\n input n: 0..9\n output y: 0..10_000_000\n ${body}\n}`;
const policy = (body: string): string =>
  `policy p {\n action "pay" (n: 0..9)\n component slow(n: 0..9) -> bool {\n ${body}\n }\n rule r allow on "pay" when slow(n)\n}`;

/** Programs that were once certified at a cost below the limit and took hours, with the number of their steps. */
const HOSTILE: readonly (readonly [name: string, rounds: number, source: (rounds: number) => string])[] = [
  ['records compared', 4_900_000, (rounds) => circuit(`${doubled}\n y = count i in 1..${rounds} { a15 == b15 }`)],
  ['records compared in a policy', 2_400, (rounds) => policy(`${doubled}\n all i in 1..${rounds} { a15 == b15 }`)],
  ['a stated wire', 3_100_000, (rounds) => circuit(`${big}\n y = count i in 1..${rounds} { z: ${STATED} = big\n LENGTH(z) > i }`)],
  ['a stated wire in a policy', 560, (rounds) => policy(`${big}\n all i in 1..${rounds} { z: ${STATED} = big\n LENGTH(z) > 0 or i < 0 }`)],
  [
    'an argument',
    3_100_000,
    (rounds) => circuit(`${big}\n y = count i in 1..${rounds} { first(big) == i }`, `component first(z: ${STATED}) -> 0..9 { z[0][0] }\n`),
  ],
  [
    'a stated accumulator',
    2_000_000,
    (rounds) => circuit(`big = FILL(65_536, n)\n w = fold a: [0..9; 65_536] = big for i in 1..${rounds} { a }\n y = w[0]`),
  ],
  ['a list literal', 3_290_000, (rounds) => circuit(`y = count i in 1..${rounds} { LENGTH([${'n, '.repeat(60_000)}n]) > n }`)],
];

test.each(HOSTILE)('of %s: refused as too costly, or not below what it takes', (_, rounds, source) => {
  const reading = read(source(rounds));
  if (reading.ok) expect(reading.program.cost).toBeGreaterThan(1_000 * rounds);
  else expect(reading.diagnostics.map(({ code }) => code)).toEqual(['too-costly']);
  const few = read(source(3));
  if (!few.ok) throw new Error(JSON.stringify(few.diagnostics));
  hold(source(3), few.program, 2);
});
