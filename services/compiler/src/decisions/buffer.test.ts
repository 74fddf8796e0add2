import { ENTRY_BYTES, FairBuffer } from './buffer.js';

interface Item {
  readonly accountId: string;
  readonly octets: number;
  readonly number: number;
}

const SIZE = 488;
const ROOM = 12;

function open() {
  const dropped: Item[] = [];
  const buffer = new FairBuffer<Item>({ maxBytes: ROOM * (SIZE + ENTRY_BYTES), dropped: (item) => void dropped.push(item) });
  const add = (accountId: string, count: number, from = 0) => {
    for (let number = from; number < from + count; number += 1) buffer.add({ accountId, octets: SIZE, number });
  };
  return { buffer, dropped, add };
}

const named = (items: readonly Item[]) => items.map(({ accountId, number }) => `${accountId}${number}`);
const all = (buffer: FairBuffer<Item>) => buffer.take(1_000, Number.POSITIVE_INFINITY);

it('gives the entries of an account back in their order, and once', () => {
  const { buffer, add } = open();
  add('a', 5);
  expect(named(buffer.take(3, 1_000_000))).toEqual(['a0', 'a1', 'a2']);
  expect(named(all(buffer))).toEqual(['a3', 'a4']);
  expect([buffer.count, all(buffer)]).toEqual([0, []]);
});

it('serves accounts in turn, whatever each has waiting', () => {
  const { buffer, add } = open();
  add('a', 8);
  add('b', 2);
  add('c', 1);
  expect(named(buffer.take(6, 1_000_000))).toEqual(['a0', 'a1', 'b0', 'b1', 'c0', 'a2']);
});

it('begins with the account that has waited for longest', () => {
  const { buffer, add } = open();
  add('a', 3);
  add('b', 3);
  expect(named(buffer.take(1, 1_000_000))).toEqual(['a0']);
  expect(named(buffer.take(1, 1_000_000))).toEqual(['b0']);
  expect(named(buffer.take(1, 1_000_000))).toEqual(['a1']);
});

it('takes no more bytes than asked, and at least one entry', () => {
  const { buffer, add } = open();
  add('a', 5);
  expect(named(buffer.take(10, 2 * SIZE))).toEqual(['a0', 'a1']);
  expect(named(buffer.take(10, 1))).toEqual(['a2']);
});

it('drops the new entry of an account that fills it alone', () => {
  const { buffer, dropped, add } = open();
  add('a', ROOM + 2);
  expect([buffer.count, named(dropped)]).toEqual([ROOM, [`a${ROOM}`, `a${ROOM + 1}`]]);
});

it('takes the part of a quiet account from the newest entries of a loud one', () => {
  const { buffer, dropped, add } = open();
  add('a', ROOM);
  add('b', ROOM);
  expect(
    named(dropped)
      .filter((name) => name.startsWith('a'))
      .toSorted(),
  ).toEqual(['a10', 'a11', 'a6', 'a7', 'a8', 'a9']);
  expect(named(dropped).filter((name) => name.startsWith('b'))).toHaveLength(ROOM / 2);
  const left = named(all(buffer)).toSorted();
  expect(left).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'b0', 'b1', 'b2', 'b3', 'b4', 'b5']);
});

it('an account within its part loses no entry, whatever eleven others send', () => {
  const { buffer, dropped, add } = open();
  for (let other = 0; other < 11; other += 1) add(`loud ${other} `, 50);
  add('quiet ', 1);
  for (let other = 0; other < 11; other += 1) add(`loud ${other} `, 50, 50);
  expect(named(dropped).filter((name) => name.startsWith('quiet'))).toEqual([]);
  expect(named(all(buffer))).toContain('quiet 0');
});

it('never holds more than its bound', () => {
  const { buffer, dropped, add } = open();
  let added = 0;
  for (let round = 0; round < 500; round += 1) {
    const count = (round * 7) % 5;
    add(`${(round * round) % 13}`, count, added);
    added += count;
    expect(buffer.count).toBeLessThanOrEqual(ROOM);
  }
  expect(buffer.count + dropped.length).toBe(added);
  expect(all(buffer)).toHaveLength(added - dropped.length);
});
