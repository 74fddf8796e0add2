import { judge } from './verdict.js';

const checked = { kind: 'verification', engineVersion: '1.0.0', hash: 'h', refusal: null, verified: 7, total: 7 } as const;

it('is verified where the hashes match and the proof checks', () => {
  expect(judge('h', checked)).toEqual({ verified: true, match: true, phiC: 1, reason: null });
});

it('is 0 where the hashes differ, whatever checks', () => {
  expect(judge('other', checked)).toEqual({ verified: false, match: false, phiC: 0, reason: expect.stringContaining('another program') });
});

it('cuts the share and never rounds it up to 1', () => {
  expect(judge('h', { ...checked, refusal: 'a step does not follow', verified: 2, total: 3 }).phiC).toBe(0.6666);
  expect(judge('h', { ...checked, refusal: 'a step does not follow', verified: 99_999, total: 100_000 }).phiC).toBe(0.9999);
});
