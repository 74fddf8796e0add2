import type { PageAnswer, PageQuestion } from './page-protocol.js';

type Asked = PageQuestion extends infer Each ? (Each extends PageQuestion ? Omit<Each, 'number'> : never) : never;

/** The worker of a page, as a function from questions to answers. It loads with the first question. */
export class PageEngine {
  private worker: Worker | null = null;
  private number = 0;
  private readonly waiting = new Map<number, { readonly done: (answer: PageAnswer) => void; readonly failed: (error: Error) => void }>();

  /** @throws if the worker does not load */
  async ask(question: Asked): Promise<PageAnswer> {
    this.worker ??= this.start();
    const { worker } = this;
    this.number += 1;
    const { number } = this;
    return new Promise((done, failed) => {
      this.waiting.set(number, { done, failed });
      // A worker's messages have no origin, unlike a window's.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage({ ...question, number });
    });
  }

  /** Ends the worker, and the solver that it may have started. A further question starts another. */
  end(): void {
    this.worker?.terminate();
    this.worker = null;
  }

  private start(): Worker {
    const worker = new Worker(new URL('./page-worker.ts', import.meta.url), { type: 'module', name: 'engine' });
    worker.addEventListener('message', ({ data }: MessageEvent<PageAnswer>) => {
      this.waiting.get(data.number)?.done(data);
      this.waiting.delete(data.number);
    });
    worker.addEventListener('error', () => {
      for (const { failed } of this.waiting.values()) failed(new Error('The engine did not load. Load this page again.'));
      this.waiting.clear();
      this.worker = null;
    });
    return worker;
  }
}
