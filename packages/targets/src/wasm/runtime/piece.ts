/**
 * A piece of the runtime: one or more functions in the text format of WebAssembly. A module has those that it calls.
 *
 * # Values
 *
 * | type | stack | in memory |
 * | --- | --- | --- |
 * | integer | `i64` | 8 bytes, little-endian |
 * | boolean | `i32`, 0 or 1 | 4 bytes |
 * | enumeration | `i32`, the index of the tag in its type | 4 bytes |
 * | text, bytes, list, record, option | `i32`, an address | 4 bytes |
 *
 * An address is a multiple of 8 and never 0. Values never change after they are complete, so that parts may be shared.
 *
 * - A *sequence* (text, bytes, list) has a head of 8 bytes and its content at `+8`. A text: u32 bytes, u32 code points, then UTF-8.
 *   Bytes: u32 length, u32 0, then the bytes. A list: u32 count, u32 0, then the elements without gaps, 8 bytes for each integer and
 *   4 for each other element. Code that is generic over elements takes a `$shift`: 0 for bytes, 2 or 3 for a list.
 *   A text is ASCII exactly if its bytes and its code points are as many.
 * - A *record* has a slot of 8 bytes for each field, in the order of the fields' names. A value of 4 bytes is in the first half.
 * - An *option* is 0 for `none`. If its content is an address (text, bytes, list, record), the option is that address.
 *   Else (integer, boolean, enumeration, option) it is the address of a cell of 8 bytes that has the content.
 *
 * # Memory
 *
 * The arena grows upwards from `$free`, a mutable global, and is reset for each call of the circuit. New memory is not zero.
 * A piece that needs scratch memory may save `(global.get $free)` and set it back, if it returns nothing that it made since.
 *
 * The core has these:
 * - `(func $alloc (param $size i32) (result i32))`: memory of that many bytes. Traps if there is no more.
 * - `(func $new_sequence (param $length i32) (param $second i32) (param $size i32) (result i32))`: a head with both words, and room
 *   for `$size` bytes of content.
 * - `(func $some_integer (param $value i64) (result i32))` and `(func $some_word (param $value i32) (result i32))`: a cell.
 *
 * # The subset of the text format
 *
 * - Functions only: `(func $name (param $x i64) … (result i32)? (local $y i32) … body)`. Each parameter and local has a name.
 * - Instructions are *folded*: `(i32.add (local.get $x) (i32.const 1))`. An operator without operands in its parentheses is allowed
 *   too. Structured: `(block $l (result t)? …)`, `(loop $l …)`, `(if (result t)? condition (then …) (else …))`,
 *   `(br $l)`, `(br_if $l condition)`, `(br_table $a $b … index)`, `(select a b condition)`, `(return value)`, `(call $f …)`.
 *   Labels and locals are named, never numbered.
 * - Loads and stores may have `offset=n` (and no `align`). All numeric instructions of the MVP for i32 and i64 (no floats), sign
 *   extension, `memory.copy` and `memory.fill`. No tables, no `call_indirect`, no multiple results.
 * - Integers are decimal or `0x…`, may have `_`, and are signed or unsigned. Comments: `;; …`.
 * - A function may read an address of constant data as `(global.get $name)`; the piece gives these data in `data`.
 *
 * # Names
 *
 * A piece has the name of its (main) function without the `$`, in snake_case: piece `sha256` defines `$sha256`, and may define more
 * functions whose names begin with it (`$sha256_block`). A table of pieces is `export const TEXTS = { … } as const satisfies
 * Record<string, PieceSource>` in a file of `wasm/runtime/`; `pieces.ts` joins the tables.
 *
 * A piece of a monomer takes its arguments in order, as above, and returns its result. It may assume the monomer's precondition,
 * which a piece of the form `…_fits` tests, where that needs more than a comparison: it takes the arguments that it needs, and
 * returns 1 if the precondition holds, including that the result fits 64 bits or the limit of its length.
 */
export interface PieceSource {
  /** Functions in the text format. */
  readonly code: string;
  /** Constant data by the name of the global that has their address, each in hexadecimal digits (spaces are allowed). */
  readonly data?: Readonly<Record<string, string>>;
}
