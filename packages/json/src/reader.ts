/** Limits for the content of a JSON text. */
export interface JsonBounds {
  /** Members of one object. */
  readonly members: number;
  /** Elements of one array. */
  readonly elements: number;
  /** Members and elements at every depth together. */
  readonly parts: number;
}

export const UNBOUNDED: JsonBounds = {
  members: Number.POSITIVE_INFINITY,
  elements: Number.POSITIVE_INFINITY,
  parts: Number.POSITIVE_INFINITY,
};

export interface JsonOptions {
  /** Limit for the depth of objects and arrays. */
  readonly nesting: number;
  readonly bounds: JsonBounds;
  /** Returns the value of a number that is not a plainly written safe integer: `1.0`, `1e3`, `-0`, `9007199254740992`. */
  readonly number: (spelling: string) => unknown;
  /** Returns an empty object. */
  readonly object: () => Record<string, unknown>;
}

/** The reason for refusing a JSON text. `offset` counts UTF-16 units from the start of the text. */
export type JsonFault =
  | { readonly kind: 'syntax'; readonly offset: number; readonly expected: string }
  | { readonly kind: 'repeated-member'; readonly offset: number; readonly name: string }
  | { readonly kind: 'lone-surrogate'; readonly offset: number }
  | { readonly kind: 'too-deep'; readonly offset: number }
  /** The object or array at this JSON Pointer (RFC 6901) exceeds one of the bounds; for `parts` the pointer is that of the text. */
  | { readonly kind: 'too-many'; readonly pointer: string; readonly of: keyof JsonBounds };

/** The result of reading a JSON text. `parts`: its members and elements at every depth. */
export type JsonReading =
  | { readonly ok: true; readonly value: unknown; readonly parts: number }
  | { readonly ok: false; readonly fault: JsonFault };

/**
 * Reads a JSON text (RFC 8259) and refuses what two readers might read differently (RFC 7493, I-JSON): repeated members and lone
 * surrogates. Never throws, whatever the text.
 */
export function readJson(text: string, options: JsonOptions): JsonReading {
  const reader = new JsonReader(text, options);
  for (;;) {
    const reading = reader.step(() => false);
    if (reading !== undefined) return reading;
  }
}

/** An object or array that is not closed yet. */
interface Container {
  readonly object: Record<string, unknown> | null;
  readonly array: unknown[] | null;
  /** Members or elements so far. */
  count: number;
  /** The name of the last member. */
  name: string;
}

/** The part of the grammar that is expected next. */
type Expected = 'value' | 'element-or-end' | 'member' | 'member-or-end' | 'comma-or-end' | 'end-of-text';

/** Values and marks between two questions whether to go on: some tens of microseconds. */
const ITEMS_PER_STEP = 256;

/** Number of characters of a string that are walked one by one: beyond it a search is faster, as for sources. */
const NEAR = 32;

const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** RFC 8259, section 6. */
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const PLAIN_INTEGER = /^-?[0-9]{1,16}$/;
// oxlint-disable-next-line no-control-regex -- RFC 8259 excludes exactly these from strings
const CONTROL = /[\u0000-\u001f]/;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const LONE_SURROGATE = /\p{Surrogate}/u;
const WORDS: readonly (readonly [word: string, value: boolean | null])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

/** Thrown inside of this file only. */
class Refusal extends Error {
  constructor(readonly fault: JsonFault) {
    super(fault.kind);
  }
}

/**
 * Reads one JSON text in steps, so that a large one does not hold up a server. It has a stack of its own instead of recursion, and
 * refuses a text at its first fault or exceeded bound, before it builds what follows.
 */
export class JsonReader {
  private at = 0;
  private expected: Expected = 'value';
  private readonly open: Container[] = [];
  private root: unknown;
  private parts = 0;
  /** The first quote and backslash found beyond the walked text. */
  private quote = -1;
  private backslash = -1;

  constructor(
    private readonly text: string,
    private readonly options: JsonOptions,
  ) {}

