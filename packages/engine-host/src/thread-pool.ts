import { performance } from 'node:perf_hooks';
import { isNativeError } from 'node:util/types';
import { currentSpan, FairSemaphore, inSpan, type Metrics, NO_METRICS, type Share, type TimeMeter } from '@kirchhoff/platform';
import { Piscina } from 'piscina';
import { meterPool, type PoolMeter, type TaskEnd } from './pool-meter.js';
import { SolverCounts } from './solver-counts.js';

/** The functions of a module that runs in the pool: `typeof import('./tasks.js')`. Inputs and results are cloned. */
export type TaskModule<Tasks> = { readonly [Name in keyof Tasks]: (input: never) => unknown };

export type TaskInput<Task> = Task extends (input: infer Value) => unknown ? Value : never;
export type TaskResult<Task> = Task extends (input: never) => infer Value ? Awaited<Value> : never;

/** The outcome of a task. An exception of the task itself is thrown to the caller: it is a bug of ours. */
export type PoolOutcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  /** The task was not begun: the queue is full, it waited too long, its meter is used up, or the process is stopping. */
  | { readonly kind: 'busy' }
  /** It ran longer than the guard allows: its thread was ended and replaced. */
  | { readonly kind: 'guard' }
  /** Its thread died, out of memory for example, and was replaced. */
  | { readonly kind: 'crashed'; readonly reason: string }
  /** The caller's signal was aborted, or the process stops: the task was not begun, or its thread was ended. */
  | { readonly kind: 'gone' };

export interface ThreadPoolOptions {
  /** Absolute path of the compiled module: `require.resolve('./tasks.js')`. */
  readonly module: string;
  readonly threads: number;
  /** Count of tasks that may wait for a thread. */
  readonly queueLimit: number;
  /** Count of waiting tasks of one account, and half of the count for one group. Default: 8. */
  readonly queueLimitOfAccount?: number;
  /** Time limit for waiting, in milliseconds. Default: no limit. */
  readonly waitMilliseconds?: number;
  readonly guardMilliseconds?: number;
  readonly memoryMegabytes?: number;
  /** Default: none. */
  readonly metrics?: Metrics | undefined;
  /** The name of the pool in the metrics. Default: `programs`. */
  readonly name?: string;
}

export interface TaskOptions {
  /** The account that the task belongs to: tasks wait in turn by group and account. */
  readonly share: Share;
  /** Estimated milliseconds of the task. Default: 10. */
  readonly estimate?: number;
  readonly signal?: AbortSignal;
  /** Buffers of the input that are moved instead of copied; afterwards the caller cannot use them. */
  readonly transfer?: readonly ArrayBuffer[];
  /** The account or address that pays for it. Default: not metered. */
  readonly meter?: TimeMeter;
}

const GUARD_MILLISECONDS = 30_000;
/** Memory of a thread. Tasks produce garbage: a larger young generation is collected less often. */
export const THREAD_LIMITS = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 64 } as const;
const ESTIMATE_MILLISECONDS = 10;
/** On Linux a thread has its own priority, and the event loop of the process has a higher one. */
const NICE = process.platform === 'linux' ? 5 : 0;

/**
 * Runs a module's functions in worker threads. Piscina manages the threads (start, replacement, transfer). The queue in front of it
 * is ours: the guard has to count from the begin of a task, not from the call.
 */
export class ThreadPool<Tasks extends TaskModule<Tasks>> {
  readonly #threads: Piscina;
  readonly #line: FairSemaphore;
  readonly #guard: number;
  readonly #meter: PoolMeter;
  /** The functions that end the running tasks. */
  readonly #ends = new Set<AbortController>();
  #isOver = false;

