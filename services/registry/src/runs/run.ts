/** The kinds of runs: the proof of a version, and a check of its stored proof. Each has a daily quota. */
export type RunKind = 'certification' | 'verification';

/** The state of a run; `repository.ts` has the transitions. */
export type RunStatus = 'queued' | 'running' | 'done' | 'failed';

/** The reason why an attempt ended without a result. Only a few runs that hit the guard are given back a day. */
export type AttemptFault = 'failure' | 'guard';

/** A run as the requesting account may read it. */
export interface RunView {
  readonly id: string;
  readonly pid: string;
  readonly version: number;
  readonly status: RunStatus;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  /** The exact bytes of the result; null unless it is done. */
  readonly result: Uint8Array | null;
  /** One of `FAILURES`; null unless it failed. */
  readonly failure: string | null;
}

/** The progress of a run for a waiting request. */
export type RunProgress =
  | { readonly status: 'queued' | 'running' }
  | { readonly status: 'done'; readonly result: Uint8Array }
  | { readonly status: 'failed' };

/** The problem code of a failed run, by the fault of its last attempt. */
export const FAILURES = {
  certification: { failure: 'certification-failed', guard: 'guard-exceeded' },
  verification: { failure: 'verification-failed', guard: 'guard-exceeded' },
} as const satisfies Readonly<Record<RunKind, Readonly<Record<AttemptFault, string>>>>;

/** The name of a kind of run in the API. */
export const RUN_NAMES = {
  certification: { member: 'certification_id', path: '/v1/certifications', title: 'Certification' },
  verification: { member: 'verification_id', path: '/v1/verifications', title: 'Verification' },
} as const satisfies Readonly<Record<RunKind, object>>;

/** A run that is being held. */
export interface HeldLease {
  /** Aborted when another worker has taken the run. */
  readonly lost: AbortSignal;
  release(): void;
}

/** Renewals within the duration of a lease. */
const RENEWALS = 3;

/**
 * Renews a lease of `milliseconds` until it is released. If a renewal throws (Postgres is out), the next one decides.
 *
 * @param renew resolves to false if another worker has taken the run
 */
export function keepLeaseAlive(renew: () => Promise<boolean>, milliseconds: number): HeldLease {
  const lost = new AbortController();
  const write = async (): Promise<void> => {
    timer = setTimeout(beat, milliseconds / RENEWALS);
    if (!(await renew())) lost.abort();
  };
  const beat = () => void write().catch(() => undefined);
  let timer = setTimeout(beat, milliseconds / RENEWALS);
  return { lost: lost.signal, release: () => clearTimeout(timer) };
}
