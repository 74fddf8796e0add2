import type { Tier } from '../authentication/caller.js';

/** What is counted of what an account stores. */
export interface Stored {
  /** Of sources, of what was made of them, and of certificates. */
  readonly octets: number;
  /** That stand. */
  readonly circuits: number;
  /** That stand. */
  readonly policies: number;
  /** Of circuits and policies, withdrawn ones too. */
  readonly versions: number;
}

export type StoredKind = keyof Stored;
export const STORED_KINDS = ['octets', 'circuits', 'policies', 'versions'] as const satisfies readonly StoredKind[];

/** Returns the octets of what is stored, as Postgres counts them: texts in UTF-8. */
export function storedOctets(...parts: readonly (string | Uint8Array)[]): number {
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
}

const MEBIBYTE = 1_048_576;

/** How much of each an account may store; an operator may set others for one account (`ACCOUNT_LIMITS`). */
export const STORAGE_LIMITS: Readonly<Record<Tier, Stored>> = {
  free: { octets: 32 * MEBIBYTE, circuits: 1_000, policies: 200, versions: 5_000 },
  pro: { octets: 4_096 * MEBIBYTE, circuits: 100_000, policies: 10_000, versions: 1_000_000 },
};
