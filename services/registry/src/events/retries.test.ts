import { crowdDelay, RETRY_SECONDS, retryDelay } from './retries.js';

const drawing = (byte: number) => ({ bytes: (count: number) => new Uint8Array(count).fill(byte) });

it('waits longer after each attempt, and ends after the eighth', () => {
  const delays = Array.from({ length: 9 }, (_, index) => retryDelay(index + 1, 1, drawing(0x80)));
  expect(delays.slice(7)).toEqual([undefined, undefined]);
  for (const [index, delay] of delays.slice(0, 7).entries()) {
    expect(delay).toBeGreaterThan(delays[index - 1] ?? 0);
    expect((delay ?? 0) / (RETRY_SECONDS[index] ?? 0)).toBeCloseTo(1_000, -1);
  }
});

it('goes on for most of a day', () => {
  const hours = RETRY_SECONDS.reduce((sum: number, seconds) => sum + seconds, 0) / 3_600;
  expect(hours).toBeGreaterThan(18);
  expect(hours).toBeLessThan(26);
});

it('is spread by a fifth either way, and scaled', () => {
  expect(retryDelay(2, 1, drawing(0))).toBe(48_000);
  expect(retryDelay(2, 1, drawing(0xff))).toBe(72_000);
  expect(retryDelay(2, 0.5, drawing(0))).toBe(24_000);
});

it('spreads a crowd over a span that grows to half a minute', () => {
  expect(crowdDelay(1, drawing(0))).toBe(0);
  expect(crowdDelay(1, drawing(0xff))).toBe(500);
  expect(crowdDelay(10, drawing(0xff))).toBe(5_000);
  expect(crowdDelay(1_000, drawing(0xff))).toBe(30_000);
});
