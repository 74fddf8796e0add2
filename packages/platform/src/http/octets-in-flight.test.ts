import type { Share } from '../fair-shares/share.js';
import { LARGE_BODY, MAX_LARGE_BODIES, OctetsInFlight } from './octets-in-flight.js';

const share = (account: string, group = account): Share => ({ account, group, weight: 1 });

it('lets an account hold so many and no more, until they are released', () => {
  const octets = new OctetsInFlight({ ofAccount: 10, inAll: 100 });
  const [one, other] = [octets.open(share('a')), octets.open(share('a'))];
  expect([one.take(6), other.take(4), other.take(1), one.take(1)]).toEqual([undefined, undefined, 'account', 'account']);
  expect(octets.open(share('b')).take(10)).toBeUndefined();
  one.release();
  expect(other.take(6)).toBeUndefined();
  expect(octets.inAll).toBe(20);
});

it('lets the accounts of a group together hold twice as many as one', () => {
  const octets = new OctetsInFlight({ ofAccount: 10, inAll: 100 });
  const taken = ['a', 'b', 'c'].map((account) => octets.open(share(account, 'address 192.0.2.1')).take(8));
  expect(taken).toEqual([undefined, undefined, 'account']);
});

it('lets all together hold so many', () => {
  const octets = new OctetsInFlight({ ofAccount: 10, inAll: 15 });
  expect([octets.open(share('a')).take(10), octets.open(share('b')).take(6)]).toEqual([undefined, 'process']);
});

it('counts answers against the next request of whoever holds them, and of nobody else, and gives everything back', () => {
  const octets = new OctetsInFlight({ ofAccount: 20, inAll: 15 });
  const [held, other] = [octets.open(share('a')), octets.open(share('c'))];
  held.answer(40);
  other.answer(1);
  expect(octets.open(share('a')).take(1)).toBe('account');
  expect(octets.open(share('c')).take(1)).toBe('process');
  const body = octets.open(share('b'));
  expect([body.take(15), body.take(1)]).toEqual([undefined, 'process']);
  for (const each of [held, other, body]) each.release();
  held.release();
  held.answer(1);
  expect(octets.inAll).toBe(0);
  expect(octets.open(share('a')).take(10)).toBeUndefined();
});

const ample = () => new OctetsInFlight({ ofAccount: 1_000_000, inAll: 10_000_000 });
const bodies = (octets: OctetsInFlight, count: number, account: string, group?: string) =>
  Array.from({ length: count }, () => octets.open(share(account, group)).body(LARGE_BODY + 1));

describe('bodies', () => {
  it('count with all that they announce before an octet is read', () => {
    const octets = new OctetsInFlight({ ofAccount: 10, inAll: 100 });
    const [one, other] = [octets.open(share('a')), octets.open(share('a'))];
    expect([one.body(6), other.body(5), other.body(4)]).toEqual([undefined, 'account', undefined]);
    one.release();
    other.release();
    expect(octets.inAll).toBe(0);
  });

  it('that are large are so many of an account at once; small ones are not counted', () => {
    const octets = ample();
    const first = octets.open(share('a'));
    expect(first.body(LARGE_BODY + 1)).toBeUndefined();
    expect(bodies(octets, MAX_LARGE_BODIES, 'a')).toEqual([...Array.from({ length: MAX_LARGE_BODIES - 1 }, () => undefined), 'bodies']);
    expect(octets.open(share('a')).body(LARGE_BODY)).toBeUndefined();
    expect(octets.open(share('b')).body(LARGE_BODY + 1)).toBeUndefined();
    first.release();
    first.release();
    expect(bodies(octets, 2, 'a')).toEqual([undefined, 'bodies']);
  });

  it('of unknown length are large ones', () => {
    const octets = ample();
    bodies(octets, MAX_LARGE_BODIES, 'a');
    expect(octets.open(share('a')).body(undefined)).toBe('bodies');
  });

  it('that are large are twice as many of a group', () => {
    const octets = ample();
    const of = ['a', 'b', 'c'].map((account) => bodies(octets, MAX_LARGE_BODIES, account, 'address 192.0.2.1'));
    expect(of.map((refused) => refused.filter((each) => each === 'bodies').length)).toEqual([0, 0, MAX_LARGE_BODIES]);
  });
});
