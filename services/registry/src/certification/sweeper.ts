import type { AttemptRepository } from './attempts.js';
import type { Runner, RunnerLog } from './runner.js';

export interface SweeperParts {
  readonly attempts: AttemptRepository;
  readonly runner: Runner;
  readonly log: RunnerLog;
  readonly intervalMilliseconds: number;
}

/** So many rows a sweep: what is left comes with the next. */
const MOST_ROWS = 500;

/**
 * Finds runs that nobody works on any more: a worker was killed, Redis lost its jobs, or an enqueue failed after its
 * commit. A lease that ran out costs the run an attempt; a job that is gone does not, for nothing was begun. Adding a
 * job that is there already changes nothing, so waiting rows are simply added again. Any number of sweepers may run.
 */
export class Sweeper {
  readonly #parts: SweeperParts;
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(parts: SweeperParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#sweeping = this.#sweepAndLog().then(() => {
        if (!this.#stopped) this.start();
      });
    }, this.#parts.intervalMilliseconds);
  }

  /** Resolves when a sweep that has begun is over. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#sweeping;
  }

  /** @throws where Postgres is out */
  async sweep(): Promise<void> {
    const { attempts, runner, intervalMilliseconds } = this.#parts;
    const overdue = await attempts.endOverdue(MOST_ROWS);
    const waiting = await attempts.waiting(intervalMilliseconds, MOST_ROWS);
    const again = waiting.map((job) => ({ kind: 'again', job }) as const);
    await Promise.all([...overdue, ...again].map(async (next) => runner.follow(next)));
  }

  async #sweepAndLog(): Promise<void> {
    try {
      await this.sweep();
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'a sweep failed; the next one will see the same rows');
    }
  }
}
