import type { Style } from '@kirchhoff/reports';

/** The surroundings of one run of `kir`: everything that it reads and writes besides files. */
export interface Context {
  /** An absolute path: paths of the command line are relative to it. */
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly out: Output;
  readonly err: Output;
  readonly input: Input;
  /** Aborted when the command is to end: the user interrupts it, or nobody reads what it writes. */
  readonly signal: AbortSignal;
  /** From now on an interruption aborts `signal`, and does not end the process at once. */
  readonly endInOrder: () => void;
  /** The script that worker threads run; `undefined` if all work is to be done in the calling thread. */
  readonly workerScript: string | undefined;
}

export interface Output {
  readonly write: (text: string) => void;
  readonly isTerminal: boolean;
  /** Colours, or functions that change nothing where the output shows none. */
  readonly style: Style;
}

export interface Input {
  readonly isTerminal: boolean;
  /** Reads standard input to its end, as UTF-8. */
  readonly read: () => Promise<string>;
}

/** 0: success, or closed. 1: open, or a check that failed. 2: wrong usage, or a source that is no program. 3: network or server. */
export type ExitCode = 0 | 1 | 2 | 3;

/** A command that cannot be done, for a reason that its user can change. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';

  /**
   * @param message what happened and where, as a sentence
   * @param remedy what to do now, as a sentence
   */
  constructor(
    readonly exitCode: 1 | 2 | 3,
    message: string,
    readonly remedy?: string,
  ) {
    super(message);
  }
}

/** A wrong command line, or a file that cannot be used. */
export function usageFailure(message: string, remedy?: string): CommandFailure {
  return new CommandFailure(2, message, remedy);
}
