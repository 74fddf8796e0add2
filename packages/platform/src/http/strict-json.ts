import { type JsonTokenKind, JsonTokens } from './json-tokens.js';

/** What reading a JSON text came to. */
export type StrictJson =
  /** `parts`: its members and elements, at every depth. */
  | { readonly kind: 'json'; readonly value: unknown; readonly parts: number }
  | { readonly kind: 'malformed'; readonly detail: string }
  /** It holds more than a bound allows, in the object or array at this JSON Pointer (RFC 6901). */
  | { readonly kind: 'too-many'; readonly pointer: string; readonly message: string };

/** How much a JSON text may hold. */
export interface JsonBounds {
  /** Members of one object. */
  readonly members: number;
  /** Elements of one array. */
  readonly elements: number;
  /** Members and elements at every depth together. */
  readonly parts: number;
}

/** Many times what a body of described fields holds. */
export const BODY_BOUNDS: JsonBounds = { members: 1_000, elements: 1_000, parts: 10_000 };

/** Deeper than any value of the language (64) with its envelope, and shallow enough for every recursive reader after us. */
const NESTING = 128;

/** RFC 8259, section 6. */
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const PLAIN_INTEGER = /^(?:0|-?[1-9][0-9]*)$/;
/** Reads as Infinity, which no schema and no domain takes for an integer. */
const NOT_AN_INTEGER = '1e999';

/**
 * Reads a JSON text (RFC 8259) and refuses what two readers might read differently (RFC 7493, I-JSON): members named
 * twice, halves of surrogate pairs. No kept library does this: those that find repeated members read numbers or
 * comments of their own. So one pass over the tokens looks for all of that and counts what the text holds, and only
 * then does the platform's parser read it: it makes no object of a text that is beyond a bound.
 *
 * Numbers in this API are integers written plainly: `1.0`, `1e3`, `-0` and what lies beyond ±(2^53−1) become
 * Infinity, so that the check after refuses them at their own place instead of seeing a rounded value.
 */
export function parseStrictJson(octets: Uint8Array, bounds: JsonBounds): StrictJson {
  const reading = new StrictReading(octets, bounds);
  for (;;) {
    const read = reading.step(() => false);
    if (read !== undefined) return read;
  }
}

/** Reads one JSON text as `parseStrictJson` does, in steps. */
export class StrictReading {
  readonly #text: string | undefined;
  readonly #scan: StrictScan;

  constructor(octets: Uint8Array, bounds: JsonBounds) {
    this.#text = decode(octets);
    this.#scan = new StrictScan(this.#text ?? '', bounds);
  }

  /**
   * Goes on until it is done or interrupted.
   * @param isInterrupted is asked every few hundred tokens; the platform's parser is not interrupted
   * @returns `undefined` if it was interrupted
   */
  step(isInterrupted: () => boolean): StrictJson | undefined {
    if (this.#text === undefined) return malformed('The body is not UTF-8.');
    const scanned = this.#scan.run(isInterrupted);
    return scanned === 'whole' ? this.#parse(this.#text) : scanned;
  }

  #parse(text: string): StrictJson {
    const { replaced, parts } = this.#scan;
    const parsed = parse(replaced);
    if (parsed.kind === 'json') return { ...parsed, parts };
    if (replaced === text) return parsed;
    // Replacing moves places: the text as it came says where it goes wrong.
    const unreplaced = parse(text);
    return unreplaced.kind === 'malformed' ? unreplaced : parsed;
  }
}

function decode(octets: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(octets);
  } catch {
    return undefined;
  }
}

type Parsed = { readonly kind: 'json'; readonly value: unknown } | Malformed;

function parse(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text);
    return { kind: 'json', value };
  } catch (error) {
    const place = error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
    return malformed(
      place === undefined ? 'The body is not a JSON text.' : `The body is not a JSON text: it goes wrong at character ${place}.`,
    );
  }
}

/** Tokens between two looks at the clock: some tens of microseconds. */
const TOKENS_A_STEP = 256;

/** An object or array that is not closed yet. */
interface Open {
  /** The member names of an object so far; null for an array. */
  readonly names: Set<string> | null;
  /** Members or elements so far. */
  count: number;
  /** The name of an object's last member. */
  last: string;
}

type Wrong = Exclude<StrictJson, { kind: 'json' }>;

/**
 * One pass over the tokens, with a stack of its own. Of well-formed JSON it sees every token as it is. Of any other
 * text it may see what it likes, so long as it ends: the parser refuses that text afterwards, with the numbers replaced
 * or not, since up to the place where it goes wrong both are the same tokens, and only what is a number is replaced.
 */
