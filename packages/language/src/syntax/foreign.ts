/** What people write who come from another language: what it means here, or what to write instead. */

/** Symbols, longest first; each stands for `meant` and the parser goes on with that. */
export const FOREIGN_SYMBOLS: readonly { readonly written: string; readonly meant: string; readonly hint: string }[] = [
  { written: '===', meant: '==', hint: 'write `==`' },
  { written: '!==', meant: '!=', hint: 'write `!=`' },
  { written: '>>>', meant: '>>', hint: 'write `>>`: the operands are never negative' },
  { written: '...', meant: '..', hint: 'write `..`' },
  { written: '..=', meant: '..', hint: 'write `..`: both ends are included' },
  { written: '..<', meant: '..', hint: 'write `..` and one less: both ends are included' },
  { written: '&&', meant: 'and', hint: 'write `and`' },
  { written: '||', meant: 'or', hint: 'write `or`' },
  { written: '<>', meant: '!=', hint: 'write `!=`' },
  { written: ':=', meant: '=', hint: 'write `name = …`' },
  { written: '+=', meant: '=', hint: 'a wire is bound once: give the new value a name of its own' },
  { written: '-=', meant: '=', hint: 'a wire is bound once: give the new value a name of its own' },
  { written: '*=', meant: '=', hint: 'a wire is bound once: give the new value a name of its own' },
  { written: '!', meant: 'not', hint: 'write `not`' },
];

const WORD_HINTS: ReadonlyMap<string, string> = new Map([
  ['return', 'the value of a block is its last expression: leave `return` out'],
  ...['let', 'var', 'val', 'mut', 'auto'].map((word) => [word, `a wire is \`name = …\`: leave \`${word}\` out`] as const),
  ...['null', 'nil', 'undefined', 'None', 'Null', 'Nothing'].map((word) => [word, 'write `none`'] as const),
  ...['True', 'TRUE'].map((word) => [word, 'write `true`'] as const),
  ...['False', 'FALSE'].map((word) => [word, 'write `false`'] as const),
  ...['Some', 'Just'].map((word) => [word, 'write `some`'] as const),
  ...['fn', 'func', 'function', 'def', 'fun'].map((word) => [word, 'write `component name(a: D) -> E { … }`'] as const),
  ...['elif', 'elsif', 'elseif'].map((word) => [word, 'write `else if`'] as const),
  ...['switch', 'case'].map((word) => [word, 'write `match e { pattern => value }`'] as const),
  ...['for', 'while', 'loop', 'foreach'].map((word) => [word, 'loops are `map`, `filter`, `fold`, `any`, `all` and `count`'] as const),
  ...['int', 'integer', 'Int', 'Integer', 'number', 'long', 'uint'].map(
    (word) => [word, 'write bounds such as `0..100`, or `i64`'] as const,
  ),
  ...['float', 'double', 'decimal', 'Float'].map((word) => [word, 'there are only integers: count in cents, or in thousandths'] as const),
  ...['string', 'String', 'str', 'Text'].map((word) => [word, 'write `text[..100]`'] as const),
  ...['boolean', 'Bool', 'Boolean'].map((word) => [word, 'write `bool`'] as const),
  ...['type', 'typedef', 'alias'].map((word) => [word, 'write `domain Name = …`'] as const),
  ...['import', 'include'].map((word) => [word, 'write `use "./file.kir" name`, or `use "cir_<id>@<hash>" as name`'] as const),
  ...['assert', 'check', 'invariant'].map((word) => [word, 'write `ensure condition "why"`'] as const),
  ...['date', 'datetime', 'timestamp', 'time'].map(
    (word) => [word, 'count days since 1970-01-01 or seconds, as in `0..3_000_000`; `PARSE_DATE` reads a date'] as const,
  ),
  ...['list', 'array', 'List'].map((word) => [word, 'write `[D; ..100]`'] as const),
]);

/** What to write instead of a word that other languages give a meaning; undefined where there is nothing to say. */
export function hintForWord(word: string): string | undefined {
  return WORD_HINTS.get(word);
}
