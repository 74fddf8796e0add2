import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { HashedText } from './hashed-text.js';

/** A piece of a text, with the call that writes it. */
interface Piece {
  readonly text: string;
  readonly write: (to: HashedText) => void;
}

const written = (text: string): Piece => ({ text, write: (to) => to.write(text) });
const bytes = (text: string): Piece => ({ text, write: (to) => to.bytes(Buffer.from(text)) });
const quoted = (integer: number): Piece => ({ text: `"${integer}"`, write: (to) => to.quoted(integer) });

const pieces = fc.oneof(
  fc.string().map(written),
  fc.string({ unit: 'grapheme' }).map(written),
  fc.string({ unit: fc.constantFrom('a', '"', 'é', '€', '😀'), minLength: 5_000, maxLength: 9_000 }).map(written),
  fc.string({ unit: 'grapheme-ascii' }).map(bytes),
  fc.nat().map(quoted),
);

function expectHash(all: readonly Piece[]): void {
  const hashed = new HashedText();
  for (const { write } of all) write(hashed);
  expect(hashed.hash()).toBe(
    createHash('sha256')
      .update(all.map(({ text }) => text).join(''))
      .digest('hex'),
  );
}

test('the hash is that of all pieces in a row', () => {
  fc.assert(fc.property(fc.array(pieces, { maxLength: 40 }), expectHash));
});

test.each([0, 1, 9, 10, 99, 100, 65_535, 999_999_999, 1_000_000_000, 2 ** 31 - 1])('%d is written with its digits', (integer) => {
  expectHash([quoted(integer)]);
});

const LONG = 'x'.repeat(16_384);

test.each([0, 1, 2, 11, 12, 13])('pieces end anywhere: %d bytes before the end of what is hashed at once', (left) => {
  const begun = written(LONG.slice(left));
  for (const piece of [
    quoted(2 ** 31 - 1),
    written('abcdefghijklm'),
    bytes('abcdefghijklm'),
    written('é'),
    written(LONG),
    written(`${LONG}é`),
  ]) {
    expectHash([begun, piece, written('end')]);
  }
});
