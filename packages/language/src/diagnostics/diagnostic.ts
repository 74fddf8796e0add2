/** A place in a source: line and column from 1, the column in code points; `length` in UTF-16 units from `offset`. */
export interface Span {
  readonly offset: number;
  readonly length: number;
  readonly line: number;
  readonly column: number;
}

export type Severity = 'error' | 'warning';

/** What stands wrong in a source, before anything is proven. The codes are in `codes.ts`. */
export interface Diagnostic {
  readonly severity: Severity;
  readonly code: string;
  /** One sentence: what is wrong and what was expected. */
  readonly message: string;
  readonly line: number;
  readonly column: number;
  /** The offending text, shortened to 60 characters, with unseen ones as `\u{…}`. */
  readonly text: string;
  readonly hint?: string;
}
