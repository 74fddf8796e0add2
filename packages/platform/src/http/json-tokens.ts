/** A token of a JSON text: where it begins and what it is. */
export interface JsonToken {
  readonly at: number;
  readonly text: string;
}

const PUNCTUATION = '{}[],:';

/**
 * The strings, numbers and marks of a text that is known to be well-formed JSON; `true`, `false` and `null` are left
 * out. Strings are found by their closing quote and not by a regular expression, whose stack would grow with them.
 */
export function* jsonTokens(text: string): Generator<JsonToken> {
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"') {
      const end = closingQuote(text, at) + 1;
      yield { at, text: text.slice(at, end) };
      at = end;
    } else if (PUNCTUATION.includes(character)) {
      yield { at, text: character };
      at += 1;
    } else {
      const number = numberAt(text, at);
      if (number !== undefined) yield { at, text: number };
      at += number?.length ?? 1;
    }
  }
}

function closingQuote(text: string, opening: number): number {
  let quote = text.indexOf('"', opening + 1);
  while (isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote;
}

/** Whether an odd number of backslashes stands before `at`. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charAt(first - 1) === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

function numberAt(text: string, at: number): string | undefined {
  let end = at;
  while (isNumberPart(text.charCodeAt(end), end === at)) end += 1;
  return end === at ? undefined : text.slice(at, end);
}

/** `-` and digits begin a number; `+ . e E` may follow. */
function isNumberPart(code: number, first: boolean): boolean {
  if (code >= 48 && code <= 57) return true;
  if (code === 45) return true;
  return !first && (code === 43 || code === 46 || code === 69 || code === 101);
}
