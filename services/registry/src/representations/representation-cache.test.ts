import { problem } from '@kirchhoff/platform';
import { type Representation, RepresentationCache } from './representations.js';

const representation = (tag: string, length: number): Representation => ({
  kind: 'representation',
  tag,
  bytes: new Uint8Array(length),
  fileName: tag,
});

it('renders once, and keeps it', async () => {
  const cache = new RepresentationCache();
  let rendered = 0;
  const render = async () => {
    rendered += 1;
    return representation('a', 10);
  };
  const all = await Promise.all([cache.get('a', render), cache.get('a', render)]);
  await cache.get('a', render);
  expect(rendered).toBe(1);
  expect(all[0]).toBe(all[1]);
});

it('lets go of what was not asked for the longest, by bytes', async () => {
  const cache = new RepresentationCache({ maxBytes: 25, maxEntryBytes: 20 });
  for (const tag of ['a', 'b']) await cache.get(tag, async () => representation(tag, 10));
  cache.find('a');
  await cache.get('c', async () => representation('c', 10));
  expect(['a', 'b', 'c'].map((tag) => cache.find(tag) !== undefined)).toEqual([true, false, true]);
});

it('keeps neither what is too long nor a problem, nor what threw', async () => {
  const cache = new RepresentationCache({ maxBytes: 25, maxEntryBytes: 20 });
  await cache.get('long', async () => representation('long', 21));
  expect(await cache.get('busy', async () => problem('busy', 'All are busy.'))).toMatchObject({ code: 'busy' });
  await expect(cache.get('bug', async () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
  expect(['long', 'busy', 'bug'].map((tag) => cache.find(tag))).toEqual([undefined, undefined, undefined]);
  expect(await cache.get('bug', async () => representation('bug', 1))).toMatchObject({ kind: 'representation' });
});
