import { MAX_CERTIFICATE_BYTES } from '@kirchhoff/kernel/limits';
import { decodeUtf8, encodeUtf8 } from '@kirchhoff/kernel/values/utf8';
import { DIVIDES, type Forged, refusals } from '../forged.js';

const flipped = (sealed: Uint8Array): Uint8Array => sealed.with(sealed.length - 5, (sealed.at(-5) ?? 0) ^ 1);
const replaced = (from: string, to: string) => (sealed: Uint8Array) => encodeUtf8((decodeUtf8(sealed) ?? '').replace(from, to));
type Member = readonly [path: readonly (string | number)[], value: unknown];
const claimed = (claim: unknown): Member => [['graphs', 0, 'claims', 0], claim];
const nested = (depth: number, around: (inner: unknown) => unknown, innermost: unknown): unknown =>
  Array.from({ length: depth }).reduce((inner) => around(inner), innermost);
const splitOf = (holds: unknown, fails: unknown): unknown => ({ split: [0, 0, 0], holds, fails });

const sinceOf = (since: unknown, step: unknown): unknown => ({ since, base: { sum: [] }, step, rest: { sum: [] } });
const eitherOf = (steps: unknown, rests: unknown): unknown => ({ either: [[0], [], []], base: { sum: [] }, steps, rests });
const NO_SUMS = [{ sum: [] }, { sum: [] }];

const keptOf = (terms: unknown, step: unknown): unknown => ['kept', [0], terms, { sum: [] }, step];

/** Members with values that are invalid there. */
const MALFORMED: readonly Member[] = [
  [['graphs', 0, 'claims', 0], 'anything'],
  [['graphs', 0, 'claims', 0], { tags: ['a'], texts: ['b'] }],
  [
    ['graphs', 0, 'claims', 0],
    [3, 1],
  ],
  [['graphs', 0, 'claims', 0], { list_items: ['bool', [0, 1]] }],
  [['graphs', 0, 'claims', 0], { list_items: [{ record: [['a', [0, 1]]] }, { record: [['b', [0, 1]]] }] }],
  [['graphs', 0, 'claims', 0], { list_items: [{ list_items: ['bool'] }, { list_items: [[0, 1]] }] }],
  [['graphs', 0, 'claims', 0], { list_items: Array.from({ length: 65 }, (_, index) => ({ tags: [`t${index}`] })) }],
  [['graphs', 0, 'claims', 0], { bytes_items: [{ option: [true, 'bool'] }, { option: [true, [0, 1]] }] }],
  // Ranges that overlap, that touch, and that are incomplete or too many; invalid integers and texts of them.
  ...[[0, 1, 2, 3], [0, 2, 2, 3], [0, 3, 1, 5], [0, 1, 0, 1], [0], [0, 3, 5], Array.from({ length: 18 }, (_, i) => 2 * i)].map(claimed),
  ...[
    [0, 0.5],
    [0, 1e21],
    [0, true],
    [0, 'x'],
    [0, 'x9'],
    [0, '9x'],
    [0, '012'],
    [0, ''],
  ].map(claimed),
  // Claims of unknown types, with wrong members, and nested too deeply.
  ...[
    {},
    5,
    { anything: 1 },
    { tags: 'a' },
    { option: [1, [0, 1]] },
    { option: ['', [0, 1]] },
    { texts: Array.from({ length: 9 }, (_, i) => `t${i}`) },
  ].map(claimed),
  claimed(nested(200, (inner) => ({ option: [false, inner] }), [0, 1])),
  // Classes of texts whose ranges of characters are unordered or too many, and unknown forms.
  ...[
    [0, 2],
    [0, 2, [98, 97]],
    [0, 2, [97, 98, 98, 99]],
    [0, 2, [97, 98, 99]],
    [0, 2, [97, 98, 99, 99]],
    [0, 2, [97, 1.5]],
    [0, 2, [-1, 97]],
    [0, 2, Array.from({ length: 34 }, (_, i) => 2 * i)],
    [0, -1, [97, 97]],
    ['0', 2, [97, 97]],
  ].map((characters) => claimed({ class: characters })),
  ...[
    ['url', 1, 9, [97, 122]],
    [null, 1, 9, [97, 122]],
    ['Hostname', 1, 253, [45, 46, 48, 57, 97, 122]],
    ['hostname', 1, 253],
    ['hostname', 1, 253, [122, 97]],
    ['toString', 0, 9, [97, 122]],
    [['hostname'], 1, 253, [97, 122]],
  ].map((form) => claimed({ form })),
  claimed({ class: [0, 2, [97, 97]], form: ['hostname', 1, 2, [97, 97]] }),
  [['graphs'], [null]],
  [['graphs', 0, 'claims'], null],
  [['graphs', 0, 'unrolled'], 5],
  [['engine'], 5],
  [['hash'], null],
  [['tce_metrics'], []],
  // Steps, differences and refutations.
  ...[null, [5], [0], 'ab'].map((entry): Member => [['graphs', 0, 'steps'], [entry]]),
  [['graphs', 0, 'steps'], [[0, [['magic', 0, 0]]]]],
  [['graphs', 0, 'steps'], [[0, [['magic', 0]]]]],
  ...[0.5, '0', null].map((term): Member => [['graphs', 0, 'differences'], [[0, [[term, 0, 0, []]]]]]),
  [['graphs', 0, 'exported'], [['anything', 0, 0, []]]],
  [['graphs', 0, 'closure', 0], { by: 'linear', bounds: [[0, 0, 0, 'none']] }],
  [['graphs', 0, 'closure', 0], { by: 'linear', bounds: [[0, 0, 0, { sum: [[1, [['magic', 0]]]] }]] }],
  [['graphs', 0, 'closure', 0], { by: 'linear', bounds: [[0, 0, 0, nested(200, (inner) => splitOf(inner, { sum: [] }), { sum: [] })]] }],
  [['graphs', 0, 'closure', 0], { by: 'linear', bounds: [[0, 0, 0, nested(200, (inner) => splitOf({ sum: [] }, inner), { sum: [] })]] }],
  // Invariants: nested in another, with an unknown measure, and with an unknown fact of a step.
  ...[
    keptOf([], { sum: [[1, [keptOf([], { sum: [[1, [keptOf([], { sum: [] })]]] })]]] }),
    keptOf([[1, [], [0, null, 'size']]], { sum: [] }),
    keptOf([[1, [], [0, 5, 'sum']]], { sum: [] }),
    keptOf([[1, [0.5], null]], { sum: [] }),
    ['kept', [0], []],
    ['kept', [-1], [], { sum: [] }, { sum: [] }],
    ['step', 'last'],
  ].map((fact): Member => [['graphs', 0, 'closure', 0], { by: 'linear', bounds: [[0, 0, 0, { sum: [[1, [fact]]] }]] }]),
  // Kept alternatives: one of two is missing, they stand within an invariant, and they are nested too deep.
  ...[
    sinceOf([-1, [0], []], { sum: [] }),
    sinceOf([0, [0], [[[1, [], null]]]], { sum: [] }),
    sinceOf([0, [0], [[[1, [], null], 0.5]]], { sum: [] }),
    sinceOf([0, [0]], { sum: [] }),
    { since: [0, [0], []], base: { sum: [] }, step: { sum: [] } },
    sinceOf([0, [0], []], sinceOf([0, [0], []], { sum: [] })),
    nested(200, (inner) => ({ since: [0, [0], []], base: { sum: [] }, step: { sum: [] }, rest: inner }), { sum: [] }),
    eitherOf(NO_SUMS.slice(1), NO_SUMS),
    eitherOf(NO_SUMS, NO_SUMS.slice(1)),
    { either: [[0], []], base: { sum: [] }, steps: NO_SUMS, rests: NO_SUMS },
    eitherOf([eitherOf(NO_SUMS, NO_SUMS), { sum: [] }], NO_SUMS),
    { sum: [[1, [keptOf([], eitherOf(NO_SUMS, NO_SUMS))]]] },
    nested(200, (inner) => eitherOf(NO_SUMS, [inner, { sum: [] }]), { sum: [] }),
  ].map((refutation): Member => [['graphs', 0, 'closure', 0], { by: 'linear', bounds: [[0, 0, 0, refutation]] }]),
  [['graphs', 0, 'closure', 0], { by: 'smt', encoding: 'reals', digest: '', solver: 'z3', version: '1', limit: 1, runs: 1 }],
  [['graphs', 0, 'closure', 0], { by: 'witness', inputs: [nested(200, (inner) => [inner], 0)] }],
  [['graphs', 0, 'cases'], nested(200, (inner) => ({ parameter: 0, parts: [[[0, 3], inner]] }), { parameter: 0, parts: [] })],
  [['graphs', 0, 'closure', 0], { by: 'trust' }],
  [['graphs', 0, 'cases'], { parameter: -1, parts: [] }],
  [['worst_case_cost'], 0.5],
  [['assurance'], 'perfect'],
  [['assurance'], null],
];

