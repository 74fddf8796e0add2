import canonicalize from 'canonicalize';
import type { Program } from '../program/program.js';
import { read } from '../program/read.js';
import { hashCore } from './canonical.js';
import { graphJson } from './testing/graph-json.js';

function programOf(source: string): Program {
  const reading = read(source);
  if (!reading.ok) throw new Error(source + JSON.stringify(reading.diagnostics));
  return reading.program;
}

const ORIGINAL = `domain Row = (kind: enum { a, b }, weight: 0..100, note: text[..8]?)
circuit forms {
  input rows: [Row; ..16]
  input raw: bytes[..32]
  input n: 0..30
  input deep: (0..9)??
  output total: 0..1600
  output big: [0..100; ..16]
  output picked: Row
  output level: 0..9
  heavy = filter row in rows { row.weight > 50 and row.kind == .a }
  big = map row in heavy { row.weight }
  total = fold sum: 0..1600 = 0 for row in rows {
    doubled = row.weight * 2
    halved = row.weight / 2
    MIN(sum + doubled - halved, 1600)
  }
  odd = filter octet in raw { octet % 2 == 1 }
  noted = any row in rows { row.note != none } or count i in 1..n { i in raw } > LENGTH(odd)
  picked = if noted and n < LENGTH(rows) { rows[n] } else { (weight: 3, note: some "x", kind: .b) }
  level = match deep { none => 0, some none => 1, some some value => value } + UNWRAP_OR(none, 0)
  empty = [] == big or x"0aff" == raw
  pair = fold (doubled: p, halved: q) keeping p >= q = (doubled: 1, halved: 1) for i in 1..2 { (doubled: p * 2, halved: q) }
  ensure not empty or total >= 0 or pair.doubled > 3
}`;

const SAME_MEANING: readonly (readonly [what: string, rewrite: (source: string) => string])[] = [
  ['the names of loop variables', (source) => source.replaceAll('row in', 'r in').replaceAll('row.', 'r.')],
  [
    'the names of elements and of what patterns bind',
    (source) => source.replaceAll('octet', 'o').replaceAll('value', 'v').replaceAll(/\bi\b/g, 'j'),
  ],
  ['the name of an accumulator', (source) => source.replaceAll('sum', 'acc')],
  [
    'the names of fields in what is kept',
    (source) =>
      source
        .replace('(doubled: p, halved: q) keeping p >= q', '(doubled: x, halved: y) keeping x >= y')
        .replace('(doubled: p * 2, halved: q)', '(doubled: x * 2, halved: y)'),
  ],
  [
    'the order of fields in a record',
    (source) => source.replace('(weight: 3, note: some "x", kind: .b)', '(note: some "x", kind: .b, weight: 3)'),
  ],
  [
    'the order of fields in a record domain',
    (source) => source.replace(/domain Row = .*/, 'domain Row = (weight: 0..100, note: text[..8]?, kind: enum { a, b })'),
  ],
  [
    'a named domain in place of its text',
    (source) => source.replace('input deep: (0..9)??', 'input deep: Digit??').concat('\ndomain Digit = 0..9'),
  ],
  ['the order of independent wires inside a body', (source) => source.replace(/(    doubled = .*\n)(    halved = .*\n)/, '$2$1')],
  [
    'the order of independent wires outside',
    (source) => source.replace(/(  heavy = .*\n)(  big = [^\n]*\n)([^]*?)(  odd = .*\n)/, '$4$1$2$3'),
  ],
  ['a wire for a part of a body', (source) => source.replace('{ row.weight }', '{\n weight = row.weight\n weight\n }')],
  [
    'a part of a body that is computed twice',
    (source) => source.replace('halved = row.weight / 2', 'halved = row.weight / 2\n    again = row.weight / 2'),
  ],
  ['a loop that is written twice', (source) => source.replace('  empty =', '  twice = map each in heavy { each.weight }\n  empty =')],
  [
    'monomers by name for `??`, `[…]`, `in`',
    (source) =>
      source.replace('UNWRAP_OR(none, 0)', '(none ?? 0)').replace('rows[n]', 'GET(rows, n)').replace('i in raw', 'CONTAINS(raw, i)'),
  ],
  ['commas for newlines', (source) => source.replace('none => 0, some none => 1,', 'none => 0\n some none => 1\n')],
  ['the spelling of bytes', (source) => source.replace('x"0aff"', 'x"0AFF"')],
];

