import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { read } from '../program/read.js';
import { drawnSource } from './testing/drawn-sources.js';

/**
 * Hashes are public names of circuits: what stands here must never change, whatever the engine learns. A change
 * of the language that has to change one gets a version of its own in `LANGUAGE_VERSION`.
 */
const SOURCES: Readonly<Record<string, string>> = {
  constant: 'circuit c {\n output y: u8\n y = 1\n}',
  identity: 'circuit c {\n input x: i64\n output y: i64\n y = x\n}',
  'an output that nothing produces': 'circuit c {\n input x: i64\n output y: i64\n}',
  arithmetic: 'circuit c {\n input a: -5..9\n input b: 1..7\n output y: i64\n y = (a + 3) * b / -2 % 5 - -9223372036854775808 / b\n}',
  bits: 'circuit c {\n input a: u16\n output y: i64\n y = (a & 255 | 256 ^ a) << 3 >> 1\n}',
  'short circuits': 'circuit c {\n input p: bool\n input x: u8\n output y: bool\n y = p and x in 3..9 or not p implies XOR(p, x != 4)\n}',
  branches:
    'circuit c {\n input x: u8\n output y: i64\n y = if x < 3 { 1 } else if x < 5 { t = x * 2\n t } else { match x { 5 => 1, 6..9 => 2, other => other } }\n}',
  tags: 'domain Size = enum { small, large }\ncircuit c {\n input s: Size\n output t: Size\n output b: bool\n t = match s { .small => .large, .large => .small }\n b = t == .large\n}',
  texts:
    'circuit c {\n input t: text[1..20]\n output y: bool\n y = TEXT_LENGTH(t) > 3 and MATCHES_GLOB(t, "a*\\u{1F600}\\n") or t < "\\"z\\""\n}',
  'texts of characters': 'circuit c {\n input t: text[1..20] of "a-z0-9.-"\n output y: text[..40] of "--z"\n y = t ++ "." ++ t\n}',
  'closed texts':
    'circuit c {\n input h: hostname\n input a: ipv4\n input b: ipv6?\n input p: [path; ..3]\n output y: hostname\n output z: bool\n y = h\n z = p == [] or b == none and a == "1.2.3.4"\n}',
  contracts:
    'circuit c {\n input a: u8\n input b: u8\n output y: u8\n require a >= b\n require b > 0\n w: 0..255 = a - b\n y = w as 0..254\n ensure y < a "less"\n ensure y >= 0\n}',
  components:
    'component half(n: u8) -> 0..127 {\n require n > 1\n n / 2\n ensure result < n\n}\ncomponent quarter(n: 8..255) -> 0..127 { half(half(n)) }\ncomponent spare(n: u8) -> u8 { n }\ncircuit c {\n input n: 8..255\n output y: i64\n y = quarter(n) + half(n)\n}',
  'entropy sources': 'circuit c {\n output y: bool\n y = NOW() < NOW() + RANDOM(1, 6)\n}',
  bytes:
    'circuit c {\n input b: bytes[2..9]\n output y: bytes[..11]\n output z: bool\n y = b ++ x"00ff"\n z = b[1] in x"0a" or b == x""\n}',
  lists:
    'circuit c {\n input xs: [0..9; 1..8]\n input n: u8\n output y: [i64; ..12]\n output z: bool\n y = xs ++ [n, xs[0]] ++ []\n z = n in xs or xs == []\n}',
  records:
    'domain P = (y: u8, x: (a: bool, b: text[..3]))\ncircuit c {\n input p: P\n output q: P\n output s: u8\n q = (x: (b: "no", a: not p.x.a), y: p.y)\n s = q.y\n}',
  options:
    'circuit c {\n input o: (0..9)??\n output y: i64\n output z: u8?\n y = match o { none => 0, some none => 1, some some 3..4 => 2, some some v => v } + ((o ?? some 2) ?? 4)\n z = if o == some none { none } else { some 7 }\n}',
  loops:
    'circuit c {\n input xs: [0..9; ..8]\n input b: bytes[..8]\n input n: 0..30\n output y: i64\n output z: bool\n a = map x in filter x in xs { x > 3 } { x * 2 }\n d = map i in 1..n { filter o in b { o > i } }\n y = fold t: 0..1_000 = 0 for x in a { MIN(t + x, 1_000) } + fold s = n for i in 0..LENGTH(d) { MAX(s, i) }\n z = any x in xs { all i in 0..x { i in b } } and count i in n..30 { i % 2 == 0 } > 3\n}',
  policy:
    'policy p {\n action "net.connect" (host: text[1..255], port: u16)\n action "net.listen" (port: u16)\n low = 1_024\n rule named allow on "net.connect" when ENDS_WITH(host, ".example.com")\n rule open review on "net.*" when port >= low "a person looks"\n rule listening deny on "net.listen"\n}',
};

