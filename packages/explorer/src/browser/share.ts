/** A source in the fragment of an address: compressed, and never sent to a server. */

/** Limit for the characters of a shared source. */
export const MAX_SHARED = 200_000;

/** A source in a link, or the reason why there is none. */
export type Shared =
  | { readonly kind: 'source'; readonly source: string }
  /** The address has no source. */
  | { readonly kind: 'none' }
  /** A part of the link is lost, or its bytes are no text. */
  | { readonly kind: 'damaged' }
  | { readonly kind: 'too-long' };

async function through(bytes: BlobPart, transform: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer());
}

/** Returns the fragment for a source; `null` if it is longer than {@link MAX_SHARED}. */
export async function fragmentOf(source: string): Promise<string | null> {
  if (source.length > MAX_SHARED) return null;
  const bytes = await through(source, new CompressionStream('deflate-raw'));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `#s=${btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** Returns the source of a fragment. */
export async function sharedIn(fragment: string): Promise<Shared> {
  if (!fragment.startsWith('#s=')) return { kind: 'none' };
  const encoded = fragment.slice('#s='.length);
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
    const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const source = await bounded(inflated);
    return source === null ? { kind: 'too-long' } : { kind: 'source', source };
  } catch {
    // Neither base64 nor what was compressed: the streams have an exception for each fault.
    return { kind: 'damaged' };
  }
}

/** Reads at most {@link MAX_SHARED} characters, since a short fragment may inflate to gigabytes; `null` if there are more. */
async function bounded(stream: ReadableStream<Uint8Array>): Promise<string | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = stream.getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > MAX_SHARED) {
      await reader.cancel();
      return null;
    }
  }
  return text + decoder.decode();
}
