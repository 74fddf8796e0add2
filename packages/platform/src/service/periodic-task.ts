/** A running task that can be stopped. */
export interface PeriodicTask {
  /** Stops the turns. Resolves when the running turn has ended. */
  stop(): Promise<void>;
}

export interface PeriodicTaskOptions {
  /** The pause before the first turn, and after the end of each. */
  readonly intervalMilliseconds: number;
  /** Runs one turn. `stopping` is aborted if it should end early. */
  readonly run: (stopping: AbortSignal) => Promise<void>;
  /** Called with the exception of a turn; the next turn tries again. */
  readonly failed: (error: unknown) => void;
}

/** Runs a task periodically. It does not keep the process alive. */
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
