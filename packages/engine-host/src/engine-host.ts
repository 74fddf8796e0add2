import { type Files, NO_FILES } from '@kirchhoff/coherence';
import { engineEstimate, type Metrics, type Problem, problem } from '@kirchhoff/platform';
import type { SolverOut } from '@kirchhoff/solver';
import { valueOrProblem } from './problems.js';
import { type PoolOutcome, type TaskInput, type TaskModule, type TaskOptions, type TaskResult, ThreadPool } from './thread-pool.js';

export interface EngineLog {
  error(fields: object, message: string): void;
}

export interface EngineOptions {
  readonly threads: number;
  /** Tasks that may wait for a thread; further ones are answered with `busy`. */
  readonly queueLimit: number;
  /** Tasks of one account that may wait for a thread. Default: 8. */
  readonly queueLimitOfAccount?: number;
  /** Milliseconds that a task may wait; then it is answered with `busy`. Default: no limit. */
  readonly waitMilliseconds?: number;
  readonly guardMilliseconds: number;
  readonly log: EngineLog;
  /** Default: none. */
  readonly metrics?: Metrics | undefined;
  /** The name of the threads in the metrics. Default: `programs`. */
  readonly name?: string;
}

/** The options of a task without the estimate, which comes from the source. */
export type AskerOptions = Omit<TaskOptions, 'estimate' | 'transfer'>;

/** A source and the files beside it. */
interface Sized {
  readonly source: string;
  readonly files?: Files;
}

/** A small circuit for warming up: certifying or compiling it loads the engine into a thread. */
export const WARM_UP = `circuit warm_up {
  input amount: 0..1_000
  output fee: 0..1_000
  fee = if amount < 500 { amount / 2 } else { MIN(amount, 900) }
  ensure fee <= amount
}`;

/** Runs the tasks of one module, each on a source, in a pool of threads: the engine never runs on the event loop. */
export class EngineHost<Tasks extends TaskModule<Tasks>> {
  readonly pool: ThreadPool<Tasks>;
  readonly #log: EngineLog;

  /** @param module absolute path of the compiled module */
  constructor(module: string, { log, ...options }: EngineOptions) {
    this.#log = log;
    this.pool = new ThreadPool<Tasks>({ module, ...options });
  }

  /** Runs a task; its time is estimated from the length of its source. */
  async run<Name extends keyof Tasks & string>(
    name: Name,
    work: TaskInput<Tasks[Name]> & Sized,
    asker: AskerOptions,
  ): Promise<PoolOutcome<TaskResult<Tasks[Name]>>> {
    const { source, files = NO_FILES }: Sized = work;
    const characters = [...files.values()].reduce((sum, text) => sum + text.length, source.length);
    return this.pool.run(name, work, { ...asker, estimate: engineEstimate(characters) });
  }

  /** Runs a task and returns its value, or the problem of its caller. */
  async ask<Name extends keyof Tasks & string>(
    name: Name,
    work: TaskInput<Tasks[Name]> & Sized,
    asker: AskerOptions,
  ): Promise<TaskResult<Tasks[Name]> | Problem> {
    return valueOrProblem(await this.run(name, work, asker));
  }

  /** The 503 of a proof whose solver does not start; it is logged. */
  solverOut({ reason }: SolverOut): Problem {
    this.#log.error({ reason }, 'the solver does not start');
    return problem('unavailable', 'The solver that this program needs does not start.');
  }

  /** The 500 of a stored source that this engine refuses; it is logged. */
  unreadable(): Problem {
    this.#log.error({}, 'this engine refuses a source that an earlier engine accepted');
    return problem('internal', 'This engine cannot read a source that an earlier engine accepted.');
  }

  stopWaiting(): void {
    this.pool.stopWaiting();
  }

  giveUp(): void {
    this.pool.giveUp();
  }

  async close(): Promise<void> {
    await this.pool.close();
  }
}
