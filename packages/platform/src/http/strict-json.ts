import { type JsonTokenKind, JsonTokens } from './json-tokens.js';

/** What reading a JSON text came to. */
export type StrictJson = { readonly kind: 'json'; readonly value: unknown } | { readonly kind: 'malformed'; readonly detail: string };

/** Deeper than any value of the language (64) with its envelope, and shallow enough for every recursive reader after us. */
const NESTING = 128;

const PLAIN_INTEGER = /^(?:0|-?[1-9][0-9]*)$/;
/** Reads as Infinity, which no schema and no domain takes for an integer. */
const NOT_AN_INTEGER = '1e999';

/**
 * Reads a JSON text (RFC 8259) and refuses what two readers might read differently (RFC 7493, I-JSON): members named
 * twice, halves of surrogate pairs. No kept library does this: those that find repeated members read numbers or
 * comments of their own. So the platform's parser reads, and one pass over the tokens of a text that is then known
 * to be well-formed looks for the rest.
 *
 * Numbers in this API are integers written plainly: `1.0`, `1e3`, `-0` and what lies beyond ±(2^53−1) become
 * Infinity, so that the check after refuses them at their own place instead of seeing a rounded value.
 */
export function parseStrictJson(octets: Uint8Array): StrictJson {
  const text = decode(octets);
  if (text === undefined) return malformed('The body is not UTF-8.');
  const parsed = parse(text);
  if (parsed.kind === 'malformed') return parsed;
  const scan = new StrictScan(text);
  const wrong = scan.run();
  if (wrong !== undefined) return malformed(wrong);
  return scan.replaced === text ? parsed : parse(scan.replaced);
}

function decode(octets: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(octets);
  } catch {
    return undefined;
  }
}

function parse(text: string): StrictJson {
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

/** One pass over well-formed JSON, with a stack of its own. */
class StrictScan {
  readonly #text: string;
  readonly #tokens: JsonTokens;
  /** The member names of each open object; null for an array. */
  readonly #open: (Set<string> | null)[] = [];
  #expectsName = false;
  #pieces: string[] = [];
  #copied = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = new JsonTokens(text);
  }

  /** The text with every number that is no plain integer replaced. */
  get replaced(): string {
    return this.#pieces.length === 0 ? this.#text : this.#pieces.join('') + this.#text.slice(this.#copied);
  }

  /** What is wrong, if anything is. */
  run(): string | undefined {
    for (let kind = this.#tokens.next(); kind !== 'end'; kind = this.#tokens.next()) {
      const wrong = this.#take(kind);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }

  #take(kind: Exclude<JsonTokenKind, 'end'>): string | undefined {
    switch (kind) {
      case '{':
      case '[':
        return this.#enter(kind === '{');
      case '}':
      case ']':
        this.#open.pop();
        this.#expectsName = false;
        return undefined;
      case ',':
        this.#expectsName = (this.#open.at(-1) ?? null) !== null;
        return undefined;
      case ':':
        this.#expectsName = false;
        return undefined;
      case 'string':
        return this.#string();
      case 'number':
        this.#number();
        return undefined;
      case 'literal':
        return undefined;
    }
  }

  #enter(object: boolean): string | undefined {
    this.#expectsName = object;
    return this.#open.push(object ? new Set() : null) > NESTING ? `The body nests deeper than ${NESTING}.` : undefined;
  }

  /** Text that came as UTF-8 has whole pairs: a half can only have been written as an escape. */
  #string(): string | undefined {
    const names = this.#expectsName ? (this.#open.at(-1) ?? null) : null;
    if (names === null && !this.#tokens.escaped) return undefined;
    const value = this.#tokens.escaped ? unescaped(this.#tokens.text()) : this.#tokens.text().slice(1, -1);
    if (/\p{Surrogate}/u.test(value)) return 'The body holds half of a surrogate pair.';
    if (names === null) return undefined;
    if (names.has(value)) return `The member ${JSON.stringify(value.slice(0, 60))} is given twice.`;
    names.add(value);
    return undefined;
  }

  #number(): void {
    const { start, end } = this.#tokens;
    if (isPlainInteger(this.#tokens.text())) return;
    this.#pieces.push(this.#text.slice(this.#copied, start), NOT_AN_INTEGER);
    this.#copied = end;
  }
}

function unescaped(token: string): string {
  const value: unknown = JSON.parse(token);
  return String(value);
}

function isPlainInteger(token: string): boolean {
  return PLAIN_INTEGER.test(token) && Number.isSafeInteger(Number(token));
}

function malformed(detail: string): StrictJson & { readonly kind: 'malformed' } {
  return { kind: 'malformed', detail };
}
