import * as fc from 'fast-check';
import { BYTES_LENGTH, LIST_LENGTH } from '../../limits.js';
import { type Int, normalize } from '../../types/integer.js';
import { NONE, OptionValue, RecordValue, type Value } from '../../values/value.js';
import { familyOf, referenceOf } from '../testing/rows.js';

const row = (name: string) => referenceOf(familyOf('memory'), name);
const some = (value: Value) => new OptionValue(value);

/** Bytes, used as the elements of lists and of bytes, so that one model covers both. */
const elements = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 6 });
const index = fc.integer({ min: -2, max: 8 });

/** Returns the result of a monomer on a list, after checking that it gives the same on bytes. */
function overBoth(name: string, xs: readonly number[], ...others: Value[]): unknown {
  const ofList = row(name)(xs, ...others);
  const ofBytes = row(name)(Uint8Array.from(xs), ...others);
  expect(ofBytes instanceof Uint8Array ? [...ofBytes] : ofBytes).toEqual(ofList);
  return ofList;
}

describe('over lists and bytes alike', () => {
  it('one element is read, replaced and appended', () => {
    fc.assert(
      fc.property(elements, index, fc.integer({ min: 0, max: 255 }), (xs, i, v) => {
        const isWithin = 0 <= i && i < xs.length;
        expect(overBoth('LENGTH', xs)).toBe(xs.length);
        expect(overBoth('GET', xs, i)).toBe(isWithin ? xs[i] : undefined);
        expect(overBoth('GET_OR', xs, i, v)).toBe(isWithin ? xs[i] : v);
        expect(overBoth('SET', xs, i, v)).toEqual(isWithin ? [...xs.slice(0, i), v, ...xs.slice(i + 1)] : undefined);
        expect(overBoth('APPEND', xs, v)).toEqual([...xs, v]);
      }),
    );
  });

  it('parts are taken', () => {
    fc.assert(
      fc.property(elements, index, index, (xs, i, j) => {
        expect(overBoth('SLICE', xs, i, j)).toEqual(
          0 <= i && i <= j && j <= xs.length ? xs.filter((_, at) => i <= at && at < j) : undefined,
        );
        expect(overBoth('TAKE', xs, i)).toEqual(i < 0 ? undefined : xs.filter((_, at) => at < i));
        expect(overBoth('DROP', xs, i)).toEqual(i < 0 ? undefined : xs.filter((_, at) => at >= i));
      }),
    );
  });

  it('FIND returns the first position of a value', () => {
    fc.assert(
      fc.property(elements, fc.integer({ min: -1, max: 4 }), (xs, v) => {
        const places = xs.flatMap((x, i) => (x === v ? [i] : []));
        expect(overBoth('FIND', xs, v)).toEqual(places[0] === undefined ? NONE : some(places[0]));
        expect(overBoth('CONTAINS', xs, v)).toBe(places.length > 0);
      }),
    );
  });

  it('REVERSE is its own inverse, and exchanges the operands of JOIN', () => {
    fc.assert(
      fc.property(elements, elements, (xs, ys) => {
        expect(row('REVERSE')(row('REVERSE')(xs) ?? [])).toEqual(xs);
        const joined = row('JOIN')(xs, ys);
        expect(joined).toEqual([...xs, ...ys]);
        expect(row('JOIN')(Uint8Array.from(xs), Uint8Array.from(ys))).toEqual(Uint8Array.from([...xs, ...ys]));
        expect(overBoth('REVERSE', [...xs, ...ys])).toEqual(row('JOIN')(row('REVERSE')(ys) ?? [], row('REVERSE')(xs) ?? []));
      }),
    );
  });
});

it('arguments are not modified', () => {
  const xs = [3, 1, 2];
  const bytes = Uint8Array.of(3, 1, 2);
  for (const name of ['REVERSE', 'SORT']) row(name)(xs);
  row('REVERSE')(bytes);
  row('SET')(xs, 0, 9);
  row('SET')(bytes, 0, 9);
  expect([xs, bytes]).toEqual([[3, 1, 2], Uint8Array.of(3, 1, 2)]);
});

