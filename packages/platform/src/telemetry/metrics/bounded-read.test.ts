import { EventEmitter, once } from 'node:events';
import { boundedRead } from './bounded-read.js';

it('resolves to the value', async () => {
  expect(await boundedRead(async () => Promise.resolve(7), 60_000)()).toBe(7);
});

it('resolves to undefined for a reading that fails, passes its exception on, and reads again', async () => {
  const failures: unknown[] = [];
  let calls = 0;
  const read = boundedRead(
    async () => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('out')) : Promise.resolve(calls);
    },
    60_000,
    (error) => failures.push(error),
  );
  expect([await read(), await read(), failures]).toEqual([undefined, 2, [new Error('out')]]);
});

it('waits for a late reading no longer than the bound, and adds no other one meanwhile', async () => {
  let calls = 0;
  const source = new EventEmitter();
  const late = once(source, 'value');
  const read = boundedRead(async () => {
    calls += 1;
    return late;
  }, 10);
  expect(await Promise.all([read(), read()])).toEqual([undefined, undefined]);
  expect([await read(), calls]).toEqual([undefined, 1]);
  const last = read();
  source.emit('value', 5);
  expect([await last, calls]).toEqual([[5], 1]);
});
