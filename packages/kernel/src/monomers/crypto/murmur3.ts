/**
 * Returns MurmurHash3 x86 32 of bytes with an unsigned 32-bit seed. Source: A. Appleby, smhasher, MurmurHash3.cpp (public
 * domain).
 */
export function murmur3(bytes: Uint8Array, seed: number): number {
  const blocks = bytes.length - (bytes.length % 4);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let hash = seed;
  for (let i = 0; i < blocks; i += 4) hash = (Math.imul(rotateLeft(hash ^ scramble(view.getUint32(i, true)), 13), 5) + 0xe654_6b64) | 0;
  return finish(hash ^ scramble(tailOf(bytes, blocks)) ^ bytes.length);
}

/** Returns the bytes after the last whole block as a little-endian word; 0 if the last block is whole (0 scrambles to 0). */
function tailOf(bytes: Uint8Array, blocks: number): number {
  let tail = 0;
  for (let i = bytes.length - 1; i >= blocks; i -= 1) tail = (tail << 8) | (bytes[i] ?? 0);
  return tail;
}

function scramble(block: number): number {
  return Math.imul(rotateLeft(Math.imul(block, 0xcc9e_2d51), 15), 0x1b87_3593);
}

/** Finalization mix: every bit of the hash affects every other bit. */
function finish(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2_ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}

function rotateLeft(word: number, count: number): number {
  return (word << count) | (word >>> (32 - count));
}
