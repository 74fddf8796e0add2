import { BYTES_LENGTH, LIST_LENGTH, type Type, type TypeField } from '@kirchhoff/coherence';
import { widthOf } from '../../plan/widths.js';
import {
  atom,
  binary,
  call,
  cast,
  closure,
  compared,
  dereference,
  index,
  integer,
  method,
  putInto,
  type RsExpression,
  rangeOf,
  readFrom,
  reference,
  widened,
} from '../expression.js';
import { type Application, boundsAt, type Emissions, indexAt, isBetween, lengthAt, type Needs, sizeAt, typeAt } from './emission.js';

function isBytes(application: Application): boolean {
  return typeAt(application, 0).kind === 'bytes';
}

function hasCopiedElements(application: Application): boolean {
  const type = typeAt(application, 0);
  return type.kind !== 'list' || application.types.isCopied(type.element);
}

function hasTexts(application: Application): boolean {
  const type = typeAt(application, 0);
  return type.kind === 'list' && type.element.kind === 'text';
}

function maxLength(application: Application): number {
  return isBytes(application) ? BYTES_LENGTH : LIST_LENGTH;
}

const isIndex: Needs = (a) => [isBetween(a, 1, 0, null), compared(a.value(1), '<', lengthAt(a, 0))];

function isByte(application: Application, place: number): readonly RsExpression[] {
  return isBytes(application) ? [isBetween(application, place, 0, 255)] : [];
}

/** Returns an element to put into a list or bytes. */
function elementAt(application: Application, place: number): RsExpression {
  if (!isBytes(application)) return application.part(place, typeAt(application, 0));
  const value = application.value(place);
  return value.kind === 'atom' && /^\d+$/.test(value.text) ? value : cast(value, 'u8');
}

/** Returns true for a list of integers of 32 bits. */
function isNarrow(application: Application): boolean {
  const type = typeAt(application, 0);
  return type.kind === 'list' && type.element.kind === 'integer' && application.types.widthInside(type) === 32;
}

/** Returns true for a list of integers of 32 bits in which a wider one is sought. */
function isSoughtWide(application: Application): boolean {
  const bounds = boundsAt(application, 1);
  return isNarrow(application) && bounds !== null && widthOf(bounds) === 64;
}

/** Returns the element at an index that may be outside, as an option of a reference. */
function elementOrNone(application: Application): RsExpression {
  const bounds = boundsAt(application, 1);
  if (bounds !== null && bounds.lo >= 0 && bounds.hi < 2 ** 32) {
    return method(application.receiver(0), 'get', indexAt(application, 1));
  }
  return call(application.use('at_index'), application.borrowed(0), application.value(1));
}

function part(application: Application, from: RsExpression | null, to: RsExpression | null): RsExpression {
  const [a, b] = [from, to].map((end) => end ?? atom(''));
  if (a === undefined || b === undefined) throw new RangeError('a slice without its ends');
  return reference(index(application.receiver(0), binary(a, '..', b, 'range')));
}

