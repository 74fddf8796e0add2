import type { Answer, Question } from './protocol.js';

type Asked = Question extends infer Each ? (Each extends Question ? Omit<Each, 'number'> : never) : never;

/** A worker that runs longer than this is replaced when the next question comes. */
const PATIENCE_MILLISECONDS = 300;

/** The engine's worker, as a page uses it: a new question ends the work on the one before. */
export class Engine {
  private worker: Worker | null = null;
  private number = 0;
  /** The number of the last question of each kind. A run does not end the picture of the program that it runs. */
  private readonly last = { check: 0, run: 0 };
  private busySince: number | null = null;

  constructor(private readonly onAnswer: (answer: Answer) => void) {}

  ask(question: Asked): void {
    // A run waits for the picture of its program.
    if (question.kind === 'check' && this.busySince !== null && performance.now() - this.busySince > PATIENCE_MILLISECONDS) this.end();
    this.worker ??= this.start();
    this.number += 1;
    this.last[question.kind] = this.number;
    this.busySince ??= performance.now();
    // A worker's messages have no origin, unlike a window's.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.worker.postMessage({ ...question, number: this.number });
  }

  private start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'engine' });
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.kind !== 'loaded' && data.number !== this.last[data.kind === 'run' ? 'run' : 'check']) return;
      if (data.kind !== 'verdict' && data.kind !== 'wires' && data.kind !== 'loaded') this.busySince = null;
      this.onAnswer(data);
    });
    return worker;
  }

  private end(): void {
    this.worker?.terminate();
    this.worker = null;
    this.busySince = null;
  }
}
