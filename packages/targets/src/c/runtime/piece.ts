/**
 * A function, constant or type of the runtime, as C. Its name begins with `kir_` or `KIR_`. In its code, `$error`, `$status`,
 * `$host`, `$text` and other names of {@link TYPE_NAMES} stand for the circuit's own names, and `$STATUS` for the beginning of its
 * constants. `$stored` stands before an integer that becomes the content of an option.
 */
export interface PieceSource {
  /** The names of the other pieces that it uses. */
  readonly uses?: readonly string[];
  /** The headers of the standard library that it uses, beyond `stdbool.h`, `stddef.h` and `stdint.h`. */
  readonly headers?: readonly string[];
  readonly code: string;
}