  /**
   * Reads on until the end, a fault or an interruption.
   * @param isInterrupted is called every few hundred values
   * @returns `undefined` if it was interrupted
   */
  step(isInterrupted: () => boolean): JsonReading | undefined {
    try {
      for (let read = 1; ; read += 1) {
        if (this.readNext()) return { ok: true, value: this.root, parts: this.parts };
        if (read % ITEMS_PER_STEP === 0 && isInterrupted()) return undefined;
      }
    } catch (error) {
      if (error instanceof Refusal) return { ok: false, fault: error.fault };
      throw error;
    }
  }

  /** Reads one value, mark or member name. Returns true at the end of the text. */
  private readNext(): boolean {
    const code = this.skipSpace();
    switch (this.expected) {
      case 'value':
        this.value(code);
        return false;
      case 'element-or-end':
        if (code === CLOSE_ARRAY) this.close();
        else this.value(code);
        return false;
      case 'member-or-end':
        if (code === CLOSE_OBJECT) this.close();
        else this.member(code);
        return false;
      case 'member':
        this.member(code);
        return false;
      case 'comma-or-end':
        this.commaOrEnd(code);
        return false;
      case 'end-of-text':
        if (this.at < this.text.length) throw this.unexpected('one JSON value, and nothing after it');
        return true;
    }
  }

