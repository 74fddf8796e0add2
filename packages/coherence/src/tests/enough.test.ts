import { areEnough } from '../testing/enough.js';

function saidOf(ask: () => boolean): { readonly answer: boolean; readonly said: string } {
  const lines: string[] = [];
  const stderr = jest.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  try {
    return { answer: ask(), said: lines.join('') };
  } finally {
    stderr.mockRestore();
  }
}

test('as many runs as are asked for are enough, and more', () => {
  expect([400, 401].map((runs) => saidOf(() => areEnough(runs, 400)))).toEqual([
    { answer: true, said: '' },
    { answer: true, said: '' },
  ]);
});

test('of fewer it says how many are asked for', () => {
  expect(saidOf(() => areEnough(399, 400))).toEqual({
    answer: false,
    said: '399 runs are too few to see every layer and every outcome: 400 are asked for that\n',
  });
});
