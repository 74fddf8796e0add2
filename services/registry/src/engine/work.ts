import type { Assurance, Certification } from '@kirchhoff/coherence';
import type { NeedsPins, RefusedSource, StoredSource, Unreadable } from '@kirchhoff/engine-host';
import type { SolverOut } from '@kirchhoff/solver';
import type { Card } from '../explorer/card/card.js';
import type { GraphSubject } from '../graph/task.js';
import type { Signature } from './signature.js';

/** The facts that publishing needs of a source. */
export type Inspection =
  | {
      readonly kind: 'circuit';
      /** The source with its files written out. */
      readonly source: string;
      readonly hash: string;
      readonly proofKey: string;
      readonly languageVersion: string;
      readonly signature: Signature;
    }
  | NeedsPins
  | RefusedSource;

export interface CertifyWork extends StoredSource {
  /** A certificate with the same proof key and engine: it is checked in place of a proof. */
  readonly reuse: Uint8Array | undefined;
}

export interface VerifyWork extends StoredSource {
  readonly certificate: Uint8Array;
}

export interface GraphWork extends StoredSource {
  readonly form: 'json' | 'svg';
  readonly subject: GraphSubject;
}

/** A part of a graph, as a picture. */
export interface PartWork extends StoredSource {
  readonly subject: GraphSubject;
  /** The address of the part. */
  readonly part: string;
}

export interface ExplanationWork extends StoredSource {
  readonly subject: GraphSubject;
  /** The part of the graph that is open; `undefined` for the whole graph. */
  readonly part: string | undefined;
}

/** The preview picture of a circuit. */
export interface CardWork {
  readonly card: Card;
}

/** The program has no such part. */
export interface NoPart {
  readonly kind: 'no-part';
}

/** A certified version to compile for a target. */
export interface ArtifactWork extends StoredSource {
  /** Its certificate, checked before run-time checks are left out. */
  readonly certificate: Uint8Array;
  /** The hash of the certified graph. */
  readonly hash: string;
  /** The id of a target. */
  readonly target: string;
}

/** Bytes that are sent unchanged. */
export type Made = { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly fileName: string };

/** The stored certificate does not check, for example because an earlier engine made it. */
export type Unproven = { readonly kind: 'unproven'; readonly reason: string };

/** The compiled program would exceed the maximum length. */
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
      /** The hash of the source by this engine. */
      readonly hash: string;
      /** Null if the checker accepts the certificate for this graph; else the first step that does not follow. */
      readonly refusal: string | null;
      /** The grade of the evidence that was checked; null if it is refused. */
      readonly assurance: Assurance | null;
      /** Count of closure domains that checked, and of all. */
      readonly verified: number;
      readonly total: number;
    }
  | Unreadable
  | SolverOut;
