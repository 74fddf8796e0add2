import { judge } from './result.js';

const checked = {
  kind: 'verification',
  engineVersion: '1.0.0',
  hash: 'h',
  refusal: null,
  assurance: 'solver',
  verified: 7,
  total: 7,
} as const;

const CERTIFIED = { originalHash: 'h', refuted: false };

it('is verified where the hashes match and the proof checks', () => {
  expect(judge(CERTIFIED, checked)).toEqual({ verified: true, match: true, phiC: 1, assurance: 'solver', reason: null });
});

it('is 0 where the hashes differ, whatever checks', () => {
  const reason: unknown = expect.stringContaining('differs from the certified program');
  expect(judge({ originalHash: 'other', refuted: false }, checked)).toEqual({
    verified: false,
    match: false,
    phiC: 0,
    assurance: null,
    reason,
  });
});

it('cuts the share and never rounds it up to 1', () => {
  const refused = { ...checked, refusal: 'a step does not follow', assurance: null };
  expect(judge(CERTIFIED, { ...refused, verified: 2, total: 3 })).toMatchObject({ phiC: 0.6666, assurance: null });
  expect(judge(CERTIFIED, { ...refused, verified: 99_999, total: 100_000 }).phiC).toBe(0.9999);
});

it('is not verified where the certification was refuted, whatever checks', () => {
  const reason: unknown = expect.stringContaining('wrong and revoked');
  expect(judge({ originalHash: 'h', refuted: true }, checked)).toEqual({ verified: false, match: true, phiC: 0, assurance: null, reason });
});