test.each(SAME_MEANING)('%s do not change the core or the hash', (_, rewrite) => {
  const rewritten = rewrite(ORIGINAL);
  expect(rewritten).not.toBe(ORIGINAL);
  const [a, b] = [programOf(ORIGINAL), programOf(rewritten)];
  expect(b.core).toEqual(a.core);
  expect(b.hash).toBe(a.hash);
});

const OTHER_MEANING: readonly (readonly [from: string, to: string])[] = [
  ['..16]\n  input raw', '..17]\n  input raw'],
  ['weight: 0..100', 'weight: 0..99'],
  ['note: text[..8]?', 'note: text[..9]?'],
  ['deep: (0..9)??', 'deep: (0..8)??'],
  ['filter row in rows', 'filter row in REVERSE(rows)'],
  ['row.weight > 50 and row.kind == .a', 'row.kind == .a and row.weight > 50'],
  ['map row in heavy', 'map row in rows'],
  ['fold sum: 0..1600', 'fold sum: 0..1601'],
  ['fold sum: 0..1600', 'fold sum'],
  ['= 0 for row', '= 1 for row'],
  ['keeping p >= q', 'keeping p > q - 1'],
  ['keeping p >= q', ''],
  ['any row in rows', 'all row in rows'],
  ['count i in 1..n', 'count i in 0..n'],
  ['count i in 1..n', 'count i in RANGE(1, n)'],
  ['row.note != none', 'row.note != some ""'],
  ['some "x"', 'none'],
  ['rows[n]', 'rows[n - 0]'],
  ['some none => 1, some some value => value', 'some some value => value, some none => 1'],
  ['some some value => value', 'some _ => 2'],
  ['UNWRAP_OR(none, 0)', 'UNWRAP_OR(some 0, 0)'],
  ['x"0aff"', 'x"0afe"'],
  ['[] == big', '[0] == big'],
  ['{ row.weight }', '{ row.weight + 0 }'],
];

test.each(OTHER_MEANING)('%s for %s changes the hash', (from, to) => {
  const rewritten = ORIGINAL.replace(from, to);
  expect(rewritten).not.toBe(ORIGINAL);
  expect(programOf(rewritten).hash).not.toBe(programOf(ORIGINAL).hash);
});

function comparing(a: string, b: string): string {
  return `circuit c {\n output y: bool\n y = none == some ${a} or [] == [${b}]\n}`;
}

test('`none` and `[]` of two types are two values', () => {
  expect(programOf(comparing('1', '1')).hash).not.toBe(programOf(comparing('1', 'true')).hash);
  const two = programOf('circuit c {\n input a: u8?\n input b: bool?\n output y: bool\n y = a == none and b == none\n z = none == a\n}');
  expect(two.core.graphs[0]?.nodes.filter((node) => node.op === 'literal')).toHaveLength(2);
});

test('the canonical form is that of RFC 8785', () => {
  const { core } = programOf(ORIGINAL);
  for (const graph of core.graphs) {
    const written = graphJson(graph, () => '');
    expect(written).toBe(canonicalize(JSON.parse(written)));
  }
});

test('a program has the hash of its core', () => {
  const program = programOf(ORIGINAL);
  expect(hashCore(program.core).hash).toBe(program.hash);
});

function takingText(domain: string): string {
  return programOf(`circuit c {\n input t: ${domain}\n output y: bool\n y = t == "a"\n}`).hash;
}

it.each([
  ['text[..9] of "a-z0-9.-"', 'text[..9] of "-.0-9abcd-z"'],
  ['text[..9] of "a-cb-d"', 'text[..9] of "a-d"'],
  ['text[..9]', 'text[..9] of "\\u{0}-\\u{d7ff}\\u{e000}-\\u{10ffff}"'],
  ['text[..9] of "\\u{d000}-\\u{e000}"', 'text[..9] of "\\u{d000}-\\u{d7ff}\\u{e000}"'],
])('%s and %s are one domain', (a, b) => {
  expect(takingText(a)).toBe(takingText(b));
});

it('texts of other characters, and closed texts, are other domains', () => {
  const domains = ['text[1..253]', 'text[1..253] of "a-z0-9.-"', 'text[1..253] of "a-z0-9."', 'hostname', 'ipv4', 'ipv6', 'path'];
  expect(new Set(domains.map(takingText)).size).toBe(domains.length);
});
