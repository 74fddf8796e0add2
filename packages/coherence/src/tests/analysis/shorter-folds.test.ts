import { shorterFolds } from '@kirchhoff/kernel/rules/shorter-folds';
import { programOf } from '../../testing/outcome.js';
import { testRelated } from '../../testing/related-programs.js';
import { ONE_MORE, SHORTER_FOLDS } from '../../testing/shorter-fold-programs.js';

/** Two folds of which one goes one round further: TRUST.md, "element". */
testRelated(SHORTER_FOLDS, (why) => why.startsWith(ONE_MORE));

test('thousands of folds from one value are related without comparing all pairs', () => {
  const count = 4_000;
  const folds = Array.from({ length: count }, (_, i) => `  w${i} = fold s: 0..9 = 0 for i in 1..(a + ${i}) % 2 { MIN(s + i, 9) }\n`).join(
    '',
  );
  const ends = ['a', 'a + 1'].map((end, i) => `  y${i} = fold s: 0..9 = 0 for i in 1..${end} { MIN(s + i, 9) }\n`).join('');
  const { core } = programOf(`circuit c {\n  input a: 0..9\n  output o: 0..9\n${folds}${ends}  o = y0\n}\n`);
  const [graph] = core.graphs;
  if (graph === undefined) throw new Error('a program without a graph');
  expect([...shorterFolds(graph).values()]).toHaveLength(1);
});