  constructor(options: ThreadPoolOptions) {
    this.#guard = options.guardMilliseconds ?? GUARD_MILLISECONDS;
    this.#line = new FairSemaphore({
      places: options.threads,
      length: options.queueLimit,
      ...(options.queueLimitOfAccount === undefined
        ? {}
        : { lengthOfAccount: options.queueLimitOfAccount, lengthOfGroup: 2 * options.queueLimitOfAccount }),
      ...(options.waitMilliseconds === undefined ? {} : { deadlineMilliseconds: options.waitMilliseconds }),
    });
    const solverCounts = new SolverCounts();
    this.#threads = new Piscina({
      filename: options.module,
      minThreads: options.threads,
      maxThreads: options.threads,
      idleTimeout: Number.POSITIVE_INFINITY,
      resourceLimits:
        options.memoryMegabytes === undefined ? THREAD_LIMITS : { ...THREAD_LIMITS, maxOldGenerationSizeMb: options.memoryMegabytes },
      recordTiming: false,
      niceIncrement: NICE,
      workerData: solverCounts.memory,
    });
    const load = () => ({ threads: this.#threads.threads.length, ...this.load });
    this.#meter = meterPool(options.metrics ?? NO_METRICS, { name: options.name ?? 'programs', load, solverCounts });
    // A thread that dies without a task is replaced like one that dies with it; no caller waits for this event.
    this.#threads.on('error', () => undefined);
  }

  /** Running tasks, and waiting tasks. */
  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#line.running, waiting: this.#line.waiting };
  }

  /** True if a task of this share would be accepted now. */
  hasRoom(share: Share): boolean {
    return this.#line.hasRoom(share);
  }

  /** True if the queue of this account is full. */
  isFullOf(share: Share): boolean {
    return this.#line.isFullOf(share);
  }

  /** Runs the module's function `name` in a thread. */
  async run<Name extends keyof Tasks & string>(
    name: Name,
    input: TaskInput<Tasks[Name]>,
    options: TaskOptions,
  ): Promise<PoolOutcome<TaskResult<Tasks[Name]>>> {
    return this.runMade(name, async () => input, options);
  }

  /**
   * Runs the module's function `name` in a thread.
   * @param make makes the input once the task is accepted, so that a refused task costs no input
   */
  async runMade<Name extends keyof Tasks & string>(
    name: Name,
    make: () => Promise<TaskInput<Tasks[Name]>>,
    options: TaskOptions,
  ): Promise<PoolOutcome<TaskResult<Tasks[Name]>>> {
    const { share, estimate = ESTIMATE_MILLISECONDS, signal: leaving } = options;
    const asked = performance.now();
    const line = currentSpan()?.child('engine line');
    const place = await this.#line.enter({ share, estimate, signal: leaving });
    // A task that did not wait leaves no span.
    if (place.kind !== 'place' || place.waited) line?.end();
    if (place.kind !== 'place') {
      if (place.kind === 'busy') this.#meter.refused();
      return place;
    }
    this.#meter.waited(performance.now() - asked);
    const end = new AbortController();
    this.#ends.add(end);
    if (this.#isOver) end.abort();
    let began: number | undefined;
    let guard: AbortSignal | undefined;
    let how: TaskEnd = 'threw';
    try {
      if (place.waited && (await options.meter?.mayBegin()) === false) return { kind: 'busy' };
      began = performance.now();
      guard = AbortSignal.timeout(this.#guard);
      const signal = AbortSignal.any([guard, end.signal, ...(options.signal === undefined ? [] : [options.signal])]);
      const input = await make();
      const transferList = [...(options.transfer ?? [])];
      const run = async () => this.#threads.run(input, { name, signal, transferList });
      const value: TaskResult<Tasks[Name]> = await inSpan(`engine ${name}`, {}, run);
      how = 'done';
      return { kind: how, value };
    } catch (error) {
      if (guard?.aborted === true) {
        how = 'guard';
        return { kind: how };
      }
      if (options.signal?.aborted === true || end.signal.aborted) {
        how = 'gone';
        return { kind: how };
      }
      const reason = deathOf(error);
      if (reason === undefined) throw error;
      how = 'crashed';
      return { kind: how, reason };
    } finally {
      this.#ends.delete(end);
      // Charged before the next task is chosen, which may be of the same account.
      if (began !== undefined) {
        const spent = performance.now() - began;
        options.meter?.spent(spent);
        this.#meter.spent(name, how, spent);
      }
      place.release();
    }
  }

  /** Rejects all waiting tasks, and from now on each that would have to wait. Running tasks continue. */
  stopWaiting(): void {
    this.#line.close();
  }

  /** Ends the running tasks, and from now on each that begins: their outcome is `gone`. */
  giveUp(): void {
    this.#isOver = true;
    for (const end of this.#ends) end.abort();
  }

  /** Ends every thread; running tasks are lost, so wait for them first. */
  async close(): Promise<void> {
    await this.#threads.destroy();
  }
}

/** Returns the cause of a thread's death; `undefined` if the error is an exception of the task. */
function deathOf(error: unknown): string | undefined {
  if (!isNativeError(error)) return undefined;
  const code: unknown = Reflect.get(error, 'code');
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'out of memory';
  if (code === 'ERR_WORKER_INIT_FAILED') return 'a thread could not be started';
  return /worker exited|Terminating worker thread/i.test(error.message) ? 'the thread ended' : undefined;
}
