import { SingleFlight } from './single-flight.js';

it('who asks while a run is under way shares the next one, which begins after it', async () => {
  const runs = new SingleFlight<number>();
  const begun: (() => void)[] = [];
  let count = 0;
  const start = async () => {
    count += 1;
    const mine = count;
    await new Promise<void>((resolve) => begun.push(resolve));
    return mine;
  };
  const first = runs.run('list', start);
  const [second, third] = [runs.run('list', start), runs.run('list', start)];
  const other = runs.run('another list', start);
  expect(begun).toHaveLength(2);
  begun[0]?.();
  expect(await first).toBe(1);
  await new Promise(setImmediate);
  expect(begun).toHaveLength(3);
  const fourth = runs.run('list', start);
  begun[1]?.();
  begun[2]?.();
  expect(await Promise.all([second, third, other])).toEqual([3, 3, 2]);
  await new Promise(setImmediate);
  begun[3]?.();
  expect(await fourth).toBe(4);
});

it('a run that fails does so for all who share it, and the next one is tried', async () => {
  const runs = new SingleFlight<string>();
  const failing = runs.run('a', async () => Promise.reject(new Error('out')));
  const after = runs.run('a', async () => Promise.resolve('back'));
  await expect(failing).rejects.toThrow('out');
  expect(await after).toBe('back');
});

it('nothing is kept once nobody asks', async () => {
  const runs = new SingleFlight<number>();
  let count = 0;
  const start = async () => {
    count += 1;
    return Promise.resolve(count);
  };
  expect(await runs.run('a', start)).toBe(1);
  expect(await runs.run('a', start)).toBe(2);
});
