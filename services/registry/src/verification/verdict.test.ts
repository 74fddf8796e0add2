import { judge } from './verdict.js';

const checked = {
  kind: 'verification',
  engineVersion: '1.0.0',
  hash: 'h',
  refusal: null,
  assurance: 'solver',
  verified: 7,
  total: 7,
} as const;

it('is verified where the hashes match and the proof checks', () => {
  expect(judge('h', checked)).toEqual({ verified: true, match: true, phiC: 1, assurance: 'solver', reason: null });
});

it('is 0 where the hashes differ, whatever checks', () => {
  const reason: unknown = expect.stringContaining('another program');
  expect(judge('other', checked)).toEqual({ verified: false, match: false, phiC: 0, assurance: null, reason });
});

it('cuts the share and never rounds it up to 1', () => {
  const refused = { ...checked, refusal: 'a step does not follow', assurance: null };
  expect(judge('h', { ...refused, verified: 2, total: 3 })).toMatchObject({ phiC: 0.6666, assurance: null });
  expect(judge('h', { ...refused, verified: 99_999, total: 100_000 }).phiC).toBe(0.9999);
});
