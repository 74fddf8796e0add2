import { permutedLoops } from '@kirchhoff/kernel/rules/permuted-loops';
import { programOf } from '../../testing/outcome.js';
import { MAPPED_ELEMENTS, PERMUTED_LOOPS, SAME_SHAPE } from '../../testing/permuted-loop-programs.js';
import { testRelated } from '../../testing/related-programs.js';

/** Loops over one list in two orders, and elements of maps: TRUST.md, "permuted loops" and "element". */
testRelated([...PERMUTED_LOOPS, ...MAPPED_ELEMENTS], (why) => why.includes(SAME_SHAPE));

test('thousands of loops over one list are related without comparing all pairs', () => {
  const count = 4_000;
  const loops = Array.from({ length: count }, (_, i) => `  w${i} = count x in xs { x > ${i} }\n`).join('');
  const { core } = programOf(`circuit c {\n  input xs: [0..9; ..9]\n  output o: 0..9\n${loops}  o = w0\n}\n`);
  const [graph] = core.graphs;
  if (graph === undefined) throw new Error('a program without a graph');
  expect([...permutedLoops(graph).values()]).toHaveLength(0);
});
