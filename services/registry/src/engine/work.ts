import type { Assurance, Certification } from '@kirchhoff/coherence';
import type { NeedsPins, Refused, StoredSource, Unreadable } from '@kirchhoff/engine-host';
import type { SolverOut } from '@kirchhoff/solver';
import type { GraphSubject } from '../graph/task.js';
import type { Signature } from './signature.js';

/** The facts that publishing needs of a source. */
export type Inspection =
  | {
      readonly kind: 'circuit';
      /** With the files that it uses written out in it. */
      readonly source: string;
      readonly hash: string;
      readonly proofKey: string;
      readonly languageVersion: string;
      readonly signature: Signature;
    }
  | NeedsPins
  | Refused;

export interface CertifyWork extends StoredSource {
  /** A certificate of the same proof key by this engine: checked instead of proven anew. */
  readonly reuse: Uint8Array | undefined;
}

export interface VerifyWork extends StoredSource {
  readonly certificate: Uint8Array;
}

export interface GraphWork extends StoredSource {
  readonly form: 'json' | 'svg';
  readonly subject: GraphSubject;
}

/** A version that is certified, in a target's language. */
export interface ArtifactWork extends StoredSource {
  /** Its proof: checked before a check is left out of the program. */
  readonly certificate: Uint8Array;
  /** The hash of the graph that was certified. */
  readonly hash: string;
  /** The id of a target. */
  readonly target: string;
}

/** Octets to be sent as they are. */
export type Made = { readonly kind: 'octets'; readonly octets: Uint8Array; readonly fileName: string };

/** The stored certificate does not check, for example because an earlier engine made it. */
export type Unproven = { readonly kind: 'unproven'; readonly reason: string };

/** The program that a circuit compiles to would be longer than programs may be. */
export interface TooLong {
  readonly kind: 'too-long';
  readonly message: string;
}

export type Certified =
  | { readonly kind: 'certification'; readonly engineVersion: string; readonly certification: Certification }
  | Unreadable
  | SolverOut;

export type Verified =
  | {
      readonly kind: 'verification';
      readonly engineVersion: string;
      /** The hash of the source as this engine reads it now. */
      readonly hash: string;
      /** Null if the bytes are a proof for this graph, by the checker of this engine; else the first thing that does not follow. */
      readonly refusal: string | null;
      /** The grade of the evidence that was checked; null if it is refused. */
      readonly assurance: Assurance | null;
      /** Closure domains that checked, of all. */
      readonly verified: number;
      readonly total: number;
    }
  | Unreadable
  | SolverOut;
