import { BYTES_LENGTH, LIST_LENGTH } from '@kirchhoff/coherence';
import { binary, call, element, type GoExpression, integer, isUntyped, name, typed } from '../expression.js';
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

function byte(value: GoExpression): GoExpression {
  return call('byte', value);
}

function found(
  application: Application,
  forBytes: 'indexOfByte' | 'containsByte',
  plain: 'indexOfElement' | 'containsElement',
  by: 'indexOfElementBy' | 'containsElementBy',
) {
  const { types, use, args } = application;
  if (isBytes(application)) return call(use(forBytes), ...args);
  const type = typeAt(application, 1);
  return types.isComparable(type) ? call(use(plain), ...args) : call(use(by), ...args, name(types.equality(type)));
}

/** The memory family and the operations of the control family on lists, by name. */
export const SEQUENCES = {
  LENGTH: { write: (a) => length64(a, 0) },
  GET: {
    needs: isIndex,
    write: (a) => {
      const got = element(argument(a, 0), argument(a, 1));
      return isBytes(a) ? call('int64', got) : got;
    },
  },
  GET_OR: { write: (a) => call(a.use(isBytes(a) ? 'byteOr' : 'getOr'), ...a.args) },
  SET: {
    needs: (a) => [...isIndex(a), ...isByte(a, 2)],
    write: (a) => call(a.use('withElement'), argument(a, 0), argument(a, 1), isBytes(a) ? byte(argument(a, 2)) : argument(a, 2)),
  },
  APPEND: {
    needs: (a) => [binary(lengthAt(a, 0), '<', integer(maxLength(a))), ...isByte(a, 1)],
    write: (a) => call(a.use('appendedList'), argument(a, 0), isBytes(a) ? byte(argument(a, 1)) : argument(a, 1)),
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
    write: (a) => call(a.use('filledList'), argument(a, 0), isUntyped(argument(a, 1)) ? typed(argument(a, 1)) : argument(a, 1)),
  },
  FIND: { write: (a) => found(a, 'indexOfByte', 'indexOfElement', 'indexOfElementBy') },
  CONTAINS: { write: (a) => found(a, 'containsByte', 'containsElement', 'containsElementBy') },
  SORT: { write: (a) => call(a.use('sortedList'), argument(a, 0)) },
  SUM: {
    needs: (a) => [call(a.use('sumOfFits'), argument(a, 0))],
    write: (a) => call(a.use('sumOf'), argument(a, 0)),
  },
  RANGE: {
    needs: (a) => {
      const [lo, hi] = [boundsAt(a, 0), boundsAt(a, 1)];
      if (BigInt(hi.hi) - BigInt(lo.lo) < LIST_LENGTH) return [];
      if (BigInt(hi.lo) - BigInt(lo.hi) >= LIST_LENGTH) return [name('false')];
      return [call(a.use('rangeFits'), ...a.args, integer(LIST_LENGTH))];
    },
    write: (a) => call(a.use('integersBetween'), ...a.args),
  },
  ZIP: {
    write: (a) => {
      const { types } = a;
      const pairType = a.result.kind === 'list' ? a.result.element : a.result;
      const { name: pair, fields } = types.recordOf(pairType, 'pair');
      const zip = types.function('zip', a.result, (own) => {
        const [left, right] = [0, 1].map((index) => types.text(typeAt(a, index)));
        const value = `${pair}{${fields.get('a')}: a[i], ${fields.get('b')}: b[i]}`;
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
