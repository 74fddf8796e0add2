/** A place in the form that people read: line and column from 1, the column in code points. */
export interface Place {
  /** The path of the file beside the source; absent for the source itself. */
  readonly file?: string;
  readonly line: number;
  readonly column: number;
}

/** A place in the text: `length` UTF-16 units from `offset` on. */
export interface Span extends Place {
  readonly offset: number;
  readonly length: number;
}

export type Severity = 'error' | 'warning';

/** A fault of a source that is found before any proof. The codes are in `codes.ts`. */
export interface Diagnostic extends Place {
  readonly severity: Severity;
  readonly code: string;
  /** One sentence: the fault and the expectation. */
  readonly message: string;
  /** The offending text, shortened to 60 characters, with invisible ones as `\u{…}`. */
  readonly text: string;
  readonly hint?: string;
  /** An action that shows the warning; only for warnings on policies. */
  readonly action?: { readonly category: string; readonly params: unknown };
}
