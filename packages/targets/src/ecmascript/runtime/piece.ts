/** A function or class of the runtime, as marked text: see `marks.ts`. Its name has an upper-case letter, which names of authors never have. */
export interface PieceSource {
  /** The names of the other pieces that it uses. */
  readonly uses?: readonly string[];
  readonly code: string;
}
