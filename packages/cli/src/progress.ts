import type { Output } from './context.js';

/** Work that is done sooner is not announced. */
const PATIENCE = 1_000;
/** Between lines where there is no terminal to overwrite one, in milliseconds. */
const LINE_PAUSE = 10_000;

/** Tells how far a long command is: one line that is overwritten on a terminal, now and then a line elsewhere. */
export class Progress {
  readonly #started = Date.now();
  #told = this.#started;
  #shown = false;

  /** @param enabled false if the command is to be silent, for programs that read its output */
  constructor(
    private readonly output: Output,
    private readonly enabled: boolean,
  ) {}

  /** @param describe called only if the line is shown */
  tell(describe: () => string): void {
    const now = Date.now();
    if (!this.enabled || now - this.#started < PATIENCE) return;
    if (this.output.isTerminal) {
      if (now - this.#told < 100) return;
      this.output.write(`\r\u001b[2K${describe()}`);
      this.#shown = true;
    } else {
      if (now - this.#told < LINE_PAUSE) return;
      this.output.write(`${describe()}\n`);
    }
    this.#told = now;
  }

  /** Removes the line from the terminal. */
  end(): void {
    if (this.#shown) this.output.write('\r\u001b[2K');
    this.#shown = false;
  }
}
