/** A function, constant or class of the runtime, as Python. Its name begins with an underscore or an upper-case letter. */
export interface PieceSource {
  /** The names of the other pieces that it uses. */
  readonly uses?: readonly string[];
  /** The modules of the standard library that it uses. */
  readonly imports?: readonly string[];
  /** The names of `typing` that it uses. */
  readonly typing?: readonly string[];
  readonly code: string;
}
