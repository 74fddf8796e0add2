import type { Program } from '../program/program.js';
import { read } from '../program/read.js';

function programOf(source: string): Extract<Program, { type: 'policy' }> {
  const reading = read(source);
  if (!reading.ok || reading.program.type !== 'policy') throw new Error(JSON.stringify(reading));
  return reading.program;
}

function said(source: string): readonly string[] {
  const reading = read(source);
  const diagnostics = reading.ok ? reading.program.warnings : reading.diagnostics;
  return diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`);
}

const GATEWAY = `policy gateway {
  action "net.connect" (host: text[1..255], port: 0..65535)
  action "pay.refund"  (cents: 0..100_000_000, to_original_card: bool)
  action "pay.payout"  (cents: 0..200_000_000)
  limit = 5_000
  rule web      allow  on "net.connect" when port == 443 and ENDS_WITH(host, ".example.com")
  rule metadata deny   on "net.connect" when host == "169.254.169.254" "cloud metadata is off limits"
  rule small    allow  on "pay.refund"  when cents <= limit and to_original_card
  rule large    review on "pay.*"       when cents > limit "a person looks at large amounts"
  rule never    deny   on "pay.payout"
}`;

test('each action is a graph with one boolean output for each rule that is on it', () => {
  const { core, sourceMap, policy } = programOf(GATEWAY);
  expect(core.graphs.map((graph) => graph.outputs.map((output) => output.name))).toEqual([
    ['web', 'metadata'],
    ['small', 'large'],
    ['large', 'never'],
  ]);
  expect(core.graphs.map((graph) => graph.parameters.map((parameter) => parameter.name))).toEqual([
    ['host', 'port'],
    ['cents', 'to_original_card'],
    ['cents'],
  ]);
  expect(core.graphs.every((graph) => graph.role === 'action')).toBe(true);
  expect(core.graphs[2]?.parameters[0]?.domain).toEqual({ kind: 'integer', lo: 0, hi: 200_000_000 });
  expect(sourceMap.graphs[2]?.outputs).toEqual([
    { domain: 'large', line: 9, column: 8, order: null },
    { domain: 'never', line: 10, column: 8, order: null },
  ]);
  expect(policy.categories).toEqual(['net.connect', 'pay.refund', 'pay.payout']);
  expect(policy.rules[3]).toEqual({ name: 'large', verdict: 'review', why: 'a person looks at large amounts', line: 9, column: 8 });
  expect(policy.default).toBe('deny');
});

test('nodes of a condition have the name of the rule, those of a wire its own', () => {
  const { core, sourceMap } = programOf(GATEWAY);
  const domains = core.graphs[2]?.nodes.map((node, id) => `${node.op} ${sourceMap.graphs[2]?.nodes[id]?.domain}`);
  expect(domains).toEqual(['parameter cents', 'literal never', 'literal limit', 'apply large']);
});

test('a prefix and the list of what it stands for have the same hash; texts and the name of the policy are not in it', () => {
  const { hash } = programOf(GATEWAY);
  expect(programOf(GATEWAY.replace('"pay.*"', '"pay.payout", "pay.refund"')).hash).toBe(hash);
  expect(programOf(GATEWAY.replace(' "cloud metadata is off limits"', '').replace('policy gateway', 'policy other')).hash).toBe(hash);
});

test.each([
  ['the default', '\n}', '\n  default review\n}'],
  ['a verdict', 'deny   on', 'review on'],
  ['the name of a rule', 'rule web', 'rule net'],
  ['a category', '"net.connect"', '"net.open"'],
  ['the name of a param', 'port', 'number'],
  ['what a rule is on', '"pay.*"', '"pay.refund"'],
])('%s is in the hash', (_, from, to) => {
  expect(programOf(GATEWAY.replaceAll(from, to)).hash).not.toBe(programOf(GATEWAY).hash);
});

const TWO = 'action "a" (x: u8, only: bool)\n action "b" (x: u8, other: text[..9])';

test.each([
  [
    'a category that nothing declares',
    `policy p {\n ${TWO}\n rule r deny on "c", "a.*"\n}`,
    ['unknown-category 4:17', 'unknown-category 4:22'],
  ],
  ['two actions of one category', 'policy p {\n action "a" (x: u8)\n action "a" (x: u8)\n rule r deny on "a"\n}', ['duplicate-name 3:9']],
  ['two rules of one name', `policy p {\n ${TWO}\n rule r deny on "a"\n rule r deny on "b"\n}`, ['duplicate-name 5:7']],
  ['two params of one name', 'policy p {\n action "a" (x: u8, x: u8)\n rule r deny on "a"\n}', ['duplicate-name 2:21']],
  ['a param that another action of the rule has not', `policy p {\n ${TWO}\n rule r deny on "a", "b" when only\n}`, ['unknown-name 4:31']],
  [
    'a param of two types',
    'policy p {\n action "a" (x: u8)\n action "b" (x: bool)\n rule r deny on "a", "b" when x == x\n}',
    ['kind-mismatch 4:31'],
  ],
  ['a condition that is none', `policy p {\n ${TWO}\n rule r deny on "a" when x\n}`, ['kind-mismatch 4:26']],
  ['a wire that names a param', `policy p {\n ${TWO}\n w = x + 1\n rule r deny on "a" when w > 3\n}`, ['unknown-name 4:6']],
  ['a wire with the name of a param', `policy p {\n ${TWO}\n only = 1\n rule r deny on "a" when only\n}`, ['duplicate-name 4:2']],
])('%s is an error at its place', (_, source, expected) => {
  expect(read(source).ok).toBe(false);
  expect([...new Set(said(source))]).toEqual(expected);
});

test('an action that no rule is on and a wire that no rule uses are warnings; a param that is not used is none', () => {
  expect(said(`policy p {\n ${TWO}\n spare = 3\n rule r deny on "a"\n}`)).toEqual(['unruled-action 3:9', 'unused-wire 4:2']);
});

test.each([
  ['without a condition', 'rule r allow on "a"'],
  ['with a text in the place of its condition', 'rule r allow on "a" "x > 3"'],
  ['with its condition in a comment', 'rule r allow on "a" // when x > 3'],
  ['on several actions, one of them with params', 'rule r allow on "ping", "a.*", "a"'],
])('an allow %s is a warning where the action has params', (_, rule) => {
  const source = `policy p {\n ${TWO}\n action "ping"\n action "a.b" (x: u8)\n rule d deny on "a.b", "b", "ping" when true\n ${rule}\n}`;
  expect(said(source)).toEqual(['unconditional-allow 7:7']);
});

test('an allow of an action without params, one with `when true`, and a deny or review without a condition are no warning', () => {
  const rules = 'rule r allow on "ping"\n rule s allow on "a" when true\n rule t deny on "b"\n rule u review on "a"';
  expect(said(`policy p {\n ${TWO}\n action "ping"\n ${rules}\n}`)).toEqual([]);
});

test('a category that cannot be seen is shown in escapes', () => {
  const reading = read(`policy p {\n ${TWO}\n rule r deny on "a\\u{202E}"\n}`);
  expect(reading).toMatchObject({ ok: false, diagnostics: [{ code: 'unknown-category', message: "no action declares 'a\\u{202E}'" }] });
});

test('rules times actions beyond the limit is refused', () => {
  const actions = Array.from({ length: 3_000 }, (_, i) => `action "a.${i}" (x: u8)`).join('\n');
  const rules = Array.from({ length: 3_000 }, (_, i) => `rule r${i} deny on "a.*" when x == 3`).join('\n');
  expect(said(`policy p {\n${actions}\n${rules}\n}`)[0]).toMatch(/^too-costly/);
});
