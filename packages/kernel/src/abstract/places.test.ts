import { type Abstract, integers, isWithin, itemsOf, MAX_PLACES, meet, record, sequence } from './abstract.js';

const DIGIT = integers(0, 9);

/** Lists of two of the lists before, or of two records around them. */
function nested(depth: number, around: (view: Abstract) => Abstract): Abstract {
  return Array.from({ length: depth }).reduce<Abstract>((view) => itemsOf('list', [around(view), around(view)]), DIGIT);
}

function placesOf(view: Abstract): number {
  switch (view.kind) {
    case 'list':
      return view.items === null ? placesOf(view.element) : view.items.reduce((sum, item) => sum + 1 + placesOf(item), 0);
    case 'record':
      return view.fields.reduce((sum, field) => sum + placesOf(field.view), 0);
    default:
      return 0;
  }
}

const AROUND: readonly (readonly [name: string, around: (view: Abstract) => Abstract])[] = [
  ['lists', (view) => view],
  ['lists of records', (view) => record([{ name: 'a', view }])],
];

describe.each(AROUND)('%s that double at every step', (_, around) => {
  it('are known by place while these are few', () => {
    expect(placesOf(nested(6, around))).toBe(2 + 4 + 8 + 16 + 32 + 64);
  });

  it('have no more places than the most, however deep they are', () => {
    for (const depth of [7, 8, 9, 20, 60]) expect(placesOf(nested(depth, around))).toBeLessThanOrEqual(MAX_PLACES);
  });
});

it('a meet is no wider than either, also where it has more places than each of them', () => {
  const digits = itemsOf(
    'list',
    Array.from({ length: 4 }, () => DIGIT),
  );
  const placed = itemsOf(
    'list',
    Array.from({ length: 60 }, () => digits),
  );
  const plain = sequence('list', 60, 60, sequence('list', 4, 4, DIGIT));
  const [left, right] = [itemsOf('list', [placed, plain]), itemsOf('list', [plain, placed])];
  const both = meet(left, right);
  expect(placesOf(both)).toBe(2 * (placesOf(placed) + 1));
  expect(isWithin(both, left) && isWithin(both, right)).toBe(true);
});
