import { periodicTask } from './periodic-task.js';

/** Turns that are ended by hand. */
function manual(outcome: () => void = () => undefined) {
  const turns: { readonly stopping: AbortSignal; readonly end: () => void }[] = [];
  const failures: unknown[] = [];
  const begun: (() => void)[] = [];
  const going = periodicTask({
    intervalMilliseconds: 1,
    run: async (stopping) => {
      await new Promise<void>((end) => {
        turns.push({ stopping, end });
        begun.splice(0).forEach((tell) => tell());
      });
      outcome();
    },
    failed: (error) => failures.push(error),
  });
  /** Resolves when this number of turns has begun. */
  const reached = async (count: number) => {
    while (turns.length < count) await new Promise<void>((resolve) => begun.push(resolve));
  };
  return { turns, failures, going, reached };
}

it('one turn after another, also after one that failed', async () => {
  const { turns, failures, going, reached } = manual(() => {
    throw new Error('this time');
  });
  await reached(1);
  turns[0]?.end();
  await reached(2);
  expect(failures).toEqual([new Error('this time')]);
  turns[1]?.end();
  await going.stop();
});

it('stopping waits for the turn that is going, tells it, and begins no other', async () => {
  const { turns, going, reached } = manual();
  await reached(1);
  const stopped = going.stop();
  expect(turns[0]?.stopping.aborted).toBe(true);
  let over = false;
  void stopped.then(() => {
    over = true;
  });
  await new Promise(setImmediate);
  expect(over).toBe(false);
  turns[0]?.end();
  await stopped;
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(turns).toHaveLength(1);
});
