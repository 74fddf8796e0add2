import * as fc from 'fast-check';

const GOOD = '"first":1,"wide":"9007199254740993","flag":true,"tag":"a","name":"é🎉"';

function withMember(from: string, to: string, values: readonly string[]): readonly string[] {
  return values.map((value) => `{${GOOD.replace(from, to + value)}}`);
}

/** Lines for tests of the boundary: values, notations of numbers, members, and invalid JSON. */
// biome-ignore format: a table
export const BOUNDARY: readonly string[] = [
  `{${GOOD}}`, ` { ${GOOD} }\r`,
  ...withMember('"first":1', '"first":', [
    '10', '-1', '0', '1.0', '1e0', '-0', '"1"', 'null', 'true', '[1]', '01', '9007199254740993', '1E400',
  ]),
  ...withMember('"9007199254740993"', '', [
    '7', '-0', '"-0"', '"07"', '"+7"', '" 7"', '"7\\n"', '""', '"9223372036854775807"', '"-9223372036854775808"', '"9223372036854775808"',
    '9007199254740992', '1.5', '"1e3"', '"0x1"',
  ]),
  ...withMember('true', '', ['1', '"true"', 'null']),
  ...withMember('"tag":"a"', '"tag":', ['"b"', '"constructor"', '"toString"', '["a"]', '0']),
  ...withMember('"é🎉"', '', ['""', '"abc"', '"🎉🎉🎉"', '"\\ud83c\\udf89"', '"\\ud83c"', '"\\udf89\\ud83c"', '"\\u0000"', '7']),
  `{${GOOD},"zeta":1,"alpha":2}`, `{${GOOD},"__proto__":1}`, `{${GOOD},"\\ue000":1,"🎉":2}`, `{${GOOD},"first":1}`,
  ...withMember('"first":1,', '', ['', '"\\u0066irst":1,']),
  '', '[]', 'null', '1', '"x"', '{', '{"first"}', `{${GOOD},}`, `{${GOOD}}}`, `{${GOOD}} 1`, 'nul', "{'first':1}", `{${GOOD}}/**/`, '1.', '-',
  '{"a":tru}', '[1,2', '{"a":1 "b":2}', '\ufeff{}', `{"first":${'['.repeat(100)}${']'.repeat(100)}}`,
];

const COMPOUND =
  '"list":[1],"wide":["9223372036854775807",0],"bytes_in":"AQ==","option":3,"nested":{"some":true},"record":{"a":"x","b":[]}';

function withCompound(from: string, values: readonly string[]): readonly string[] {
  const name = from.slice(0, from.indexOf(':') + 1);
  return values.map((value) => `{${COMPOUND.replace(from, name + value)}}`);
}

/** Lines for tests of the boundary: faults inside lists, records, options and bytes. */
// biome-ignore format: a table
export const COMPOUND_BOUNDARY: readonly string[] = [
  `{${COMPOUND}}`,
  ...withCompound('"list":[1]', ['[]', '[1,2,3]', '[1,10]', '[10]', '["1"]', '[1.0]', '[-0]', 'null', '{}', '{"0":1,"length":1}', '"1"', '[[1]]', '[null]']),
  ...withCompound('"wide":["9223372036854775807",0]', ['[]', '["9223372036854775808"]', '[0,"-0"]', '["-9223372036854775808",9007199254740991]', '[9007199254740992]']),
  ...withCompound('"bytes_in":"AQ=="', [
    '""', '"AQID"', '"AQI="', '"AQ="', '"AQ"', '"AR=="', '"AQJ="', '"A==="', '"===="', '"A=Q="', '"AQ==AQ=="', '"_w=="', '"/w=="', '"+w=="', '" AQ="', '[1]', 'null', '"é==="',
  ]),
  ...withCompound('"option":3', ['null', '10', '{"some":3}', 'true', '[]']),
  ...withCompound('"nested":{"some":true}', ['null', '{"some":null}', '{"some":1}', 'true', '{}', '{"some":true,"other":1}', '{"Some":true}', '[true]', '{"some":{"some":true}}']),
  ...withCompound('"record":{"a":"x","b":[]}', [
    '{"b":[],"a":null}', '{"b":[]}', '{"a":"x"}', '{}', '{"a":"xy","b":[10]}', '{"a":"x","b":[1,10]}', '{"a":"x","b":[],"c":1}', '{"a":"x","b":[],"__proto__":1}',
    'null', '[]', '"x"', '{"a":{"c":"x"},"b":[]}',
  ]),
];

const NARROW =
  '"small":1,"whole":-2147483648,"list":[2147483647],"wide":[{"s":0,"w":0}],"record":{"n":5,"o":3,"ns":[7]},"nested":{"some":[null,1]}';

function withNarrow(from: string, values: readonly string[]): readonly string[] {
  const name = from.slice(0, from.indexOf(':') + 1);
  return values.map((value) => `{${NARROW.replace(from, name + value)}}`);
}

