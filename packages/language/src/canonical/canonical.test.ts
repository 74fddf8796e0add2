import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';
import canonicalize from 'canonicalize';
import type { Program } from '../program/program.js';
import { read } from '../program/read.js';
import { hashCore } from './canonical.js';
import { graphJson } from './testing/graph-json.js';

function programOf(source: string): Program {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  return reading.program;
}

/** Returns the core without its uncalled components. */
function meaningOf({ core }: Program) {
  return { ...core, components: core.components.slice(0, core.calledComponents) };
}

const ORIGINAL = `domain Cents = 0..10_000
component share(amount: Cents, points: 0..10_000) -> Cents {
  require points > 0
  whole = amount * points
  whole / 10_000
  ensure result <= amount
}
circuit fee {
  input amount: Cents
  input region: enum { eu, us }
  output fee: Cents
  output high: bool
  require amount >= 10
  require region == .eu or amount > 20
  rate = match region { .eu => 150, .us => 250 }
  high = amount > 5_000 and rate != 150
  extra: 0..1 = if high { 1 } else { 0 }
  fee = MIN(share(amount, rate) + extra, amount)
  ensure fee <= amount "never more than the payment"
  ensure fee >= 0
}`;

/** Rewritings of the original: each replaces the first text by the second, wherever it stands. */
const SAME_MEANING: readonly (readonly [what: string, rewrite: (source: string) => string])[] = [
  ['comments and layout', (source) => source.replaceAll('\n  ', '\n\t // a comment\n      ')],
  ['the name of the circuit', (source) => source.replace('circuit fee', 'circuit charge')],
  ['the names of wires', (source) => source.replaceAll('rate', 'tariff').replaceAll('extra', 'addition')],
  [
    'the names of components, their parameters and wires',
    (source) => source.replaceAll('share', 'part').replaceAll('points', 'p').replaceAll('whole', 'product'),
  ],
  ['contract texts', (source) => source.replace(' "never more than the payment"', ' "at most all of it"')],
  ['the order of ensures', (source) => source.replace(/(  ensure fee <= .*\n)(  ensure fee >= 0)/, '$2\n$1')],
  ['an ensure that is said twice', (source) => source.replace('  ensure fee >= 0', '  ensure fee >= 0\n  ensure fee >= 0 "again"')],
  ['the name of a domain, and its bounds in place of it', (source) => source.replace('input amount: Cents', 'input amount: 0..10_000')],
  ['unused domains', (source) => `domain Spare = text[..5]\n${source}`],
  ['unused components', (source) => `component spare(x: u8) -> u8 { x / 2 }\n${source}`],
  ['the order of items', (source) => source.replace(/domain Cents = .*\n/, '') + '\ndomain Cents = 0..10_000\n'],
  [
    'a wire for a part of an expression',
    (source) =>
      source
        .replace('MIN(share(amount, rate) + extra, amount)', 'MIN(sum, amount)')
        .replace('  fee = ', '  before = share(amount, rate)\n  sum = before + extra\n  fee = '),
  ],
  [
    'a part that is computed twice',
    (source) =>
      source.replace(
        'MIN(share(amount, rate) + extra, amount)',
        'MIN(share(amount, match region { .eu => 150, .us => 250 }) + extra, amount)',
      ),
  ],
  ['a component that is written twice', (source) => `${source}\n${(/component[^}]*}/.exec(source)?.[0] ?? '').replace('share', 'again')}`],
  [
    'monomers by code and operators by name',
    (source) => source.replace('MIN(', 'MC_09(').replace('amount * points', 'MUL(amount, points)'),
  ],
  [
    'the spelling of integers and brackets',
    (source) => source.replaceAll('10_000', '0x2710').replace('amount * points', '((amount) * points)'),
  ],
  [
    'a name bound by a pattern',
    (source) => source.replace('match region { .eu => 150, .us => 250 }', 'match region { .eu => 150, .us => { two = 250\n two } }'),
  ],
];