class StrictScan {
  readonly #text: string;
  readonly #bounds: JsonBounds;
  readonly #tokens: JsonTokens;
  readonly #open: Open[] = [];
  #expectsName = false;
  readonly #pieces: string[] = [];
  #copied = 0;
  parts = 0;

  constructor(text: string, bounds: JsonBounds) {
    this.#text = text;
    this.#bounds = bounds;
    this.#tokens = new JsonTokens(text);
  }

  /** The text with every number that is no plain integer replaced. */
  get replaced(): string {
    return this.#pieces.length === 0 ? this.#text : this.#pieces.join('') + this.#text.slice(this.#copied);
  }

  /** The first thing that is wrong, if anything is; `undefined` where it was interrupted. */
  run(isInterrupted: () => boolean): Wrong | 'whole' | undefined {
    for (let taken = 1; ; taken += 1) {
      const kind = this.#tokens.next();
      if (kind === 'end') return 'whole';
      const wrong = this.#take(kind);
      if (wrong !== undefined) return wrong;
      if (taken % TOKENS_A_STEP === 0 && isInterrupted()) return undefined;
    }
  }

  #take(kind: Exclude<JsonTokenKind, 'end'>): Wrong | undefined {
    switch (kind) {
      case '{':
      case '[':
        return this.#element() ?? this.#enter(kind === '{');
      case '}':
      case ']':
        this.#open.pop();
        this.#expectsName = false;
        return undefined;
      case ',':
        this.#expectsName = (this.#open.at(-1)?.names ?? null) !== null;
        return undefined;
      case ':':
        this.#expectsName = false;
        return undefined;
      case 'string':
        return this.#string();
      case 'number':
        this.#number();
        return this.#element();
      case 'literal':
        return this.#element();
    }
  }

  #enter(object: boolean): Wrong | undefined {
    this.#expectsName = object;
    const depth = this.#open.push({ names: object ? new Set() : null, count: 0, last: '' });
    return depth > NESTING ? malformed(`The body nests deeper than ${NESTING}.`) : undefined;
  }

  /** Counts a value that is an element of an array; members are counted by their names. */
  #element(): Wrong | undefined {
    const open = this.#open.at(-1);
    return open === undefined || open.names !== null ? undefined : this.#count(open, this.#bounds.elements, 'elements');
  }

  #count(open: Open, most: number, what: 'members' | 'elements'): Wrong | undefined {
    open.count += 1;
    this.parts += 1;
    if (open.count > most) return { kind: 'too-many', pointer: this.#pointer(), message: `must have at most ${most} ${what}` };
    if (this.parts <= this.#bounds.parts) return undefined;
    const message = `must have at most ${this.#bounds.parts} members and elements in all`;
    return { kind: 'too-many', pointer: '', message };
  }

  /** Leads to the innermost object or array (RFC 6901, section 3). */
  #pointer(): string {
    const steps = this.#open.slice(0, -1).map(({ names, last, count }) => (names === null ? String(count - 1) : last));
    return steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  }

  /** Text that came as UTF-8 has whole pairs: a half can only have been written as an escape. */
  #string(): Wrong | undefined {
    const open = this.#open.at(-1);
    const names = this.#expectsName ? (open?.names ?? null) : null;
    if (names === null && !this.#tokens.escaped) return this.#element();
    const { escaped } = this.#tokens;
    const value = escaped ? unescaped(this.#tokens.text()) : this.#tokens.text().slice(1, -1);
    if (escaped && /\p{Surrogate}/u.test(value)) return malformed('The body holds half of a surrogate pair.');
    if (names === null || open === undefined) return this.#element();
    if (names.has(value)) return malformed(`The member ${JSON.stringify(value.slice(0, 60))} is given twice.`);
    names.add(value);
    const tooMany = this.#count(open, this.#bounds.members, 'members');
    open.last = value;
    return tooMany;
  }

  #number(): void {
    const { start, end } = this.#tokens;
    const token = this.#tokens.text();
    if (isPlainInteger(token) || !NUMBER.test(token)) return;
    this.#pieces.push(this.#text.slice(this.#copied, start), NOT_AN_INTEGER);
    this.#copied = end;
  }
}

/** A string token's text; of a token that is no JSON string, which the parser will refuse, the token. */
function unescaped(token: string): string {
  try {
    const value: unknown = JSON.parse(token);
    return String(value);
  } catch {
    return token;
  }
}

function isPlainInteger(token: string): boolean {
  return PLAIN_INTEGER.test(token) && Number.isSafeInteger(Number(token));
}

type Malformed = Extract<StrictJson, { kind: 'malformed' }>;

function malformed(detail: string): Malformed {
  return { kind: 'malformed', detail };
}
