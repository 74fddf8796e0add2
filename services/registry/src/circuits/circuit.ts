import type { Assurance } from '@kirchhoff/coherence';

/** The readers of a circuit besides its owner. */
export type Visibility = 'public' | 'private';

/** A circuit and the state of its current version. */
export interface Circuit {
  readonly pid: string;
  readonly name: string;
  readonly description: string;
  readonly visibility: Visibility;
  /** The account that published it. */
  readonly owner: string;
  readonly version: number;
  readonly hash: string;
  readonly certified: boolean;
  /** Null before the first certification of the current version. */
  readonly phiC: number | null;
  /** Null without a certificate, and for a certificate from before there were grades. */
  readonly assurance: Assurance | null;
  readonly certifiedAt: Date | null;
  /** The engine of the certification that decided; null before it. */
  readonly engineVersion: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The time of its withdrawal; null if it is not withdrawn. */
  readonly withdrawnAt: Date | null;
  /** Increases with every change that a reader can see. */
  readonly revision: number;
}

/** One version in the list that a circuit carries. */
export interface CircuitVersionState {
  readonly version: number;
  readonly hash: string;
  readonly certified: boolean;
  readonly phiC: number | null;
  readonly assurance: Assurance | null;
  readonly certifiedAt: Date | null;
  readonly createdAt: Date;
}

/** A circuit with the fields that only its own page shows. */
export interface CircuitDetail {
  readonly circuit: Circuit;
  readonly source: string;
  /** The exact bytes of the signature's JSON. */
  readonly signature: Uint8Array;
  /** Newest first. */
  readonly versions: readonly CircuitVersionState[];
}
