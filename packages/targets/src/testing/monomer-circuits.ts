import { type CircuitProgram, MONOMERS, type Monomer } from '@kirchhoff/coherence';
import { applicationCircuit } from './application-circuit.js';
import { circuitOf } from './reference.js';

/** The monomers that circuits apply. UNWRAP_OR has no application, since its right side is evaluated only if needed. */
export const APPLIED = MONOMERS.filter(({ reference, name }) => reference !== null && name !== 'UNWRAP_OR');

/** Returns JSON with all integers as strings. The domain determines if an integer is a number or a string, and the example has another domain. */
export function plain(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json), (_, value) => (typeof value === 'number' ? String(value) : value));
}

/** Returns the sources of circuits that apply a monomer, for the types of its examples. */
export function sourcesOf(monomer: Monomer): readonly string[] {
  const circuits = monomer.examples.flatMap((example) =>
    (['wide', 'narrow'] as const).flatMap((width) => applicationCircuit(monomer, example.arguments, width) ?? []),
  );
  return [...new Set(circuits.map(({ source }) => source))];
}

const ILL_FORMED = [
  'c080',
  'c1bf',
  'e09fbf',
  'eda080',
  'edbfbf',
  'f08fbfbf',
  'f4908080',
  'f5808080',
  '80',
  'bf',
  'fe',
  'c2',
  'e0a0',
  'f09080',
  'c241',
  'e28241',
];
const WELL_FORMED = ['00', '7f', 'c280', 'dfbf', 'e0a080', 'ed9fbf', 'ee8080', 'efbbbf', 'efbfbf', 'f0908080', 'f48fbfbf'];

/** Calls with their ports and with inputs, by port, that random tests seldom produce. */
const EDGES: readonly (readonly [call: string, ports: string, result: string, inputs: readonly (readonly unknown[])[]])[] = [
  [
    'UTF8_DECODE(a)',
    'bytes[..4]',
    '(text[..4])?',
    [...ILL_FORMED, ...WELL_FORMED].map((hex) => [Buffer.from(hex, 'hex').toString('base64')]),
  ],
  [
    'UTF8_ENCODE(a)',
    'text[..2]',
    'bytes[..8]',
    ['\0', '\x7f', '\x80', '\u07ff', '\u0800', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}'].map((t) => [t]),
  ],
  [
    'ADD_MONTHS(a, b)',
    '-719_162..2_932_896, i64',
    'i64?',
    [
      [-719162, -1],
      [-719162, 0],
      [-719131, -1],
      [2932896, 0],
      [2932896, 1],
      [2932865, 1],
      [0, '9223372036854775807'],
      [0, '-9223372036854775808'],
      [30, 1],
    ],
  ],
  [
    '9_007_199_254_740_992 in a',
    '[i64; ..2]',
    'bool',
    [[['9007199254740992', 1]], [['9007199254740993']], [['9007199254740991', '-9007199254740992']]],
  ],
  [
    'PARSE_DATE(a)',
    'text[..12]',
    'i64?',
    [
      '0001-01-01',
      '0000-12-31',
      '9999-12-31',
      '1900-02-29',
      '2000-02-29',
      '2024-13-01',
      '2024-00-10',
      '2024-01-00',
      '2024-04-31',
      '2024-1-01',
      ' 2024-01-01',
      '2024-01-01\n',
      '+024-01-01',
    ].map((t) => [t]),
  ],
  [
    'PARSE_IPV4(a)',
    'text[..18]',
    'i64?',
    ['0.0.0.0', '255.255.255.255', '256.0.0.0', '01.0.0.0', '1.2.3', '1.2.3.4.5', '1.2.3.4\n', '1..2.3', '999.1.1.1', '0.0.0.00'].map(
      (t) => [t],
    ),
  ],
  [
    'COMPARE_SEMVER(a, "1.0.0-alpha.2")',
    'text[..30]',
    'i64?',
    [
      '1.0.0',
      '1.0.0-alpha',
      '1.0.0-alpha.10',
      '1.0.0-alpha.02',
      '1.0.0-alpha.beta',
      '1.0.0+b.01',
      '1.0.0-',
      '1.0.0-a..b',
      '01.0.0',
      '1.0',
      '1.0.0-1',
      '1.0.0-alpha.2+x',
      '1.0.0-ALPHA',
      '9007199254740993.0.0',
      '0.99999999999999999999.0',
      '1.0.0-é',
    ].map((t) => [t]),
  ],
  [
    'PARSE_INT(a)',
    'text[..30]',
    'i64?',
    [
      '-0',
      '00',
      '-',
      '',
      '9223372036854775807',
      '9223372036854775808',
      '-9223372036854775808',
      '-9223372036854775809',
      '000000000000000000000001',
      '9007199254740993',
      '+1',
      ' 1',
      '1\n',
      '1e3',
    ].map((t) => [t]),
  ],
  [
    'MURMUR3_32(a, b)',
    'bytes[..9], u32',
    'i64',
    [0, 1, 2, 3, 4, 5, 7, 8, 9].map((length) => [Buffer.alloc(length, 0xa7).toString('base64'), 4294967295]),
  ],
  [
    'CIDR_CONTAINS(a, b, c)',
    'u32, 0..32, u32',
    'bool',
    [
      [0, 0, 4294967295],
      [4294967295, 32, 4294967294],
      [2147483648, 1, 4294967295],
      [2147483648, 1, 2147483647],
    ],
  ],
];

/** The circuits of {@link EDGES}, each with its lines. */
export const EDGE_CIRCUITS: readonly { readonly call: string; readonly program: CircuitProgram; readonly lines: readonly string[] }[] =
  EDGES.map(([call, ports, result, inputs]) => {
    const names = ['a', 'b', 'c'];
    const given = ports.split(/, (?![^[]*\])/).map((domain, index) => ` input ${names[index]}: ${domain}`);
    const program = circuitOf(`circuit edges {\n${given.join('\n')}\n output r: ${result}\n r = ${call}\n}`);
    const lines = inputs.map((values) => JSON.stringify(Object.fromEntries(values.map((value, index) => [names[index], value]))));
    return { call, program, lines };
  });
