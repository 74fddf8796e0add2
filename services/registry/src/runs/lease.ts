/** A run that is being held. */
export interface HeldLease {
  /** Aborted when the run was found to be somebody else's. */
  readonly lost: AbortSignal;
  release(): void;
}

/** How a lease is taken and kept: false where the run is somebody else's. */
export interface LeaseWrites {
  readonly take: () => Promise<boolean>;
  readonly renew: () => Promise<boolean>;
}

/** A lease is renewed so often before it would run out. */
const RENEWALS = 3;

/**
 * Takes a lease after a first moment, in which the lock on the job holds the run, and renews it until it is released.
 * Where a write throws (Postgres out) the next one decides.
 */
export function holdLease({ take, renew }: LeaseWrites, moment: number, milliseconds: number): HeldLease {
  const lost = new AbortController();
  let taken = false;
  const write = async (): Promise<void> => {
    timer = setTimeout(beat, milliseconds / RENEWALS);
    const held = await (taken ? renew() : take());
    taken = true;
    if (!held) lost.abort();
  };
  const beat = () => void write().catch(() => undefined);
  let timer = setTimeout(beat, moment);
  return { lost: lost.signal, release: () => clearTimeout(timer) };
}
