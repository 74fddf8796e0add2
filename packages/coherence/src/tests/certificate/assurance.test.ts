import { ASSURANCES } from '@kirchhoff/kernel/certificate/assurance';
import { check } from '@kirchhoff/kernel/certificate/check';
import { sha256Hex } from '@kirchhoff/kernel/certificate/digest';
import { decodeUtf8, encodeUtf8 } from '@kirchhoff/kernel/values/utf8';
import { certify } from '@kirchhoff/prover/certify';
import { programOf } from '../../testing/outcome.js';

const RESIDUE = 'circuit residue {\n  input a: 0..63\n  output b: 0..1\n  b = a * a % 4\n}\n';

/** Programs that close, with the grade of their evidence. */
const CLOSED = [
  ['kernel', 'by the passes', 'circuit half {\n  input a: 0..9\n  output b: 0..4\n  b = a / 2\n}\n'],
  [
    'kernel',
    'by cases',
    'circuit tent {\n  input a: 0..1_000_000\n  output b: 0..500_000\n  b = if a < 500_000 { a } else { 1_000_000 - a }\n}\n',
  ],
  [
    'kernel',
    'by a call and a witness',
    'component below(p: 0..9, q: 0..9) -> 0..9 {\n  require p <= q\n  q - p\n}\ncircuit c {\n  input a: 0..9\n  output o: 0..9\n  o = below(MIN(a, 2), 2)\n}\n',
  ],
  ['exhaustive', 'by every input', RESIDUE],
  [
    'exhaustive',
    'by every input of a component that nothing calls',
    'component residue(a: 0..63) -> 0..1 {\n  a * a % 4\n}\ncircuit same {\n  input a: 0..9\n  output b: 0..9\n  b = a\n}\n',
  ],
] as const;

function certified(source: string) {
  const program = programOf(source);
  const { certificate, ...rest } = certify(program);
  if (certificate === null) throw new Error('open');
  return { program, certificate, ...rest };
}

test.each(CLOSED)('%s: %s', (assurance, _, source) => {
  const { program, certificate, ...certification } = certified(source);
  expect(certification).toMatchObject({ certified: true, phi_c: 1, assurance });
  expect(check(program, certificate)).toMatchObject({ valid: true, assurance });
  expect(certify(program, { reuse: certificate })).toMatchObject({ certified: true, phi_c: 1, assurance });
  expect(JSON.parse(decodeUtf8(certificate) ?? '')).toMatchObject({ certificate: { phi_c: 1, assurance } });
});

test.each(CLOSED)('%s: %s: a certificate that states another grade is refused', (assurance, _, source) => {
  const { program, certificate } = certified(source);
  const text = decodeUtf8(certificate) ?? '';
  for (const stated of ASSURANCES) {
    if (stated === assurance) continue;
    const body = JSON.stringify({ ...JSON.parse(text).certificate, assurance: stated });
    const forged = encodeUtf8(`{"certificate":${body},"digest":"${sha256Hex(body)}"}`);
    expect(check(program, forged)).toMatchObject({ valid: false, refused: 'other-assurance', verified: 0 });
  }
});

test('null: what is open has no grade', () => {
  const source = 'circuit open {\n  input a: 0..9\n  output b: i64\n  b = 6 / a\n}\n';
  expect(certify(programOf(source))).toMatchObject({ certified: false, assurance: null });
});
