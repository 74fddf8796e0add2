import type { Assurance, Certification, Diagnostic, Files, Pin, PinnedSource } from '@kirchhoff/coherence';
import type { SolverOut } from '@kirchhoff/solver';
import type { GraphSubject } from '../graph/task.js';
import type { Signature } from './signature.js';

/** What became of the pins of a source that is read for the first time. */
export interface ResolvedPins {
  /** Each after those that it pins itself. */
  readonly pinned: readonly PinnedSource[];
  /** By pin: why there is no circuit for it, where more is known than that there is none. */
  readonly refused: ReadonlyMap<string, string>;
}

export interface InspectWork {
  readonly source: string;
  /** Those beside it, of which it may use some. */
  readonly files: Files;
  /** Undefined where nothing has been resolved yet. */
  readonly pins: ResolvedPins | undefined;
}

/** What publishing has to know of a source. */
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
  /** It pins these, and they have to be resolved before it can be read. */
  | { readonly kind: 'pins'; readonly pins: readonly Pin[] }
  | { readonly kind: 'diagnostics'; readonly diagnostics: readonly Diagnostic[] };

/** A source that was published, with what its pins were resolved to then: each after those that it pins itself. */
export interface PublishedSource {
  readonly source: string;
  readonly pinned: readonly PinnedSource[];
}

export interface CertifyWork extends PublishedSource {
  /** A certificate of the same proof key by this engine: checked instead of proven anew. */
  readonly reuse: Uint8Array | undefined;
}

export interface VerifyWork extends PublishedSource {
  readonly certificate: Uint8Array;
}

export interface GraphWork extends PublishedSource {
  readonly form: 'json' | 'svg';
  readonly subject: GraphSubject;
}

/** A version that is certified, in a target's language. */
export interface ArtifactWork extends PublishedSource {
  /** What proves it: checked before anything is left unchecked in the program. */
  readonly certificate: Uint8Array;
  /** Of the graph that the certification is about. */
  readonly hash: string;
  /** The id of a target. */
  readonly target: string;
}

/** Octets to be sent as they are. */
export type Made = { readonly kind: 'octets'; readonly octets: Uint8Array; readonly fileName: string } | Unreadable;

/** The stored certificate does not check, for example because an earlier engine made it. */
export type Unproven = { readonly kind: 'unproven'; readonly reason: string };

/** `unreadable`: a source that was published before is refused by this engine, which is our fault and not its author's. */
export type Unreadable = { readonly kind: 'unreadable' };

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
