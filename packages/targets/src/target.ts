import type { CircuitProgram, ProgramEvidence } from '@kirchhoff/coherence';

/** The most characters that a program is written in. */
export const MAX_PROGRAM_LENGTH = 8 * 1024 * 1024;

/** A language that circuits compile to. */
export interface Target {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly language: string;
  /** The minimal version of the language for the output. */
  readonly version: string;
  /** The extension of the main file, without the dot. */
  readonly extension: string;
  readonly media_type: string;
}

export interface CompileOptions {
  /** True where every closure domain is proven: only then are the run-time checks of an open circuit left out. */
  readonly certified: boolean;
  /**
   * Guards a closed circuit: it checks at run time the domains that were closed by more than the rules of the checker, so that a
   * wrong solver or evaluator leads to a `GuardError` instead of a wrong value. Default: true.
   */
  readonly guards?: boolean;
  /** The evidence for the closure domains of a closed circuit. Default: unknown, so that all of them are guarded. */
  readonly evidence?: ProgramEvidence | undefined;
  /** Compiles an open circuit, with run-time checks in place of proofs. */
  readonly allowOpen: boolean;
  /** Add a main program that reads one JSON object of inputs a line and writes one line for each. */
  readonly harness?: boolean;
}

export interface CompiledFile {
  readonly path: string;
  readonly content: string;
}

export interface CompiledProgram {
  readonly files: readonly CompiledFile[];
  /** The path of the file to start: the main program if there is one, else the circuit itself. */
  readonly entry: string;
  /** Commands that build and run the main program in the folder of the files; empty without one. */
  readonly run: readonly string[];
  /** The circuit's own file: the whole program as text. */
  readonly compiled: string;
}

export type Compilation =
  | { readonly ok: true; readonly program: CompiledProgram }
  | { readonly ok: false; readonly refusal: Refusal; readonly message: string };

/**
 * The circuit is open and that was not asked for; or an output is produced by no wire, whatever is asked for; or the
 * program would be longer than `MAX_PROGRAM_LENGTH`.
 */
export type Refusal = 'open' | 'missing-output' | 'too-long';

/** The implementation of a target. The program is closed, or open and permitted to be. */
export interface Emitter {
  readonly target: Target;
  /** Null of a program that would be too long. */
  readonly emit: (program: CircuitProgram, options: CompileOptions) => CompiledProgram | null;
}
