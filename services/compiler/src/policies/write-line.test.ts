import type { Share } from '@kirchhoff/platform';
import { PolicyWriteLimiter } from './write-limiter.js';

const share = (group: string): Share => ({ group, account: group, weight: 1 });
const settle = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const { signal } = new AbortController();

it('lets a group write three policies at once, and leaves a place to others', async () => {
  const line = new PolicyWriteLimiter();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const write = async (group: string) =>
    line.run(
      share(group),
      signal,
      async () =>
        new Promise<string>((resolve) => {
          begun.push(group);
          ends.push(() => resolve(group));
        }),
    );
  const writes = [...Array.from({ length: 6 }, async () => write('attacker')), write('victim')];
  await settle();
  expect(begun).toEqual(['attacker', 'attacker', 'attacker', 'victim']);
  for (let ended = 0; ended < writes.length; ended += 1) {
    ends[ended]?.();
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await settle();
  }
  expect(await Promise.all(writes)).toEqual([...Array.from({ length: 6 }, () => 'attacker'), 'victim']);
});

it('gives the place back where a write throws', async () => {
  const line = new PolicyWriteLimiter();
  const failing = async () =>
    line.run(share('a'), signal, async () => {
      throw new Error('our bug');
    });
  for (let time = 0; time < 10; time += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect(failing()).rejects.toThrow('our bug');
  }
  expect(await line.run(share('a'), signal, async () => 'written')).toBe('written');
});

it('writes nothing for a caller that is gone', async () => {
  const caller = new AbortController();
  caller.abort();
  let writes = 0;
  const outcome = await new PolicyWriteLimiter().run(share('a'), caller.signal, async () => {
    writes += 1;
  });
  expect([outcome, writes]).toEqual([expect.objectContaining({ code: 'unavailable' }), 0]);
});

it('turns away who waits when the process stops, and lets who writes end', async () => {
  const line = new PolicyWriteLimiter();
  const ends: (() => void)[] = [];
  const write = async () => line.run(share('a'), signal, async () => new Promise<string>((resolve) => ends.push(() => resolve('written'))));
  const [first, , , last] = [write(), write(), write(), write()];
  await settle();
  line.stopWaiting();
  expect(await last).toMatchObject({ kind: 'problem', code: 'busy' });
  for (const end of ends) end();
  expect(await first).toBe('written');
});
