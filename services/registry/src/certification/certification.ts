export type CertificationStatus = 'queued' | 'running' | 'done' | 'failed';

/** Why our side ended a run: a problem code of which the waiting request and the reader of the row are told. */
export type CertificationFailure = 'certification-failed' | 'guard-exceeded';

/** A certification as its owner may read it. */
export interface Certification {
  readonly id: string;
  readonly pid: string;
  readonly version: number;
  readonly status: CertificationStatus;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  /** The exact bytes of the result; there where the run is done. */
  readonly result: Uint8Array | null;
  readonly failure: string | null;
}

/** How far a run has come: all that a waiting request wants to know. */
export type Progress =
  | { readonly status: 'queued' | 'running' }
  | { readonly status: 'done'; readonly result: Uint8Array }
  | { readonly status: 'failed' };
