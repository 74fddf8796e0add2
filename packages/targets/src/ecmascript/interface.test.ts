import { importedPolicy } from '../testing/loaded.js';
import { decisionsOf, policyOf } from '../testing/policies.js';
import { circuitOf } from '../testing/reference.js';
import { scriptOf } from '../testing/variants.js';

/** Returns the emitted function, to be called from JavaScript with values that a line of JSON cannot express. */
function functionOf(source: string): (inputs: unknown) => unknown {
  const text = scriptOf(circuitOf(source), true);
  const name = /^export function (\w+)/m.exec(text)?.[1] ?? '';
  // oxlint-disable-next-line no-implied-eval -- running what was emitted is the point
  return new Function(`'use strict';\n{\n${text.replaceAll(/^export /gm, '')}\nreturn ${name};\n}`)();
}

const ECHO = functionOf(`circuit echo {
  input octets: bytes[..4]
  input wide: i64
  input list: [i64; ..3]
  input record: (o: (bytes[..2])?, n: (bool?)?)
  output octets_out: bytes[..4]
  output wide_out: i64
  output list_out: [i64; ..3]
  output record_out: (o: (bytes[..2])?, n: (bool?)?)
  octets_out = octets
  wide_out = wide
  list_out = list
  record_out = record
}`);

test('bytes may be given as a Uint8Array and wide integers as bigints; what comes out is the JSON form', () => {
  const inputs = {
    octets: Buffer.from([1, 255]),
    wide: -(2n ** 63n),
    list: [2n ** 53n, 7n, 7],
    record: { o: Uint8Array.of(0), n: { some: null } },
  };
  expect(ECHO(inputs)).toEqual({
    octets_out: 'Af8=',
    wide_out: '-9223372036854775808',
    list_out: ['9007199254740992', '7', '7'],
    record_out: { o: 'AA==', n: { some: null } },
  });
});

test('a refusal that is not caught tells the port and the path in its text', () => {
  const inputs = { octets: '', wide: 0n, list: [1, 2, true], record: { n: null, o: null } };
  expect(() => ECHO(inputs)).toThrow(/^list\[2\]: expected an integer from -9223372036854775808/);
  expect(() => ECHO(7)).toThrow(/^inputs: expected an object/);
});

test('what comes out may go in again', () => {
  const inputs = { octets: 'AQ==', wide: '7', list: ['1', '9223372036854775807'], record: { n: null, o: null } };
  const outputs: Record<string, unknown> = Object(ECHO(inputs));
  const again = Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name.replace('_out', ''), value]));
  expect(again).toEqual(inputs);
  expect(ECHO(again)).toEqual(outputs);
});

test.each(['*/', '\\u{202e}\\u{2028}a'])('characters of a domain end no comment, and turn no reading direction: %s', (characters) => {
  const source = `circuit e {\n input t: text[..9] of "${characters}"\n output u: text[..9] of "${characters}"\n u = t\n}`;
  expect(functionOf(source)({ t: '' })).toEqual({ u: '' });
  expect(scriptOf(circuitOf(source), false)).not.toMatch(/[\u202e\u2028]/);
});

test('lone surrogates are refused, also of characters on both sides of them', () => {
  const echo = functionOf('circuit e {\n input t: text[..9] of "\\u{d000}-\\u{10fffe}"\n output u: text[..9]\n u = t\n}');
  expect(echo({ t: '\ud7ff\ue000🎉' })).toEqual({ u: '\ud7ff\ue000🎉' });
  for (const t of ['\ud800', '\udfff', '\ue000\ud83c', '\udf89\ud83c', 'a']) expect(() => echo({ t })).toThrow('expected text');
});

test('an array is read by its length, whatever its iterator gives', () => {
  const quotient = functionOf('circuit q {\n input xs: [0..9; ..2]\n output y: -100..0\n y = 100 / (LENGTH(xs) - 5)\n}');
  const longer = Object.assign([1], { [Symbol.iterator]: () => [1, 1, 1, 1, 1].values() });
  expect(quotient({ xs: longer })).toEqual({ y: -25 });
  let asked = 0;
  const growing = new Proxy([1], { get: (target, name) => (name === 'length' ? (asked += 1) : Reflect.get(target, name)) });
  expect(quotient({ xs: growing })).toEqual({ y: -25 });
  const lengths = [1, 1, 5, 5, 5, 5, 5, 5];
  const length = { valueOf: () => lengths.shift() };
  const later = new Proxy([1, 1, 1, 1, 1], { get: (target, name) => (name === 'length' ? length : Reflect.get(target, name)) });
  expect(quotient({ xs: later })).toEqual({ y: -25 });
});

