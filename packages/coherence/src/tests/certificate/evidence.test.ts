import { decodeCertificate } from '@kirchhoff/kernel/certificate/decode';
import { sha256Hex } from '@kirchhoff/kernel/certificate/digest';
import type { Evidence, GraphProof } from '@kirchhoff/kernel/certificate/format';
import { isRefusal } from '@kirchhoff/kernel/certificate/refusal';
import { decodeUtf8, encodeUtf8 } from '@kirchhoff/kernel/values/utf8';
import { read } from '@kirchhoff/language/program/read';
import { certify } from '@kirchhoff/prover/certify';
import { evidenceOf } from '@kirchhoff/prover/report/evidence';
import { certificateVectors } from '../../testing/certificate-vectors.js';
import { CLOSING } from '../../testing/closing-programs.js';
import { conformanceCases } from '../../testing/conformance-cases.js';

/** A witness whose text has brackets, quotes, backslashes and the name of a member. */
const BRACKETS = `component only(t: text[..40], n: 0..9) -> 0..9 {
  require t == "]}\\",{[\\\\\\"closure\\":["
  n
}
circuit brackets {
  input n: 0..9
  output o: 0..9
  o = only("]}\\",{[\\\\\\"closure\\":[", n)
}`;

const sealed: readonly (readonly [string, Uint8Array])[] = [
  ...certificateVectors().map(({ name, certificate }) => [name, encodeUtf8(certificate)] as const),
  ...[...conformanceCases().map(({ source }) => source), ...CLOSING, BRACKETS].flatMap((source) => {
    const reading = read(source);
    const certificate = reading.ok ? certify(reading.program).certificate : null;
    return certificate === null ? [] : [[source, certificate] as const];
  }),
];

function kinds({ closure }: GraphProof): readonly Evidence['by'][] {
  return closure.map(({ by }) => by);
}

test('the evidence is that of the decoded certificate', () => {
  const seen = new Set<string>();
  for (const [name, bytes] of sealed) {
    const decoded = decodeCertificate(bytes);
    if (isRefusal(decoded)) continue;
    const expected = { components: decoded.components.map(kinds), graphs: decoded.graphs.map(kinds) };
    expect([name, evidenceOf(bytes)]).toEqual([name, expected]);
    for (const kind of [...expected.components, ...expected.graphs].flat()) seen.add(kind);
  }
  expect([...seen].toSorted()).toEqual(expect.arrayContaining(['analysis', 'call', 'cases', 'linear', 'structure', 'witness']));
  expect(sealed.at(-1)?.[0]).toBe(BRACKETS);
});

const [, certificate = new Uint8Array()] = sealed.at(-1) ?? [];

test('a damaged certificate has no evidence', () => {
  expect(evidenceOf(certificate)).toBeDefined();
  for (let at = 0; at < certificate.length; at += 1) {
    const damaged = Uint8Array.from(certificate);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    expect([at, evidenceOf(damaged)]).toEqual([at, undefined]);
  }
  for (const length of [0, 1, 14, 100, certificate.length - 1]) expect(evidenceOf(certificate.subarray(0, length))).toBeUndefined();
});

test.each([
  ['an unknown kind', '"by":"witness"', '"by":"trust"'],
  ['a kind of Object', '"by":"witness"', '"by":"constructor"'],
  ['no components', ',"components":[', ',"parts":['],
  ['no graphs', ',"graphs":[', ',"parts":['],
  ['no closure', '"closure":[', '"closed":['],
  ['another format', 'kirchhoff-certificate/1', 'kirchhoff-certificate/2'],
])('a sealed text with %s has no evidence', (_, from, to) => {
  const text = decodeUtf8(certificate) ?? '';
  const body = text.slice('{"certificate":'.length, text.lastIndexOf(',"digest":')).replaceAll(from, to);
  expect(evidenceOf(encodeUtf8(`{"certificate":${body},"digest":"${sha256Hex(body)}"}`))).toBeUndefined();
});
