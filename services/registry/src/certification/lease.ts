/** A lease that is being held. */
export interface HeldLease {
  /** Aborted when the lease was found to be lost. */
  readonly lost: AbortSignal;
  release(): void;
}

/** A lease is renewed so often before it would run out. */
const RENEWALS = 3;

/**
 * Renews a lease until it is released.
 * @param renew false where the lease was lost; where it throws (Postgres out) the next renewal decides
 */
export function holdLease(renew: () => Promise<boolean>, milliseconds: number): HeldLease {
  const lost = new AbortController();
  const timer = setInterval(() => {
    renew().then(
      (held) => {
        if (!held) lost.abort();
      },
      () => undefined,
    );
  }, milliseconds / RENEWALS);
  return { lost: lost.signal, release: () => clearInterval(timer) };
}
