import type { Server } from 'node:http';

/** One thing to do when the process has to end, such as closing a pool. */
export interface ShutdownStep {
  readonly name: string;
  run(): Promise<unknown>;
}

export interface ShutdownLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Orchestrators kill after 30 s as a rule: what is not done by then is given up in order. */
const LIMIT_MILLISECONDS = 25_000;

/** Runs the steps in order, each also when one before it failed; together they have 25 s. */
export async function shutDown(
  steps: readonly ShutdownStep[],
  log: ShutdownLog,
  limitMilliseconds = LIMIT_MILLISECONDS,
): Promise<'clean' | 'late'> {
  let late: NodeJS.Timeout | undefined;
  const limit = new Promise<'late'>((resolve) => {
    late = setTimeout(resolve, limitMilliseconds, 'late');
  });
  const outcome = await Promise.race([runAll(steps, log), limit]);
  clearTimeout(late);
  return outcome;
}

async function runAll(steps: readonly ShutdownStep[], log: ShutdownLog): Promise<'clean'> {
  for (const step of steps) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the order is the point
      await step.run();
    } catch (error) {
      log.error({ err: error, step: step.name }, 'a step of the shutdown failed');
    }
  }
  return 'clean';
}

/** Ends the process with code 0 after the steps, on SIGTERM or SIGINT; a second signal ends it at once. */
export function shutDownOnSignal(steps: readonly ShutdownStep[], log: ShutdownLog): void {
  let begun = false;
  const begin = (signal: NodeJS.Signals) => {
    if (begun) process.exit(1);
    begun = true;
    log.info({ signal }, 'shutting down');
    void shutDown(steps, log).then((outcome) => {
      log.info({ outcome }, 'shut down');
      process.exit(0);
    });
  };
  process.on('SIGTERM', begin);
  process.on('SIGINT', begin);
}

/** How often connections that have fallen idle are looked for, in milliseconds. */
const IDLE_LOOK = 50;

/**
 * Stops accepting and lets requests in flight finish. A connection that is kept alive closes by itself only when it
 * was idle at the call; those that fall idle later have to be looked for.
 */
export async function closeServer(server: Server): Promise<void> {
  const looking = setInterval(() => server.closeIdleConnections(), IDLE_LOOK);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  clearInterval(looking);
}
