import { check } from '@kirchhoff/kernel/certificate/check';
import { decodeCertificate } from '@kirchhoff/kernel/certificate/decode';
import { encodeCertificate } from '@kirchhoff/kernel/certificate/encode';
import { isRefusal } from '@kirchhoff/kernel/certificate/refusal';
import { MAX_CERTIFICATE_BYTES } from '@kirchhoff/kernel/limits';
import { certify } from '@kirchhoff/prover/certify';
import { holdToRuns } from '../../testing/closed-runs.js';
import { Draws } from '../../testing/draws.js';
import { programOf } from '../../testing/outcome.js';
import { expectClosed, expectRefuted } from '../../testing/related-programs.js';
import { BROKEN, KEPT, textProgram } from '../../testing/text-programs.js';

/** Texts by their pieces: TRUST.md, "texts". */
const SEED = 20_261_126;
const DRAWN = Number(process.env['TEXT_PROGRAMS'] ?? 120);
const DRAWN_INPUTS = 60;

test.each(KEPT.map(({ why, source }) => [why, source] as const))('closed, and no run fails: %s', (_, source) => {
  expectClosed(source);
});

test.each(BROKEN.map(({ why, source }) => [why, source] as const))(
  'its false relative is open, and refuted by an input: %s',
  (_, source) => {
    expectRefuted(source);
  },
);

test.each(KEPT.map(({ why, source }, index) => [why, source, BROKEN[index]?.source ?? ''] as const))(
  'the claims about a text do not hold for its false relative: %s',
  (_, kept, broken) => {
    const [closed, open] = [programOf(kept), programOf(broken)];
    const { certificate } = certify(closed);
    const decoded = certificate === null || certificate === undefined ? null : decodeCertificate(certificate);
    if (decoded === null || isRefusal(decoded)) throw new Error('open');
    const forged = encodeCertificate({ ...decoded, hash: open.hash, proofKey: open.proofKey }, MAX_CERTIFICATE_BYTES);
    if (forged === null) throw new Error('too long');
    expect(check(open, forged).valid).toBe(false);
  },
);

test('in drawn programs that build and read texts, every node keeps its claim', () => {
  let closed = 0;
  for (let number = 0; number < DRAWN; number += 1) {
    const source = textProgram(new Draws(SEED + number));
    const program = programOf(source);
    const { certificate } = certify(program);
    if (certificate === null || certificate === undefined) continue;
    closed += 1;
    holdToRuns(source, program, certificate, DRAWN_INPUTS);
  }
  expect(closed).toBeGreaterThan(DRAWN / 2);
});