/** Lines for tests of the boundary: integers beyond 32 bits, for ports whose integers have 32 bits, beside other faults. */
// biome-ignore format: a table
export const NARROW_BOUNDARY: readonly string[] = [
  `{${NARROW}}`,
  ...withNarrow('"small":1', ['10', '-1', '2147483648', '-2147483649', '4294967296', '4294967297', '9007199254740991', '9223372036854775807', '"1"', 'null', '1e10']),
  ...withNarrow('"whole":-2147483648', ['2147483647', '2147483648', '-2147483649', '4294967295', '-4294967296', '9007199254740993', '1e400', '"2147483648"']),
  ...withNarrow('"list":[2147483647]', [
    '[-2147483648,2147483647]', '[0,2147483648]', '[-2147483649]', '[4294967296,1]', '[2147483648,2147483648,2147483648]', '[null,4294967296]', '[4294967296,null]', '[1,2,3]',
  ]),
  ...withNarrow('"wide":[{"s":0,"w":0}]', [
    '[{"s":4294967296,"w":0}]', '[{"s":10,"w":4294967296}]', '[{"s":1,"w":4294967296},{"s":-4294967295,"w":0}]', '[{"s":4294967296,"w":-1}]', '[{"w":-1,"s":4294967296}]',
    '[{"s":4294967296}]', '[{"w":0,"s":1,"z":4294967296}]',
  ]),
  ...withNarrow('"record":{"n":5,"o":3,"ns":[7]}', [
    '{"n":4294967301,"o":3,"ns":[7]}', '{"n":5,"o":4294967299,"ns":[7]}', '{"n":5,"o":3,"ns":[7,4294967303]}', '{"n":5,"o":10,"ns":[4294967303]}', '{"n":5,"o":4294967299,"ns":[1,2,3]}',
    '{"n":-1,"o":3,"ns":[4294967303]}', '{"n":5,"o":null,"ns":[65536]}', '{"n":5,"o":null,"ns":[65536,4294967303]}', '{"n":5,"o":null,"ns":[4294967303,65536]}',
  ]),
  ...withNarrow('"nested":{"some":[null,1]}', [
    'null', '{"some":[4294967297]}', '{"some":[null,4294967296]}', '{"some":[10,4294967296]}', '{"some":[1,null,4294967296,2]}', '4294967296', '{"some":4294967296}',
  ]),
  `{${NARROW.replace('"small":1', '"small":10').replace('-2147483648', '4294967296')}}`,
  `{${NARROW.replace('"small":1', '"small":4294967296').replace('-2147483648', '4294967296')}}`,
  `{${NARROW.replace('2147483647', '4294967296').replace('"n":5', '"n":-1')}}`,
  `{${NARROW.replace('[2147483647]', '[1,2,3]').replace('"n":5', '"n":4294967296')},"other":4294967296}`,
  `{${NARROW.replace('"n":5', '"n":4294967296')},"other":1}`, '{"small":4294967296}',
];

/** Pieces of texts that lie in a restricted domain, or almost. */
const PIECES =
  'a z A 0 9 - . .. / // : :: ::1 1 255 256 00 0x7f xn-- @ ~ % %2e ; \\ ? # * $ [ ` { } ffff 0:0 \u00e9 \ud7ff \ue000 \uffff \u{10000} \u{10ffff} \ud83c \udf89 \u0000 \u200b \uff0e example.com 10.0.0.1'.split(
    ' ',
  );

/**
 * Returns lines with a text for each of the inputs `chars`, `unusual`, `host`, `four`, `six` and `path`. The texts are made of
 * pieces, some at the limits of lengths.
 */
export function textLines(count: number, seed: number): readonly string[] {
  const piece = fc.oneof(fc.constantFrom(...PIECES), fc.constantFrom(' ', '\n', ''));
  const text = fc.oneof(
    fc.array(piece, { maxLength: 5 }).map((parts) => parts.join('')),
    fc.constantFrom(...LIMITS),
  );
  const good = { chars: 'a-0', unusual: '\ud7ff', host: 'a.b', four: '1.2.3.4', six: '::1', path: '/a' };
  const line = fc.tuple(fc.constantFrom(...Object.keys(good)), text).map(([name, value]) => JSON.stringify({ ...good, [name]: value }));
  return fc.sample(line, { numRuns: count, seed });
}

const LABEL = 'a'.repeat(63);
// biome-ignore format: a table
const LIMITS = [
  '\ud83c', '\udf89\ud83c', '\ud83c\udf89', '\ue000\ud800', '\ud7ff\ue000', 'xn--a', 'a.xn--b', 'x--n', 'a.0x7f', '0.a',
  LABEL, `${LABEL}a`, `${LABEL}.b`, `${LABEL}.${LABEL}.${LABEL}.${LABEL.slice(2)}`, `${LABEL}.${LABEL}.${LABEL}.${LABEL.slice(1)}`,
  `/${'a'.repeat(4_094)}`, `/${'a'.repeat(4_095)}`, '/', '/a/', '/a/b', '/a/../b', '/a/./b', '/.a', '/a..',
  '255.255.255.255', '256.1.1.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '1.2.3.4 ', '0.0.0.0',
  
    '::',
    '1::',
    '::0',
    '1::1',
    '1:0:0:2:0:0:0:3',
    '1::2:0:0:0:3',
    '1:0:0:2::3',
    '1:2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7::',
    '1:2:3:4:5:6:7:8:9',
    '0:0:1::',
    '::1:0:0',
  '2001:db8::1', '2001:DB8::1', '2001:db8:0:1:1:1:1:1', '2001:db8::1:1:1:1:1', ':::', '1:::2', '::1::', 'fe80::1%a', '::ffff:1.2.3.4',
];
