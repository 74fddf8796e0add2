import { certifyWith, checkWith, evidenceOf, read } from '@kirchhoff/coherence';
import { programOf } from '@kirchhoff/coherence/testing/outcome';
import { type ClosableSolver, startSolver } from './index.js';

let solver: ClosableSolver;

beforeAll(async () => {
  solver = await startSolver();
});

afterAll(async () => solver.close());

/** Promises that hold because of the rounds of loops; with the change beside it, each is false for some input. */
const PROMISES: readonly (readonly [what: string, source: string, from: string, to: string])[] = [
  [
    'the bits that a fold has changed twice',
    `circuit c {
  input roles: [0..3; ..4]
  input granted: u8
  output bits: u8
  bits = fold b: u8 = granted for role in roles { b ^ (if role == 3 { 0x83 } else { 0x05 }) }
  ensure LENGTH(roles) == 2 and roles[0] == roles[1] implies bits == granted
}`,
    'LENGTH(roles) == 2 and',
    'LENGTH(roles) >= 2 and',
  ],
  [
    'a list in which one element may be replaced',
    `circuit c {
  input xs: [0..99; 3]
  input at: 0..4
  output after: [0..99; 3]
  output high: 0..3
  high = count x in xs { x > 90 }
  after = if at < 3 { SET(xs, at, 99) } else { xs }
  ensure (count x in after { x > 90 }) <= high + 1
}`,
    'SET(xs, at, 99)',
    'SET(SET(xs, at, 99), 2 - at, 98)',
  ],
  [
    'the lists that a filter keeps',
    `circuit c {
  input xs: [(a: 0..9, b: 0..9); ..2]
  output o: 0..2
  kept = filter x in xs { x.a ^ x.b == 5 }
  o = LENGTH(kept)
  ensure o == 0 or kept[0].b == (kept[0].a ^ 5)
}`,
    'kept[0].a ^ 5',
    'kept[0].a ^ 4',
  ],
];

test.each(PROMISES)('a promise closes by its rounds: %s', async (_, source) => {
  const program = programOf(source);
  const { certified, assurance, errors, certificate } = await certifyWith(program, solver);
  expect({ certified, errors, assurance }).toEqual({ certified: true, errors: [], assurance: 'solver' });
  expect(Buffer.from(certificate ?? []).toString()).toContain('"loops":"guarded"');
  expect(evidenceOf(certificate ?? new Uint8Array())?.graphs.flat()).toContain('smt');
  expect(await checkWith(program, certificate ?? new Uint8Array(), solver)).toMatchObject({ valid: true });
});

test.each(PROMISES)('a promise that is false by its rounds stays open: %s', async (_, source, from, to) => {
  const changed = read(source.replace(from, to));
  if (!changed.ok || !source.includes(from)) throw new Error('no such program');
  const { certified, warnings } = await certifyWith(changed.program, solver);
  expect({ certified, warnings: warnings.filter(({ code }) => code === 'engine-fault') }).toEqual({ certified: false, warnings: [] });
});

/** Promises that single inputs break which no sample has, so that only the encoding of the rounds keeps them open. */
test.each([
  'SUM(map x in xs { x * 3 + 1 }) != 746_921',
  '(fold s = 0 for x in kept { s + x }) != 123_457 or LENGTH(kept) == 1',
  'not (123_457 in xs and FIND(xs, 123_457) == some 2)',
])('a promise that few inputs break stays open: %s', async (promise) => {
  const source = `circuit c {
  input xs: [0..1_000_000; ..3]
  output o: 0..3
  kept = filter x in xs { x > 1_000 }
  o = LENGTH(kept)
  ensure ${promise}
}`;
  const { certified, warnings } = await certifyWith(programOf(source), solver);
  expect({ certified, warnings: warnings.filter(({ code }) => code === 'engine-fault') }).toEqual({ certified: false, warnings: [] });
});
