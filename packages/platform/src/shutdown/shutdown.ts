import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** One thing to do when the process has to end, such as closing a pool. */
export interface ShutdownStep {
  readonly name: string;
  run(): Promise<unknown>;
}

export interface ShutdownLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A log that is closed before the process ends. */
export interface LastLog extends ShutdownLog {
  /** Writes its buffer, or drops it if the reader is gone. */
  end(): Promise<void>;
}

/** Thrown by a step that had to interrupt work. It is not an error, and the later steps run. */
export class WorkCut extends Error {
  override readonly name = 'WorkCut';
  readonly counts: Readonly<Record<string, number>>;

  /** @param counts counts of interrupted work by its name, for the log */
  constructor(counts: Readonly<Record<string, number>>) {
    super('work was interrupted');
    this.counts = counts;
  }
}

/** `cut`: all steps ran, and one had to cut work. `late`: the time was over before all steps had run. */
export type ShutdownOutcome = 'clean' | 'cut' | 'late';

/** Orchestrators kill after 30 s as a rule: work that is unfinished by then is abandoned in order. */
const LIMIT_MILLISECONDS = 25_000;

/** The exit code of a process that had to interrupt work. */
export const CUT_EXIT_CODE = 3;

/**
 * Runs the steps in order, each also after the failure of an earlier one; together they have 25 s. All interrupted work is
 * reported in one `error` line.
 */
export async function shutDown(
  steps: readonly ShutdownStep[],
  log: ShutdownLog,
  limitMilliseconds = LIMIT_MILLISECONDS,
): Promise<ShutdownOutcome> {
  const state = { step: '' };
  let late: NodeJS.Timeout | undefined;
  const limit = new Promise<'late'>((resolve) => {
    late = setTimeout(resolve, limitMilliseconds, 'late');
  });
  const outcome = await Promise.race([runAll(steps, log, state), limit]);
  clearTimeout(late);
  if (outcome === 'late') log.error({ step: state.step }, 'the shutdown exceeded its time limit; the rest of it is skipped');
  return outcome;
}

/** @param state gets the name of the running step */
async function runAll(steps: readonly ShutdownStep[], log: ShutdownLog, state: { step: string }): Promise<'clean' | 'cut'> {
  let outcome: 'clean' | 'cut' = 'clean';
  for (const step of steps) {
    state.step = step.name;
    try {
      // oxlint-disable-next-line no-await-in-loop -- the order is the point
      await step.run();
    } catch (error) {
      if (error instanceof WorkCut) {
        outcome = 'cut';
        log.error({ step: step.name, ...error.counts }, error.message);
      } else log.error({ err: error, step: step.name }, 'a step of the shutdown failed');
    }
  }
  return outcome;
}

/**
 * Ends the process after the steps, on SIGTERM or SIGINT: with code 0, or with 3 if work was interrupted. A second signal ends it
 * at once.
 */
export function shutDownOnSignal(steps: readonly ShutdownStep[], log: LastLog, limitMilliseconds = LIMIT_MILLISECONDS): void {
  let begun = false;
  const begin = (signal: NodeJS.Signals) => {
    if (begun) process.exit(1);
    begun = true;
    log.info({ signal }, 'shutting down');
    void shutDown(steps, log, limitMilliseconds).then(async (outcome) => {
      log.info({ outcome }, 'shut down');
      await log.end();
      process.exit(outcome === 'clean' ? 0 : CUT_EXIT_CODE);
    });
  };
  process.on('SIGTERM', begin);
  process.on('SIGINT', begin);
}

/** Milliseconds between two searches for idle connections. */
const IDLE_LOOK = 50;
/** Milliseconds in which a connection without a request may still begin its first one. */
const SILENT_MILLISECONDS = 1_000;

/** The open connections of each server that is followed. */
const connections = new WeakMap<Server, Set<Socket>>();

/** Remembers the connections of a server, so that `closeServer` finds the silent ones. */
export function followConnections(server: Server): void {
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
}

/**
 * Stops accepting connections, and lets requests in flight finish. Node closes a kept-alive connection by itself only if it is idle
 * at the call; those that become idle later have to be searched for. For Node, a connection that has never sent a request counts as
 * busy, as long as it may send a header: it is closed after a second.
 */
export async function closeServer(server: Server): Promise<void> {
  const looking = setInterval(() => server.closeIdleConnections(), IDLE_LOOK);
  const silent = setTimeout(() => {
    for (const socket of connections.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
  }, SILENT_MILLISECONDS);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  clearInterval(looking);
  clearTimeout(silent);
}
