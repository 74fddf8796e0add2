/** The answer of the service to the question for a module. */
export type Fetched =
  | { readonly kind: 'module'; readonly text: string; readonly tag: string | null }
  /** The module of the tag is still the current one. */
  | { readonly kind: 'unchanged' }
  /** There is no such policy any more. */
  | { readonly kind: 'withdrawn'; readonly status: number }
  /** `retryAfter`: milliseconds that the service asks to wait; `undefined` if it says nothing of them. */
  | { readonly kind: 'failed'; readonly error: Error; readonly retryAfter?: number | undefined };

export interface ModuleRequest {
  readonly url: string;
  readonly key: string;
  /** The tag of the last module; null without one. */
  readonly tag: string | null;
  readonly signal: AbortSignal;
}

/** More octets are no module of the service: the text of a program has at most 8 Mi characters. */
const MAX_OCTETS = 33_554_432;

/** Asks for the module of a policy. Follows no redirect, which might lead the key and the program elsewhere. */
export async function fetchModule({ url, key, tag, signal }: ModuleRequest, send: typeof fetch): Promise<Fetched> {
  try {
    const headers = { Authorization: `Bearer ${key}`, Accept: 'text/javascript', ...(tag === null ? {} : { 'If-None-Match': tag }) };
    const response = await send(url, { headers, signal, redirect: 'error', cache: 'no-store' });
    const fetched = await fetchedOf(response, tag);
    // An answer that is not read holds its connection.
    if (!response.bodyUsed) await response.body?.cancel();
    return fetched;
  } catch (error) {
    return failed(`${new URL(url).origin} gives no answer`, error);
  }
}

async function fetchedOf(response: Response, tag: string | null): Promise<Fetched> {
  const { status } = response;
  if (status === 304) return tag === null ? failed('304 to a request without a tag') : { kind: 'unchanged' };
  if (status === 404 || status === 410) return { kind: 'withdrawn', status };
  if (status !== 200) return { ...failed(`the service answers with ${status}`), retryAfter: retryAfterOf(response) };
  const type = response.headers.get('Content-Type') ?? '';
  if (!/^text\/javascript(?:;|$)/.test(type)) return failed(`the service answers with '${type}' and not with a module`);
  return { kind: 'module', text: await textOf(response), tag: response.headers.get('ETag') };
}

async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [text, octets] = ['', 0];
  for await (const part of partsOf(body)) {
    octets += part.length;
    if (octets > MAX_OCTETS) throw new RangeError(`the module has more than ${MAX_OCTETS} octets`);
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

async function* partsOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel();
  }
}

const SECOND = 1_000;

function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * SECOND : undefined;
}

function failed(message: string, cause?: unknown): Extract<Fetched, { kind: 'failed' }> {
  return { kind: 'failed', error: new Error(message, { cause }) };
}
