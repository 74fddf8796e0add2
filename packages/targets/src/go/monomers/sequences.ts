import { BYTES_LENGTH, LIST_LENGTH } from '@kirchhoff/coherence';
import { typeInside, widthOf } from '../../plan/widths.js';
import { binary, call, element, type GoExpression, integer, name, putInto, readFrom, textOf, typed } from '../expression.js';
import { type Application, argument, boundsAt, type Emissions, isAtMost, isBetween, lengthAt, type Needs, typeAt } from './emission.js';

/** Lists and bytes are never modified. */

function isBytes(application: Application): boolean {
  return typeAt(application, 0).kind === 'bytes';
}

function maxLength(application: Application): number {
  return isBytes(application) ? BYTES_LENGTH : LIST_LENGTH;
}

function length64(application: Application, index: number): GoExpression {
  return call('int64', lengthAt(application, index));
}

const isIndex: Needs = (application) => [
  ...isBetween(application, 1, 0, null),
  binary(argument(application, 1), '<', length64(application, 0)),
];

function isByte(application: Application, index: number): readonly GoExpression[] {
  return isBytes(application) ? isBetween(application, index, 0, 255) : [];
}

/** Returns an element to put into a list or bytes. */
function elementAt(application: Application, index: number): GoExpression {
  return isBytes(application) ? call('byte', argument(application, index)) : application.part(index, typeAt(application, 0));
}

/** Returns true for a list of integers of 32 bits. */
function isNarrow(application: Application): boolean {
  const type = typeAt(application, 0);
  return type.kind === 'list' && type.element.kind === 'integer' && application.types.widthInside(type) === 32;
}

function found(
  application: Application,
  forBytes: 'indexOfByte' | 'containsByte',
  wide: 'indexOfWide' | 'containsWide',
  plain: 'indexOfElement' | 'containsElement',
  by: 'indexOfElementBy' | 'containsElementBy',
) {
  const { types, use, args } = application;
  if (isBytes(application)) return call(use(forBytes), ...args);
  if (isNarrow(application) && widthOf(boundsAt(application, 1)) === 64) return call(use(wide), ...args);
  const type = typeAt(application, 1);
  if (!types.isComparable(type)) return call(use(by), ...args, name(types.equality(type)));
  return call(use(plain), argument(application, 0), application.part(1, typeAt(application, 0)));
}

/** The memory family and the operations of the control family on lists, by name. */
export const SEQUENCES = {
  LENGTH: { write: (a) => length64(a, 0) },
  GET: {
    needs: isIndex,
    write: (a) => {
      const got = element(argument(a, 0), argument(a, 1));
      if (isBytes(a)) return call('int64', got);
      return isNarrow(a) ? readFrom(32, got) : got;
    },
  },
  GET_OR: { write: (a) => call(a.use(isBytes(a) ? 'byteOr' : isNarrow(a) ? 'getOrWide' : 'getOr'), ...a.args) },
  SET: {
    needs: (a) => [...isIndex(a), ...isByte(a, 2)],
    write: (a) => call(a.use('withElement'), argument(a, 0), argument(a, 1), elementAt(a, 2)),
  },
  APPEND: {
    needs: (a) => [binary(lengthAt(a, 0), '<', integer(maxLength(a))), ...isByte(a, 1)],
    write: (a) => call(a.use('appendedList'), argument(a, 0), elementAt(a, 1)),
  },
  JOIN: {
    needs: (a) => [binary(binary(lengthAt(a, 0), '+', lengthAt(a, 1)), '<=', integer(maxLength(a)))],
    write: (a) => call(a.use('joinedLists'), ...a.args),
  },
  SLICE: {
    needs: (a) => [...isBetween(a, 1, 0, null), isAtMost(a, 1, 2), binary(argument(a, 2), '<=', length64(a, 0))],
    write: (a) => call(a.use('sublist'), ...a.args),
  },
  TAKE: { needs: (a) => isBetween(a, 1, 0, null), write: (a) => call(a.use('firstOf'), ...a.args) },
  DROP: { needs: (a) => isBetween(a, 1, 0, null), write: (a) => call(a.use('withoutFirst'), ...a.args) },
  REVERSE: { write: (a) => call(a.use('reversedList'), argument(a, 0)) },
  FILL: {
    needs: (a) => isBetween(a, 0, 0, LIST_LENGTH),
    write: (a) => call(a.use('filledList'), argument(a, 0), typed(a.part(1, a.result), a.types.widthInside(a.result))),
  },
  FIND: { makesOption: true, write: (a) => found(a, 'indexOfByte', 'indexOfWide', 'indexOfElement', 'indexOfElementBy') },
  CONTAINS: { write: (a) => found(a, 'containsByte', 'containsWide', 'containsElement', 'containsElementBy') },
  SORT: { write: (a) => call(a.use('sortedList'), argument(a, 0)) },
  SUM: {
    // The sum of the longest list of integers of 32 bits fits.
    needs: (a) => (isNarrow(a) ? [] : [call(a.use('sumOfFits'), argument(a, 0))]),
    write: (a) => call(a.use('sumOf'), argument(a, 0)),
  },
  RANGE: {
    needs: (a) => {
      const [lo, hi] = [boundsAt(a, 0), boundsAt(a, 1)];
      if (BigInt(hi.hi) - BigInt(lo.lo) < LIST_LENGTH) return [];
      if (BigInt(hi.lo) - BigInt(lo.hi) >= LIST_LENGTH) return [name('false')];
      return [call(a.use('rangeFits'), ...a.args, integer(LIST_LENGTH))];
    },
    write: (a) => call(`${a.use('integersBetween')}[${a.types.partText(a.result)}]`, ...a.args),
  },
  ZIP: {
    write: (a) => {
      const { types } = a;
      const pairType = a.result.kind === 'list' ? a.result.element : a.result;
      const { name: pair, fields } = types.recordOf(pairType, 'pair');
      const zip = types.function('zip', a.result, (own) => {
        const [left, right] = [0, 1].map((index) => types.text(typeAt(a, index)));
        const [first, second] = ['a', 'b'].map((field, index) => {
          const got = name(`${field}[i]`);
          if (typeInside(pairType, field).kind !== 'integer') return textOf(got);
          const read = readFrom(types.widthInside(typeAt(a, index)), got);
          return textOf(putInto(types.widthInside(pairType, field), read));
        });
        const value = `${pair}{${fields.get('a')}: ${first}, ${fields.get('b')}: ${second}}`;
        return `func ${own}(a ${left}, b ${right}) []${pair} {
	length := len(a)
	if len(b) < length {
		length = len(b)
	}
	pairs := make([]${pair}, length)
	for i := range pairs {
		pairs[i] = ${value}
	}
	return pairs
}`;
      });
      return call(zip, ...a.args);
    },
  },
} satisfies Emissions;
