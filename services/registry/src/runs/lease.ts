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
export function holdLease(renew: () => Promise<boolean>, milliseconds: number): HeldLease {
  const lost = new AbortController();
  const write = async (): Promise<void> => {
    timer = setTimeout(beat, milliseconds / RENEWALS);
    if (!(await renew())) lost.abort();
  };
  const beat = () => void write().catch(() => undefined);
  let timer = setTimeout(beat, milliseconds / RENEWALS);
  return { lost: lost.signal, release: () => clearTimeout(timer) };
}
