import { check } from '@kirchhoff/kernel/certificate/check';
import * as counterexamples from '@kirchhoff/prover/counterexamples';
import { prove } from '@kirchhoff/prover/prove';
import { openCount, write } from '@kirchhoff/prover/written';
import { Draws } from '../../testing/draws.js';
import { programOf } from '../../testing/outcome.js';
import { fails } from '../../testing/transplants.js';

const SEED = 7;
const PROGRAMS = 240;
const MAX_RUNS = 200;

const LISTS = ['[1, 2, k]', '[k, i]', 'xs', 'ys', 'SET(xs, i, k)', 'SET(SET(xs, 1, 0), i, k)', 'FILL(2, k)', 'SORT(ys)'] as const;
const LENGTHS = ['2', '3', '2..3'] as const;
const FORMS = [
  'fold t = 0 for p in ZIP(«a», «b») { p.a }',
  'fold t = 0 for p in ZIP(«a», «b») { t + p.b }',
  'count p in ZIP(«a», «b») { p.a >= 0 }',
  'SUM(map p in ZIP(«a», «b») { p.a })',
  'ZIP(«a», «b»)[i].b',
  '(«a»)[i]',
] as const;
const OTHERS = ['k', '3', '2', '3 + k', 'SUM(«a»)', 'SUM(«b»)', 'LENGTH(«b»)', '(«b»)[i]', '(«a»)[1]'] as const;

function drawn(draws: Draws): string {
  const [a, b] = [draws.pick(LISTS), draws.pick(LISTS)];
  const filled = (text: string): string => text.replaceAll('«a»', () => a).replaceAll('«b»', () => b);
  const promise = `(${draws.pick(FORMS)}) ${draws.pick(['==', '<=', '>='])} ${draws.pick(OTHERS)}`;
  const [left, right] = [draws.pick(LENGTHS), draws.pick(LENGTHS)];
  const inputs = `input xs: [0..2; ${left}]\n  input ys: [0..2; ${right}]\n  input i: 0..1\n  input k: 0..2\n  output o: i64`;
  return `circuit c {\n  ${inputs}\n  o = k\n  ensure ${filled(promise)}\n}`;
}

test('a promise about pairs and replaced elements that closes without a search for failing inputs fails for no input', () => {
  const search = jest.spyOn(counterexamples, 'failsOnSamples').mockReturnValue(false);
  const draws = new Draws(SEED);
  let closed = 0;
  let open = 0;
  for (let count = 0; count < PROGRAMS; count += 1) {
    const source = drawn(draws);
    const program = programOf(source);
    const proof = prove(program.core);
    if (openCount(proof) > 0) {
      open += 1;
      continue;
    }
    closed += 1;
    const found = write(program, proof);
    expect([source, 'bytes' in found && check(program, found.bytes).valid]).toEqual([source, true]);
    expect([source, fails(program, MAX_RUNS)]).toEqual([source, false]);
  }
  search.mockRestore();
  expect(closed).toBeGreaterThan(3);
  expect(open).toBeGreaterThan(3);
});
