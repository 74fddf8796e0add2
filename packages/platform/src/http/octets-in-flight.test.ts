import type { Share } from '../fair-shares/share.js';
import { OctetsInFlight } from './octets-in-flight.js';

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

it('counts what is added beyond a limit against the next request, and gives everything back', () => {
  const octets = new OctetsInFlight({ ofAccount: 10, inAll: 15 });
  const held = octets.open(share('a'));
  held.add(40);
  expect(octets.open(share('a')).take(1)).toBe('account');
  expect(octets.open(share('b')).take(1)).toBe('process');
  held.release();
  held.release();
  held.add(1);
  expect(octets.inAll).toBe(0);
  expect(octets.open(share('a')).take(10)).toBeUndefined();
});
