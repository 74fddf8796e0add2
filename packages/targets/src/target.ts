import type { CircuitProgram, PolicyProgram, ProgramEvidence } from '@kirchhoff/coherence';

/** Limit for the characters of a program, and of each file beside it. */
export const MAX_PROGRAM_LENGTH = 8 * 1024 * 1024;

/** The comment at the head of each main program. A file that begins with it may be replaced by another compilation. */
export const MAIN_PROGRAM_HEAD = 'Compiled by Kirchhoff: reads inputs as JSON, one object a line, and writes outputs.';

/** A language to which circuits compile; policies too, if the target can emit decisions. */
export interface Target {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly language: string;
  /** The minimal version of the language that the output needs. */
  readonly version: string;
  /** The extension of the main file, without the dot. */
  readonly extension: string;
  readonly media_type: string;
}

export interface CompileOptions {
  /** True if every closure domain is proven: only then are the run-time checks of an open circuit omitted. */
  readonly certified: boolean;
  /**
   * Guards a closed circuit: it checks at run time the domains whose evidence goes beyond the rules of the checker. A wrong
   * solver or evaluator then leads to a `GuardError` instead of a wrong value. Default: true.
   */
  readonly guards?: boolean;
  /** The evidence for the closure domains of a closed circuit. Default: unknown, so that all of them are guarded. */
  readonly evidence?: ProgramEvidence | undefined;
  /** Allows an open circuit, compiled with run-time checks instead of proofs. A policy has to be closed in any case. */
  readonly allowOpen: boolean;
  /** Adds a main program for a circuit: it reads one JSON object of inputs per line and writes one line for each. */
  readonly harness?: boolean;
  /** Adds a file of tests with answers of the reference, for the usual test runner of the language. */
  readonly tests?: boolean;
  /** Inputs of a circuit in the JSON form, which are tests too if its domains admit them. */
  readonly vectors?: readonly unknown[];
  /** The stored version of a policy, for the program's `policy` constant. Default: it has name and hash only. */
  readonly stored?: ServiceVersion;
}

/** A version of a policy in a service. */
export interface ServiceVersion {
  readonly policyId: string;
  readonly version: number;
}

export interface CompiledFile {
  readonly path: string;
  readonly content: string;
  /** The encoding of `content`. Default: it is the text itself. */
  readonly encoding?: 'base64';
}

export interface CompiledProgram {
  readonly files: readonly CompiledFile[];
  /** The path of the file to start: the main program if there is one, else the program's own file. */
  readonly entry: string;
  /** Commands that build and run the main program in the folder of the files; empty if there is no main program. */
  readonly run: readonly string[];
  /** Commands that build and run the tests in the folder of the files; absent if there are no tests. They exit with 0 if all pass. */
  readonly test?: readonly string[];
  /** The program's own file: the whole program as text, or in base64 if it is no text. */
  readonly compiled: string;
}

export type Compilation =
  | { readonly ok: true; readonly program: CompiledProgram }
  | { readonly ok: false; readonly refusal: TargetRefusal; readonly message: string };

/**
 * The reason for a refusal. `open`: the circuit is open and `allowOpen` is not set. `missing-output`: no wire produces some
 * output. `too-long`: the program, or a file beside it, would be longer than `MAX_PROGRAM_LENGTH`.
 */
export type TargetRefusal = 'open' | 'missing-output' | 'too-long' | OptionRefusal;

/** An option that does not go with the program: the target compiles circuits only, or has no such file for its type. */
export type OptionRefusal = 'no-policies' | 'no-harness' | 'no-tests';

/** The implementation of a target. The program is closed, or open with permission. */
export interface Emitter {
  readonly target: Target;
  /** The runner of the tests that `emit` adds on request, such as `unittest`; absent for a target without tests of circuits. */
  readonly testRunner?: string;
  /** Throws `OutOfRoom` for a program that would be too long, and so does `emitPolicy`. */
  readonly emit: (program: CircuitProgram, options: CompileOptions) => CompiledProgram;
  /** The same for closed policies; absent for a target that compiles circuits only. */
  readonly emitPolicy?: (program: PolicyProgram, options: CompileOptions) => CompiledProgram;
}
