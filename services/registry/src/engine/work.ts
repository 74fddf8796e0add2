import type { Certification, Diagnostic } from '@kirchhoff/coherence';
import type { Signature } from './signature.js';

/** What publishing has to know of a source. */
export type Inspection =
  | {
      readonly kind: 'circuit';
      readonly hash: string;
      readonly proofKey: string;
      readonly languageVersion: string;
      readonly signature: Signature;
    }
  | { readonly kind: 'diagnostics'; readonly diagnostics: readonly Diagnostic[] };

export interface CertifyWork {
  readonly source: string;
  /** A certificate of the same proof key by this engine: checked instead of proven anew. */
  readonly reuse: Uint8Array | undefined;
}

export interface VerifyWork {
  readonly source: string;
  readonly certificate: Uint8Array;
}

/** `unreadable`: a source that was published before is refused by this engine, which is our fault and not its author's. */
export type Unreadable = { readonly kind: 'unreadable' };

export type Certified =
  | { readonly kind: 'certification'; readonly engineVersion: string; readonly certification: Certification }
  | Unreadable;

export type Verified =
  | {
      readonly kind: 'verification';
      readonly engineVersion: string;
      /** The hash of the source as this engine reads it now. */
      readonly hash: string;
      /** Whether the bytes are a proof for this graph. */
      readonly valid: boolean;
      /** Closure domains that checked, of all. */
      readonly verified: number;
      readonly total: number;
    }
  | Unreadable;
