import { invalidRequest, type Problem } from '../problems/problem.js';
import { parseQuery } from './query.js';
import type { Route } from './route.js';
import { type Validated, validator } from './validation.js';

/** More fields than any form has. Each wrong one is told, so that their number bounds the answer. */
const MAX_FIELDS = 1_000;

/** A form's bytes are ASCII: everything else is percent-encoded. */
const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Returns the check of an HTML form. Its fields are those that the route's body names, each at most once. The line ends of a text are
 * those that its author typed: browsers send each as CR LF (HTML, 4.10.21.4).
 */
export function formCheck(route: Route): (bytes: Uint8Array) => Promise<Validated | Problem> {
  const { body } = route;
  if (body === undefined) throw new Error(`${route.path} takes a form, but no body`);
  const check = validator(body, '');
  return async (bytes) => {
    const text = decode(bytes);
    if (text === undefined) return invalidRequest([{ pointer: '', message: 'must be a percent-encoded form' }]);
    if (hasMore(text, '&', MAX_FIELDS - 1)) return invalidRequest([{ pointer: '', message: `must have at most ${MAX_FIELDS} fields` }]);
    const parsed = parseQuery(text, body);
    if (parsed.kind === 'invalid')
      return invalidRequest(parsed.errors.map(({ pointer, message }) => ({ pointer: pointer.replace(/^query/, ''), message })));
    const values = Object.entries(parsed.values).map(([name, value]) => [name, typeof value === 'string' ? lines(value) : value] as const);
    return check(Object.fromEntries(values), values.length);
  };
}

/** Returns true if a character occurs more often than a limit. */
function hasMore(text: string, character: string, limit: number): boolean {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
    count += 1;
    if (count > limit) return true;
  }
  return false;
}

function lines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return DECODER.decode(bytes);
  } catch {
    return undefined;
  }
}
