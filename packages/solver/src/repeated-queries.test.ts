import { certifyWith, type Solver } from '@kirchhoff/coherence';
import { programOf } from '@kirchhoff/coherence/testing/outcome';
import { type ClosableSolver, startSolver } from './index.js';

/** The price of a call in steps: a product, two quotients, and the same with a longer call. */
const RATING = `component billed(seconds: 0..86_400, first: 1..60, step: 1..60) -> 0..86_460 {
  if seconds <= first { first } else { first + DIV_UP(seconds - first, step) * step }
}

component price(seconds: 0..86_400, first: 1..60, step: 1..60, rate: 0..500) -> 0..1_000_000 {
  if seconds == 0 { 0 } else { DIV_UP(billed(seconds, first, step) * rate, 60) }
}

circuit rating {
  input seconds: 0..86_400
  input longer: 0..86_400
  input first: 1..60
  input step: 1..60
  input rate: 0..500
  output cents: 0..1_000_000

  require seconds <= longer

  cents = price(seconds, first, step, rate)

  ensure cents <= price(longer, first, step, rate) "longer is never cheaper"
}`;

/** The number of other queries between two that are compared. */
const OTHERS = 50;

type Query = Parameters<Solver['solve']>;

async function withSolver<T>(work: (solver: ClosableSolver) => Promise<T>): Promise<T> {
  const solver = await startSolver();
  try {
    return await work(solver);
  } finally {
    await solver.close();
  }
}

/** The queries of a program, those with the most steps first. */
function queriesOf(source: string): Promise<readonly Query[]> {
  return withSolver(async (solver) => {
    const asked: { readonly query: Query; readonly steps: number }[] = [];
    await certifyWith(programOf(source), {
      name: solver.name,
      version: solver.version,
      solve: async (...query) => {
        const answer = await solver.solve(...query);
        asked.push({ query, steps: answer.steps });
        return answer;
      },
    });
    return asked.toSorted((a, b) => b.steps - a.steps).map(({ query }) => query);
  });
}

/** A query over integers or vectors that differs for each number: a model is found after a search. */
function other(number: number): Query {
  const text =
    number % 2 === 0
      ? `(declare-const a Int)(declare-const b Int)(assert (and (< 1 a) (< a b) (= (* a b) ${(number + 11) * (number + 13)})))(check-sat)`
      : `(declare-const a (_ BitVec 16))(assert (= (bvmul a a) (_ bv${(number * number) % 65_536} 16)))(check-sat)`;
  return [text, 20_000];
}

test('an answer and its steps are those of the query alone, whatever was asked before', async () => {
  const queries = await queriesOf(RATING);
  const [hardest] = queries;
  if (hardest === undefined) throw new Error('the program closes without a query');
  const alone = await withSolver((solver) => solver.solve(...hardest));
  expect(alone.steps).toBeGreaterThan(10_000);
  await withSolver(async (solver) => {
    for (let number = 0; number < OTHERS; number += 1) await solver.solve(...other(number));
    expect(await solver.solve(...hardest)).toEqual(alone);
    // Searches that the limit ends leave most behind.
    for (const query of queries) await solver.solve(query[0], 5_000);
    await expect(solver.solve('(assert (foo))(check-sat)', 1_000)).rejects.toThrow('does not read');
    expect(await solver.solve(...hardest)).toEqual(alone);
  });
});