const HASHES: Readonly<Record<string, string>> = {
  constant: 'd0b1ac5b884764767b5c5205d3aaad36e1e9ad0e71e73adeebc46b0c770532a0',
  identity: '9aeaa4ac4defc5e46cc545bce79079172fd4000069e5a1fc32a0698e2a7c2626',
  'an output that nothing produces': 'e7864a73c8f4db6a99feafcce715f1fcb3e03f2e17915c4f70c86d51b1a9765d',
  arithmetic: 'd9c571bcf54e280f4ba15c4fb646c3a73c9204aeb205b725eda38f4e5a8cf2f6',
  bits: 'fc23cd3baf24c43c8c247d7763348c624956bbb99462d0be1110c2f058636ff8',
  'short circuits': '7566e2404aa691b574ce4addf5449e0638a7eaf63123ef7e23b37ff9dc52ffb7',
  branches: 'dabdc4e1a62d285c345b15df16bfc093555f12fa8bf7651a4a711b2046b6abd4',
  tags: 'f1bea3199bebf71772db3fe881ba87229b906da848bd5bbf01f7334f669271fd',
  texts: '472790a595ea9f6da40ce40a49f5fecb6c7915e64a3c3871909486bb74ab860a',
  'texts of characters': '8ac9efcc40702b721f44803dadd613170f190dbee4d6f8e46e6216f282b5ab59',
  'closed texts': 'bfb4a900c6cb64a70c76b16befd7a3188f533c7ff64976c3e272085387f6f31f',
  contracts: 'ead95512a21c343d9545da0438fdfe0974eed55cecf198908d3e2bbea5e85c0c',
  components: '5f5b1870c59115b3e1688cd2ff7bb951a35d3d3cd21bdf5e81cdebc7c661e410',
  'entropy sources': 'ab063d933271fc457460c2d1a14b035631a1da24ae3aee6167b25e6b9b43811b',
  bytes: 'fcaf6d48e7dc70d61efcdd4e71bd76060ec0abe81829c2950a6e03c7be25c6ac',
  lists: '6d2b14e451e50e43444337590a59378a25a6266fbfaf0c7e9e1eb612caac02a2',
  records: '3e7d041f97b1debaebc1b25288558de0dbc422ed315d71b4bbc54bca4f442934',
  options: '8b8c8bc45c8c836d530bc6ce0aa82b52a33c6a6ac005e69a3cd5d57cc6d100ab',
  loops: 'c19c7f8d7205a59ffa291b12788e77fb52b0becdf92745c9dab3b1d3f3bd6692',
  policy: 'bb4c852f6a1587452b4a851ac36d9247256b03a76ccc21c7e237641d99d2f27d',
};

test.each(Object.entries(SOURCES))('the hash of %s stays as it is', (name, source) => {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  expect(reading.program.hash).toBe(HASHES[name]);
});

const ROOT = join(__dirname, '../../../..');
const DRAWN = 920;

/** `conformance/hashes.txt`: by the digest of a source the hash of its program. */
const LISTED = new Map(
  readFileSync(join(ROOT, 'conformance/hashes.txt'), 'utf8')
    .split('\n')
    .map((line): [string, string] => [line.slice(0, 16), line.slice(17)]),
);

function digestOf(source: string): string {
  return createHash('sha256').update(source).digest('hex').slice(0, 16);
}

/** Its beginning; null where the source is not read by itself. */
function hashOf(source: string): string | null {
  const reading = read(source);
  return reading.ok ? reading.program.hash.slice(0, 16) : null;
}

function filesIn(folder: string, ending: string): readonly string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith(ending)).map((name) => readFileSync(join(ROOT, folder, name), 'utf8'));
}

test('a thousand hashes are listed, and those of drawn programs stay as they are', () => {
  const drawn = Array.from({ length: DRAWN }, (_, number) => drawnSource(number));
  expect(drawn.map(hashOf)).toEqual(drawn.map((source) => LISTED.get(digestOf(source))));
  expect(LISTED.size).toBeGreaterThan(1_000);
});

test('so do those of the programs of examples, cases and pages, as long as their sources stand', () => {
  const pages = filesIn('docs', '.md').flatMap((page) => [...page.matchAll(/^```kir [^\n]*\n([^]*?)^```$/gm)]);
  const sources = [...filesIn('examples', '.kir'), ...filesIn('conformance', '.kir'), ...pages.map(([, source = '']) => source)];
  const listed = sources.filter((source) => LISTED.has(digestOf(source)));
  expect(listed.map(hashOf)).toEqual(listed.map((source) => LISTED.get(digestOf(source))));
  expect(listed.length).toBeGreaterThan(100);
});
