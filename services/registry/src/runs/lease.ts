/** A run that is being held. */
export interface HeldLease {
  /** Aborted when the run was found to be somebody else's. */
  readonly lost: AbortSignal;
  release(): void;
}

/** A lease is renewed so often before it would run out. */
const RENEWALS = 3;

/**
 * Renews a lease that was taken for `milliseconds`, until it is released. Where a write throws (Postgres out) the next
 * one decides.
 *
 * @param renew false where the run is somebody else's
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
