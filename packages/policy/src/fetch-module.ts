/** The service's answer to the request for a module. */
export type Fetched =
  | { readonly kind: 'module'; readonly text: string; readonly tag: string | null }
  /** The module with the tag is still the current one. */
  | { readonly kind: 'unchanged' }
  /** The policy does not exist any more. */
  | { readonly kind: 'withdrawn'; readonly status: number }
  /** `retryAfter`: milliseconds that the service asks to wait; `undefined` if it states none. */
  | { readonly kind: 'failed'; readonly error: Error; readonly retryAfter?: number | undefined };

export interface ModuleRequest {
  readonly url: string;
  readonly key: string;
  /** The tag of the last module; `null` if there is none. */
  readonly tag: string | null;
  readonly signal: AbortSignal;
}

/** Limit for the bytes of a module: the text of a program has at most 8 Mi characters. */
const MAX_BYTES = 33_554_432;

/** Requests the module of a policy. It follows no redirect, which could send the key elsewhere or return another program. */
export async function fetchModule({ url, key, tag, signal }: ModuleRequest, send: typeof fetch): Promise<Fetched> {
  try {
    const headers = { Authorization: `Bearer ${key}`, Accept: 'text/javascript', ...(tag === null ? {} : { 'If-None-Match': tag }) };
    const response = await send(url, { headers, signal, redirect: 'error', cache: 'no-store' });
    const fetched = await fetchedOf(response, tag);
    // An unread answer would hold its connection.
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
  let [text, bytes] = ['', 0];
  for await (const part of partsOf(body)) {
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new RangeError(`the module has more than ${MAX_BYTES} bytes`);
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