test.each(SAME_MEANING)('%s: not in the hash', (_, rewrite) => {
  const rewritten = rewrite(ORIGINAL);
  expect(rewritten).not.toBe(ORIGINAL);
  const [before, after] = [programOf(ORIGINAL), programOf(rewritten)];
  expect(after.hash).toBe(before.hash);
  expect(meaningOf(after)).toEqual(meaningOf(before));
});

const OTHER_MEANING: readonly (readonly [what: string, from: string, to: string])[] = [
  ['the name of an input', 'amount', 'sum'],
  ['the name of an output', 'high', 'steep'],
  ['a bound', 'domain Cents = 0..10_000', 'domain Cents = 0..10_001'],
  ['the order of tags', 'enum { eu, us }', 'enum { us, eu }'],
  ['the name of a tag', 'us', 'uk'],
  [
    'the order of inputs',
    '  input amount: Cents\n  input region: enum { eu, us }',
    '  input region: enum { eu, us }\n  input amount: Cents',
  ],
  ['the order of outputs', '  output fee: Cents\n  output high: bool', '  output high: bool\n  output fee: Cents'],
  [
    'the order of requires',
    '  require amount >= 10\n  require region == .eu or amount > 20',
    '  require region == .eu or amount > 20\n  require amount >= 10',
  ],
  ['an operation', 'MIN', 'MAX'],
  ['a literal', '150', '151'],
  ['the order of operands', 'amount > 5_000', '5_000 > amount'],
  ['a stated domain', 'extra: 0..1', 'extra: 0..2'],
  ['that a domain is stated', 'extra: 0..1', 'extra'],
  ['an ensure', '  ensure fee >= 0\n', ''],
  ['what is in a component', 'whole / 10_000', 'whole / 10_001'],
  ['the requires of a component', '  require points > 0\n', ''],
  ['a wire that nothing uses', '  high =', '  unused = amount / 7\n  high ='],
  ['in which arm an operation stands', 'if high { 1 } else { 0 }', 'if high { 0 } else { 1 }'],
  ['whether it waits for a condition', 'amount > 5_000 and rate != 150', 'rate != 150 and amount > 5_000'],
];

test.each(OTHER_MEANING)('%s: in the hash', (_, from, to) => {
  const changed = ORIGINAL.replaceAll(from, to);
  expect(changed).not.toBe(ORIGINAL);
  expect(programOf(changed).hash).not.toBe(programOf(ORIGINAL).hash);
});

function inOrder(wires: readonly string[]): string {
  return `circuit c {\n input x: u8\n output y: i64\n ${wires.join('\n ')}\n y = a + b + c + e + f\n ensure d or x == 3 or x > 8 or x < 3\n}`;
}

test('the order of independent wires: not in the hash', () => {
  const wires = [
    'a = x / 3',
    'b = if x > 3 { x / 5 } else { 0 }',
    'c: u8 = x',
    'd = x > 3 and x < 9',
    'e = match x { 0..4 => 1, _ => 2 }',
    'f = x / 3 + 1',
  ];
  const first = programOf(inOrder(wires));
  for (let turn = 1; turn < wires.length; turn += 1) {
    const turned = programOf(inOrder([...wires.slice(turn), ...wires.slice(0, turn).toReversed()]));
    expect(turned.hash).toBe(first.hash);
    expect(turned.core).toEqual(first.core);
  }
});

test('uncalled components are in the proof key, in whatever order they stand', () => {
  const one = 'component one(x: u8) -> u8 { x / 2 }\n';
  const two = 'component two(x: u8) -> u8 { x / 3 }\n';
  const plain = programOf(ORIGINAL);
  expect(plain.proofKey).toBe(plain.hash);
  const keys = [one + two, two + one, one, two].map((items) => programOf(items + ORIGINAL).proofKey);
  expect(keys[0]).toBe(keys[1]);
  expect(new Set([plain.hash, ...keys]).size).toBe(4);
});

