import { MONOMERS } from '@kirchhoff/coherence';
import { circuitOf } from '../testing/reference.js';
import { scriptOf } from '../testing/variants.js';
import { emissionOf } from './monomers/index.js';

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
  requireObject(inputs);
  const amount = integerPort(inputs, 'amount', inputs.amount, 0, 1000);
  const region = tagPort(inputs, 'region', inputs.region, tagSet1);
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
