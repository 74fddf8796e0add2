/** The type of the token at an index of a JSON text; `literal` is true, false or null. */
export type JsonTokenKind = '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'number' | 'literal' | 'end';

const QUOTE = 34;
const BACKSLASH = 92;
/** Number of characters of a string that are walked one by one: beyond it the platform's search is faster, as for sources. */
const NEAR = 32;
/** By code unit; an array, since each character outside of strings is looked up. */
const MARKS: readonly (Mark | undefined)[] = Array.from({ length: 128 }, (_, code) => markOf(String.fromCharCode(code)));

type Mark = Extract<JsonTokenKind, '{' | '}' | '[' | ']' | ',' | ':'>;

function markOf(text: string): Mark | undefined {
  return text === '{' || text === '}' || text === '[' || text === ']' || text === ',' || text === ':' ? text : undefined;
}

/**
 * Walks the tokens of a JSON text. A text that is no JSON gives some tokens up to its end: an unclosed string is one token. It
 * creates no object for a token and slices only on request: a body of 8 MiB may have millions of tokens, and it is walked between
 * other requests.
 */
export class JsonTokens {
  /** Start and end of the token; a string includes its quotes. */
  start = 0;
  end = 0;
  /** True if the token is a string with a backslash. */
  escaped = false;
  readonly #text: string;
  /** The first ones found behind the walked text, while they still lie there. */
  #quote = -1;
  #backslash = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Goes to the next token. */
  next(): JsonTokenKind {
    this.#skipSpace();
    const code = this.#text.charCodeAt(this.start);
    if (Number.isNaN(code)) return 'end';
    const mark = MARKS[code];
    if (mark !== undefined) {
      this.end = this.start + 1;
      return mark;
    }
    if (code === QUOTE) return this.#string();
    return this.#word(code);
  }

  /** The token as it is written. */
  text(): string {
    return this.#text.slice(this.start, this.end);
  }

  #skipSpace(): void {
    this.start = this.end;
    while (this.#text.charCodeAt(this.start) <= 32) this.start += 1;
  }

  #string(): JsonTokenKind {
    this.escaped = false;
    const { length } = this.#text;
    let at = this.start + 1;
    for (let near = at + NEAR; ; ) {
      if (at >= near) at = this.#quoteOrBackslash(at);
      const code = this.#text.charCodeAt(at);
      if (at >= length || code === QUOTE) break;
      if (code !== BACKSLASH) at += 1;
      else {
        this.escaped = true;
        at += 2;
        near = at + NEAR;
      }
    }
    this.end = at + 1;
    return 'string';
  }

  /**
   * Returns the index of the next quote or backslash; the end of the text if there is none. Each character is examined once for
   * each of the two.
   */
  #quoteOrBackslash(at: number): number {
    if (this.#quote < at) this.#quote = this.#find('"', at);
    if (this.#backslash < at) this.#backslash = this.#find('\\', at);
    return Math.min(this.#quote, this.#backslash);
  }

  #find(mark: string, at: number): number {
    const found = this.#text.indexOf(mark, at);
    return found === -1 ? this.#text.length : found;
  }

  /** A number or a literal: everything up to a mark or a space. Literals begin with f, n or t. */
  #word(first: number): JsonTokenKind {
    let at = this.start + 1;
    for (let code = this.#text.charCodeAt(at); code > 32 && MARKS[code] === undefined; code = this.#text.charCodeAt(at)) at += 1;
    this.end = at;
    return first > 57 ? 'literal' : 'number';
  }
}