  private commaOrEnd(code: number): void {
    const isObject = this.open.at(-1)?.array === null;
    if (code === COMMA) {
      this.at += 1;
      this.expected = isObject ? 'member' : 'value';
    } else if (code === (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) this.close();
    else throw this.unexpected(isObject ? '"," or "}"' : '"," or "]"');
  }

  private close(): void {
    this.at += 1;
    this.open.pop();
    this.expected = this.open.length === 0 ? 'end-of-text' : 'comma-or-end';
  }

  private member(code: number): void {
    const object = this.open.at(-1);
    if (code !== QUOTE || object === undefined || object.object === null) throw this.unexpected('a member name in double quotes');
    const start = this.at;
    const name = this.string();
    if (Object.hasOwn(object.object, name)) throw new Refusal({ kind: 'repeated-member', offset: start, name });
    this.count(object, 'members');
    object.name = name;
    // Reserves the name, so that a repetition is found before its value is read.
    define(object.object, name, undefined);
    if (this.skipSpace() !== COLON) throw this.unexpected('":" after a member name');
    this.at += 1;
    this.expected = 'value';
  }

  private value(code: number): void {
    const container = this.open.at(-1);
    if (container !== undefined && container.array !== null) this.count(container, 'elements');
    if (code === OPEN_OBJECT) {
      const object = this.options.object();
      this.enter({ object, array: null, count: 0, name: '' }, object);
      this.expected = 'member-or-end';
    } else if (code === OPEN_ARRAY) {
      const array: unknown[] = [];
      this.enter({ object: null, array, count: 0, name: '' }, array);
      this.expected = 'element-or-end';
    } else {
      this.add(code === QUOTE ? this.string() : this.wordOrNumber());
      this.expected = this.open.length === 0 ? 'end-of-text' : 'comma-or-end';
    }
  }

  private enter(container: Container, value: unknown): void {
    if (this.open.length >= this.options.nesting) throw new Refusal({ kind: 'too-deep', offset: this.at });
    this.at += 1;
    this.add(value);
    this.open.push(container);
  }

  /** Adds a value to the innermost container. */
  private add(value: unknown): void {
    const container = this.open.at(-1);
    if (container === undefined) this.root = value;
    else if (container.array !== null) container.array.push(value);
    else if (container.object !== null) define(container.object, container.name, value);
  }

  private count(container: Container, of: 'members' | 'elements'): void {
    const { bounds } = this.options;
    container.count += 1;
    this.parts += 1;
    if (container.count > bounds[of]) throw new Refusal({ kind: 'too-many', pointer: this.pointer(), of });
    if (this.parts > bounds.parts) throw new Refusal({ kind: 'too-many', pointer: '', of: 'parts' });
  }

  /** Leads to the innermost container (RFC 6901, section 3). */
  private pointer(): string {
    const steps = this.open.slice(0, -1).map(({ array, name, count }) => (array === null ? name : String(count - 1)));
    return steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  }

  private wordOrNumber(): unknown {
    for (const [word, value] of WORDS) {
      if (!this.text.startsWith(word, this.at)) continue;
      this.at += word.length;
      return value;
    }
    NUMBER.lastIndex = this.at;
    const spelling = NUMBER.exec(this.text)?.[0];
    if (spelling === undefined) throw this.unexpected('a JSON value');
    this.at += spelling.length;
    const number = PLAIN_INTEGER.test(spelling) && spelling !== '-0' ? Number(spelling) : Number.NaN;
    return Number.isSafeInteger(number) ? number : this.options.number(spelling);
  }

  /** Reads a string, which begins here. */
  private string(): string {
    const start = this.at;
    const { end, isEscaped } = this.stringEnd();
    const string = isEscaped ? unescaped(this.text.slice(start, end + 1)) : this.text.slice(start + 1, end);
    if (end >= this.text.length || string === undefined || (!isEscaped && CONTROL.test(string))) throw this.faultInString(start);
    if (LONE_SURROGATE.test(string)) throw new Refusal({ kind: 'lone-surrogate', offset: start });
    this.at = end + 1;
    return string;
  }

  /** Finds the closing quote of the string that begins here; the length of the text if there is none. */
  private stringEnd(): { readonly end: number; readonly isEscaped: boolean } {
    let isEscaped = false;
    let at = this.at + 1;
    for (let near = at + NEAR; ; ) {
      if (at >= near) at = this.quoteOrBackslash(at);
      const code = this.text.charCodeAt(at);
      if (at >= this.text.length || code === QUOTE) return { end: Math.min(at, this.text.length), isEscaped };
      if (code !== BACKSLASH) at += 1;
      else {
        isEscaped = true;
        at += 2;
        near = at + NEAR;
      }
    }
  }

  /** Returns the index of the next quote or backslash. Each character of a text is searched once for each of the two. */
  private quoteOrBackslash(at: number): number {
    if (this.quote < at) this.quote = this.find('"', at);
    if (this.backslash < at) this.backslash = this.find('\\', at);
    return Math.min(this.quote, this.backslash);
  }

  private find(mark: string, at: number): number {
    const found = this.text.indexOf(mark, at);
    return found === -1 ? this.text.length : found;
  }

  /** Returns the first fault of a string that is known to have one. */
  private faultInString(start: number): Refusal {
    for (let at = start + 1; at < this.text.length; at += 1) {
      const code = this.text.charCodeAt(at);
      if (code < SPACE) return unexpectedAt(at, 'the end of the string (control characters are escaped)');
      if (code !== BACKSLASH) continue;
      ESCAPE.lastIndex = at;
      const escape = ESCAPE.exec(this.text)?.[0];
      if (escape !== undefined) at += escape.length - 1;
      else if (this.text[at + 1] === 'u') return unexpectedAt(at + 2, 'four hexadecimal digits');
      else return unexpectedAt(at + 1, 'an escape of JSON');
    }
    return unexpectedAt(this.text.length, 'the end of the string (control characters are escaped)');
  }

  /** Skips white space. Returns the code of the next character; NaN at the end of the text. */
  private skipSpace(): number {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== SPACE && code !== 9 && code !== 10 && code !== 13) return code;
      this.at += 1;
    }
  }

  private unexpected(expected: string): Refusal {
    return unexpectedAt(this.at, expected);
  }
}

function unexpectedAt(offset: number, expected: string): Refusal {
  return new Refusal({ kind: 'syntax', offset, expected });
}

/** Returns the text of a string token with escapes; `undefined` if it is not a JSON string. */
function unescaped(token: string): string | undefined {
  try {
    return String(JSON.parse(token));
  } catch {
    return undefined;
  }
}

/** Sets a member. `__proto__` is an ordinary name, also in objects with a prototype. */
function define(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}
