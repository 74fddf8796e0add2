import { pseudoRandom, type RandomBits } from '@kirchhoff/prover/random-values';

const WORDS: readonly string[] = [
  ...'( ) { } [ ] .. => -> , . = ? ?? + - * / % << >> & | ^ == != < <= : @ # ; "'.split(' '),
  ...'if else match fold for in map filter any all count and or not implies as some none true false'.split(' '),
  ...'input output require ensure component circuit policy domain use action rule allow deny review on when default'.split(' '),
  ...'x y result i64 u8 bool text[..5] bytes[2] [0..9;3] enum{a,b} MULDIV LENGTH GET_OR SORT NOW() MC_00 MC_999'.split(' '),
  ...'0 1 -1 0x1f 9223372036854775807 -9223372036854775808 9223372036854775808 1_0 "a" "\\u{1f600}" x"00" .a'.split(' '),
  '\n',
  '// ',
];

/** Yields sources broken in part or as a whole, made from valid ones: random bytes, cuts, and misplaced words and pieces. */
export function* mutations(sources: readonly string[], seed: number): Generator<string> {
  const next = pseudoRandom();
  for (let skipped = 0; skipped < seed; skipped += 1) next();
  for (;;) yield next() % 8 === 0 ? noise(next) : mutated(sources[next() % sources.length] ?? '', next);
}

function noise(next: RandomBits): string {
  return String.fromCharCode(...Array.from({ length: next() % 300 }, () => next() % (next() % 4 === 0 ? 0x10000 : 0x80)));
}

function mutated(source: string, next: RandomBits): string {
  let text = source;
  for (let count = 1 + (next() % 4); count > 0; count -= 1) {
    const at = next() % (text.length + 1);
    const from = next() % (text.length + 1);
    const piece = [() => '', () => WORDS[next() % WORDS.length] ?? '', () => text.slice(from, from + (next() % 30))][next() % 3]?.() ?? '';
    text = text.slice(0, at) + piece + text.slice(at + (next() % 12));
  }
  return text;
}
