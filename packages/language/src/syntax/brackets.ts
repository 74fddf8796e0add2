import { ITEMS, OPENER_OF } from './grammar.js';
import type { Token } from './token.js';

/** The members of a token that pairing reads. */
export type BracketToken = Pick<Token, 'kind' | 'text' | 'newlineBefore'>;

/** For every bracket, the index of its partner; -1 for a bracket without a partner and for other tokens. */
export type Partners = Int32Array;

/**
 * Pairs the brackets of a source in linear time. A `}` closes the nearest `{` and leaves brackets inside it unpaired; a `)` or `]`
 * never matches a bracket outside of its braces. So one forgotten bracket spoils one statement. If a `{` stays open, items are
 * assumed to be outside of all braces: so it spoils one item.
 */
export function pairBrackets(tokens: readonly BracketToken[]): Partners {
  const partners = new Pairing(tokens, false).run();
  const open = tokens.some((token, index) => token.text === '{' && partners[index] === -1);
  return open ? new Pairing(tokens, true).run() : partners;
}

/**
 * Returns true for the keyword of an item at the start of a line, but not for an equal name, such as `use` in an arm `use => 1`.
 */
export function beginsItem(token: BracketToken, next: BracketToken | undefined): boolean {
  if (!token.newlineBefore || next?.text === '=' || next?.text === ':') return false;
  if (token.text === 'use' && next?.kind !== 'text' && next?.kind !== 'name') return false;
  return token.text !== 'const' && ITEMS.includes(token.text);
}

class Pairing {
  private readonly partners: Int32Array;
  private open: { readonly text: string; readonly index: number }[] = [];
  /** Number of open parentheses and square brackets since the last open brace; one entry for each brace, and one outside. */
  private counts: Map<string, number>[] = [new Map()];

  constructor(
    private readonly tokens: readonly BracketToken[],
    private readonly itemsStandOutside: boolean,
  ) {
    this.partners = new Int32Array(tokens.length).fill(-1);
  }

  run(): Partners {
    let inPolicy = false;
    for (const [index, token] of this.tokens.entries()) {
      if (this.itemsStandOutside && beginsItem(token, this.tokens[index + 1]) && !(inPolicy && token.text === 'component')) {
        inPolicy = token.text === 'policy';
        this.open = [];
        this.counts = [new Map()];
      }
      this.pair(token, index);
    }
    return this.partners;
  }

  private pair(token: BracketToken, index: number): void {
    const opener = OPENER_OF.get(token.text);
    if (opener !== undefined) this.close(opener, index);
    else if (token.text === '{') {
      this.open.push({ text: token.text, index });
      this.counts.push(new Map());
    } else if (token.text === '(' || token.text === '[') {
      this.open.push({ text: token.text, index });
      this.adjust(token.text, 1);
    }
  }

  private close(opener: string, index: number): void {
    const reachable = opener === '{' ? this.counts.length - 1 : (this.counts.at(-1)?.get(opener) ?? 0);
    if (reachable === 0) return;
    for (let top = this.open.pop(); top !== undefined; top = this.open.pop()) {
      if (top.text === '{') this.counts.pop();
      else this.adjust(top.text, -1);
      if (top.text !== opener) continue;
      this.partners[top.index] = index;
      this.partners[index] = top.index;
      return;
    }
  }

  private adjust(text: string, change: number): void {
    const counts = this.counts.at(-1);
    counts?.set(text, (counts.get(text) ?? 0) + change);
  }
}
