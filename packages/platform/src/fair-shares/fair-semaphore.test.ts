import type { Clock } from '../environment/clock.js';
import { type FairLineOptions, FairSemaphore, type Permit } from './fair-semaphore.js';
import { OWN_SHARE, type Share } from './share.js';

/** A clock that stands until it is moved. */
class Hand implements Clock {
  milliseconds = 0;
  now = (): Date => new Date(this.milliseconds);
  monotonic = (): number => this.milliseconds;
}

const alone = (name: string, weight = 1): Share => ({ group: name, account: name, weight });
const within = (group: string, account: string): Share => ({ group, account, weight: 1 });

const settle = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A line whose every place takes `cost` milliseconds of the hand's clock, and the accounts in the order they began. */
function simulation(options: Partial<FairLineOptions> = {}) {
  const clock = new Hand();
  const line = new FairSemaphore({ places: 1, length: 1_000, lengthOfAccount: 500, lengthOfGroup: 500, clock, ...options });
  const began: string[] = [];
  const busy: string[] = [];
  /** The shares that were told before that there is no room. */
  const told: string[] = [];
  const running: { readonly cost: number; readonly release: () => void }[] = [];
  const enter = (share: Share, cost = 10, estimate = cost): void => {
    if (!line.hasRoom(share)) told.push(share.account);
    void line.enter({ share, estimate }).then((place) => {
      if (place.kind === 'busy') busy.push(share.account);
      if (place.kind !== 'place') return;
      began.push(share.account);
      running.push({ cost, release: () => place.release() });
    });
  };
  const work = async (turns: number): Promise<void> => {
    for (let turn = 0; turn < turns; turn += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await settle();
      const next = running.shift();
      if (next === undefined) return;
      clock.milliseconds += next.cost;
      next.release();
    }
    await settle();
  };
  return { line, clock, began, busy, told, enter, work };
}

const count = (began: readonly string[], name: string): number => began.filter((each) => each === name).length;

it('lets one who comes late go next, however many of another wait', async () => {
  const { began, enter, work } = simulation();
  for (let index = 0; index < 50; index += 1) enter(alone('attacker'));
  await work(3);
  enter(alone('victim'));
  await work(2);
  expect(began.slice(0, 6)).toEqual(['attacker', 'attacker', 'attacker', 'attacker', 'victim', 'attacker']);
});

it('turns away all that wait when it is closed, and whoever would have to; who finds a place runs', async () => {
  const { line, began, busy, told, enter, work } = simulation();
  for (const name of ['runs', 'waits', 'waits too']) enter(alone(name));
  await settle();
  line.close();
  await settle();
  enter(alone('late'));
  await settle();
  expect([began, busy, line.waiting]).toEqual([['runs'], ['waits', 'waits too', 'late'], 0]);
  await work(1);
  enter(alone('in time'));
  await settle();
  expect(began).toEqual(['runs', 'in time']);
  expect(told).toEqual(['late']);
});

it('is full of an account of which as many wait as may, and of no other of its group', async () => {
  const { line, enter, work } = simulation({ lengthOfAccount: 8 });
  for (let index = 0; index < 9; index += 1) {
    expect(line.isFullOf(within('nat', 'one'))).toBe(false);
    enter(within('nat', 'one'));
  }
  await settle();
  expect([line.isFullOf(within('nat', 'one')), line.isFullOf(within('nat', 'two'))]).toEqual([true, false]);
  await work(1);
  expect(line.isFullOf(within('nat', 'one'))).toBe(false);
});

it('gives groups equal time, not equally many turns', async () => {
  const { began, enter, work } = simulation();
  for (let index = 0; index < 100; index += 1) enter(alone('dear'), 90);
  for (let index = 0; index < 100; index += 1) enter(alone('cheap'), 10);
  await work(100);
  const ratio = count(began, 'cheap') / count(began, 'dear');
  expect(ratio).toBeGreaterThan(8);
  expect(ratio).toBeLessThan(10);
});

it('counts what was taken, not what was estimated', async () => {
  const { began, enter, work } = simulation();
  for (let index = 0; index < 100; index += 1) enter(alone('liar'), 90, 1);
  for (let index = 0; index < 100; index += 1) enter(alone('honest'), 10, 10);
  await work(100);
  expect(count(began, 'honest')).toBeGreaterThan(8 * count(began, 'liar'));
});

it('gives a group by its weight', async () => {
  const { began, enter, work } = simulation();
  for (let index = 0; index < 200; index += 1) enter(alone('free'));
  for (let index = 0; index < 200; index += 1) enter(alone('pro', 4));
  await work(100);
  expect(count(began, 'pro') / count(began, 'free')).toBeGreaterThan(3.5);
});

