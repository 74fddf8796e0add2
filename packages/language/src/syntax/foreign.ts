/** Spellings from other languages: their meaning here, or their replacement. */

import { monomerNamed } from '@kirchhoff/kernel/monomers/catalog';
import { DOCUMENTATION } from '../catalog/catalog.js';
import { LIBRARY_NAMES } from '../library/names.js';

/** Symbols, longest first; the parser replaces each by `meant` and continues. */
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

/** Replacements for `...` after a bracket that copies no value in this language, by bracket. */
export const SPREAD_HINTS: ReadonlyMap<string, string> = new Map([
  ['{', 'a record with another value in a field is `(..p, x: 1)`'],
  ['[', 'lists are joined with `++`: `xs ++ [x]`'],
]);

const WORD_HINTS: ReadonlyMap<string, string> = new Map([
  ['return', 'the value of a block is its last expression: leave `return` out'],
  ...['let', 'var', 'val', 'mut', 'auto'].map((word) => [word, `a wire is \`name = …\`: leave \`${word}\` out`] as const),
  ...['null', 'nil', 'undefined', 'None', 'Null', 'Nothing'].map((word) => [word, 'write `none`'] as const),
  ...['True', 'TRUE'].map((word) => [word, 'write `true`'] as const),
  ...['False', 'FALSE'].map((word) => [word, 'write `false`'] as const),
  ...['Some', 'Just'].map((word) => [word, 'write `some`'] as const),
  ...['fn', 'func', 'function', 'def', 'fun'].map((word) => [word, 'write `component name(a: D) -> E { … }`'] as const),
  ...['elif', 'elsif', 'elseif'].map((word) => [word, 'write `else if`'] as const),
  ['then', 'write `if c { a } else { b }`'],
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

/** Returns the replacement for a word from other languages; `undefined` for other words. */
export function hintForWord(word: string): string | undefined {
  return WORD_HINTS.get(word);
}

const LENGTHS = '`LENGTH(xs)` is that of a list or bytes, `TEXT_LENGTH(t)` that of a text';
const ROUNDED = '`DIV_ROUND(a, b)` rounds to the nearest, halves away from 0; `DIV_UP(a, b)` rounds up, `FLOOR_DIV(a, b)` down';

/** Operations by their names in other languages, in lower case and without underscores. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ...['len', 'size', 'count', 'strlen'].map((name) => [name, LENGTHS] as const),
  ...['rounddiv', 'divround', 'round', 'divceil', 'ceildiv', 'ceil'].map((name) => [name, ROUNDED] as const),
  ...['if', 'iif', 'ifelse', 'choose'].map((name) => [name, 'write `if c { a } else { b }`'] as const),
  ...['floor', 'divfloor'].map((name) => [name, '`FLOOR_DIV(a, b)` rounds down'] as const),
  ...['padend', 'padright', 'rpad', 'ljust'].map((name) => [name, 'write `PAD_END(t, length, " ")`'] as const),
  ...['padleft', 'lpad', 'rjust', 'zfill'].map((name) => [name, 'write `PAD_START(t, length, "0")`'] as const),
  ...['sqrt', 'isqrt'].map((name) => [name, 'write `ISQRT(a)`'] as const),
  ...['power', 'exp'].map((name) => [name, 'write `a ** n`'] as const),
  ...['tostring', 'str', 'itoa', 'format'].map((name) => [name, 'write `FORMAT_INT(a)`'] as const),
  ...['parse', 'toint', 'atoi', 'int', 'number'].map((name) => [name, 'write `PARSE_INT(t)`, which gives an option'] as const),
  ...['charat', 'ord', 'charcodeat', 'codepointat'].map((name) => [name, 'write `CODE_AT(t, i)`'] as const),
  ...['chr', 'char', 'fromcode', 'fromcodes', 'textfromcodes', 'fromcharcode', 'fromcodepoint', 'fromcodepoints'].map(
    (name) =>
      [
        name,
        'no text is made of code points: keep those of a text by `filter c in t { … }`, or join texts by `JOIN_TEXT(xs, "")`',
      ] as const,
  ),
  ...['substr', 'slicetext', 'mid'].map((name) => [name, 'write `SUBSTRING(t, from, to)`'] as const),
  ...['strip', 'trimtext'].map((name) => [name, 'write `TRIM(t)`'] as const),
  ...['reduce', 'foldl', 'accumulate'].map((name) => [name, 'write `fold total = 0 for x in xs { … }`'] as const),
  ...['unwrap', 'unwrapor', 'getorelse', 'orelse'].map((name) => [name, 'write `o ?? other`'] as const),
  ...['tolower', 'tolowercase', 'lowercase', 'downcase'].map((name) => [name, 'write `LOWER(t)`'] as const),
  ...['toupper', 'touppercase', 'uppercase', 'upcase'].map((name) => [name, 'write `UPPER(t)`'] as const),
  ...['has', 'includes', 'member', 'elem'].map((name) => [name, 'write `x in xs`, or `INCLUDES(t, part)` of texts'] as const),
  ...['push', 'pushback', 'cons', 'add'].map((name) => [name, 'write `APPEND(xs, x)`'] as const),
  ...['first', 'head'].map((name) => [name, 'write `xs[0]`'] as const),
  ['last', 'write `xs[LENGTH(xs) - 1]`'],
  ...['avg', 'average', 'mean'].map((name) => [name, 'write `SUM(xs) / LENGTH(xs)`'] as const),
  ...['total', 'sumof'].map((name) => [name, 'write `SUM(xs)`'] as const),
  ...['clip', 'constrain'].map((name) => [name, 'write `CLAMP(a, least, greatest)`'] as const),
  ...['startswith', 'hasprefix'].map((name) => [name, 'write `STARTS_WITH(t, prefix)`'] as const),
  ...['endswith', 'hassuffix'].map((name) => [name, 'write `ENDS_WITH(t, suffix)`'] as const),
  ...['replaceall', 'sub', 'gsub'].map((name) => [name, 'write `REPLACE(t, part, by)`'] as const),
  ...['concat', 'join', 'strcat'].map((name) => [name, 'texts, bytes and lists are joined with `++`'] as const),
]);

/** Returns the intended operation for a called name: a name in capitals, a form, or a name from another language. */
export function hintForCall(name: string): string | undefined {
  const length = hintForLength(name);
  if (length !== undefined) return length;
  const monomer = monomerNamed(name.toUpperCase());
  const form = monomer === undefined ? null : DOCUMENTATION[monomer.name].form;
  if (monomer?.overloads.length === 0 && form !== null) return `write \`${form}\``;
  const capitals = monomer?.name ?? LIBRARY_NAMES.find((each) => each === name.toUpperCase());
  if (capitals !== undefined) return `monomers are in capitals: \`${capitals}(…)\``;
  return ELSEWHERE.get(name.toLowerCase().replaceAll('_', ''));
}

/** Returns the intended measure of a text or list for the name of a field or method; `undefined` for other names. */
export function hintForLength(name: string): string | undefined {
  return ['length', 'size', 'count', 'len'].includes(name) ? LENGTHS : undefined;
}

/** Returns the replacement for `value.name(…)`. */
export function hintForMethod(name: string): string {
  return `there are no methods: ${hintForCall(name)?.replace('monomers are in capitals:', 'write') ?? 'the value is the first argument, as in `UPPER(t)`'}`;
}

/** Converts `padEnd` to `pad_end`, and `MyConst` in the same way. */
export function snakeCase(word: string): string {
  return word.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();
}

/** Replacements for domains from other languages, by their name in lower case. */
const DOMAINS_ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ...['ip', 'ipaddress', 'ipaddr', 'inet', 'address'].map((word) => [word, 'write `ipv4` or `ipv6`'] as const),
  ...['host', 'fqdn', 'dns', 'domainname'].map((word) => [word, 'write `hostname`'] as const),
  ...['uuid', 'guid'].map((word) => [word, 'write `text[36] of "0-9a-f-"`'] as const),
  ...['url', 'uri', 'email', 'mail'].map((word) => [word, 'write `text[..254]`, or `hostname` and `path` for its parts'] as const),
  ...['file', 'filename', 'filepath'].map((word) => [word, 'write `path`'] as const),
  ...['char', 'character', 'rune'].map((word) => [word, 'write `text[1]`'] as const),
  ...['byte', 'octet'].map((word) => [word, 'write `u8`'] as const),
]);

/** Returns the replacement for a word in the place of a domain; `undefined` for other words. */
export function hintForDomain(word: string): string | undefined {
  return DOMAINS_ELSEWHERE.get(word.toLowerCase().replaceAll('_', '')) ?? hintForWord(word);
}
