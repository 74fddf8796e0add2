import { KeyTable } from './key-table.js';

/** A sequence of integers that looks random and is the same in each run. */
function drawer(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % most;
  };
}

it('two nodes have one first node if and only if their keys are equal', () => {
  const draw = drawer(7);
  for (const nodes of [1, 5, 60, 3_000]) {
    const table = new KeyTable(nodes);
    const first = new Map<string, number | undefined>();
    for (let id = 0; id < nodes; id += 1) {
      const key = [draw(3), draw(40), draw(40) - 1, draw(3) - 1] as const;
      const found = table.take(...key, id);
      const name = key.join();
      if (first.has(name)) expect(found).toBe(first.get(name));
      else expect(found === id || found === undefined).toBe(true);
      if (!first.has(name)) first.set(name, found);
    }
  }
});

it('a key without a place near its hash has none for any node', () => {
  const nodes = 1 << 16;
  const table = new KeyTable(nodes);
  // With these keys, one of 65,536 finds no place.
  const taken = Array.from({ length: nodes }, (_, id) => table.take(0, id, 6, -1, id));
  expect(taken).toContain(undefined);
  expect(taken.map((_, id) => table.take(0, id, 6, -1, 0))).toEqual(taken);
});
