import { decodeCertificate } from '@kirchhoff/kernel/certificate/decode';
import type { Certificate } from '@kirchhoff/kernel/certificate/format';
import { isRefusal } from '@kirchhoff/kernel/certificate/refusal';
import { certify } from '@kirchhoff/prover/certify';
import { programOf } from '../../testing/outcome.js';

function certificateOf(source: string): Certificate {
  const { certificate } = certify(programOf(source));
  const decoded = certificate === null ? null : decodeCertificate(certificate);
  if (decoded === null || isRefusal(decoded)) throw new Error(`not closed: ${source}`);
  return decoded;
}

function stepsOf(source: string): number {
  const { components, graphs } = certificateOf(source);
  return [...components, ...graphs].reduce((sum, { steps }) => sum + [...steps.values()].flat().length, 0);
}

function circuit(...lines: readonly string[]): string {
  return `circuit c {\n  input x: 0..9\n  input y: 0..9\n  output z: i64\n${lines.join('\n')}\n}`;
}

describe('steps that a region does not need are not listed', () => {
  it.each([
    ['of an `or` whose right side has the same claims', circuit('z = if x < y or x + 3 < y { 1 } else { 0 }')],
    ['of an arm that reads other wires', circuit('z = if x < y { 1 } else { 0 }')],
    ['of an arm with a result from outside that the condition does not narrow', circuit('z = if x < 5 { y } else { 0 }')],
  ])('%s', (_, source) => {
    expect(stepsOf(source)).toBe(0);
  });
});

describe('steps that a region needs are listed', () => {
  it.each([
    ['for a claim', circuit('z = if x > 5 { x + y } else { 0 }')],
    ['for a need', circuit('z = if x > 0 { y / x } else { 0 }')],
    ['for a result from outside', circuit('z = if x > 5 { x } else { y + 6 }', 'ensure z > 5')],
    ['for the claim of a later node', circuit('z = if x > 5 { (y + 1) * (x - 1) } else { 0 }')],
    ['for a difference at the join of arms', circuit('w = if x < y { x + 1 } else { y }', 'z = y - w', 'ensure z >= 0')],
  ])('%s', (_, source) => {
    expect(stepsOf(source)).toBeGreaterThan(0);
  });

  it('with an arm in an arm, whose steps count for both', () => {
    expect(stepsOf(circuit('z = if x > 0 { if y > 1 { 9 / x } else { 0 } } else { 0 }'))).toBeGreaterThan(0);
  });
});
