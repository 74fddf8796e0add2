import type { Verdict } from './verdict.js';

/** The subject of a verdict. */
export interface ResultContext {
  readonly pid: string;
  readonly originalHash: string;
  readonly currentHash: string;
}

/** The bytes that verify answers with, made once and kept: result 2.6 of the specification. */
export function resultBytes(verdict: Verdict, { pid, originalHash, currentHash }: ResultContext): Uint8Array<ArrayBuffer> {
  const { verified, match, phiC, assurance, reason } = verdict;
  const result = {
    pid,
    verified,
    original_hash: originalHash,
    current_hash: currentHash,
    match,
    phi_c: phiC,
    ...(assurance === null ? {} : { assurance }),
    ...(reason === null ? {} : { reason }),
  };
  return new Uint8Array(Buffer.from(JSON.stringify(result), 'utf8'));
}
