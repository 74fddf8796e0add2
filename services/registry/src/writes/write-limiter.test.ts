import type { Share } from '@kirchhoff/platform';
import { WriteLimiter } from './write-limiter.js';

const share = (group: string, account = group): Share => ({ group, account, weight: 1 });
const settle = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Creates a limiter over this many connections, and writes that last until they are ended. */
function open(connections: number) {
  const line = new WriteLimiter(connections);
  const going: { readonly name: string; readonly end: () => void }[] = [];
  const write = async (name: string, of: Share = share(name)) =>
    line.write(of, async () => {
      await new Promise<void>((resolve) => going.push({ name, end: resolve }));
      return name;
    });
  return { line, going, write, names: () => going.map(({ name }) => name) };
}

it('of ten connections one group writes on four, whatever its accounts are, and another writes at once', async () => {
  const { line, going, names, write } = open(10);
  for (let account = 0; account < 40; account += 1) void write('attacker', share('attacker', `account ${account % 4}`));
  await settle();
  expect(names()).toEqual(Array.from({ length: 4 }, () => 'attacker'));
  void write('victim');
  await settle();
  expect(names().at(-1)).toBe('victim');
  line.stopWaiting();
  for (const { end } of going) end();
});

it('gives back what was written, and the place also where writing throws', async () => {
  const { line, going, write } = open(2);
  await expect(line.write(share('a'), async () => Promise.reject(new Error('out')))).rejects.toThrow('out');
  const written = write('b');
  await settle();
  going[0]?.end();
  expect(await written).toBe('b');
});

it('turns away who waits when the process stops; who writes goes on', async () => {
  const { line, going, write } = open(2);
  const [writing, waiting] = [write('a'), write('b')];
  await settle();
  line.stopWaiting();
  expect(await waiting).toMatchObject({ kind: 'problem', code: 'busy' });
  going[0]?.end();
  expect(await writing).toBe('a');
});