export const DECODE = refusals('decode', {
  'too-long': [{ source: DIVIDES, bytes: () => new Uint8Array(MAX_CERTIFICATE_BYTES + 1).fill(0x20) }],
  malformed: [
    { source: DIVIDES, bytes: () => encodeUtf8('') },
    { source: DIVIDES, bytes: () => Uint8Array.of(0xff, 0xfe) },
    { source: DIVIDES, bytes: () => encodeUtf8('{"certificate":{}}') },
    ...MALFORMED.map(([path, value]): Forged => ({ source: DIVIDES, text: [[path, value]] })),
  ],
  'not-canonical': [
    { source: DIVIDES, bytes: flipped },
    { source: DIVIDES, bytes: replaced('{"certificate"', '{ "certificate"') },
    { source: DIVIDES, text: [[['phi_c'], 2]] },
    { source: DIVIDES, text: [[['graphs', 0, 'steps'], [[7, []]]]] },
    // Sets of texts with a non-canonical encoding: of all characters, of no characters, of one text, and wider than their form.
    ...[
      { class: [0, 2, [0, 0x10ffff]] },
      { class: [0, 0, [97, 97]] },
      { class: [0, 2, []] },
      { form: ['hostname', 0, 300, [0, 0x10ffff]] },
      { form: ['ipv4', 7, 15, [45, 46, 48, 57]] },
      { form: ['path', 2, 1, [97, 97]] },
    ].map((claim): Forged => ({ source: DIVIDES, text: [claimed(claim)] })),
    {
      source: DIVIDES,
      text: [
        [
          ['graphs', 0, 'unrolled'],
          [3, 2],
        ],
      ],
    },
  ],
});