test('integers beyond 2^53 count to the last digit', () => {
  const hashes = ['9007199254740992', '9007199254740993', '9223372036854775807', '-9223372036854775808'].map((literal) => {
    return programOf(`circuit c {\n input x: u8\n output y: bool\n y = x == ${literal}\n}`).hash;
  });
  expect(new Set(hashes).size).toBe(4);
});

test('a text and a tag of the same letters are not the same', () => {
  const text = programOf('circuit c {\n output y: text[1]\n y = "a"\n}');
  const tag = programOf('circuit c {\n output y: enum { a }\n y = .a\n}');
  expect(text.hash).not.toBe(tag.hash);
});

function withSources(...wires: readonly string[]): Program {
  return programOf(`component late(x: u8) -> bool { NOW() > x }\ncircuit c {\n output y: bool\n ${wires.join('\n ')}\n}`);
}

test('entropy sources are never merged, in a component neither', () => {
  const once = withSources('t = NOW()', 'y = t == t');
  const twice = withSources('y = NOW() == NOW()');
  expect(twice.core.graphs[0]?.nodes).toHaveLength(3);
  expect(once.core.graphs[0]?.nodes).toHaveLength(2);
  expect(withSources('y = late(1) == late(1)').core.graphs[0]?.nodes.filter((node) => node.op === 'call')).toHaveLength(2);
});

test('entropy sources are told apart by their users, not by their order', () => {
  const first = withSources('a = NOW()', 'b = NOW()', 'y = a + 1 == b * 2');
  const second = withSources('b = NOW()', 'a = NOW()', 'y = a + 1 == b * 2');
  expect(second.hash).toBe(first.hash);
  expect(second.core).toEqual(first.core);
});

/** Matches on 13 inputs, so that the number of one begins that of another; equal ones, and others that differ in their last arms alone. */
test('the order of matches: not in the hash, and equal ones are one node', () => {
  const matches = Array.from(
    { length: 52 },
    (_, i) => `w${i} = match x${i % 13} { 0..4 => 1, 7 => ${i % 3}, ${8 + (i >> 5)} => 5, v => v }`,
  );
  const sum = matches.map((_, i) => `w${i}`).join(' + ');
  const inputs = Array.from({ length: 13 }, (_, i) => `input x${i}: u8`);
  const source = (wires: readonly string[]) => ['circuit c {', ...inputs, 'output y: i64', ...wires, `y = ${sum}`, '}'].join('\n');
  const first = programOf(source(matches));
  const different = new Set(matches.map((match) => match.replace(/^w\d+/, '')));
  expect(first.core.graphs[0]?.nodes.filter(({ op }) => op === 'match')).toHaveLength(different.size);
  for (const turn of [1, 7, 20, 45]) {
    const turned = programOf(source([...matches.slice(turn), ...matches.slice(0, turn).toReversed()]));
    expect(turned.hash).toBe(first.hash);
    expect(turned.core).toEqual(first.core);
  }
});

const FORMS = [
  ORIGINAL,
  'circuit c {\n input a: bool\n input t: text[..9]\n output y: bool\n output z: i64\n y = a implies not a or t in "a".."z"\n z = match t { "\\u{1F600}\\n" => -9223372036854775808, _ => 1 } as -9223372036854775808..1\n}',
  'circuit c {\n input x: i64\n output y: bool\n output missing: u8\n y = match x { -5..9 => true, 12 => false, other => other == MUL_WRAP(3, 4, 5) }\n}',
];

