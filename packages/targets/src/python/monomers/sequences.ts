import { BYTES_LENGTH, LIST_LENGTH } from '@kirchhoff/coherence';
import { binary, call, chained, compared, conditional, element, integer, item, type PyExpression, primary, slice } from '../expression.js';
import { type Application, areAtoms, argument, boundsAt, type Emissions, isBetween, lengthAt, type Needs, typeAt } from './emission.js';

/** Lists and bytes are never modified. */

function isBytes(application: Application): boolean {
  return typeAt(application, 0).kind === 'bytes';
}

function maxLength(application: Application): number {
  return isBytes(application) ? BYTES_LENGTH : LIST_LENGTH;
}

/** An index from the end, which Python would accept, is out of range. */
const isIndex: Needs = (application) => [
  isBetween(application, 1, 0, null),
  compared(argument(application, 1), '<', lengthAt(application, 0)),
];

function isByte(application: Application, index: number): readonly PyExpression[] {
  return isBytes(application) ? [isBetween(application, index, 0, 255)] : [];
}

/** Returns true if an argument is provably a byte, which `in` and `find` need. */
function isProvenByte(application: Application, index: number): boolean {
  const bounds = boundsAt(application, index);
  return bounds !== null && bounds.lo >= 0 && bounds.hi <= 255;
}

function getOr(application: Application): PyExpression {
  const [xs, index, otherwise] = [0, 1, 2].map((place) => argument(application, place));
  if (xs === undefined || index === undefined || otherwise === undefined) throw new RangeError('GET_OR without its arguments');
  if (!areAtoms(application)) return call(application.use('_get_or'), xs, index, otherwise);
  const isNatural = (boundsAt(application, 1)?.lo ?? -1) >= 0;
  const length = call('len', xs);
  const isInside = isNatural ? compared(index, '<', length) : chained(integer(0), '<=', index, '<', length);
  return conditional(isInside, element(xs, index), otherwise);
}

function append(application: Application): PyExpression {
  const [xs, added] = [argument(application, 0), argument(application, 1)];
  if (isBytes(application)) return binary(xs, '+', primary(`bytes((${item(added)},))`), 'additive');
  return primary(`[${spread(xs)}, ${item(added)}]`);
}

function spread(list: PyExpression): string {
  return `*${list.binding < 8 ? `(${list.text})` : list.text}`;
}

/** The memory family and the operations of the control family on lists, by name. */
export const SEQUENCES = {
  LENGTH: { write: (a) => lengthAt(a, 0) },
  GET: { needs: isIndex, write: (a) => element(argument(a, 0), argument(a, 1)) },
  GET_OR: { write: getOr },
  SET: {
    needs: (a) => [...isIndex(a), ...isByte(a, 2)],
    write: (a) => call(a.use(isBytes(a) ? '_with_byte' : '_with_element'), ...a.args),
  },
  APPEND: {
    needs: (a) => [compared(lengthAt(a, 0), '<', integer(maxLength(a))), ...isByte(a, 1)],
    write: append,
  },
  JOIN: {
    needs: (a) => [compared(binary(lengthAt(a, 0), '+', lengthAt(a, 1), 'additive'), '<=', integer(maxLength(a)))],
    write: (a) => binary(argument(a, 0), '+', argument(a, 1), 'additive'),
  },
  SLICE: {
    needs: (a) => [
      isBetween(a, 1, 0, null),
      compared(argument(a, 1), '<=', argument(a, 2)),
      compared(argument(a, 2), '<=', lengthAt(a, 0)),
    ],
    write: (a) => slice(argument(a, 0), argument(a, 1), argument(a, 2)),
  },
  TAKE: { needs: (a) => [isBetween(a, 1, 0, null)], write: (a) => slice(argument(a, 0), null, argument(a, 1)) },
  DROP: { needs: (a) => [isBetween(a, 1, 0, null)], write: (a) => slice(argument(a, 0), argument(a, 1), null) },
  REVERSE: { write: (a) => element(argument(a, 0), primary('::-1')) },
  FILL: {
    needs: (a) => [isBetween(a, 0, 0, LIST_LENGTH)],
    write: (a) => binary(primary(`[${item(argument(a, 1))}]`), '*', argument(a, 0), 'multiplicative'),
  },
  FIND: { write: (a) => call(a.use(isBytes(a) ? '_find_byte' : '_find'), ...a.args) },
  CONTAINS: {
    write: (a) => {
      if (isBytes(a) && !isProvenByte(a, 1)) return call(a.use('_has_byte'), ...a.args);
      return compared(argument(a, 1), 'in', argument(a, 0));
    },
  },
  SORT: { write: (a) => call('sorted', argument(a, 0)) },
  SUM: { write: (a) => call('sum', argument(a, 0)), overflows: true },
  RANGE: {
    needs: (a) => [compared(binary(argument(a, 1), '-', argument(a, 0), 'additive'), '<', integer(LIST_LENGTH))],
    write: (a) => call('list', rangeOf(argument(a, 0), argument(a, 1))),
  },
  ZIP: {
    write: (a) => {
      const type = a.result.kind === 'list' ? a.result.element : a.result;
      const { name } = a.types.recordOf(type, 'pair');
      return primary(`[${name}(*pair) for pair in ${call('zip', ...a.args).text}]`);
    },
  },
} satisfies Emissions;

/** Returns the `range` of the integers between both ends, included. */
export function rangeOf(lo: PyExpression, hi: PyExpression): PyExpression {
  const literal = /^-?[\d_]+$/.test(hi.text) ? BigInt(hi.text.replaceAll('_', '')) + 1n : null;
  const beyond = literal === null ? binary(hi, '+', integer(1), 'additive') : integer(literal);
  return lo.text === '0' ? call('range', beyond) : call('range', lo, beyond);
}
