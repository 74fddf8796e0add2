/** A function or class that emitted code may need beside itself, as JavaScript. Its name holds an upper-case letter, which no name of an author does. */
export interface Piece {
  /** The names of the pieces that it uses. */
  readonly uses?: readonly string[];
  readonly code: string;
}
