/** What the catalog tells people of a monomer. */
export interface Documentation {
  /** As in docs/language.md: `(a int, b int) → int`. */
  readonly signature: string;
  readonly description: string;
  /** The precondition in words; null where the monomer is total. */
  readonly needs: string | null;
  /** The domain of the result. */
  readonly range: string;
  /** How it is written as an operator (`a + b`); null where it has none. */
  readonly operator: string | null;
  /** How it is written where it is syntax only (calling it by name is an error that shows this); null where it is called. */
  readonly form: string | null;
  /** At least four, with edge values, in the JSON form of values. */
  readonly examples: readonly Example[];
}

export interface Example {
  readonly arguments: readonly unknown[];
  /** Of an entropy source: the value that the host gives for this application. */
  readonly host?: unknown;
  /** What comes of it; null where `error` is there. */
  readonly result: unknown;
  /** Of an entropy source: what the boundary says to a host value outside the range. */
  readonly error?: 'DomainError';
}
