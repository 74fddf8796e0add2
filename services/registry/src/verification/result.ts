import type { Assurance } from '@kirchhoff/coherence';
import type { Verified } from '../engine/work.js';

/** The verdict of a verification. */
export interface VerificationVerdict {
  readonly verified: boolean;
  readonly match: boolean;
  /**
   * The share of closure domains that check, truncated to four decimals; 0 if the hashes differ or the certification was refuted.
   */
  readonly phiC: number;
  /** The grade of the evidence that was checked; null if it is not verified. */
  readonly assurance: Assurance | null;
  /** The first failed condition; null if it is verified. */
  readonly reason: string | null;
}

/** `phi_c` is truncated, not rounded, so that it is 1 exactly if all closure domains check. */
const DECIMALS = 10_000;

const OTHER_PROGRAM = 'the current version differs from the certified program';

const REFUTED = 'the certification was found wrong and revoked';

/** The certification that is checked again. */
export interface Judged {
  readonly originalHash: string;
  readonly refuted: boolean;
}

/** Compares the checker's result with the certification. */
export function judge({ originalHash, refuted }: Judged, checked: Verified & { readonly kind: 'verification' }): VerificationVerdict {
  const match = checked.hash === originalHash;
  if (!match) return { verified: false, match, phiC: 0, assurance: null, reason: OTHER_PROGRAM };
  if (refuted) return { verified: false, match, phiC: 0, assurance: null, reason: REFUTED };
  const share = checked.total === 0 ? 0 : Math.floor((checked.verified * DECIMALS) / checked.total) / DECIMALS;
  const { refusal, assurance } = checked;
  return { verified: refusal === null, match, phiC: share, assurance, reason: refusal };
}

/** The circuit and hash of a verdict. */
export interface VerificationContext {
  readonly pid: string;
  readonly originalHash: string;
  readonly currentHash: string;
}

/** Encodes the answer of verify: result 2.6 of the specification. The bytes are made once and stored. */
export function resultBytes(
  verdict: VerificationVerdict,
  { pid, originalHash, currentHash }: VerificationContext,
): Uint8Array<ArrayBuffer> {
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
