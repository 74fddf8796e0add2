import { systemClock } from '../environment/clock.js';
import { Places } from './places.js';
import { OWN_SHARE, type Share } from './share.js';

const share = (group: string, account = group): Share => ({ group, account, weight: 1 });

/** So many places, and how to take one. */
function places(count: number) {
  const made = new Places(count, systemClock);
  const take = (of: Share) => {
    made.ledger.arrive(of);
    return made.begin(of, 1);
  };
  return { made, take };
}

it.each([
  [1, 1],
  [2, 1],
  [4, 3],
])('lets one group have, of %i places, %i', (count, most) => {
  const { made, take } = places(count);
  for (let taken = 0; taken < most; taken += 1) {
    expect(made.mayRun(share('a'))).toBe(true);
    take(share('a', `account ${taken}`));
  }
  expect(made.mayRun(share('a', 'another'))).toBe(false);
  expect(made.mayRun(share('b'))).toBe(count > 1);
  expect(made.mayRun(OWN_SHARE)).toBe(count > 1);
});

it('gives a place back once', () => {
  const { made, take } = places(1);
  const release = take(share('a'));
  expect(made.areFull).toBe(true);
  release();
  expect(made.areFull).toBe(false);
  expect(release).toThrow('twice');
});

it('chooses among those that may run', () => {
  const { made, take } = places(2);
  take(share('a'));
  expect(made.next([{ share: share('a') }, { share: share('b') }])?.share.group).toBe('b');
  expect(made.next([{ share: share('a') }])).toBeUndefined();
});
