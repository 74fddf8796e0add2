/** A function, constant or type of the runtime, as Rust in the layout of the formatter. */
export interface PieceSource {
  /** The names of the other pieces that it uses. */
  readonly uses?: readonly string[];
  readonly code: string;
}
