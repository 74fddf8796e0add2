/** Something that goes on until it is stopped. */
export interface PeriodicTask {
  /** Begins no further turn. Resolves when the running turn has ended. */
  stop(): Promise<void>;
}

export interface PeriodicTaskOptions {
  /** The pause before the first turn, and after each has ended. */
  readonly intervalMilliseconds: number;
  /** Runs one turn. `stopping` is aborted if it should end early. */
  readonly run: (stopping: AbortSignal) => Promise<void>;
  /** Hears of what a turn threw; the next one tries again. */
  readonly failed: (error: unknown) => void;
}

/** Does something again and again. It keeps no process alive. */
export function periodicTask({ intervalMilliseconds, run, failed }: PeriodicTaskOptions): PeriodicTask {
  const stopping = new AbortController();
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const turn = async (): Promise<void> => {
    try {
      await run(stopping.signal);
    } catch (error) {
      failed(error);
    }
    if (!stopping.signal.aborted) pause();
  };
  const pause = (): void => {
    timer = setTimeout(() => {
      running = turn();
    }, intervalMilliseconds).unref();
  };
  pause();
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
