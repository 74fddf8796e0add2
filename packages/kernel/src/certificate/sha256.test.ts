import * as fc from 'fast-check';
import { sha256Hex as chosen } from '#sha256';
import { sha256Hex, startSha256 } from './sha256.js';
import { sha256Hex as sha256OfNode, startSha256 as startSha256OfNode } from './sha256-of-node.js';

it('is that of FIPS 180-4', () => {
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1_000_003])('is the same in Node and in browsers for %d characters', (length) => {
  const text = 'aé𝒳'.repeat(length).slice(0, length);
  expect(sha256OfNode(text)).toBe(sha256Hex(text));
});

it('is the same for any text, halves of surrogate pairs included', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => sha256OfNode(text) === sha256Hex(text)));
  expect(sha256OfNode('a\ud800b')).toBe(sha256Hex('a\ud800b'));
});

it('is the same for any bytes, of a part of a buffer too', () => {
  const bytes = fc.uint8Array({ maxLength: 300 });
  fc.assert(fc.property(bytes, fc.nat(), (all, from) => sha256OfNode(all.subarray(from)) === sha256Hex(all.slice(from))));
});

it('is that of Node here', () => {
  expect(chosen).toBe(sha256OfNode);
});

test('a text in pieces, as texts and as bytes, has the hash of the whole', () => {
  const pieces = fc.array(fc.tuple(fc.string({ unit: 'binary', maxLength: 100 }), fc.boolean()), { maxLength: 5 });
  fc.assert(
    fc.property(pieces, (all) => {
      const whole = sha256Hex(all.map(([text]) => text).join(''));
      return ofPieces(startSha256, all) === whole && ofPieces(startSha256OfNode, all) === whole;
    }),
  );
});

/** The bytes are overwritten after each piece: the writer of the canonical form uses its buffer again. */
function ofPieces(start: typeof startSha256, pieces: readonly (readonly [text: string, asBytes: boolean])[]): string {
  const running = start();
  for (const [text, asBytes] of pieces) {
    const bytes = Buffer.from(text);
    running.update(asBytes ? bytes : text);
    bytes.fill(0);
  }
  return running.hex();
}
