import type { Share } from '../fair-shares/share.js';
import { BytesInFlight, LARGE_BODY, MAX_LARGE_BODIES } from './bytes-in-flight.js';

const share = (account: string, group = account): Share => ({ account, group, weight: 1 });

it('lets an account hold so many and no more, until they are released', () => {
  const bytesInFlight = new BytesInFlight({ ofAccount: 10, inAll: 100 });
  const [one, other] = [bytesInFlight.open(share('a')), bytesInFlight.open(share('a'))];
  expect([one.take(6), other.take(4), other.take(1), one.take(1)]).toEqual([undefined, undefined, 'account', 'account']);
  expect(bytesInFlight.open(share('b')).take(10)).toBeUndefined();
  one.release();
  expect(other.take(6)).toBeUndefined();
  expect(bytesInFlight.inAll).toBe(20);
});

it('lets the accounts of a group together hold twice as many as one', () => {
  const bytesInFlight = new BytesInFlight({ ofAccount: 10, inAll: 100 });
  const taken = ['a', 'b', 'c'].map((account) => bytesInFlight.open(share(account, 'address 192.0.2.1')).take(8));
  expect(taken).toEqual([undefined, undefined, 'account']);
});

it('lets all together hold so many', () => {
  const bytesInFlight = new BytesInFlight({ ofAccount: 10, inAll: 15 });
  expect([bytesInFlight.open(share('a')).take(10), bytesInFlight.open(share('b')).take(6)]).toEqual([undefined, 'process']);
});

it('counts answers against the next request of whoever holds them, and of nobody else, and gives everything back', () => {
  const bytesInFlight = new BytesInFlight({ ofAccount: 20, inAll: 15 });
  const [held, other] = [bytesInFlight.open(share('a')), bytesInFlight.open(share('c'))];
  held.answer(40);
  other.answer(1);
  expect(bytesInFlight.open(share('a')).take(1)).toBe('account');
  expect(bytesInFlight.open(share('c')).take(1)).toBe('process');
  const body = bytesInFlight.open(share('b'));
  expect([body.take(15), body.take(1)]).toEqual([undefined, 'process']);
  for (const each of [held, other, body]) each.release();
  held.release();
  held.answer(1);
  expect(bytesInFlight.inAll).toBe(0);
  expect(bytesInFlight.open(share('a')).take(10)).toBeUndefined();
});

const ample = () => new BytesInFlight({ ofAccount: 1_000_000, inAll: 10_000_000 });
const bodies = (bytesInFlight: BytesInFlight, count: number, account: string, group?: string) =>
  Array.from({ length: count }, () => bytesInFlight.open(share(account, group)).body(LARGE_BODY + 1));

describe('bodies', () => {
  it('count with all that they announce before a byte is read', () => {
    const bytesInFlight = new BytesInFlight({ ofAccount: 10, inAll: 100 });
    const [one, other] = [bytesInFlight.open(share('a')), bytesInFlight.open(share('a'))];
    expect([one.body(6), other.body(5), other.body(4)]).toEqual([undefined, 'account', undefined]);
    one.release();
    other.release();
    expect(bytesInFlight.inAll).toBe(0);
  });

  it('that are large are so many of an account at once; small ones are not counted', () => {
    const bytesInFlight = ample();
    const first = bytesInFlight.open(share('a'));
    expect(first.body(LARGE_BODY + 1)).toBeUndefined();
    expect(bodies(bytesInFlight, MAX_LARGE_BODIES, 'a')).toEqual([
      ...Array.from({ length: MAX_LARGE_BODIES - 1 }, () => undefined),
      'bodies',
    ]);
    expect(bytesInFlight.open(share('a')).body(LARGE_BODY)).toBeUndefined();
    expect(bytesInFlight.open(share('b')).body(LARGE_BODY + 1)).toBeUndefined();
    first.release();
    first.release();
    expect(bodies(bytesInFlight, 2, 'a')).toEqual([undefined, 'bodies']);
  });

  it('of unknown length are large ones', () => {
    const bytesInFlight = ample();
    bodies(bytesInFlight, MAX_LARGE_BODIES, 'a');
    expect(bytesInFlight.open(share('a')).body(undefined)).toBe('bodies');
  });

  it('that are large are twice as many of a group', () => {
    const bytesInFlight = ample();
    const of = ['a', 'b', 'c'].map((account) => bodies(bytesInFlight, MAX_LARGE_BODIES, account, 'address 192.0.2.1'));
    expect(of.map((refused) => refused.filter((each) => each === 'bodies').length)).toEqual([0, 0, MAX_LARGE_BODIES]);
  });
});
