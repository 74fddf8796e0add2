import { faceOf } from './badge.js';
import { badgeSvg } from './svg.js';

it('shows φ with one decimal at least', () => {
  expect(faceOf({ kind: 'certified', phiC: 1, certifiedAt: new Date('2026-11-20T23:59:59.999Z') }).message).toBe('φ 1.0 · 2026-11-20');
  expect(faceOf({ kind: 'open', phiC: 0 }).message).toBe('φ 0.0 · open');
  expect(faceOf({ kind: 'open', phiC: 0.9999 }).message).toBe('φ 0.9999 · open');
});

it('gives every state a colour on which white text can be read, 4.5 to 1', () => {
  const states = [
    { kind: 'certified', phiC: 1, certifiedAt: new Date() },
    { kind: 'open', phiC: 0.5 },
    { kind: 'uncertified' },
    { kind: 'unknown' },
  ] as const;
  for (const state of states) expect(contrastWithWhite(faceOf(state).colour)).toBeGreaterThanOrEqual(4.5);
});

it('is as wide as its texts, which do not overlap', () => {
  const svg = badgeSvg({ message: 'unknown', colour: '#62676d' });
  const [label, message] = [...svg.matchAll(/<text x="(\d+)" y="14" textLength="(\d+)">/g)].map(
    ([, x, length]) => [Number(x), Number(length)] as const,
  );
  const width = Number(/^<svg [^>]*width="(\d+)"/.exec(svg)?.[1]);
  expect(label?.[0]).toBe(6);
  expect(message?.[0]).toBe(6 + (label?.[1] ?? 0) + 12);
  expect(width).toBe((message?.[0] ?? 0) + (message?.[1] ?? 0) + 6);
});

/** WCAG 2.2, "contrast ratio" and "relative luminance". */
function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255));
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
