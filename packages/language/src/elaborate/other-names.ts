import { MONOMERS, monomerNamed } from '@kirchhoff/kernel/monomers/catalog';
import { LIBRARY } from '../library/library.js';
import type { GraphBuilder } from './builder.js';

const LENGTHS = '`LENGTH(xs)` is that of a list or bytes, `TEXT_LENGTH(t)` that of a text';
const ROUNDED = '`DIV_ROUND(a, b)` rounds to the nearest, halves away from 0; `DIV_UP(a, b)` rounds up, `FLOOR_DIV(a, b)` down';

/** Operations by the names that they have elsewhere, in lower case and without underscores. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ...['len', 'size', 'count', 'strlen'].map((name) => [name, LENGTHS] as const),
  ...['rounddiv', 'divround', 'round', 'divceil', 'ceildiv', 'ceil'].map((name) => [name, ROUNDED] as const),
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
  ...['tolower', 'lowercase', 'downcase'].map((name) => [name, 'write `LOWER(t)`'] as const),
  ...['toupper', 'uppercase', 'upcase'].map((name) => [name, 'write `UPPER(t)`'] as const),
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

/** A hint at the operation that was meant by a name that nothing has; `undefined` where none is near. */
export function hintForOperation(name: string, { components, reports }: GraphBuilder): string | undefined {
  const capitals = monomerNamed(name.toUpperCase())?.name ?? LIBRARY.get(name.toUpperCase())?.name;
  if (capitals !== undefined) return `monomers are in capitals: \`${capitals}(…)\``;
  const elsewhere = ELSEWHERE.get(name.toLowerCase().replaceAll('_', ''));
  if (elsewhere !== undefined) return elsewhere;
  return reports.nearName(name, /^[A-Z]/.test(name) ? [...MONOMERS.map((each) => each.name), ...LIBRARY.keys()] : components.keys());
}
