/** The documentation of a monomer in the catalog. */
export interface Documentation {
  /** As in docs/language.md: `(a int, b int) → int`. */
  readonly signature: string;
  readonly description: string;
  /** The precondition in words; `null` if the monomer is total. */
  readonly needs: string | null;
  /** The domain of the result. */
  readonly range: string;
  /** Its operator form (`a + b`); null if it has none. */
  readonly operator: string | null;
  /** Its form if it is syntax only (calling it by name is an error that shows this); null if it is called by name. */
  readonly form: string | null;
  /** At least four, with edge values, in the JSON form of values. */
  readonly examples: readonly Example[];
}

export interface Example {
  readonly arguments: readonly unknown[];
  /** For an entropy source: the value from the host in this example. */
  readonly host?: unknown;
  /** The result of the example; null if `error` is present. */
  readonly result: unknown;
  /** For an entropy source: the error of the boundary for a host value out of range. */
  readonly error?: 'DomainError';
}
