/** A member of the class of a circuit, as Java: a method, a constant or a class. */
export interface PieceSource {
  /** The names of the other pieces that it uses. */
  readonly uses?: readonly string[];
  /** The classes that it imports. */
  readonly imports?: readonly string[];
  readonly code: string;
}
