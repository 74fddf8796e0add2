import { biomeChanges } from '../testing/biome.js';
import { CIRCUITS } from '../testing/corpus.js';
import { formsOf } from '../testing/toolchain.js';

test('circuits of the corpus are written as the formatter would', () => {
  const runs = CIRCUITS.filter((_, index) => index % 6 === 0).flatMap(({ program, closed }) => formsOf(program, [], closed));
  expect(biomeChanges(runs)).toBe('');
}, 120_000);
