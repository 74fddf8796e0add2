import { read } from '../core/read.js';
import { certify } from './certify.js';

/** Every false "closed" that was ever found, and every wrong claim, by what was wrong. */

function isCertified(source: string): boolean {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  return certify(reading.program).certified;
}

const filtered = (claim: string): string => `circuit c {
    input x: 0..9
    output y: 0..9
    kept = filter e in [1, x] { false }
    y = x
    ensure LENGTH(kept) ${claim}
  }`;

test('a filter whose condition never holds keeps nothing: what is concluded where it holds says nothing of where it does not', () => {
  expect(isCertified(filtered('>= 1'))).toBe(false);
  expect(isCertified(filtered('== 0'))).toBe(true);
});
