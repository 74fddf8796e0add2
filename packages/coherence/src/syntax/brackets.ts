import type { Token } from './token.js';

const OPENER_OF: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

/** For every bracket the index of the one it belongs with, -1 for a bracket without one and for other tokens. */
export type Partners = Int32Array;

/**
 * Pairs the brackets of a source in linear time. A `}` closes the nearest `{` and leaves what is open inside
 * it unpaired; a `)` or `]` never reaches out of its braces. So one forgotten bracket spoils one statement.
 */
export function pairBrackets(tokens: readonly Token[]): Partners {
  const partners = new Int32Array(tokens.length).fill(-1);
  const open: { readonly text: string; readonly index: number }[] = [];
  // How many of each stand open since the last open brace; one entry a brace.
  const counts: Map<string, number>[] = [new Map()];
  let braces = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'symbol') continue;
    if (token.text === '(' || token.text === '[' || token.text === '{') {
      open.push({ text: token.text, index });
      if (token.text === '{') {
        braces += 1;
        counts.push(new Map());
      } else adjust(counts.at(-1), token.text, 1);
      continue;
    }
    const opener = OPENER_OF.get(token.text);
    if (opener === undefined) continue;
    const reachable = opener === '{' ? braces : (counts.at(-1)?.get(opener) ?? 0);
    if (reachable === 0) continue;
    for (let top = open.pop(); top !== undefined; top = open.pop()) {
      if (top.text === '{') {
        braces -= 1;
        counts.pop();
      } else adjust(counts.at(-1), top.text, -1);
      if (top.text !== opener) continue;
      partners[top.index] = index;
      partners[index] = top.index;
      break;
    }
  }
  return partners;
}

function adjust(counts: Map<string, number> | undefined, text: string, change: number): void {
  counts?.set(text, (counts.get(text) ?? 0) + change);
}
