import { jsonTokens } from './json-tokens.js';

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
  const syntax = syntaxError(text);
  if (syntax !== undefined) return malformed(syntax);
  const scan = scanTokens(text);
  if (scan.kind === 'malformed') return scan;
  const value: unknown = JSON.parse(scan.text);
  return { kind: 'json', value };
}

function decode(octets: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(octets);
  } catch {
    return undefined;
  }
}

function syntaxError(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const place = error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
    return place === undefined ? 'The body is not a JSON text.' : `The body is not a JSON text: it goes wrong at character ${place}.`;
  }
}

type Scan = { readonly kind: 'scanned'; readonly text: string } | { readonly kind: 'malformed'; readonly detail: string };

/** Walks the tokens of well-formed JSON with a stack of its own: member names of each open object, null for an array. */
function scanTokens(text: string): Scan {
  const open: (Set<string> | null)[] = [];
  let expectsName = false;
  const replaced: string[] = [];
  let copied = 0;
  for (const { at, text: token } of jsonTokens(text)) {
    const names = open.at(-1) ?? null;
    if (token === '{' || token === '[') {
      if (open.push(token === '{' ? new Set() : null) > NESTING) return malformed(`The body nests deeper than ${NESTING}.`);
      expectsName = token === '{';
    } else if (token === '}' || token === ']') {
      open.pop();
      expectsName = false;
    } else if (token === ',') {
      expectsName = names !== null;
    } else if (token === ':') {
      expectsName = false;
    } else if (token.startsWith('"')) {
      const wrong = checkString(token, expectsName ? names : null);
      if (wrong !== undefined) return malformed(wrong);
    } else if (!isPlainInteger(token)) {
      replaced.push(text.slice(copied, at), NOT_AN_INTEGER);
      copied = at + token.length;
    }
  }
  return { kind: 'scanned', text: replaced.join('') + text.slice(copied) };
}

/** What is wrong with a string token; a member's name is remembered in `names`. */
function checkString(token: string, names: Set<string> | null): string | undefined {
  const value = token.includes('\\') ? unescaped(token) : token.slice(1, -1);
  if (/\p{Surrogate}/u.test(value)) return 'The body holds half of a surrogate pair.';
  if (names === null) return undefined;
  if (names.has(value)) return `The member ${JSON.stringify(value.slice(0, 60))} is given twice.`;
  names.add(value);
  return undefined;
}

function unescaped(token: string): string {
  const value: unknown = JSON.parse(token);
  return String(value);
}

function isPlainInteger(token: string): boolean {
  return PLAIN_INTEGER.test(token) && Number.isSafeInteger(Number(token));
}

function malformed(detail: string): { readonly kind: 'malformed'; readonly detail: string } {
  return { kind: 'malformed', detail };
}
