import type { Solver, SolverAnswer } from '@kirchhoff/coherence';
import type { SolverQuestion, SolverReply } from './solver-protocol.js';

/** The solver could not be loaded or broke down. That is no verdict. */
export class SolverOut extends Error {
  override readonly name = 'SolverOut';
}

interface Waiting {
  readonly resolve: (answer: SolverAnswer) => void;
  readonly reject: (reason: Error) => void;
}

/** z3 in a worker, which the first query starts. */
export class BrowserSolver implements Solver {
  readonly name = 'z3';
  /** Empty before the first answer. */
  version = '';
  private worker: Worker | null = null;
  private number = 0;
  private readonly waiting = new Map<number, Waiting>();

  solve(text: string, resourceLimit: number): Promise<SolverAnswer> {
    this.worker ??= this.start();
    this.number += 1;
    const question: SolverQuestion = { number: this.number, text, resourceLimit };
    return new Promise((resolve, reject) => {
      this.waiting.set(question.number, { resolve, reject });
      // A worker's messages have no origin, unlike a window's.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      this.worker?.postMessage(question);
    });
  }

  /** Ends a query that runs. A solver that waits stays loaded. */
  interrupt(): void {
    if (this.waiting.size > 0) this.end('another source is checked');
  }

  private start(): Worker {
    const worker = new Worker(new URL('./solver-worker.ts', import.meta.url), { type: 'module', name: 'solver' });
    worker.addEventListener('message', ({ data }: MessageEvent<SolverReply>) => {
      if (data.kind === 'out') {
        this.end(data.reason);
        return;
      }
      this.version = data.version;
      this.waiting.get(data.number)?.resolve(data.answer);
      this.waiting.delete(data.number);
    });
    // A script that does not load has no message of its own.
    worker.addEventListener('error', ({ message }) => this.end(message === '' ? 'its script did not load' : message));
    return worker;
  }

  private end(reason: string): void {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(new SolverOut(reason));
    this.waiting.clear();
  }
}
