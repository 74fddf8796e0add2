import { type EngineBudget, problem, type RateSubject, rateProblem } from '@kirchhoff/platform';
import { RenderLimiter } from './render-limiter.js';

const reader: RateSubject = { address: '192.0.2.1', accountId: undefined };
const other: RateSubject = { address: '192.0.2.2', accountId: undefined };
const nothing = () => undefined;

/** Creates a budget with this many runs for each reader. */
function budgetOf(runs: number): EngineBudget {
  const had = new Map<string, number>();
  return {
    take: async () => ({ kind: 'allowed', windows: [] }),
    metered: async ({ subject: { address } }, go) => {
      const before = had.get(address) ?? 0;
      if (before >= runs) return rateProblem({ kind: 'limited', windows: [], retryAfterSeconds: 7 });
      had.set(address, before + 1);
      return go({ spent: () => undefined, mayBegin: async () => true });
    },
  };
}

/** Creates renderings that wait for a release, and counts the running ones. */
function workshop() {
  const waiting: (() => void)[] = [];
  const make = async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return 'made';
  };
  return { make, waiting };
}

const settled = async () => new Promise((resolve) => setImmediate(resolve));

it('makes one thing at a time for one reader, whatever others have made', async () => {
  const turns = new RenderLimiter(budgetOf(10));
  const { make, waiting } = workshop();
  const mine = [turns.take(reader, nothing, make), turns.take(reader, nothing, make)];
  const theirs = turns.take(other, nothing, make);
  await settled();
  expect(waiting).toHaveLength(2);
  for (const finish of waiting) finish();
  await settled();
  expect(waiting).toHaveLength(3);
  waiting[2]?.();
  expect(await Promise.all([...mine, theirs])).toEqual(['made', 'made', 'made']);
});

it('of many that are asked for at once no more are begun than are paid for', async () => {
  const turns = new RenderLimiter(budgetOf(1));
  let begun = 0;
  const make = async () => {
    begun += 1;
    return 'made';
  };
  const all = await Promise.all(Array.from({ length: 50 }, async () => turns.take(reader, nothing, make)));
  expect(begun).toBe(1);
  expect(all[0]).toBe('made');
  for (const refused of all.slice(1)) expect(refused).toMatchObject({ code: 'rate-limited', headers: { 'Retry-After': '7' } });
});

it('what was made meanwhile is free', async () => {
  const turns = new RenderLimiter(budgetOf(0));
  expect(
    await turns.take(
      reader,
      () => 'kept',
      async () => 'made',
    ),
  ).toBe('kept');
});

it('what throws or is refused takes no turn from the next', async () => {
  const turns = new RenderLimiter(budgetOf(10));
  const bug = turns.take(reader, nothing, async () => Promise.reject(new Error('a bug')));
  const busy = turns.take(reader, nothing, async () => problem('busy', 'All are busy.'));
  const last = turns.take(reader, nothing, async () => 'made');
  await expect(bug).rejects.toThrow('a bug');
  expect(await busy).toMatchObject({ code: 'busy' });
  expect(await last).toBe('made');
});

it('turns away who waits for an earlier request when the process stops, and lets that one end', async () => {
  const turns = new RenderLimiter(budgetOf(10));
  const { make, waiting } = workshop();
  const [first, second] = [turns.take(reader, nothing, make), turns.take(reader, nothing, make)];
  await settled();
  turns.stopWaiting();
  expect(await second).toMatchObject({ kind: 'problem', code: 'busy' });
  for (const finish of waiting) finish();
  expect(await first).toBe('made');
});
