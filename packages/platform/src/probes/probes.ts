import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../environment/clock.js';
import { readinessOf } from '../health/health.js';
import type { Readiness } from '../health/readiness.js';
import { periodicTask } from '../service/periodic-task.js';
import { Pulse } from './pulse.js';

/** Milliseconds for which the event loop may be blocked before `/livez` is 503. */
const STALL_MILLISECONDS = 30_000;
const BEAT_MILLISECONDS = 500;
/** Milliseconds between two readiness checks of the process. */
const ASK_MILLISECONDS = 2_000;
const MEMORY_MEGABYTES = 32;

/** The input of the thread. */
export interface ProbeThreadData {
  readonly memory: SharedArrayBuffer;
  readonly host: string | undefined;
  readonly port: number;
  readonly stallMilliseconds: number;
}

/** The only message of the thread. */
export type FromThread =
  | { readonly kind: 'listening'; readonly port: number }
  /** The code of an error, which errors lose on their way between threads. */
  | { readonly kind: 'refused'; readonly message: string; readonly code: string | undefined };

export interface ProbesOptions {
  /** Default: all addresses of the machine. */
  readonly host: string | undefined;
  /** 0: any free port. */
  readonly port: number;
  readonly ready: () => Promise<Readiness>;
  readonly clock: Clock;
  readonly log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
  /** Default: 30 s. */
  readonly stallMilliseconds?: number;
  /** Default: 500 ms. */
  readonly beatMilliseconds?: number;
}

export interface Probes {
  readonly port: number;
  /** Checks at once if the process is ready: its shutdown has begun. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Answers `/livez` and `/readyz` from a thread of its own, on a port of its own, also while the event loop is busy.
 * @throws if the port is not available
 */
export async function openProbes(options: ProbesOptions): Promise<Probes> {
  const { host, port, ready, clock, log, stallMilliseconds = STALL_MILLISECONDS, beatMilliseconds = BEAT_MILLISECONDS } = options;
  const pulse = new Pulse();
  const beat = () => pulse.beat(process.hrtime.bigint());
  const refresh = async () => pulse.tell(await readinessOf({ ready, clock }));
  beat();
  const data: ProbeThreadData = { memory: pulse.memory, host, port, stallMilliseconds };
  const thread = new Worker(require.resolve('./thread.js'), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MEGABYTES },
  });
  const said = await firstWord(thread);
  if (said.kind === 'refused') {
    await thread.terminate();
    throw Object.assign(new Error(said.message), { code: said.code });
  }
  thread.on('error', (error) => log.error({ err: error }, 'the thread that answers probes died'));
  thread.unref();
  const beating = setInterval(beat, beatMilliseconds).unref();
  await refresh();
  const failed = (error: unknown) => log.error({ err: error }, 'the readiness check of the process failed');
  const asking = periodicTask({ intervalMilliseconds: ASK_MILLISECONDS, run: refresh, failed });
  log.info({ port: said.port }, 'answering probes');
  return {
    port: said.port,
    refresh,
    close: async () => {
      clearInterval(beating);
      await asking.stop();
      await thread.terminate();
    },
  };
}

/** @throws the reason why the thread ended before its first message */
async function firstWord(thread: Worker): Promise<FromThread> {
  const [said]: unknown[] = await once(thread, 'message');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread is ours and sends no other message
  return said as FromThread;
}
