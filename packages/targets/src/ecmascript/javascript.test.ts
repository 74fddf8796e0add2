import { MONOMERS, read } from '@kirchhoff/coherence';
import { randomCircuit } from '@kirchhoff/coherence/testing/random-circuit';
import * as fc from 'fast-check';
import { withEveryValue } from '../testing/every-value.js';
import { integerCircuits, OPERATIONS } from '../testing/integer-circuits.js';
import { circuitOf } from '../testing/reference.js';
import { holdToReference, sampled, scriptOf } from '../testing/variants.js';
import { emissionOf } from './monomers/index.js';

const RUNS = Number(process.env['TARGET_RUNS'] ?? 60);

/** Generated sources have correct types, but may exceed the cost limit. */
function isTooCostly(source: string): boolean {
  const reading = read(source);
  return !reading.ok && reading.diagnostics.every(({ code }) => code === 'too-costly');
}

test.each([
  ['small', { reach: 12, width: 30 }],
  ['of 32 bits', { reach: 2 ** 32, width: 2 ** 32 }],
  ['about the edge of safe integers', { reach: Number.MAX_SAFE_INTEGER, width: Number.MAX_SAFE_INTEGER }],
])('random circuits over domains %s give the outputs, refusals and faults of the reference', (_, shape) => {
  fc.assert(
    fc.property(randomCircuit(shape), fc.integer(), fc.boolean(), (source, seed, seesAll) => {
      fc.pre(!isTooCostly(source));
      const drawn = circuitOf(source);
      const program = seesAll ? withEveryValue(drawn) : drawn;
      holdToReference(program, sampled(program, 15, seed));
    }),
    { numRuns: RUNS },
  );
});

test.each(OPERATIONS)('%s is exact at the edges of 32 bits, of safe integers and of 64 bits', (operation) => {
  for (const source of integerCircuits(operation)) {
    const program = circuitOf(source);
    holdToReference(program, sampled(program, 25, 1));
  }
});

/** Returns the text of the circuit's function up to its end. */
function written(source: string): string {
  const text = scriptOf(circuitOf(source), true);
  return text.slice(text.indexOf('export function')).split('\n}\n')[0] ?? '';
}

test('a circuit reads like its source', () => {
  const source = `component share(amount: 0..1_000, points: 0..100) -> 0..1_000 { MULDIV(amount, points, 100) }
circuit fee {
  input  amount: 0..1_000
  input  region: enum { eu, us, other }
  output fee: 0..1_001
  output half: 0..500
  rate = match region { .eu => 15, .us => 25, .other => 32 }
  surcharge = if amount > 100 and region != .eu { 1 } else { 0 }
  half = share(amount, rate) / 2
  fee = share(amount, rate) + surcharge
}`;
  expect(written(source)).toBe(`export function fee(inputs) {
  const amount = readPort(inputs, 'amount', readInteger1);
  const region = readPort(inputs, 'region', readTag1);
  refuseOtherPorts(inputs, portSet);
  let rate;
  if (region === 'eu') {
    rate = 15;
  } else if (region === 'us') {
    rate = 25;
  } else {
    rate = 32;
  }
  const half_2 = share(amount, rate);
  const half = Math.trunc(half_2 / 2);
  const surcharge = amount > 100 && region !== 'eu' ? 1 : 0;
  const fee = half_2 + surcharge;
  return { fee, half };`);
});

test('every monomer that a circuit can apply is written', () => {
  // UNWRAP_OR has its own node, since its right side is evaluated only if needed.
  const applied = MONOMERS.filter(({ name, form }) => form === null && name !== 'UNWRAP_OR');
  for (const { name } of applied) expect(['integer', 'other']).toContain(emissionOf(name).gives);
});
