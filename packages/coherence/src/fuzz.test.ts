import { check } from '@kirchhoff/kernel/certificate/check';
import { read } from '@kirchhoff/language/program/read';
import { certify } from '@kirchhoff/prover/certify';
import { conformanceCases } from './testing/conformance-cases.js';
import { mutations } from './testing/mutations.js';

/** Number of sources, and the start of the sequence; a long run sets them. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 4_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 0);

test('no source makes the engine throw, from text to certificate', () => {
  let accepted = 0;
  let tried = 0;
  for (const source of mutations(
    conformanceCases().map((each) => each.source),
    SEED,
  )) {
    try {
      const reading = read(source);
      if (reading.ok) {
        accepted += 1;
        const { certificate } = certify(reading.program);
        if (certificate !== null) expect(check(reading.program, certificate).valid).toBe(true);
      } else expect(reading.diagnostics.length).toBeGreaterThan(0);
    } catch (error) {
      throw new Error(`thrown at ${JSON.stringify(source)}`, { cause: error });
    }
    tried += 1;
    if (tried >= RUNS) break;
  }
  // A fuzz test without valid sources would test the parser alone.
  expect(accepted).toBeGreaterThan(RUNS / 200);
});

const MONSTERS: readonly (readonly [string, string])[] = [
  ['100,000 parentheses', wire(`${'('.repeat(100_000)}1${')'.repeat(100_000)}`)],
  ['100,000 times some', wire(`${'some '.repeat(100_000)}1`)],
  ['100,000 times not', wire(`${'not '.repeat(100_000)}true`)],
  ['lists nested to the limit', wire(`${'['.repeat(250)}1${']'.repeat(250)}`)],
  [
    'an enumeration of 40,000 tags',
    `circuit c {\n input e: enum { ${many(40_000, (i) => `t${i}`).join(', ')} }\n output y: bool\n y = e == .t5\n}`,
  ],
  ['a list of 60,000 literals', wire(`[${many(60_000, (i) => String(i % 256)).join(',')}][7]`)],
  [
    'texts doubled thirty times',
    `circuit c {\n input t0: text[..9]\n output y: bool\n${many(30, (i) => ` t${i + 1} = t${i} ++ t${i}\n`).join('')} y = t30 == ""\n}`,
  ],
  [
    'records doubled sixty times',
    `circuit c {\n input r0: 0..9\n output y: bool\n${many(60, (i) => ` r${i + 1} = (a: r${i}, b: r${i})\n`).join('')} y = r60 == r60\n}`,
  ],
  [
    'folds within folds',
    wire(
      'fold a = 0 for i in 0..9 { fold b = a for j in 0..9 { fold c = b for k in 0..9 { fold d = c for l in 0..9 { (d * 3 + l) % 1_000 } } } }',
    ),
  ],
];

function many(count: number, of: (index: number) => string): readonly string[] {
  return Array.from({ length: count }, (_, index) => of(index));
}

function wire(value: string): string {
  return `circuit c {\n output y: 0..1\n z = ${value}\n y = 1\n}`;
}

test.each(MONSTERS)('%s are an answer, within the limits of the test', (_, source) => {
  const reading = read(source);
  expect(reading.ok ? certify(reading.program).closure_domains.length : reading.diagnostics.length).toBeGreaterThan(0);
});