it('gives the accounts of one group together what one account of its own gets', async () => {
  const { began, enter, work } = simulation();
  for (let account = 0; account < 20; account += 1) for (let index = 0; index < 10; index += 1) enter(within('nat', `sybil ${account}`));
  for (let index = 0; index < 100; index += 1) enter(alone('victim'));
  await work(100);
  expect(Math.abs(count(began, 'victim') - 50)).toBeLessThan(3);
  const sybils = new Set(began.filter((name) => name !== 'victim'));
  expect(sybils.size).toBe(20);
});

it('leaves a place to others: no group has all of them', async () => {
  const { line, began, enter } = simulation({ places: 3 });
  for (let index = 0; index < 9; index += 1) enter(alone('attacker'));
  await settle();
  expect({ running: line.running, waiting: line.waiting }).toEqual({ running: 2, waiting: 7 });
  enter(alone('victim'));
  await settle();
  expect(began).toEqual(['attacker', 'attacker', 'victim']);
});

it('one place is for all', async () => {
  const { line, began, enter, work } = simulation({ places: 1 });
  for (let index = 0; index < 3; index += 1) enter(alone('only'));
  await work(3);
  expect(began).toHaveLength(3);
  expect({ running: line.running, waiting: line.waiting }).toEqual({ running: 0, waiting: 0 });
});

it('is busy for an account, and for a group, that has as many waiting as it may', async () => {
  const { busy, told, enter } = simulation({ lengthOfAccount: 2, lengthOfGroup: 3 });
  for (const account of ['a', 'a', 'a', 'a', 'b', 'b']) enter(within('nat', account));
  enter(alone('victim'));
  await settle();
  expect(busy).toEqual(['a', 'b']);
  expect(told).toEqual(busy);
});

it('turns away the newest of the group that has most in a full line, never one that has less', async () => {
  const { line, began, busy, told, enter, work } = simulation({ length: 4 });
  for (let index = 0; index < 7; index += 1) enter(alone('attacker'));
  await settle();
  expect(busy).toEqual(['attacker', 'attacker']);
  enter(alone('victim'));
  enter(alone('other'));
  await settle();
  expect(busy).toEqual(['attacker', 'attacker', 'attacker', 'attacker']);
  expect(line.waiting).toBe(4);
  expect(told).toEqual(['attacker', 'attacker']);
  enter(alone('third'));
  await settle();
  await work(20);
  expect(new Set(began)).toEqual(new Set(['attacker', 'victim', 'other', 'third']));
  expect(busy).not.toContain('victim');
});

it('nobody saves up turns while away', async () => {
  const { began, enter, work } = simulation();
  for (let index = 0; index < 200; index += 1) enter(alone('steady'));
  await work(50);
  for (let index = 0; index < 50; index += 1) enter(alone('late'));
  began.length = 0;
  await work(40);
  expect(Math.abs(count(began, 'late') - 20)).toBeLessThan(3);
});

it('who leaves between two of its turns does not get more', async () => {
  const { began, enter, work } = simulation();
  for (let index = 0; index < 100; index += 1) enter(alone('steady'));
  for (let turn = 0; turn < 40; turn += 1) {
    enter(alone('jumpy'), 50);
    // oxlint-disable-next-line no-await-in-loop -- it comes again when its turn is over
    await work(2);
  }
  expect(count(began, 'jumpy')).toBeLessThan(20);
});

it('ends the wait of one whose deadline has passed, and of one who goes', async () => {
  const { line, enter, work } = simulation({ deadlineMilliseconds: 20 });
  enter(alone('runs'));
  await settle();
  const late = line.enter({ share: alone('late'), estimate: 1 });
  const caller = new AbortController();
  const gone = line.enter({ share: alone('gone'), estimate: 1, signal: caller.signal });
  caller.abort();
  expect(await gone).toEqual({ kind: 'gone' });
  expect(await late).toEqual({ kind: 'busy' });
  expect(line.waiting).toBe(0);
  expect(await line.enter({ share: alone('gone'), estimate: 1, signal: caller.signal })).toEqual({ kind: 'gone' });
  await work(1);
  expect(line.running).toBe(0);
});

it('a place is released once', async () => {
  const { line } = simulation();
  const place: Permit = await line.enter({ share: OWN_SHARE, estimate: 1 });
  if (place.kind !== 'place') throw new Error(place.kind);
  place.release();
  expect(() => place.release()).toThrow('released twice');
});
