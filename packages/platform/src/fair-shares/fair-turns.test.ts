import type { Clock } from '../environment/clock.js';
import { FairTurns, TurnedAway, type WorkPart } from './fair-turns.js';
import type { Share } from './share.js';

class Hand implements Clock {
  milliseconds = 0;
  now = (): Date => new Date(this.milliseconds);
  monotonic = (): number => this.milliseconds;
}

const alone = (name: string): Share => ({ group: name, account: name, weight: 1 });
const round = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function open() {
  const clock = new Hand();
  const turns = new FairTurns(clock);
  const order: string[] = [];
  /** Work of a number of steps of a millisecond each. */
  const steps = (name: string, count: number): WorkPart => {
    let left = count;
    return (ends) => {
      order.push(name);
      while (left > 0 && clock.milliseconds < ends) {
        left -= 1;
        clock.milliseconds += 1;
      }
      return left === 0;
    };
  };
  return { clock, turns, order, steps };
}

it('does what comes alone at once', () => {
  const { turns, order, steps } = open();
  void turns.run(alone('a'), 'single', steps('a', 1));
  expect(order).toEqual(['a']);
});

it.each([
  ['batch', 1],
  ['single', 4],
] as const)('gives all work of one round (%s) %i ms together, and the rest of the round to everything else', async (kind, slot) => {
  const { clock, turns, steps } = open();
  for (let index = 0; index < 20; index += 1) void turns.run(alone(`${kind} ${index}`), kind, steps(kind, 100));
  for (const rounds of [1, 2, 3]) {
    expect(clock.milliseconds).toBe(rounds * slot);
    // oxlint-disable-next-line no-await-in-loop -- round by round
    await round();
  }
});

it('does single checks first in a round, then batches', async () => {
  const { clock, turns, order, steps } = open();
  void turns.run(alone('b'), 'batch', steps('batch', 100));
  for (let index = 0; index < 6; index += 1) void turns.run(alone(`s ${index}`), 'single', steps('single', 1));
  expect([clock.milliseconds, order]).toEqual([4, ['batch', 'single', 'single', 'single']]);
  await round();
  expect([clock.milliseconds, order.slice(4)]).toEqual([8, ['single', 'single', 'single', 'batch']]);
});

it('does a single check next, however many batches there are', async () => {
  const { turns, order, steps } = open();
  for (let index = 0; index < 150; index += 1) void turns.run(alone('attacker'), 'batch', steps('attacker', 300));
  await round();
  const before = turns.turns;
  const checked = turns.run(alone('victim'), 'single', steps('victim', 1));
  await checked;
  expect(turns.turns - before).toBeLessThanOrEqual(2);
  expect(order).toContain('victim');
});

it("does not let one account's single checks keep another's waiting", async () => {
  const { turns, order, steps } = open();
  for (let index = 0; index < 200; index += 1) void turns.run(alone('attacker'), 'single', steps('attacker', 5));
  const victim = turns.run(alone('victim'), 'single', steps('victim', 1));
  await victim;
  expect(order.filter((name) => name === 'attacker').length).toBeLessThan(4);
});

it('goes on with batches while single checks come', async () => {
  const { turns, order, steps } = open();
  void turns.run(alone('a'), 'single', steps('a', 5));
  const batch = turns.run(alone('b'), 'batch', steps('b', 20));
  for (let index = 0; index < 100; index += 1) void turns.run(alone('a'), 'single', steps('a', 5));
  await batch;
  expect(order.filter((name) => name === 'a').length).toBeLessThan(60);
});

it('gives two accounts with batches equal time', async () => {
  const { turns, order, steps } = open();
  for (let index = 0; index < 50; index += 1) void turns.run(alone('many'), 'batch', steps('many', 50));
  const one = turns.run(alone('one'), 'batch', steps('one', 100));
  await one;
  const ofMany = order.filter((name) => name === 'many').length;
  expect(Math.abs(ofMany - 100)).toBeLessThan(3);
});

it('passes on what a part throws, and goes on with the others', async () => {
  const { turns, steps } = open();
  const failing = turns.run(alone('a'), 'single', () => {
    throw new Error('our bug');
  });
  await expect(failing).rejects.toThrow('our bug');
  await turns.run(alone('a'), 'single', steps('a', 1));
  expect(turns.waiting).toBe(0);
});

it('ends work that nobody waits for', async () => {
  const { clock, turns, steps } = open();
  const caller = new AbortController();
  const work = turns.run(alone('a'), 'batch', steps('a', 1_000), caller.signal);
  caller.abort();
  await work;
  expect({ waiting: turns.waiting, milliseconds: clock.milliseconds }).toEqual({ waiting: 0, milliseconds: 1 });
});

it('rests after a step of 10 ms that could not be cut: others have the loop for twice as long before the next batch', async () => {
  const { clock, turns, order, steps } = open();
  const uncut = (): boolean => {
    order.push('uncut');
    clock.milliseconds += 10;
    return true;
  };
  for (let index = 0; index < 3; index += 1) void turns.run(alone('attacker'), 'batch', uncut);
  await round();
  void turns.run(alone('victim'), 'single', steps('victim', 1));
  await round();
  // The step took 9 ms more than the slot of batches: 18 ms of rest, from 10 on.
  clock.milliseconds = 26;
  void turns.run(alone('victim'), 'single', steps('victim', 1));
  await round();
  expect(order).toEqual(['uncut', 'victim', 'victim']);
  clock.milliseconds = 28;
  void turns.run(alone('attacker'), 'batch', uncut);
  expect(order.slice(3)).toEqual(['uncut']);
  while (turns.waiting > 0) {
    clock.milliseconds += 100;
    // oxlint-disable-next-line no-await-in-loop -- until nothing is left to do
    await round();
  }
});

it('turns away what waits for its first turn when the process stops, and lets go on what has begun', async () => {
  const { turns, steps } = open();
  const begun = turns.run(alone('a'), 'batch', steps('a', 3));
  const waiting = turns.run(alone('b'), 'batch', steps('b', 1));
  turns.stopWaiting();
  await expect(waiting).rejects.toThrow(TurnedAway);
  await begun;
  expect(turns.waiting).toBe(0);
});