test('a policy reads the length of an array once, as a number', () => {
  const source = 'policy pay {\n  action "pay" (xs: [0..9; ..2])\n\n  rule long allow on "pay" when LENGTH(xs) > 1\n}\n';
  const length = '{ valueOf: (lengths => () => lengths.shift())([1, 1, 2, 2, 2, 2]) }';
  const array = `new Proxy([1, 1], { get: (target, name) => (name === 'length' ? ${length} : target[name]) })`;
  const decide = importedPolicy(decisionsOf(policyOf(source), false));
  const [changing, plain] = decide([`['pay', { xs: ${array} }]`, "['pay', { xs: [1, 1] }]"]).map((text) => JSON.parse(text).verdict);
  expect([changing, plain]).toEqual(['DENY', 'ALLOW']);
});

test('lists and records that come out are frozen, for they may be one object in two places', () => {
  const share = functionOf(
    `circuit share {
    input xs: [(n: i64, o: ([0..9; ..2])?); ..4]
    output a: [(n: i64, o: ([0..9; ..2])?); ..4]
    output b: [(n: i64, o: ([0..9; ..2])?); ..4]
    output c: [(x: 0..9); 2]
    output d: [0..9; ..2]
    output e: ((0..9)?)?
    output f: text[..3]
    a = xs
    b = xs
    c = FILL(2, (x: 1))
    d = xs[0].o ?? []
    e = some some 1
    f = "x"
  }`.replace('xs[0].o ?? []', 'match GET_OR(xs, 0, (n: 0, o: none)).o { some ys => ys, none => [] }'),
  );
  const inputs = { xs: [{ n: '1', o: [2, 3] }] };
  const outputs = Object(share(inputs));
  expect(outputs).toEqual({ a: inputs.xs, b: inputs.xs, c: [{ x: 1 }, { x: 1 }], d: [2, 3], e: { some: 1 }, f: 'x' });
  for (const part of [outputs.a, outputs.b[0], outputs.a[0].o, outputs.c, outputs.c[0], outputs.d, outputs.e]) {
    expect(Object.isFrozen(part)).toBe(true);
  }
  for (const given of [inputs.xs, inputs.xs[0], inputs.xs[0]?.o]) expect(Object.isFrozen(given)).toBe(false);
});

test('nothing that is given is changed, and nothing that comes out is part of it', () => {
  const reverse = functionOf(`circuit turn {
    input octets: bytes[..4]
    input list: [0..9; ..4]
    output turned: bytes[..4]
    output sorted: [0..9; ..4]
    output same: [0..9; ..4]
    turned = REVERSE(octets)
    sorted = SORT(REVERSE(list))
    same = list
  }`);
  const inputs = { octets: Buffer.from([1, 2, 3]), list: [3, 1, 2] };
  expect(reverse(inputs)).toEqual({ turned: 'AwIB', sorted: [1, 2, 3], same: [3, 1, 2] });
  inputs.list.push(4);
  inputs.list.pop();
  expect(inputs).toEqual({ octets: Buffer.from([1, 2, 3]), list: [3, 1, 2] });
});

test('a domain whose parts are shared is written once for each part', () => {
  const names = 'ABCDEFGHIJK'.split('').map((letter) => `Part${letter}`);
  const domains = names.map(
    (name, i) => `domain ${name} = ${i === 0 ? '(x: 0..9, y: i64, z: bytes[..1])' : `(x: ${names[i - 1]}, y: ${names[i - 1]})`}`,
  );
  const source = `${domains.join('\n')}\ncircuit deep {\n input p: PartK\n output q: PartK\n output r: bool\n q = p\n r = p.x == p.y\n}`;
  expect(scriptOf(circuitOf(source), false).length).toBeLessThan(20_000);
});

/** Returns the text of the function without its boundary. */
function body(source: string): string {
  const text = scriptOf(circuitOf(source), true);
  const start = text.indexOf('\n', text.indexOf('  refuseOtherPorts')) + 1;
  return text.slice(start, text.indexOf('\n}\n', start));
}

test('loops, options and records read like their source', () => {
  const source = `circuit basket {
  input items: [(cents: 0..10_000, tag: (u8)?); ..9]
  input limit: 0..1_000
  output total: 0..90_000
  output tags: [u8; ..9]
  output first: 0..10_000
  total = fold sum = 0 for item in items { sum + item.cents }
  tags = map item in filter entry in items { entry.cents > limit } { item.tag ?? 0 }
  first = if LENGTH(items) > 0 { items[0].cents } else { limit }
}`;
  expect(body(source)).toBe(`  let total = 0;
  for (const element_2 of items) {
    total += element_2.cents;
  }
  const first = items.length > 0 ? items[0].cents : limit;
  const tags_2 = [];
  for (const element_3 of items) {
    if (element_3.cents > limit) {
      tags_2.push(element_3);
    }
  }
  const tags = [];
  for (const element of tags_2) {
    tags.push(element.tag ?? 0);
  }
  return { total, tags: withPartsFrozen(tags), first };`);
});
