import { BYTES_LENGTH, LIST_LENGTH } from '@kirchhoff/coherence';
import {
  asInt,
  asLong,
  binary,
  call,
  compared,
  connected,
  type Form,
  integer,
  type JavaExpression,
  method,
  primary,
} from '../expression.js';
import type { RuntimePiece } from '../runtime/pieces.js';
import {
  type Application,
  argument,
  boundsAt,
  boxedAt,
  type Emission,
  type Emissions,
  elementForm,
  isBetween,
  isBytes,
  lengthAt,
  type Needs,
  typeAt,
} from './emission.js';

function maxLength(application: Application): number {
  return isBytes(application) ? BYTES_LENGTH : LIST_LENGTH;
}

const isIndex: Needs = (application) => [
  isBetween(application, 1, 0, null),
  compared(argument(application, 1), '<', lengthAt(application, 0)),
];

const isSlice: Needs = (application) => [
  isBetween(application, 1, 0, null),
  compared(argument(application, 1), '<=', argument(application, 2)),
  compared(argument(application, 2), '<=', lengthAt(application, 0)),
];

function isByte(application: Application, index: number): readonly JavaExpression[] {
  return isBytes(application) ? [isBetween(application, index, 0, 255)] : [];
}

function hasRoom(application: Application, added: JavaExpression): JavaExpression {
  return compared(binary(lengthAt(application, 0), '+', added, 'additive', 'int'), '<=', integer(maxLength(application)));
}

/** An operation of two methods, one for lists and one for bytes. */
function either(onLists: RuntimePiece, onBytes: RuntimePiece, form: Form = 'other'): Emission {
  return { write: (a) => call(a.use(isBytes(a) ? onBytes : onLists), a.args, form) };
}

/** Returns the arguments of a method that takes elements of a list. */
function withElements(application: Application): readonly JavaExpression[] {
  return application.args.map((arg, index) => (index === 0 ? arg : asLong(arg)));
}

/** The memory family and the operations of the control family on lists, by name. */
export const SEQUENCES = {
  LENGTH: { write: (a) => lengthAt(a, 0) },
  GET: {
    needs: isIndex,
    write: (a) => method(argument(a, 0), isBytes(a) ? 'at' : 'get', [asInt(argument(a, 1))], elementForm(a)),
  },
  GET_OR: {
    write: (a) => {
      if (isBytes(a)) return call(a.use('byteOr'), a.args, 'long');
      return call(a.use('getOr'), [argument(a, 0), argument(a, 1), boxedAt(a, 2)], elementForm(a));
    },
  },
  SET: {
    needs: (a) => [...isIndex(a), ...isByte(a, 2)],
    write: (a) => {
      const [xs, index] = [argument(a, 0), asInt(argument(a, 1))];
      if (isBytes(a)) return call(a.use('withByte'), [xs, index, asInt(argument(a, 2))]);
      return call(a.use('withElement'), [xs, index, boxedAt(a, 2)]);
    },
  },
  APPEND: {
    needs: (a) => [hasRoom(a, integer(1)), ...isByte(a, 1)],
    write: (a) => {
      if (isBytes(a)) return call(a.use('appendedByte'), [argument(a, 0), asInt(argument(a, 1))]);
      return call(a.use('appended'), [argument(a, 0), boxedAt(a, 1)]);
    },
  },
  JOIN: {
    needs: (a) => [hasRoom(a, lengthAt(a, 1))],
    write: (a) => {
      if (isBytes(a)) return call(a.use('joinedBytes'), a.args);
      return call(a.use('joined'), [call(`${a.import('java.util.List')}.of`, a.args)]);
    },
  },
  SLICE: { needs: isSlice, ...either('slice', 'sliceBytes') },
  TAKE: { needs: (a) => [isBetween(a, 1, 0, null)], ...either('take', 'takeBytes') },
  DROP: { needs: (a) => [isBetween(a, 1, 0, null)], ...either('drop', 'dropBytes') },
  REVERSE: either('reversed', 'reversedBytes'),
  FILL: {
    needs: (a) => [isBetween(a, 0, 0, LIST_LENGTH)],
    write: (a) => call(`${a.import('java.util.Collections')}.nCopies`, [asInt(argument(a, 0)), boxedAt(a, 1)]),
  },
  FIND: { write: (a) => call(a.use(isBytes(a) ? 'findByte' : 'find'), isBytes(a) ? a.args : withElements(a)) },
  CONTAINS: {
    write: (a) => {
      if (isBytes(a)) return call(a.use('hasByte'), a.args, 'boolean');
      return method(argument(a, 0), 'contains', [boxedAt(a, 1)], 'boolean');
    },
  },
  SORT: {
    write: (a) => {
      const type = typeAt(a, 0);
      return call(a.use(type.kind === 'list' && type.element.kind === 'text' ? 'sortedTexts' : 'sorted'), a.args);
    },
  },
  SUM: {
    needs: (a) => [call(a.use('totalFits'), a.args, 'boolean')],
    write: (a) => call(a.use('sum'), a.args, 'long'),
  },
  RANGE: {
    needs: (a) => {
      const [lo, hi] = [argument(a, 0), argument(a, 1)];
      const [least, most] = [boundsAt(a, 0), boundsAt(a, 1)];
      if (least === null || most === null || BigInt(most.hi) - BigInt(least.lo) < BigInt(LIST_LENGTH)) return [];
      const count = call('Long.compareUnsigned', [binary(asLong(hi), '-', lo, 'additive', 'long'), integer(LIST_LENGTH)], 'int');
      return [connected(compared(lo, '>', hi), '||', compared(count, '<', integer(0)))];
    },
    write: (a) => call(a.use('range'), a.args),
  },
  ZIP: {
    write: (a) => {
      const { type } = a.result;
      const { name, isWide } = a.types.recordOf(type.kind === 'list' ? type.element : type, 'pair');
      if (isWide) throw new Error('a pair of many fields');
      return call(a.use('zipped'), [...a.args, primary(`${name}::new`)]);
    },
  },
} satisfies Emissions;
