import type { Verdict } from './verdict.js';

/** The circuit and hash of a verdict. */
export interface ResultContext {
  readonly pid: string;
  readonly originalHash: string;
  readonly currentHash: string;
}

/** Encodes the answer of verify: result 2.6 of the specification. The bytes are made once and stored. */
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
