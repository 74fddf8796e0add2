import { createHash } from 'node:crypto';

/** What makes two requests to one route the same: what the route was told, however it was written. */
export interface RequestContent {
  readonly params: Readonly<Record<string, string>>;
  /** The query's values, defaults filled in. */
  readonly query: unknown;
  /** The body's value, defaults filled in. */
  readonly body: unknown;
}

/** SHA-256 over the content in a canonical form: white space and the order of members make no difference. */
export function requestDigest({ params, query, body }: RequestContent): Uint8Array<ArrayBuffer> {
  const hash = createHash('sha256');
  for (const text of canonicalJson([params, query ?? null, body ?? null])) hash.update(text, 'utf8');
  return new Uint8Array(hash.digest());
}

/** A piece of the text, or a value that is yet to be written. */
type Piece = string | { readonly value: unknown };

/** A JSON value as text, members sorted by name, commas after each. Without recursion: the value is a client's. */
function* canonicalJson(value: unknown): Generator<string> {
  const pending: Piece[] = [{ value }];
  for (let piece = pending.pop(); piece !== undefined; piece = pending.pop()) {
    if (typeof piece === 'string') yield piece;
    else for (const part of pieces(piece.value).toReversed()) pending.push(part);
  }
}

function pieces(value: unknown): readonly Piece[] {
  if (typeof value !== 'object' || value === null) return [JSON.stringify(value)];
  if (Array.isArray(value)) return ['[', ...value.flatMap((element: unknown) => [{ value: element }, ',']), ']'];
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return ['{', ...members.flatMap(([name, member]) => [`${JSON.stringify(name)}:`, { value: member }, ',']), '}'];
}
