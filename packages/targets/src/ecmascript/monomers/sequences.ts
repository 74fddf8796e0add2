import { BYTES_LENGTH, LIST_LENGTH, type MonomerName, type Type } from '@kirchhoff/coherence';
import { binary, call, coalesce, element, inside, integer, type JsExpression, member, method, primary, spreadable } from '../expression.js';
import { typedIfWide } from '../marks.js';
import { areSafe, isCompared } from '../representation.js';
import {
  type Application,
  argument,
  compared,
  type Emission,
  insideAt,
  isAtLeast,
  isAtMost,
  isBetween,
  type Needs,
  numberAt,
  piece,
  rangeAt,
  typeAt,
} from './emission.js';

/** Lists are arrays and bytes are Uint8Arrays; both are never modified. */

export function lengthAt(application: Application, index: number): JsExpression {
  return member(argument(application, index), 'length', 'number');
}

function isBytes(application: Application): boolean {
  return typeAt(application, 0).kind === 'bytes';
}

/** Returns the representation of an element of a list: an integer is canonical. */
function elementRepresentation(type: Type): 'canonical' | 'other' {
  return type.kind === 'bytes' || (type.kind === 'list' && type.element.kind === 'integer') ? 'canonical' : 'other';
}

const isIndex: Needs = (application) => [
  isAtLeast(argument(application, 1), 0),
  compared(argument(application, 1), '<', lengthAt(application, 0)),
];

function isByte(value: JsExpression): readonly JsExpression[] {
  return isBetween(value, 0, 255);
}

/** The sum of both lengths must not exceed the limit for bytes or lists. */
const fitsTogether: Needs = (application) => {
  const sum = binary(lengthAt(application, 0), '+', lengthAt(application, 1), 'additive', 'number');
  return [isAtMost(sum, isBytes(application) ? BYTES_LENGTH : LIST_LENGTH)];
};

function getOr(application: Application): JsExpression {
  const type = typeAt(application, 0);
  const gives = elementRepresentation(type);
  const [index, otherwise] = [numberAt(application, 1), insideAt(application, 2)];
  // An element may be `none`, which is null.
  const mayBeNull = type.kind === 'list' && type.element.kind === 'option';
  if (mayBeNull) return call(application.runtime.use('elementOr'), [argument(application, 0), index, otherwise], gives);
  return coalesce(element(argument(application, 0), index, gives), otherwise, gives);
}

function spread(parts: readonly JsExpression[]): JsExpression {
  return primary(`[${parts.map((part) => part.text).join(', ')}]`, 'other');
}

function spreadOf(list: JsExpression): JsExpression {
  return primary(`...${spreadable(list)}`, 'other');
}

function append(application: Application): JsExpression {
  const xs = argument(application, 0);
  if (!isBytes(application)) return spread([spreadOf(xs), insideAt(application, 1)]);
  const byte = primary(`Uint8Array.of(${numberAt(application, 1).text})`, 'other');
  return call(application.runtime.use('joinBytes'), [xs, byte], 'other');
}

function join(application: Application): JsExpression {
  if (isBytes(application)) return call(application.runtime.use('joinBytes'), application.args, 'other');
  return spread(application.args.map(spreadOf));
}

/** Returns the index of an element, or -1. */
function place(application: Application): JsExpression {
  const [xs, wanted] = [argument(application, 0), argument(application, 1)];
  const type = typeAt(application, 0);
  if (type.kind === 'bytes') return method(xs, 'indexOf', [numberAt(application, 1)], 'number');
  if (type.kind === 'list' && isCompared(type.element)) {
    const sought = inside(wanted, application.runtime);
    return method(searched(xs, type, sought), 'indexOf', [sought], 'number');
  }
  return call(application.runtime.use('placeOf'), [xs, wanted], 'number');
}

/** Returns a list in which a value is sought. TypeScript infers a list of numbers where all items of a literal are: it has no bigint. */
function searched(xs: JsExpression, type: Type, wanted: JsExpression): JsExpression {
  const isInferred = xs.text.startsWith('[') && type.kind === 'list' && type.element.kind === 'integer';
  if (!isInferred || wanted.representation === 'number') return xs;
  return primary(`${typedIfWide('(')}${xs.text}${typedIfWide(' as Integer[])')}`, 'other');
}

function contains(application: Application): JsExpression {
  const type = typeAt(application, 0);
  const isPlain = type.kind === 'bytes' || (type.kind === 'list' && isCompared(type.element));
  const wanted = type.kind === 'bytes' ? numberAt(application, 1) : insideAt(application, 1);
  if (isPlain) return method(searched(argument(application, 0), type, wanted), 'includes', [wanted], 'other');
  return binary(place(application), '>=', integer(0, 'number'), 'relational', 'other');
}