test.each(FORMS)('the canonical form is that of RFC 8785', (source) => {
  const { core } = programOf(source);
  for (const graph of [...core.components, ...core.graphs]) {
    const text = graphJson(graph, () => 'f'.repeat(64));
    expect(canonicalize(JSON.parse(text))).toBe(text);
    expect(text).not.toMatch(/[:[,]-?[0-9]/);
  }
});

test('the hash is the SHA-256 of the canonical form, and follows from the core alone', () => {
  const program = programOf(FORMS[1] ?? '');
  const [graph] = program.core.graphs;
  if (graph === undefined) throw new Error('no graph');
  const text = `{"graph":${graphJson(graph, () => '')},"language":"1.0"}`;
  expect(program.hash).toBe(bytesToHex(sha256(text)));
  expect(canonicalize(JSON.parse(text))).toBe(text);
  const spare = programOf(`component spare(x: u8) -> u8 { x / 2 }\n${ORIGINAL}`);
  expect(hashCore(spare.core)).toEqual({ hash: spare.hash, proofKey: spare.proofKey });
});

/** Counts the nodes for two conditionals, each over `a = x / 3`. */
function selectsOf(first: string, second: string): number | undefined {
  const source = `circuit c {\n input x: u8\n input p: bool\n output y: i64\n a = x / 3\n b = ${first}\n d = ${second}\n y = a + b + d\n}`;
  return programOf(source).core.graphs[0]?.nodes.filter((node) => node.op === 'select').length;
}

test('an operation inside of an arm and the same outside are two', () => {
  const inside = 'if p { t = x / 3\n t + 1 } else { 0 }';
  const outside = 'if p { t = x / 3\n a + 1 } else { 0 }';
  expect(selectsOf(inside, inside)).toBe(1);
  expect(selectsOf(outside, outside)).toBe(1);
  expect(selectsOf(inside, outside)).toBe(2);
});

test('what is merged has the place where it first stood', () => {
  const source =
    'circuit c {\n input x: u8\n output y: u8\n a = x / 3\n b = x / 3\n y = MAX(a, b)\n ensure y < 99 "first"\n ensure y < 99 "second"\n}';
  const [map] = programOf(source).sourceMap.graphs;
  expect(map?.nodes.filter((node) => node.domain === 'a' || node.domain === 'b').map((node) => node.line)).toEqual([4, 4]);
  expect(map?.ensures).toEqual([{ domain: 'first', line: 7, column: 2 }]);
});

function statedIn(domain: string): number | undefined {
  const source = `circuit c {\n input x: u8\n output y: i64\n a: 0..255 = x\n b: ${domain} = x\n y = a + b + (x as 0..9) + (x as ${domain})\n}`;
  return programOf(source).core.graphs[0]?.nodes.filter((node) => node.op === 'state' || node.op === 'narrow').length;
}

test('wires that state one domain of one value are one node, those that state two are two', () => {
  expect(statedIn('u8')).toBe(3);
  expect(statedIn('0..200')).toBe(4);
});

test.each([1, 3, 4, 5, 6, 12, 100])('an expression that nests %d deep means the same as its parts under names', (depth) => {
  const names = Array.from({ length: depth }, (_, i) => `w${i}`);
  const nested = names.reduce((inner) => nesting(inner), 'x');
  const named = names.map((name, i) => `${name} = ${nesting(i === 0 ? 'x' : `w${i - 1}`)}`);
  expect(hashOf([`y = ${nested}`])).toBe(hashOf([...named, `y = ${names.at(-1) ?? ''}`]));
});

/** An expression of a call, a list, a chain and a step, with another one inside. */
function nesting(inner: string): string {
  return `MAX(p.a, [${inner} - 1, 5][0]) % 90`;
}

function hashOf(wires: readonly string[]): string {
  return programOf(`circuit c {\n input x: u8\n input p: (a: u8)\n output y: i64\n${wires.join('\n')}\n}`).hash;
}

test('equal integers of a region are one node, at the place of the first', () => {
  const { core, sourceMap } = programOf(
    'circuit c {\n input b: bool\n input x: u8\n output y: i64\n w = x + 5\n y = w * 5 + (if b { 5 } else { 0 })\n}',
  );
  const fives = (core.graphs[0]?.nodes ?? []).flatMap((node, id) => (node.op === 'literal' && node.value === 5 ? [id] : []));
  expect(fives.map((id) => sourceMap.graphs[0]?.nodes[id])).toEqual([
    { domain: 'w', line: 5, column: 10 },
    { domain: 'y', line: 6, column: 22 },
  ]);
});
