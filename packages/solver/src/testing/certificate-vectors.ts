import { certifyWith } from '@kirchhoff/coherence';
import { type CertificateVector, circuit } from '@kirchhoff/coherence/testing/certificate-vectors';
import { byQuery, certificateOf, NEEDS_SOLVER } from '@kirchhoff/coherence/testing/forged';
import { Forgery } from '@kirchhoff/coherence/testing/forgery';
import { programOf } from '@kirchhoff/coherence/testing/outcome';
import type { Evidence } from '@kirchhoff/kernel/certificate/format';
import type { RefusalCode } from '@kirchhoff/kernel/certificate/refusal';
import { decodeUtf8 } from '@kirchhoff/kernel/values/utf8';
import type { ClosableSolver } from '../index.js';

/** Closed by parity, and by what bits have to do with one another: one for each encoding. */
const CLOSED: Readonly<Record<string, string>> = {
  parity: circuit('input a: 0..1_000_000', 'input b: 0..1_000_000', 'output o: i64', 'o = 9 / (2 * a - 4 * b + 1)'),
  bits: circuit('input a: 0..65_535', 'input b: 0..65_535', 'output o: i64', 'o = 9 / ((a | b) - (a ^ b) + 1)'),
};

/** Evidence for an open program, wrong in exactly one respect. */
const FORGED: readonly (readonly [RefusalCode, changed: Partial<Extract<Evidence, { by: 'smt' }>>])[] = [
  ['solver-doubts', {}],
  ['other-query', { digest: '0'.repeat(64) }],
  ['other-runs', { runs: 257 }],
  ['query-limit', { limit: 1_000_000_000 }],
];

/** Makes the vectors for which a solver is asked. */
export async function solverVectors(solver: ClosableSolver): Promise<readonly CertificateVector[]> {
  const closed: CertificateVector[] = [];
  for (const [name, source] of Object.entries(CLOSED)) {
    const { certificate } = await certifyWith(programOf(source), solver);
    const text = certificate === null ? undefined : decodeUtf8(certificate);
    if (text === undefined) throw new Error(`${name} is not closed`);
    closed.push({ name, source, certificate: text, refused: null, solver: `${solver.name} ${solver.version}` });
  }
  const forged = FORGED.map(([refused, changed]): CertificateVector => {
    const proof = byQuery({ solver: solver.name, version: solver.version, ...changed });
    const certificate = decodeUtf8(certificateOf({ source: NEEDS_SOLVER, proof }, Forgery.of(NEEDS_SOLVER))) ?? '';
    return { name: refused, source: NEEDS_SOLVER, certificate, refused, solver: `${solver.name} ${solver.version}` };
  });
  return [...closed, ...forged];
}
