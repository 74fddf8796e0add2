/** A function, constant or type of the runtime, as Go. Its imports follow from its text. */
export interface PieceSource {
  /** The names of the other pieces that it uses. */
  readonly uses?: readonly string[];
  readonly code: string;
}
