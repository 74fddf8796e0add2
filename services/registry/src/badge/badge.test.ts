import { faceOf } from './service.js';
import { badgeSvg } from './svg.js';

it('shows φ with one decimal at least, by whatever evidence', () => {
  const certifiedAt = new Date('2026-11-20T23:59:59.999Z');
  expect(faceOf({ kind: 'certified', phiC: 1, assurance: 'kernel', certifiedAt }).message).toBe('φ 1.0 · 2026-11-20');
  expect(faceOf({ kind: 'certified', phiC: 1, assurance: 'solver', certifiedAt }).message).toBe('φ 1.0 · 2026-11-20');
  expect(faceOf({ kind: 'open', phiC: 0 }).message).toBe('φ 0.0 · open');
  expect(faceOf({ kind: 'open', phiC: 0.9999 }).message).toBe('φ 0.9999 · open');
});

it('gives every state a colour on which white text can be read, 4.5 to 1', () => {
  const states = [
    { kind: 'certified', phiC: 1, assurance: null, certifiedAt: new Date() },
    { kind: 'open', phiC: 0.5 },
    { kind: 'uncertified' },
    { kind: 'unknown' },
  ] as const;
  for (const state of states) expect(contrastWithWhite(faceOf(state).colour)).toBeGreaterThanOrEqual(4.5);
});

const UNKNOWN = { message: 'unknown', colour: '#62676d' };

it('is as wide as its texts, which do not overlap', () => {
  const svg = badgeSvg('kirchhoff', UNKNOWN, 'flat');
  const [label, message] = [...svg.matchAll(/<text x="(\d+)" y="14" textLength="(\d+)"/g)].map(
    ([, x, length]) => [Number(x), Number(length)] as const,
  );
  const width = Number(/^<svg [^>]*width="(\d+)"/.exec(svg)?.[1]);
  expect(label?.[0]).toBe(6);
  expect(message?.[0]).toBe(6 + (label?.[1] ?? 0) + 12);
  expect(width).toBe((message?.[0] ?? 0) + (message?.[1] ?? 0) + 6);
});

it('has round corners where it is flat, and none where it is square', () => {
  expect(badgeSvg('kirchhoff', UNKNOWN, 'flat')).toMatch(/d="M3 0H\d+V20H3a3 3 0 0 1 -3 -3V3a3 3 0 0 1 3 -3z"/);
  expect(badgeSvg('kirchhoff', UNKNOWN, 'flat-square')).not.toContain('a3 3');
});

it('is the message alone where there is no label', () => {
  const svg = badgeSvg('', UNKNOWN, 'flat');
  expect(svg).toContain('aria-label="unknown"');
  expect(svg.match(/<text /g)).toHaveLength(1);
  expect(svg.match(/<path /g)).toHaveLength(1);
});

it('shows markup as text', () => {
  const svg = badgeSvg('"><script>alert(1)</script>', UNKNOWN, 'flat');
  expect(svg).not.toContain('<script');
  expect(svg).toContain('aria-label="&quot;&gt;&lt;script&gt;');
});

/** WCAG 2.2, "contrast ratio" and "relative luminance". */
function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255));
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
