import { type CoreRunner, run, runner } from '@kirchhoff/kernel/evaluate/evaluate';
import type { GraphReference } from '@kirchhoff/kernel/evaluate/evaluation';
import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import { tries } from '@kirchhoff/kernel/smt/tries';
import type { Value } from '@kirchhoff/kernel/values/value';
import { MONSTERS } from '../../testing/monsters.js';
import { programOf } from '../../testing/outcome.js';

const ENDINGS = `component inner(a: 0..9, xs: [0..9; ..3]) -> 0..99 {
  require a != 3
  total = fold s = 0 for x in xs { s + (filter x2 in xs { x2 > a })[0] + x }
  total
  ensure result < 20
}

component outer(a: 0..9, xs: [0..9; ..3]) -> 0..99 {
  if a > 5 { inner(a - 5, xs) } else { inner(a, xs) + a }
}

circuit endings {
  input a: 0..9
  input b: (0..9)?
  input xs: [0..9; ..3]
  output y: 0..50
  output z: 0..9

  require a + LENGTH(xs) < 11
  y = outer(a, xs) + match b { none => 0, some 4 => 1 / (a - a), some n => n }
  z = 90 / (a + 1)
  ensure y != 17
}
`;

const SOURCES = [
  ENDINGS,
  ...MONSTERS.filter(({ name }) => /^nested (folds|quantifiers)|^chain of|^calls/.test(name)).map((monster) => monster.source(3)),
];

/** Returns the result of one run and the values that it observes. */
function observed(each: CoreRunner, inputs: readonly Value[], budget: number) {
  const seen: (readonly [GraphReference, NodeId, Value])[] = [];
  const result = each({ graph: 0 }, inputs, { budget, observer: (...what) => seen.push(what) });
  return { result, seen };
}

test.each(SOURCES)('what ran before leaves no trace in a run: %#', (source) => {
  const { core } = programOf(source);
  const [graph] = core.graphs;
  if (graph === undefined) throw new Error('no graph');
  const again = runner(core);
  const endings = new Set<string>();
  let tried = 0;
  for (const inputs of tries(core, graph, 'abcdef01')) {
    // A run that exceeds its budget stops in the middle of calls and loops.
    for (const budget of [Number.POSITIVE_INFINITY, 7 + (tried % 50)]) {
      const fresh = observed((...rest) => run(core, ...rest), inputs, budget);
      expect(observed(again, inputs, budget)).toEqual(fresh);
      endings.add(fresh.result.type);
    }
    tried += 1;
    if (tried >= 200) break;
  }
  if (source === ENDINGS) expect([...endings].toSorted()).toEqual(['exhausted', 'fault', 'outputs', 'refused']);
});
