import { certifyWith, checkWith, evidenceOf, read } from '@kirchhoff/coherence';
import { programOf } from '@kirchhoff/coherence/testing/outcome';
import { type ClosableSolver, startSolver } from './index.js';

let solver: ClosableSolver;

beforeAll(async () => {
  solver = await startSolver();
});

afterAll(async () => solver.close());

const DAILY_CAP = `circuit c {
  input rides: [(minute: 0..1_439, fare: 100..2_000); ..99]
  output total: 0..1_450
  output free: 0..99
  cap = if any ride in rides { ride.minute in 390..569 } { 1_450 } else { 980 }
  day = fold (spent, free: unpaid) = (spent: 0, free: 0) for ride in rides {
    left = cap - spent
    if left == 0 {
      (spent: spent, free: unpaid + 1)
    } else if ride.fare >= left {
      (spent: cap, free: unpaid)
    } else {
      (spent: spent + ride.fare, free: unpaid)
    }
  }
  total = day.spent
  free = day.free
  fares = SUM(map ride in rides { ride.fare })
  ensure total <= cap
  ensure fares <= cap implies total == fares and free == 0
  ensure fares > cap implies total == cap
}`;

const TWO_FOLDS = `circuit c {
  input xs: [0..9; ..99]
  output s: 0..99
  output t: 0..8_019
  s = fold n = 0 for x in xs { MIN(n + x, 99) }
  t = fold n = 0 for x in xs { n + x * x }
  ensure s <= t
}`;

/** Promises that each round keeps; with the change beside it, each is false for some input. */
const PROMISES: readonly (readonly [what: string, source: string, from: string, to: string])[] = [
  [
    'the bits that a fold has joined',
    `circuit c {
  input roles: [0..3; ..99]
  input granted: u8
  output bits: u8
  bits = fold b: u8 = granted for role in roles { b | (if role == 3 { 0x83 } else { 0x05 }) }
  ensure bits & 0x02 != 0 implies granted & 0x02 != 0 or any role in roles { role == 3 }
}`,
    '0x05',
    '0x07',
  ],
  ['what is paid below a cap', DAILY_CAP, 'left == 0', 'left == 100'],
  ['what is paid below a cap, which is lowered', DAILY_CAP, '(spent: cap, free: unpaid)', '(spent: MAX(spent, cap - 1), free: unpaid)'],
  ['two folds over one list', TWO_FOLDS, 'n + x * x', 'n + x * x - (if x == 7 { 49 } else { 0 })'],
  ['two folds, one with another first value', TWO_FOLDS, 'fold n = 0 for x in xs { MIN', 'fold n = 1 for x in xs { MIN'],
];

test.each(PROMISES.filter(([what], index) => PROMISES.findIndex(([other]) => other.split(',')[0] === what.split(',')[0]) === index))(
  'a promise closes by an induction over the rounds: %s',
  async (_, source) => {
    const program = programOf(source);
    const { certified, assurance, errors, certificate } = await certifyWith(program, solver);
    expect({ certified, errors, assurance }).toEqual({ certified: true, errors: [], assurance: 'solver' });
    const text = Buffer.from(certificate ?? []).toString();
    expect(text).toContain('"by":"induction"');
    expect(text).toContain('SMT encoder and z3');
    // A promise that rests on a query is guarded in generated code.
    expect(evidenceOf(certificate ?? new Uint8Array())?.graphs.flat()).toContain('smt');
    expect(await checkWith(program, certificate ?? new Uint8Array(), solver)).toMatchObject({ valid: true });
  },
);

test.each(PROMISES)('a promise that some round breaks stays open: %s', async (_, source, from, to) => {
  const changed = read(source.replace(from, to));
  if (!changed.ok || !source.includes(from)) throw new Error('no such program');
  const { certified, warnings } = await certifyWith(changed.program, solver);
  expect({ certified, warnings: warnings.filter(({ code }) => code === 'engine-fault') }).toEqual({ certified: false, warnings: [] });
});
