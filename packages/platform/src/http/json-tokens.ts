/** What stands at a place of a JSON text; `literal` is true, false or null. */
export type JsonTokenKind = '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'number' | 'literal' | 'end';

const QUOTE = 34;
const BACKSLASH = 92;
/** By code unit; an array, since each character outside of strings is looked up. */
const MARKS: readonly (Mark | undefined)[] = Array.from({ length: 128 }, (_, code) => markOf(String.fromCharCode(code)));

type Mark = Extract<JsonTokenKind, '{' | '}' | '[' | ']' | ',' | ':'>;

function markOf(text: string): Mark | undefined {
  return text === '{' || text === '}' || text === '[' || text === ']' || text === ',' || text === ':' ? text : undefined;
}

/**
 * Walks the tokens of a JSON text. Of a text that is no JSON it gives some tokens up to its end: a string that is not
 * closed is one. It makes no object a token and slices nothing unless it is asked to: a body of 8 MiB may have
 * millions of them, and they are walked between other requests.
 */
export class JsonTokens {
  /** Where the token begins and ends; a string's quotes belong to it. */
  start = 0;
  end = 0;
  /** Whether the token is a string with a backslash in it. */
  escaped = false;
  readonly #text: string;

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
    for (let code = this.#text.charCodeAt(at); at < length && code !== QUOTE; code = this.#text.charCodeAt(at)) {
      if (code === BACKSLASH) this.escaped = true;
      at += code === BACKSLASH ? 2 : 1;
    }
    this.end = at + 1;
    return 'string';
  }

  /** A number or a literal: everything up to a mark or a space. Literals begin with f, n or t. */
  #word(first: number): JsonTokenKind {
    let at = this.start + 1;
    for (let code = this.#text.charCodeAt(at); code > 32 && MARKS[code] === undefined; code = this.#text.charCodeAt(at)) at += 1;
    this.end = at;
    return first > 57 ? 'literal' : 'number';
  }
}
