import type { Answer, Question } from './protocol.js';

type Asked = Question extends infer Each ? (Each extends Question ? Omit<Each, 'number'> : never) : never;

/** A worker that does not begin a check in this time is busy with an earlier one, and is replaced. */
const PATIENCE_MILLISECONDS = 300;

/** Returns the kind of question that an answer is for. */
function questionOf({ kind }: Answer): Question['kind'] {
  switch (kind) {
    case 'run':
      return 'run';
    case 'decision':
      return 'decide';
    case 'opened':
      return 'open';
    default:
      return 'check';
  }
}

/** The engine's worker, as a page uses it: a new check ends the work on the one before. */
export class Engine {
  private worker: Worker | null = null;
  private number = 0;
  /** The number of the last question of each kind. A run does not end the check of the program that it runs. */
  private readonly last = { check: 0, run: 0, open: 0, decide: 0 };
  private isLoaded = false;
  private patience: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly onAnswer: (answer: Answer) => void) {}

  ask(question: Asked): void {
    this.number += 1;
    this.last[question.kind] = this.number;
    // A part of the program before is not the picture of this one.
    if (question.kind === 'check') this.last.open = this.number;
    const numbered: Question = { ...question, number: this.number };
    this.send(numbered);
    if (question.kind !== 'check' || !this.isLoaded) return;
    clearTimeout(this.patience);
    this.patience = setTimeout(() => {
      this.end();
      this.send(numbered);
    }, PATIENCE_MILLISECONDS);
  }

  private send(question: Question): void {
    this.worker ??= this.start();
    // A worker's messages have no origin, unlike a window's.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.worker.postMessage(question);
  }

  private start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'engine' });
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.kind === 'loaded') this.isLoaded = true;
      else if (!this.isAwaited(data)) return;
      if (data.kind === 'begun') clearTimeout(this.patience);
      this.onAnswer(data);
    });
    // A script that does not load has no message of its own.
    worker.addEventListener('error', ({ message }) => {
      this.end();
      const reason = message === '' || message === undefined ? 'its script did not load' : message;
      this.onAnswer({ kind: 'broken', number: this.last.check, reason });
    });
    return worker;
  }

  /** Returns true for an answer to the last question of its kind. A fault may be the answer to any. */
  private isAwaited(answer: Exclude<Answer, { kind: 'loaded' }>): boolean {
    if (answer.kind === 'broken') return Object.values(this.last).includes(answer.number);
    return answer.number === this.last[questionOf(answer)];
  }

  private end(): void {
    clearTimeout(this.patience);
    this.worker?.terminate();
    this.worker = null;
    this.isLoaded = false;
  }
}
