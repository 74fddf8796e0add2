import type { Assurance, Certification, Diagnostic, Place } from '@kirchhoff/coherence';

export type Severity = 'error' | 'warning';

/** One error or warning at a place of a source. */
export interface Finding {
  readonly severity: Severity;
  /** The code of a diagnostic, or the reason of an open closure domain: docs/language/diagnostics.md lists both. */
  readonly rule: string;
  readonly message: string;
  /** The path of the file, with `/` between folders, relative to the working folder of the reader. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in code points. */
  readonly column: number;
  /** The number of code points of the finding, from `column` on; at least 1. */
  readonly length: number;
  readonly hint?: string;
  readonly counterexample?: ReportedCounterexample;
  /** An action that shows the warning; only for warnings on policies. */
  readonly action?: NonNullable<Diagnostic['action']>;
}

/** Inputs on which the reference evaluator fails at the place of the finding, in the JSON form of values. */
export interface ReportedCounterexample {
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The component whose arguments these are; absent if they are the inputs of the program. */
  readonly component?: string;
}

/** The result of checking one source. */
export type SourceReport = ProgramReport | InvalidReport | FailedReport;

interface ReportBase {
  /** The path of the source, in the form of `Finding.path`. */
  readonly path: string;
  readonly findings: readonly Finding[];
}

/** A program that was read: closed, or open with at least one error. */
export interface ProgramReport extends ReportBase {
  readonly outcome: 'closed' | 'open';
  readonly hash: string;
  readonly phi_c: number;
  /** `null` if the program is open. */
  readonly assurance: Assurance | null;
}

/** A source that is no program: it has at least one error. */
export interface InvalidReport extends ReportBase {
  readonly outcome: 'invalid';
}

/** A source without a verdict: it could not be opened, or the solver broke down. */
export interface FailedReport extends ReportBase {
  readonly outcome: 'failed';
  /** A sentence: the failure, and the remedy. */
  readonly failure: string;
}

/** Reports a source that does not parse, does not type-check or is too costly. */
export function diagnosticsReport(path: string, diagnostics: readonly Diagnostic[]): InvalidReport {
  return { path, outcome: 'invalid', findings: diagnostics.map((diagnostic) => findingOf(path, diagnostic)) };
}

/** Reports a program with its verdict. Errors come before warnings. */
export function certificationReport(path: string, certification: Omit<Certification, 'certificate'>): ProgramReport {
  const { certified, hash, phi_c, assurance, errors, warnings } = certification;
  const findings = [
    ...errors.map(
      ({ reason, message, counterexample, component, ...place }): Finding => ({
        severity: 'error',
        rule: reason,
        message,
        ...locate(path, place),
        length: 1,
        ...(counterexample === undefined
          ? {}
          : { counterexample: component === undefined ? { inputs: counterexample } : { inputs: counterexample, component } }),
      }),
    ),
    ...warnings.map((warning) => findingOf(path, warning)),
  ];
  return { path, outcome: certified ? 'closed' : 'open', findings, hash, phi_c, assurance };
}

/** Reports a source for which there is no verdict. */
export function failedReport(path: string, failure: string): FailedReport {
  return { path, outcome: 'failed', failure, findings: [] };
}

function findingOf(path: string, { severity, code, message, text, hint, action, ...place }: Diagnostic): Finding {
  const length = Math.max(1, Array.from(text).length);
  const more = { ...(hint === undefined ? {} : { hint }), ...(action === undefined ? {} : { action }) };
  return { severity, rule: code, message, ...locate(path, place), length, ...more };
}

/** Paths of files beside a source are relative to its folder: `./money.kir`. */
function locate(path: string, { file, line, column }: Place): Pick<Finding, 'path' | 'line' | 'column'> {
  if (file === undefined) return { path, line, column };
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return { path: folder + file.slice('./'.length), line, column };
}
