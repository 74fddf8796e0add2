import {
  type AbstractValue,
  integers,
  isWithin,
  itemsOf,
  join,
  MAX_ITEMS,
  MAX_PLACES,
  meet,
  option,
  record,
  sequence,
} from './abstract.js';

const DIGIT = integers(0, 9);

/** Wraps `depth` times: a list of two of the lists before, or of two records around them. */
function nested(depth: number, around: (view: AbstractValue) => AbstractValue): AbstractValue {
  return Array.from({ length: depth }).reduce<AbstractValue>((view) => itemsOf('list', [around(view), around(view)]), DIGIT);
}

function placesOf(view: AbstractValue): number {
  switch (view.kind) {
    case 'list':
      return view.items === null ? placesOf(view.element) : view.items.reduce((sum, item) => sum + 1 + placesOf(item), 0);
    case 'record':
      return view.fields.reduce((sum, field) => sum + placesOf(field.view), 0);
    case 'option':
      return placesOf(view.some);
    default:
      return 0;
  }
}

const AROUND: readonly (readonly [name: string, around: (view: AbstractValue) => AbstractValue])[] = [
  ['lists', (view) => view],
  ['lists of records', (view) => record([{ name: 'a', view }])],
  ['lists of options', (view) => option(true, view)],
];

function manyOf(count: number, view: AbstractValue): AbstractValue {
  return itemsOf(
    'list',
    Array.from({ length: count }, () => view),
  );
}

describe.each(AROUND)('%s that double at every step', (_, around) => {
  it('are known by position up to the limit', () => {
    expect(placesOf(nested(6, around))).toBe(2 + 4 + 8 + 16 + 32 + 64);
  });

  it('never exceed the limit of places, at any depth', () => {
    for (const depth of [7, 8, 9, 20, 60]) expect(placesOf(nested(depth, around))).toBeLessThanOrEqual(MAX_PLACES);
  });
});

it('a list with few elements is known by position', () => {
  expect(placesOf(manyOf(MAX_ITEMS, DIGIT))).toBe(MAX_ITEMS);
  expect(placesOf(manyOf(MAX_ITEMS + 1, DIGIT))).toBe(0);
});

it.each([
  ['integers', DIGIT],
  ['lists of some length', sequence('list', 0, 3, DIGIT)],
  ['records', record([{ name: 'a', view: DIGIT }])],
  ['options', option(true, DIGIT)],
])('lists of lists of %s have as many places as they have elements', (_, element) => {
  const lists = Array.from({ length: 8 }, () => manyOf(MAX_PLACES / 8 - 1, element));
  expect(placesOf(itemsOf('list', lists))).toBe(MAX_PLACES);
  const more = itemsOf('list', lists.with(0, manyOf(MAX_PLACES / 8, element)));
  expect(more).toMatchObject({ lo: 8, hi: 8, items: null });
});

it('lists of one length are joined position by position', () => {
  const both = join(itemsOf('list', [integers(0, 1), DIGIT]), itemsOf('list', [integers(1, 2), integers(3, 3)]));
  expect(both).toEqual(itemsOf('list', [integers(0, 2), DIGIT]));
});

it('a meet of few ranges is no wider than either, even if it has more places than each', () => {
  const placed = manyOf(60, manyOf(4, DIGIT));
  const plain = sequence('list', 60, 60, sequence('list', 4, 4, DIGIT));
  const [left, right] = [itemsOf('list', [placed, plain]), itemsOf('list', [plain, placed])];
  const both = meet(left, right);
  expect(placesOf(both)).toBe(2 * (placesOf(placed) + 1));
  expect(isWithin(both, left) && isWithin(both, right)).toBe(true);
});
