import { drawingFrom, systemRandomness } from './randomness.js';

/** Fills with 1, 2, 3 …, on and on, so that a byte given twice or left at 0 is seen. */
function counting() {
  let next = 0;
  return (bytes: Uint8Array) => {
    for (let place = 0; place < bytes.length; place += 1) {
      next = (next % 251) + 1;
      bytes[place] = next;
    }
  };
}

it('gives every byte of the stock once, in order, and none that was given before', () => {
  const source = drawingFrom(counting());
  let before = 0;
  for (let drawn = 0; drawn < 3_000; drawn += 1) {
    for (const byte of source.bytes(16)) {
      expect(byte).toBe((before % 251) + 1);
      before = byte;
    }
  }
});

it('what is more than the stock is for is drawn by itself, what is nothing is nothing', () => {
  const source = drawingFrom(counting());
  expect(source.bytes(10_000).every((byte) => byte > 0)).toBe(true);
  expect(source.bytes(0)).toHaveLength(0);
  expect(source.bytes(256)).toHaveLength(256);
});

it('what was given is the caller’s own', () => {
  const source = drawingFrom(counting());
  const first = source.bytes(4);
  first.fill(0);
  expect([...source.bytes(4)]).toEqual([5, 6, 7, 8]);
});

it("the system's: no two draws of 16 bytes are alike", () => {
  const drawn = new Set(Array.from({ length: 5_000 }, () => Buffer.from(systemRandomness.bytes(16)).toString('hex')));
  expect(drawn.size).toBe(5_000);
});