const record = (x: Value) => new RecordValue(new Map([['x', x]]));

it('FIND compares by structure', () => {
  const values = [NONE, some(1), record([Uint8Array.of(1)]), record([Uint8Array.of(2)]), record([])];
  for (const [i, value] of [NONE, some(1), record([Uint8Array.of(1)]), record([Uint8Array.of(2)]), record([])].entries()) {
    expect(row('FIND')(values, value)).toEqual(some(i));
  }
  expect(row('CONTAINS')(values, some(2))).toBe(false);
});

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(normalize);

/** UTF-32 in hexadecimal digits, which have the same order as code points. */
function utf32Of(text: string): string {
  return Array.from(text, (character) => (character.codePointAt(0) ?? 0).toString(16).padStart(6, '0')).join('');
}

it('SORT orders integers and texts and keeps the number of each', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(int64, fc.constantFrom<Int>(-1, 0, 1))), (xs) => {
      const inOrder = xs.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(row('SORT')(xs)).toEqual(inOrder);
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', 'B', '\u{1f600}', '\uff21', '\u0000'), maxLength: 3 })), (texts) => {
      const inOrder = texts.toSorted((a, b) => (utf32Of(a) < utf32Of(b) ? -1 : 1));
      expect(row('SORT')(texts)).toEqual(inOrder);
    }),
  );
});

it('SUM is exact, and only the final sum has to fit', () => {
  fc.assert(
    fc.property(fc.array(int64), (xs) => {
      const total = xs.map(BigInt).reduce((a, b) => a + b, 0n);
      const fits = -(2n ** 63n) <= total && total < 2n ** 63n;
      expect(row('SUM')(xs)).toBe(fits ? normalize(total) : undefined);
    }),
  );
});

describe('a violated precondition gives no result', () => {
  const full: Value[] = Array.from({ length: LIST_LENGTH }, () => 0);
  const fullBytes = new Uint8Array(BYTES_LENGTH);

  it.each<[string, string, Value[]]>([
    ['GET', 'from nothing', [[], 0]],
    ['GET', 'at an index of 64 bits', [[1], 2n ** 63n - 1n]],
    ['SET', 'to 256 in bytes', [Uint8Array.of(1), 0, 256]],
    ['SET', 'to -1 in bytes', [Uint8Array.of(1), 0, -1]],
    ['APPEND', '256 to bytes', [Uint8Array.of(1), 256]],
    ['APPEND', 'an integer of 64 bits to bytes', [Uint8Array.of(1), 2n ** 63n - 1n]],
    ['APPEND', 'to a full list', [full, 0]],
    ['APPEND', 'to full bytes', [fullBytes, 0]],
    ['JOIN', 'beyond the list limit', [full, [0]]],
    ['JOIN', 'beyond the bytes limit', [Uint8Array.of(0), fullBytes]],
    ['TAKE', 'the least integer', [[1], -(2n ** 63n)]],
    ['DROP', '-1', [[1], -1]],
    ['FILL', '-1 times', [-1, 0]],
    ['FILL', 'once more than the list limit', [LIST_LENGTH + 1, 0]],
    ['SUM', 'beyond 64 bits', [[2n ** 63n - 1n, 1]]],
  ])('%s %s', (name, _, args) => {
    expect(row(name)(...args)).toBeUndefined();
  });

  it('and one that just holds gives a result', () => {
    expect(row('FILL')(LIST_LENGTH, 0)).toHaveLength(LIST_LENGTH);
    expect(row('JOIN')(full, [])).toHaveLength(LIST_LENGTH);
    expect(row('APPEND')(full.slice(1), 0)).toHaveLength(LIST_LENGTH);
    expect(row('APPEND')(fullBytes.slice(1), 7)).toHaveLength(BYTES_LENGTH);
    expect(row('JOIN')(fullBytes, new Uint8Array(0))).toHaveLength(BYTES_LENGTH);
  });
});
