import { ITEMS } from './grammar.js';
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
  const pairing = new Pairing(tokens, false);
  const partners = pairing.run();
  return pairing.leavesBraceOpen ? new Pairing(tokens, true).run() : partners;
}

/**
 * Returns true for the keyword of an item at the start of a line, but not for an equal name, such as `use` in an arm `use => 1`.
 */
export function beginsItem(token: BracketToken, next: BracketToken | undefined): boolean {
  if (!token.newlineBefore || next?.text === '=' || next?.text === ':') return false;
  if (token.text === 'use' && next?.kind !== 'text' && next?.kind !== 'name') return false;
  return token.text !== 'const' && ITEMS.includes(token.text);
}

type Opener = '(' | '[' | '{';

/** Number of open parentheses and square brackets. */
interface Counts {
  '(': number;
  '[': number;
}

class Pairing {
  private readonly partners: Int32Array;
  private open: { readonly text: Opener; readonly index: number }[] = [];
  /** The counts since the last open brace; one entry for each brace, and one outside. */
  private counts: Counts[] = [noneOpen()];

  constructor(
    private readonly tokens: readonly BracketToken[],
    private readonly itemsStandOutside: boolean,
  ) {
    this.partners = new Int32Array(tokens.length).fill(-1);
  }

  run(): Partners {
    let inPolicy = false;
    const { tokens } = this;
    for (let index = 0; index < tokens.length; index += 1) {
      const token = tokens[index];
      if (token === undefined) break;
      if (this.itemsStandOutside && beginsItem(token, tokens[index + 1]) && !(inPolicy && token.text === 'component')) {
        inPolicy = token.text === 'policy';
        this.open = [];
        this.counts = [noneOpen()];
      }
      if (token.kind === 'symbol') this.pair(token.text, index);
    }
    return this.partners;
  }

  /** True if a brace has no partner; no other bracket takes one from the open ones. */
  get leavesBraceOpen(): boolean {
    return this.open.some(({ text }) => text === '{');
  }

  private pair(text: string, index: number): void {
    switch (text) {
      case '{':
        this.open.push({ text, index });
        this.counts.push(noneOpen());
        break;
      case '(':
      case '[':
        this.open.push({ text, index });
        this.adjust(text, 1);
        break;
      case '}':
        this.close('{', index);
        break;
      case ')':
        this.close('(', index);
        break;
      case ']':
        this.close('[', index);
        break;
      default:
        break;
    }
  }

  private close(opener: Opener, index: number): void {
    const reachable = opener === '{' ? this.counts.length - 1 : (this.counts.at(-1)?.[opener] ?? 0);
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

  private adjust(text: keyof Counts, change: number): void {
    const counts = this.counts.at(-1);
    if (counts !== undefined) counts[text] += change;
  }
}

function noneOpen(): Counts {
  return { '(': 0, '[': 0 };
}
