import { problem } from '@kirchhoff/platform';
import type { Rendition } from './rendition.js';
import { Shelf } from './shelf.js';

const rendition = (tag: string, length: number): Rendition => ({ kind: 'rendition', tag, octets: new Uint8Array(length), fileName: tag });

it('renders once, and keeps it', async () => {
  const shelf = new Shelf();
  let rendered = 0;
  const render = async () => {
    rendered += 1;
    return rendition('a', 10);
  };
  const all = await Promise.all([shelf.get('a', render), shelf.get('a', render)]);
  await shelf.get('a', render);
  expect(rendered).toBe(1);
  expect(all[0]).toBe(all[1]);
});

it('lets go of what was not asked for the longest, by octets', async () => {
  const shelf = new Shelf({ most: 25, mostOfOne: 20 });
  for (const tag of ['a', 'b']) await shelf.get(tag, async () => rendition(tag, 10));
  shelf.find('a');
  await shelf.get('c', async () => rendition('c', 10));
  expect(['a', 'b', 'c'].map((tag) => shelf.find(tag) !== undefined)).toEqual([true, false, true]);
});

it('keeps neither what is too long nor a problem, nor what threw', async () => {
  const shelf = new Shelf({ most: 25, mostOfOne: 20 });
  await shelf.get('long', async () => rendition('long', 21));
  expect(await shelf.get('busy', async () => problem('busy', 'All are busy.'))).toMatchObject({ code: 'busy' });
  await expect(shelf.get('bug', async () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
  expect(['long', 'busy', 'bug'].map((tag) => shelf.find(tag))).toEqual([undefined, undefined, undefined]);
  expect(await shelf.get('bug', async () => rendition('bug', 1))).toMatchObject({ kind: 'rendition' });
});
