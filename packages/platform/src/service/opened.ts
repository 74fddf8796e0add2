import { type ShutdownLog, type ShutdownStep, shutDown } from '../shutdown/shutdown.js';

/** What a process has opened: closed in the opposite order, in the end or where opening the rest failed. */
export class Opened {
  readonly #groups: (readonly ShutdownStep[])[] = [];

  /** Takes a value that has to be closed. */
  add<Value>(name: string, value: Value, close: (value: Value) => unknown): Value {
    this.addSteps([{ name, run: async () => close(value) }]);
    return value;
  }

  /** Takes steps that are to be done in this order, before those of all that was opened earlier. */
  addSteps(steps: readonly ShutdownStep[]): void {
    this.#groups.unshift(steps);
  }

  get closing(): readonly ShutdownStep[] {
    return this.#groups.flat();
  }

  /** Runs what opens the rest; where that throws, all that was opened is closed before the exception goes on. */
  async orClose<Value>(open: () => Promise<Value>, log: ShutdownLog): Promise<Value> {
    try {
      return await open();
    } catch (error) {
      await shutDown(this.closing, log);
      throw error;
    }
  }
}
