import type { Style } from '@kirchhoff/reports';

/** The context of one run of `kir`: everything besides files that it reads and writes. */
export interface Context {
  /** An absolute path: paths of the command line are relative to it. */
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly out: OutputStream;
  readonly err: OutputStream;
  readonly input: Input;
  /** Aborted when the command has to end: the user interrupts it, or the reader of its output is gone. */
  readonly signal: AbortSignal;
  /** From now on an interruption aborts `signal` instead of ending the process. */
  readonly endInOrder: () => void;
  /** The script that worker threads run; `undefined`: all work is done in the calling thread. */
  readonly workerScript: string | undefined;
}

export interface OutputStream {
  readonly write: (text: string) => void;
  readonly isTerminal: boolean;
  /** Functions that colour a text, or that return it unchanged if the output has no colours. */
  readonly style: Style;
}

export interface Input {
  readonly isTerminal: boolean;
  /** Reads standard input to its end, as UTF-8. */
  readonly read: () => Promise<string>;
}

/** 0: success, or closed. 1: open, or a check that failed. 2: wrong usage, or a source that is no program. 3: network or server. */
export type ExitCode = 0 | 1 | 2 | 3;

/** The failure of a command for a reason that its user can change. */
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
