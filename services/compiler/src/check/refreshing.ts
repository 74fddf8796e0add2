/** How often standings are read anew, in milliseconds: often enough that a check never has to. */
const INTERVAL_MILLISECONDS = 2_000;

/** Something that goes on until it is stopped. */
export interface Repeating {
  /** Resolves once nothing of it runs any more. */
  stop(): Promise<void>;
}

/**
 * Runs `refresh` again and again, a pause after each has ended.
 * @param failed hears of what it threw; the next turn tries again
 */
export function refreshing(refresh: () => Promise<void>, failed: (error: unknown) => void): Repeating {
  let stopped = false;
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const turn = async (): Promise<void> => {
    try {
      await refresh();
    } catch (error) {
      failed(error);
    }
    if (!stopped) wait();
  };
  const wait = (): void => {
    timer = setTimeout(() => {
      running = turn();
    }, INTERVAL_MILLISECONDS);
    timer.unref();
  };
  wait();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
