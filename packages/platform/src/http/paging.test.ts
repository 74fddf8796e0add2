import { linkField } from './paging.js';

const at = (page: number, pages: number) =>
  linkField('/v1/things', { page, limit: 20, pages, parameters: { as_of: '2026-01-01T00:00:00.000Z' } });
const relations = (field: string) =>
  [...field.matchAll(/[?&]page=(\d+)&limit=20>; rel="(\w+)"/g)].map(([, page, name]) => `${name} ${page}`);

it.each([
  [1, 3, ['first 1', 'next 2', 'last 3']],
  [2, 3, ['first 1', 'prev 1', 'next 3', 'last 3']],
  [3, 3, ['first 1', 'prev 2', 'last 3']],
  [1, 0, ['first 1', 'last 1']],
  [9, 3, ['first 1', 'prev 3', 'last 3']],
])('page %d of %d leads to %j', (page, pages, expected) => {
  expect(relations(at(page, pages))).toEqual(expected);
});

it('repeats what the list was asked for, encoded', () => {
  expect(at(1, 1)).toContain('</v1/things?as_of=2026-01-01T00%3A00%3A00.000Z&page=1&limit=20>; rel="first"');
});
