import type { CertificationState } from '../text.js';

/** A promise of a circuit, with what proves it. */
export interface ShownPromise {
  /** The author's words, or the condition. */
  readonly words: string;
  /** The line in the source; null if it is in a file beside it. */
  readonly line: number | null;
  /** The kind of evidence; null if the circuit is not certified. */
  readonly evidence: string | null;
}

/** A place that the last certification could not prove. */
export interface OpenPlace {
  readonly domain: string;
  readonly line: number | null;
  readonly message: string;
  /** Inputs that fail there, as JSON; null if none are known. */
  readonly counterexample: string | null;
  /** The component whose arguments form the counterexample. */
  readonly component: string | null;
}

/** The proven and the open parts of a circuit. */
export interface CircuitExplanation {
  /** The version that is explained. */
  readonly version: number;
  readonly promises: readonly ShownPromise[];
  /** The conditions on inputs, in the author's words. */
  readonly requires: readonly string[];
  /** Count of everything that has to be proven. */
  readonly obligations: number;
  /** The static worst-case cost. */
  readonly cost: number;
  readonly open: readonly OpenPlace[];
  /** `undefined` if the program does not have the part that was asked for. */
  readonly graph: ShownGraph | undefined;
}

/** The graph, or the part of it that is open. */
export interface ShownGraph {
  /** The open part; `null` for the whole graph. */
  readonly opened: {
    readonly address: string;
    readonly title: string;
    readonly before: string | null;
    readonly after: string | null;
  } | null;
  /** The collapsed parts of the picture. */
  readonly parts: readonly { readonly address: string; readonly label: string }[];
}

export interface ShownVersion extends CertificationState {
  readonly version: number;
  readonly hash: string;
  readonly created_at: string;
}

/** A port with its domain, for people. */
export interface ShownPort {
  readonly name: string;
  readonly domain: string;
}

export interface ShownTarget {
  readonly id: string;
  readonly language: string;
  /** False for a target whose file is no text. */
  readonly isText: boolean;
}

/** The circuit as it is now. */
export interface ShownCircuit extends ShownVersion {
  readonly pid: string;
  readonly name: string;
  readonly description: string;
  readonly visibility: 'public' | 'private';
  readonly owner: string;
  readonly source: string;
  readonly engine_version: string | null;
  /** Newest first. */
  readonly versions: readonly ShownVersion[];
}

/** Two versions whose sources are compared. */
export interface SourceDifference {
  readonly old: number;
  readonly new: number;
  readonly oldSource: string;
  readonly newSource: string;
}
