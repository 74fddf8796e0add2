/** A source in the fragment of an address: compressed, and never sent to a server. */

/** Limit for the characters of a shared source. */
const MAX_SOURCE = 200_000;

async function through(bytes: BlobPart, transform: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer());
}

/** Returns the fragment for a source. */
export async function fragmentOf(source: string): Promise<string> {
  const bytes = await through(source, new CompressionStream('deflate-raw'));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `#s=${btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** Returns the source of a fragment; `null` if it has none, or one that is no text. */
export async function sourceOf(fragment: string): Promise<string | null> {
  const encoded = /^#s=([\w-]+)$/.exec(fragment)?.[1];
  if (encoded === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
    const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return await bounded(inflated);
  } catch {
    // A damaged link.
    return null;
  }
}

/** Reads at most {@link MAX_SOURCE} bytes: a short fragment may inflate to gigabytes. */
async function bounded(stream: ReadableStream<Uint8Array>): Promise<string | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = stream.getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > MAX_SOURCE) {
      await reader.cancel();
      return null;
    }
  }
  return text + decoder.decode();
}
