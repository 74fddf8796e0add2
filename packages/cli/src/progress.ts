import type { OutputStream } from './context.js';

/** Work that takes less time shows no progress. */
const PATIENCE = 1_000;
/** Milliseconds between lines if the output is no terminal, on which a line can be overwritten. */
const LINE_PAUSE = 10_000;

/** Shows the progress of a long command: on a terminal one line that is overwritten, elsewhere a line now and then. */
export class ProgressLine {
  readonly #started = Date.now();
  #told = this.#started;
  #shown = false;

  /** @param enabled false if the command is to be silent, for programs that read its output */
  constructor(
    private readonly output: OutputStream,
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
