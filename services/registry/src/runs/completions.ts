import type { ClosableQueue, Messages } from '@kirchhoff/platform';

const CHANNEL = 'runs:ended';

/** Announces the end of a run to every process. The row has the outcome, so that a lost message only costs time. */
export async function announceEnd(messages: Messages, runId: string): Promise<void> {
  await messages.publish(CHANNEL, runId);
}

/** Wakes the requests of this process that wait for a run when it ends. */
export class Completions implements ClosableQueue {
  readonly #waiting = new Map<string, () => void>();
  #isOver = false;

  /** True if the process stops: a waiting request answers with the last known state. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Wakes all waiting requests; later ones do not wait. */
  drain(): void {
    this.#isOver = true;
    for (const heard of this.#waiting.values()) heard();
  }

  /** Subscribes to announcements. Without Redis, waiting requests poll slowly. */
  async follow(messages: Messages): Promise<void> {
    await messages.subscribe(CHANNEL, (id) => this.#waiting.get(id)?.());
  }

  /** Listens for the end of one run, until closed. Each run has at most one listener. */
  listen(runId: string): Completion {
    return new Completion((heard) => {
      this.#waiting.set(runId, heard);
      return () => this.#waiting.delete(runId);
    });
  }
}

/** The announcement of one run's end. */
export class Completion {
  #heard = false;
  #wake: (() => void) | undefined;
  readonly #stop: () => void;

  constructor(subscribe: (heard: () => void) => () => void) {
    this.#stop = subscribe(() => {
      this.#heard = true;
      this.#wake?.();
    });
  }

  /** Resolves at an announcement, when the signal is aborted, or after `milliseconds`. */
  async next(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!this.#heard && !signal.aborted) await this.#sleep(milliseconds, signal);
    this.#heard = false;
  }

  close(): void {
    this.#stop();
  }

  async #sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const settle = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', settle);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(settle, milliseconds);
      signal.addEventListener('abort', settle, { once: true });
      this.#wake = settle;
    });
  }
}