function sort(application: Application): JsExpression {
  const type = typeAt(application, 0);
  const order = application.runtime.use(type.kind === 'list' && type.element.kind === 'text' ? 'compareText' : 'byValue');
  return method(spread([spreadOf(argument(application, 0))]), 'sort', [primary(order, 'other')], 'other');
}

/** Sums in numbers if no partial sum can leave the safe integers. */
function sumOfNumbers(application: Application): JsExpression | null {
  const range = rangeAt(application, 0);
  if (range.kind !== 'list') return null;
  const bounds = range.element.kind === 'integer' ? range.element.ranges : [];
  const isSafe = bounds.every((bound) => areSafe(bound, bound) && Number.isSafeInteger(Number(bound) * range.hi));
  return isSafe ? call(application.runtime.use('sumOf'), [argument(application, 0)], 'number') : null;
}

function integersBetween(application: Application): JsExpression {
  const isSafe = application.args.every((arg) => arg.representation === 'number');
  if (isSafe) return call(application.runtime.use('integersFrom'), application.args, 'other');
  const bigints = application.args.map((arg) => (arg.representation === 'bigint' ? arg : call('BigInt', [arg], 'bigint')));
  return call(application.runtime.use('wideIntegersFrom'), bigints, 'other');
}

const ZERO = integer(0, 'number');

/** The memory family and the operations of the control family on lists, by name. */
export const SEQUENCES = {
  LENGTH: { gives: 'other', plain: (application) => lengthAt(application, 0) },
  GET: {
    gives: 'other',
    needs: isIndex,
    plain: (application) => element(argument(application, 0), numberAt(application, 1), elementRepresentation(typeAt(application, 0))),
  },
  GET_OR: { gives: 'other', plain: getOr },
  SET: {
    gives: 'other',
    needs: (application) => [...isIndex(application), ...(isBytes(application) ? isByte(argument(application, 2)) : [])],
    plain: (application) =>
      call(application.runtime.use('withElement'), [argument(application, 0), numberAt(application, 1), insideAt(application, 2)], 'other'),
  },
  APPEND: {
    gives: 'other',
    needs: (application) => [
      isAtMost(lengthAt(application, 0), (isBytes(application) ? BYTES_LENGTH : LIST_LENGTH) - 1),
      ...(isBytes(application) ? isByte(argument(application, 1)) : []),
    ],
    plain: append,
  },
  JOIN: { gives: 'other', needs: fitsTogether, plain: join },
  SLICE: {
    gives: 'other',
    needs: (application) => [
      isAtLeast(argument(application, 1), 0),
      compared(argument(application, 1), '<=', argument(application, 2)),
      compared(argument(application, 2), '<=', lengthAt(application, 0)),
    ],
    plain: (application) => method(argument(application, 0), 'slice', [numberAt(application, 1), numberAt(application, 2)], 'other'),
  },
  TAKE: {
    gives: 'other',
    needs: (application) => [isAtLeast(argument(application, 1), 0)],
    plain: (application) => method(argument(application, 0), 'slice', [ZERO, numberAt(application, 1)], 'other'),
  },
  DROP: {
    gives: 'other',
    needs: (application) => [isAtLeast(argument(application, 1), 0)],
    plain: (application) => method(argument(application, 0), 'slice', [numberAt(application, 1)], 'other'),
  },
  REVERSE: {
    gives: 'other',
    plain: (application) => method(method(argument(application, 0), 'slice', [], 'other'), 'reverse', [], 'other'),
  },
  FILL: {
    gives: 'other',
    needs: (application) => isBetween(argument(application, 0), 0, LIST_LENGTH),
    plain: (application) => {
      const list = call('Array', [numberAt(application, 0)], 'other');
      return method(list, 'fill', [insideAt(application, 1)], 'other');
    },
  },
  FIND: { gives: 'other', plain: (application) => call(application.runtime.use('placeOrNone'), [place(application)], 'other') },
  CONTAINS: { gives: 'other', plain: contains },
  SORT: { gives: 'other', plain: sort },
  SUM: {
    gives: 'integer',
    overflows: 'bigints',
    numbers: sumOfNumbers,
    bigints: (application) => call(application.runtime.use('wideSumOf'), [argument(application, 0)], 'bigint'),
  },
  RANGE: {
    gives: 'other',
    needs: (application) => {
      const [lo, hi] = application.args.map((arg) => (arg.representation === 'bigint' ? arg : call('BigInt', [arg], 'bigint')));
      if (lo === undefined || hi === undefined) throw new RangeError('RANGE without its arguments');
      return [compared(binary(hi, '-', lo, 'additive', 'bigint'), '<', integer(LIST_LENGTH, 'bigint'))];
    },
    plain: integersBetween,
  },
  ZIP: piece('pairsOf', 'other'),
} satisfies Partial<Record<MonomerName, Emission>>;