/** The memory family and the operations of the control family on lists, by name. */
export const SEQUENCES = {
  LENGTH: { write: (a) => lengthAt(a, 0) },
  GET: {
    needs: isIndex,
    gives: (a) => (hasCopiedElements(a) ? 'value' : 'place'),
    write: (a) => {
      const element = index(a.receiver(0), indexAt(a, 1));
      if (isBytes(a)) return call('i64::from', element);
      return isNarrow(a) ? widened(element) : element;
    },
  },
  GET_OR: {
    write: (a) => {
      const found = elementOrNone(a);
      if (isBytes(a)) return method(found, 'map_or', a.value(2), closure('&byte', call('i64::from', atom('byte'))));
      if (isNarrow(a)) return method(found, 'map_or', a.value(2), closure('&element', widened(atom('element'))));
      if (hasCopiedElements(a)) return method(method(found, 'copied'), 'unwrap_or', a.value(2));
      const otherwise = a.value(2);
      const isEmpty = otherwise.kind === 'call' && otherwise.args.length === 0 && /^(?:String|Vec)::new$/.test(otherwise.callee);
      if (isEmpty) return method(method(found, 'cloned'), 'unwrap_or_default');
      return method(method(found, 'cloned'), 'unwrap_or_else', closure('', otherwise));
    },
  },
  SET: {
    needs: (a) => [...isIndex(a), ...isByte(a, 2)],
    write: (a) => call(a.use('with_element'), a.value(0), a.value(1), elementAt(a, 2)),
  },
  APPEND: {
    needs: (a) => [compared(sizeAt(a, 0), '<', integer(maxLength(a))), ...isByte(a, 1)],
    write: (a) => call(a.use('append'), a.value(0), elementAt(a, 1)),
  },
  JOIN: {
    needs: (a) => [compared(binary(sizeAt(a, 0), '+', sizeAt(a, 1), 'additive'), '<=', integer(maxLength(a)))],
    write: (a) => call(a.use('join'), a.typedValue(0), a.borrowed(1)),
  },
  SLICE: {
    needs: (a) => [isBetween(a, 1, 0, null), compared(a.value(1), '<=', a.value(2)), compared(a.value(2), '<=', lengthAt(a, 0))],
    gives: () => 'slice',
    write: (a) => part(a, indexAt(a, 1), indexAt(a, 2)),
  },
  TAKE: {
    needs: (a) => [isBetween(a, 1, 0, null)],
    gives: () => 'slice',
    write: (a) => call(a.use('take'), a.borrowed(0), a.value(1)),
  },
  DROP: {
    needs: (a) => [isBetween(a, 1, 0, null)],
    gives: () => 'slice',
    write: (a) => call(a.use('skip'), a.borrowed(0), a.value(1)),
  },
  REVERSE: { write: (a) => call(a.use('reversed'), a.typedValue(0)) },
  FILL: {
    needs: (a) => [isBetween(a, 0, 0, LIST_LENGTH)],
    write: (a) => ({ kind: 'call', callee: 'vec!', brackets: '[]', args: [a.part(1, a.result), indexAt(a, 0)], separator: ';' }),
  },
  FIND: {
    makesOption: true,
    write: (a) => {
      if (isBytes(a)) return call(a.use('find_byte'), a.borrowed(0), a.value(1));
      if (isSoughtWide(a)) return call(a.use('find_wide'), a.borrowed(0), a.value(1));
      return call(a.use('find'), a.borrowed(0), wanted(a));
    },
  },
  CONTAINS: {
    write: (a) => {
      if (isBytes(a)) return call(a.use('contains_byte'), a.borrowed(0), a.value(1));
      if (isSoughtWide(a)) return call(a.use('contains_wide'), a.borrowed(0), a.value(1));
      if (hasCopiedElements(a)) return method(a.receiver(0), 'contains', reference(a.part(1, typeAt(a, 0))));
      return call(a.use('contains'), a.borrowed(0), wanted(a));
    },
  },
  SORT: { write: (a) => call(a.use('sorted'), a.typedValue(0)) },
  SUM: {
    // The sum of the longest list of integers of 32 bits fits.
    needs: (a) => (isNarrow(a) ? [] : [call(a.use('sum_fits'), a.borrowed(0))]),
    write: (a) => call(a.use(isNarrow(a) ? 'sum_narrow' : 'sum'), a.borrowed(0)),
  },
  RANGE: {
    needs: (a) => [compared(method(a.value(1), 'saturating_sub', a.value(0)), '<', integer(LIST_LENGTH))],
    write: (a) => {
      const range = rangeOf(a.value(0), a.value(1));
      if (a.types.widthInside(a.result) === 64) return method(range, 'collect::<Vec<i64>>');
      return method(method(range, 'map', closure('value', cast(atom('value'), 'i32'))), 'collect::<Vec<i32>>');
    },
  },
  ZIP: {
    write: (a) => {
      const type = pairOf(a);
      if (type.kind !== 'record') throw new Error(`a ${type.kind} is no pair`);
      const { name, fields } = a.types.recordOf(type, 'pair');
      const written = type.fields.map((each, place) => {
        const own = fields.get(each.name) ?? each.name;
        return [own, pairPart(a, place, each)] as const;
      });
      const pair: RsExpression = { kind: 'struct', name, fields: written };
      const zipped = method(method(a.receiver(0), 'iter'), 'zip', method(a.receiver(1), 'iter'));
      return method(method(zipped, 'map', closure('(a, b)', pair)), 'collect::<Vec<_>>');
    },
  },
} satisfies Emissions;

/** Returns the element to find. Elements that are texts are compared with a `&str`. */
function wanted(application: Application): RsExpression {
  if (hasTexts(application)) return application.strict(1);
  const type = typeAt(application, 1);
  return application.types.isCopied(type) ? reference(application.part(1, typeAt(application, 0))) : application.strict(1);
}

/** Returns a field of a pair, from a reference to an element of a list. */
function pairPart(application: Application, place: number, { name, type }: TypeField): RsExpression {
  const element = atom(name);
  if (type.kind !== 'integer') return method(element, 'clone');
  const [from, to] = [application.types.widthInside(typeAt(application, place)), application.types.widthInside(pairOf(application), name)];
  return from === to ? method(element, 'clone') : putInto(to, readFrom(from, dereference(element)));
}

function pairOf({ result }: Application): Type {
  if (result.kind !== 'list') throw new Error(`a ${result.kind} is no list of pairs`);
  return result.element;
}
