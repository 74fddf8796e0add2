import type { Choices } from './choices.js';
import type { Pools } from './pools.js';

const FRAGMENTS = [
  '(',
  ')',
  '{',
  '}',
  ' / 0',
  ' % a',
  ' - 1',
  '"',
  '// ',
  '\n',
  '\r',
  '\u2028',
  '\uFEFF',
  '😀',
  ' 9_999_999_999_999_999_999 ',
  ' -0 ',
  ' 1e9 ',
  ' NOW() ',
  ' if a then b else c ',
  ' match a { _ => 0 } ',
  ' ensure false ',
  ' require a > 1 ',
  ' domain D = 1..0\n',
  ' circuit circuit {',
  '((((((((((((((((((((((((((((((((((((((((',
  ' [1; 2..3] ',
  ' 0x ',
  ' ..= ',
];

/** In bytes. */
const MAX_SOURCE_LENGTH = 524_288;

/** Returns a program from the pool, unchanged or changed in a few places; sometimes one that pins a known circuit. */
export function sourceText(sources: readonly string[], pools: Pools, choices: Choices): string {
  let text = choices.pick(sources);
  if (choices.chance(10)) text = pinning(pools, choices) + text;
  // Another number makes another program of the same kind: one that is not there yet.
  if (choices.chance(60)) text = text.replace(/\d+/, () => String(choices.below(100_000)));
  if (choices.chance(1)) return filled(text, choices);
  if (choices.chance(65)) return text;
  for (let left = 1 + choices.below(3); left > 0; left -= 1) text = changed(text, sources, choices);
  // A cut may leave half of a pair, which no JSON may hold.
  return text.replaceAll(/\p{Surrogate}/gu, '');
}

function pinning(pools: Pools, choices: Choices): string {
  const pid = pools.identifier('cir_', choices, false);
  const hash = pools.hashes.length === 0 ? '0'.repeat(64) : choices.pick(pools.hashes);
  return pid === undefined ? '' : `use "${pid}@${hash}" as pinned\n`;
}

/** As long as a source may be, one byte less or one more. */
function filled(text: string, choices: Choices): string {
  const length = MAX_SOURCE_LENGTH + choices.pick([-1, 0, 1]) - Buffer.byteLength(text, 'utf8') - '\n//'.length;
  return `${text}\n//${'x'.repeat(length)}`;
}

function changed(text: string, sources: readonly string[], choices: Choices): string {
  const [from, length] = [choices.below(text.length + 1), choices.below(30)];
  switch (choices.below(5)) {
    case 0:
      return text.slice(0, from) + text.slice(from + length);
    case 1:
      return text.slice(0, from) + text.slice(from, from + length).repeat(2) + text.slice(from + length);
    case 2:
      return text.slice(0, from) + choices.pick(FRAGMENTS) + text.slice(from);
    case 3:
      return text.slice(0, from) + choices.pick(sources).slice(from, from + length) + text.slice(from);
    default:
      return text.slice(0, from) + choices.pick(FRAGMENTS) + text.slice(from + length);
  }
}
