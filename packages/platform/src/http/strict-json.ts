import { JsonPieces, PARTS_OF_A_PIECE } from './json-pieces.js';
import { type JsonTokenKind, JsonTokens } from './json-tokens.js';

/** The result of reading a JSON text. */
export type StrictJson =
  /** `parts`: its members and elements, at every depth. */
  | { readonly kind: 'json'; readonly value: unknown; readonly parts: number }
  | { readonly kind: 'malformed'; readonly detail: string }
  /** It holds more than a bound allows, in the object or array at this JSON Pointer (RFC 6901). */
  | { readonly kind: 'too-many'; readonly pointer: string; readonly message: string };

/** Limits for the content of a JSON text. */
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

/**
 * Reads a JSON text (RFC 8259) and refuses what two readers might read differently (RFC 7493, I-JSON): members named
 * twice, halves of surrogate pairs. No kept library does this: those that find repeated members read numbers or
 * comments of their own. So one pass over the tokens looks for all of that and counts what the text holds, and
 * the platform's parser reads what has been passed, in pieces (`JsonPieces`).
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
  readonly #pieces: JsonPieces;
  readonly #scan: StrictScan;
  #scanned: Wrong | 'whole' | undefined;

  constructor(octets: Uint8Array, bounds: JsonBounds, partsOfPiece = PARTS_OF_A_PIECE) {
    this.#text = decode(octets);
    this.#pieces = new JsonPieces(this.#text ?? '', partsOfPiece);
    this.#scan = new StrictScan(this.#text ?? '', bounds, this.#pieces);
  }

  /**
   * Goes on until it is done or interrupted.
   * @param isInterrupted is asked every few hundred tokens
   * @returns `undefined` if it was interrupted
   */
  step(isInterrupted: () => boolean): StrictJson | undefined {
    if (this.#text === undefined) return malformed('The body is not UTF-8.');
    this.#scanned ??= this.#scan.run(isInterrupted);
    if (this.#scanned !== 'whole') return this.#scanned;
    const parsed = this.#pieces.read(isInterrupted);
    if (parsed === undefined) return undefined;
    if (parsed.kind === 'json') return { ...parsed, parts: this.#scan.parts };
    const { at } = parsed;
    return malformed(at === undefined ? 'The body is not a JSON text.' : `The body is not a JSON text: the fault is at character ${at}.`);
  }
}

function decode(octets: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(octets);
  } catch {
    return undefined;
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
 * One pass over the tokens, with a stack of its own. In well-formed JSON it sees every token exactly. In any other text it may
 * see anything, provided that it ends: the parser refuses that text, in pieces or whole, with replaced numbers or without. Up to
 * the fault both texts have the same tokens, and only numbers are replaced.
 */
class StrictScan {
  readonly #bounds: JsonBounds;
  readonly #pieces: JsonPieces;
  readonly #tokens: JsonTokens;
  readonly #open: Open[] = [];
  #expectsName = false;
  parts = 0;

  constructor(text: string, bounds: JsonBounds, pieces: JsonPieces) {
    this.#bounds = bounds;
    this.#pieces = pieces;
    this.#tokens = new JsonTokens(text);
  }

  /** Returns the first fault, or `whole`; `undefined` if it was interrupted. */
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
        return this.#element() ?? this.#enter(kind);
      case '}':
      case ']':
        this.#open.pop();
        this.#pieces.leave(this.#tokens.start);
        this.#expectsName = false;
        return undefined;
      case ',':
        this.#pieces.comma(this.#tokens.start);
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

  #enter(kind: '{' | '['): Wrong | undefined {
    const object = kind === '{';
    this.#expectsName = object;
    this.#pieces.enter(kind, this.#tokens.start);
    const depth = this.#open.push({ names: object ? new Set() : null, count: 0, last: '' });
    return depth > NESTING ? malformed(`The body nests deeper than ${NESTING}.`) : undefined;
  }

  /** Counts a value that is an element of an array; members are counted by their names. */
  #element(): Wrong | undefined {
    const open = this.#open.at(-1);
    if (open === undefined || open.names !== null) return undefined;
    this.#pieces.element();
    return this.#count(open, this.#bounds.elements, 'elements');
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
    const { escaped } = this.#tokens;
    // A source is a long one: of those that are no names only half a pair has to be looked for.
    if (names === null && !(escaped && this.#tokens.text().includes('\\u'))) return this.#element();
    const value = escaped ? unescaped(this.#tokens.text()) : this.#tokens.text().slice(1, -1);
    if (escaped && /\p{Surrogate}/u.test(value)) return malformed('The body contains half of a surrogate pair.');
    if (names === null || open === undefined) return this.#element();
    if (names.has(value)) return malformed(`The member ${JSON.stringify(value.slice(0, 60))} is repeated.`);
    names.add(value);
    const tooMany = this.#count(open, this.#bounds.members, 'members');
    open.last = value;
    this.#pieces.member(value);
    return tooMany;
  }

  #number(): void {
    const { start, end } = this.#tokens;
    const token = this.#tokens.text();
    if (isPlainInteger(token) || !NUMBER.test(token)) return;
    this.#pieces.replace(start, end);
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
