import { batchLoader } from './batch-loader.js';

/** Loads that wait until they are told to answer. */
function manual() {
  const asked: (readonly string[])[] = [];
  const answers: (() => void)[] = [];
  const find = batchLoader(async (keys) => {
    asked.push(keys);
    await new Promise<void>((resolve) => answers.push(resolve));
    return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, `${key}!`]));
  });
  return { asked, answers, find };
}

const turn = async () => new Promise((resolve) => setTimeout(resolve, 5));

it('what is asked in one turn is one statement, each key once', async () => {
  const { asked, answers, find } = manual();
  const all = Promise.all([find('a'), find('b'), find('a'), find('missing')]);
  await turn();
  expect(asked).toEqual([['a', 'b', 'missing']]);
  answers[0]?.();
  expect(await all).toEqual(['a!', 'b!', 'a!', undefined]);
});

it('while two are under way, what comes waits and goes together; the answer is never from before the question', async () => {
  const { asked, answers, find } = manual();
  const first = find('a');
  await turn();
  const second = find('b');
  await turn();
  const third = find('a');
  await turn();
  const fourth = find('c');
  await turn();
  expect(asked).toEqual([['a'], ['b']]);
  answers[0]?.();
  expect(await first).toBe('a!');
  await turn();
  expect(asked).toEqual([['a'], ['b'], ['a', 'c']]);
  answers[1]?.();
  answers[2]?.();
  expect(await Promise.all([second, third, fourth])).toEqual(['b!', 'a!', 'c!']);
});

it('what fails fails for those who asked, and for nobody after', async () => {
  let fails = true;
  const find = batchLoader(async (keys) => {
    if (fails) throw new Error('out');
    return new Map(keys.map((key) => [key, 1]));
  });
  await expect(Promise.all([find('a'), find('b')])).rejects.toThrow('out');
  fails = false;
  expect(await find('a')).toBe(1);
});

it('more than one statement takes are several statements', async () => {
  const sizes: number[] = [];
  const find = batchLoader(async (keys) => {
    sizes.push(keys.length);
    return new Map(keys.map((key) => [key, key]));
  });
  const found = await Promise.all(Array.from({ length: 600 }, async (_, number) => find(String(number))));
  expect(found).toEqual(Array.from({ length: 600 }, (_, number) => String(number)));
  expect(sizes).toEqual([256, 256, 88]);
});
