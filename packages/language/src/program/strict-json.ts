import { JSON_NESTING, JsonNumber } from '@kirchhoff/kernel/values/json';
import { isWellFormed } from '@kirchhoff/kernel/values/text';

export type ParsedJson =
  | { readonly ok: true; readonly json: unknown }
  /** `offset` in UTF-16 units from the start of the text. */
  | { readonly ok: false; readonly offset: number; readonly message: string };

/**
 * Parses one JSON text (RFC 8259) more strictly than `JSON.parse`: repeated members, lone surrogates and nesting
 * beyond {@link JSON_NESTING} are refused. Objects have no prototype; plain safe integers become numbers, every
 * other number a {@link JsonNumber}. Never throws, whatever the text.
 */
export function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, json: new Parser(text).document() };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, offset: error.offset, message: error.message };
    throw error;
  }
}

class Refusal extends Error {
  constructor(
    readonly offset: number,
    message: string,
  ) {
    super(message);
  }
}

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
// oxlint-disable-next-line no-control-regex -- RFC 8259 excludes exactly these from strings
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const PLAIN_INTEGER = /^-?[0-9]{1,16}$/;
const WORDS: readonly (readonly [string, unknown])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

class Parser {
  private at = 0;

  constructor(private readonly text: string) {}

  document(): unknown {
    const json = this.value(0);
    this.space();
    if (this.at < this.text.length) throw this.refusal('one JSON value, and nothing after it');
    return json;
  }

  /** Recursion is bounded by {@link JSON_NESTING}. */
  private value(depth: number): unknown {
    this.space();
    const first = this.text[this.at];
    if (first === '{') return this.object(this.deeper(depth));
    if (first === '[') return this.array(this.deeper(depth));
    if (first === '"') return this.string();
    for (const [word, value] of WORDS) if (this.skip(word)) return value;
    return this.number();
  }

  private deeper(depth: number): number {
    if (depth >= JSON_NESTING) throw new Refusal(this.at, `nested deeper than ${JSON_NESTING}`);
    return depth + 1;
  }

  private object(depth: number): Record<string, unknown> {
    const members: Record<string, unknown> = Object.create(null);
    this.skip('{');
    this.space();
    if (this.skip('}')) return members;
    do {
      this.space();
      const start = this.at;
      if (this.text[start] !== '"') throw this.refusal('a member name in double quotes');
      const name = this.string();
      if (Object.hasOwn(members, name)) throw new Refusal(start, 'a repeated member name');
      this.space();
      if (!this.skip(':')) throw this.refusal('":" after a member name');
      members[name] = this.value(depth);
      this.space();
    } while (this.skip(','));
    if (!this.skip('}')) throw this.refusal('"," or "}"');
    return members;
  }

  private array(depth: number): unknown[] {
    const items: unknown[] = [];
    this.skip('[');
    this.space();
    if (this.skip(']')) return items;
    do {
      items.push(this.value(depth));
      this.space();
    } while (this.skip(','));
    if (!this.skip(']')) throw this.refusal('"," or "]"');
    return items;
  }

  private string(): string {
    const start = this.at;
    this.at += 1;
    const parts: string[] = [];
    for (;;) {
      parts.push(this.match(PLAIN));
      if (this.skip('"')) break;
      if (!this.skip('\\')) throw this.refusal('the end of the string (control characters are escaped)');
      parts.push(this.escape());
    }
    const string = parts.join('');
    if (!isWellFormed(string)) throw new Refusal(start, 'a string with a lone surrogate');
    return string;
  }

  private escape(): string {
    if (this.skip('u')) {
      const digits = this.match(/[0-9a-fA-F]{4}/y);
      if (digits === '') throw this.refusal('four hexadecimal digits');
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const character = ESCAPES.get(this.text.charAt(this.at));
    if (character === undefined) throw this.refusal('an escape of JSON');
    this.at += 1;
    return character;
  }

  private number(): number | JsonNumber {
    const spelling = this.match(NUMBER);
    if (spelling === '') throw this.refusal('a JSON value');
    if (!PLAIN_INTEGER.test(spelling) || spelling === '-0') return new JsonNumber(spelling);
    const number = Number(spelling);
    return Number.isSafeInteger(number) ? number : new JsonNumber(spelling);
  }

  private space(): void {
    this.match(SPACE);
  }

  private skip(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  /** Returns the match of a sticky pattern at this position; '' if it does not match. */
  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  private refusal(expected: string): Refusal {
    return new Refusal(this.at, `expected ${expected}`);
  }
}
