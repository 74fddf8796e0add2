import { BYTES_LENGTH, LIST_LENGTH } from '@kirchhoff/coherence';
import {
  BINDING,
  binary,
  type CExpression,
  call,
  cast,
  compared,
  conditional,
  connected,
  integer,
  member,
  narrow,
  primary,
  within,
} from '../expression.js';
import * as operations from '../operations.js';
import {
  type Application,
  areAtoms,
  argument,
  boundsAt,
  type Emissions,
  isBetween,
  makingOperation,
  type Needs,
  operation,
  typeAt,
} from './emission.js';

/** Lists and bytes are never modified. */

function isBytes(application: Application): boolean {
  return typeAt(application, 0).kind === 'bytes';
}

/** Returns the number of elements of an argument as a signed integer. */
function lengthAt(application: Application, index: number): CExpression {
  const count = typeAt(application, index).kind === 'bytes' ? 'size' : 'count';
  return cast('int64_t', member(argument(application, index), count));
}

function maxLength(application: Application): number {
  return isBytes(application) ? BYTES_LENGTH : LIST_LENGTH;
}

const isIndex: Needs = (a) => [isBetween(a, 1, 0, null), compared(argument(a, 1), '<', lengthAt(a, 0))];

function isByte(application: Application, index: number): readonly CExpression[] {
  return isBytes(application) ? [isBetween(application, index, 0, 255)] : [];
}

const BYTE = { lo: 0, hi: 255 };

/** C promotes a byte to `int`, so that an operation on it must be widened. */
function elementAt(application: Application): CExpression {
  const whole = typeAt(application, 0);
  const items = member(argument(application, 0), isBytes(application) ? 'data' : 'items');
  const element = primary(`${items.text}[${argument(application, 1).text}]`);
  return whole.kind === 'list' ? application.types.partOf(whole, null, element) : narrow(element, BYTE);
}

function getOr(application: Application): CExpression {
  if (!areAtoms(application)) return call(operations.getOr(application, typeAt(application, 0)), ...application.args);
  const index = argument(application, 1);
  const isInside = compared(index, '<', lengthAt(application, 0));
  const isNatural = (boundsAt(application, 1)?.lo ?? -1) >= 0;
  const condition = isNatural ? isInside : connected(compared(index, '>=', integer(0)), 'and', isInside);
  return conditional(condition, elementAt(application), argument(application, 2));
}

/** The memory family and the operations of the control family on lists, by name. */
export const SEQUENCES = {
  LENGTH: { write: (a) => lengthAt(a, 0) },
  GET: { needs: isIndex, write: elementAt },
  GET_OR: { write: getOr },
  SET: makingOperation(operations.withElement, (a) => [...isIndex(a), ...isByte(a, 2)]),
  APPEND: makingOperation(operations.append, (a) => [compared(lengthAt(a, 0), '<', integer(maxLength(a))), ...isByte(a, 1)]),
  JOIN: makingOperation(operations.join, (a) => [
    compared(binary(lengthAt(a, 0), '+', lengthAt(a, 1), 'additive'), '<=', integer(maxLength(a))),
  ]),
  SLICE: operation(operations.slice, (a) => [
    isBetween(a, 1, 0, null),
    compared(argument(a, 1), '<=', argument(a, 2)),
    compared(argument(a, 2), '<=', lengthAt(a, 0)),
  ]),
  TAKE: operation(operations.take, (a) => [isBetween(a, 1, 0, null)]),
  DROP: operation(operations.drop, (a) => [isBetween(a, 1, 0, null)]),
  REVERSE: makingOperation(operations.reverse),
  FILL: {
    needs: (a) => [isBetween(a, 0, 0, LIST_LENGTH)],
    write: (a) => call(operations.fill(a, a.result), a.run(), ...a.args),
  },
  FIND: operation(operations.find),
  CONTAINS: { write: (a) => operations.contains(a, typeAt(a, 0), argument(a, 0), argument(a, 1)) },
  SORT: makingOperation(operations.sort),
  SUM: {
    needs: (a) => [call(operations.sumFits(a, typeAt(a, 0)), argument(a, 0))],
    write: (a) => call(operations.sum(a, typeAt(a, 0)), argument(a, 0)),
  },
  RANGE: {
    // The difference of two distant integers has 65 bits, of which the unsigned one keeps 64.
    needs: (a) => {
      const [lo, hi] = [argument(a, 0), argument(a, 1)];
      const difference = `${within(cast('uint64_t', hi), BINDING.unary)} - ${within(cast('uint64_t', lo), BINDING.unary)}`;
      const isShort = compared({ text: difference, binding: BINDING.additive }, '<', integer(LIST_LENGTH));
      return [connected(lo.text === hi.text ? primary('true') : compared(lo, '>', hi), 'or', isShort)];
    },
    write: (a) => call(operations.range(a, a.result), a.run(), ...a.args),
  },
  ZIP: {
    write: (a) => {
      if (a.result.kind === 'list') a.types.recordOf(a.result.element, 'pair');
      return call(operations.zip(a, typeAt(a, 0), typeAt(a, 1), a.result), a.run(), ...a.args);
    },
  },
} satisfies Emissions;
