import { BYTES_LENGTH, LIST_LENGTH, type Type } from '@kirchhoff/coherence';
import type { Wat } from '../assembler/wat.js';
import { elementAddress, elementForm, elementOf, loadElement, SLOT, shiftOf, stackType } from '../layout.js';
import {
  type Application,
  argument,
  type Emission,
  type Emissions,
  i32,
  i64,
  isBetween,
  lengthAt,
  type Needs,
  tested,
  typeAt,
} from './emission.js';

/** Lists and bytes never change. */

function isBytes(application: Application): boolean {
  return typeAt(application, 0).kind === 'bytes';
}

function maxLength(application: Application): number {
  return isBytes(application) ? BYTES_LENGTH : LIST_LENGTH;
}

const isIndex: Needs = (a) => [['i64.lt_u', argument(a, 1), lengthAt(a, 0)]];

function isByte(application: Application, index: number): readonly Wat[] {
  return isBytes(application) ? [isBetween(application, index, 0, 255)] : [];
}

/** Returns the emission of a piece whose last argument is the size of an element. */
function shifted(name: string, needs: Needs | null): Emission {
  const write: Emission['write'] = (a) => ['call', a.use(name), ...a.args, i32(shiftOf(typeAt(a, 0)))];
  return needs === null ? { write } : { write, needs };
}

/** Returns the emission of a piece that there is for each form of an element. */
function formed(name: 'with' | 'append', needs: Needs): Emission {
  return { needs, write: (a) => tested(a, `${name}_${elementForm(typeAt(a, 0))}`) };
}

function elementAt(sequence: Type, xs: Wat, index: Wat): Wat {
  return loadElement(sequence, elementAddress(sequence, xs, ['i32.wrap_i64', index]), SLOT);
}

function getOr(application: Application): Wat {
  const type = typeAt(application, 0);
  const xs = application.repeated(argument(application, 0), 'i32');
  const index = application.repeated(argument(application, 1), 'i64');
  // Both are evaluated in the condition.
  const length: Wat = ['i64.extend_i32_u', ['i32.load', xs.first]];
  const isInside: Wat = ['i64.gt_u', length, index.first];
  const element = elementAt(type, xs.again, index.again);
  return ['if', ['result', stackType(elementOf(type))], isInside, ['then', element], ['else', argument(application, 2)]];
}

function find(application: Application): Wat {
  const index = application.repeated(
    application.indexOf(typeAt(application, 0), argument(application, 0), argument(application, 1)),
    'i32',
  );
  const some: Wat = ['call', '$some_integer', ['i64.extend_i32_u', index.again]];
  return ['if', ['result', 'i32'], ['i32.ge_s', index.first, i32(0)], ['then', some], ['else', i32(0)]];
}

/** The memory family and the operations of the control family on lists, by name. */
export const SEQUENCES = {
  LENGTH: { write: (a) => lengthAt(a, 0) },
  GET: { needs: isIndex, write: (a) => elementAt(typeAt(a, 0), argument(a, 0), argument(a, 1)) },
  GET_OR: { write: getOr },
  SET: formed('with', (a) => [...isIndex(a), ...isByte(a, 2)]),
  APPEND: formed('append', (a) => [['i64.lt_u', lengthAt(a, 0), i64(maxLength(a))], ...isByte(a, 1)]),
  JOIN: shifted('join', (a) => [['i64.le_u', ['i64.add', lengthAt(a, 0), lengthAt(a, 1)], i64(maxLength(a))]]),
  SLICE: shifted('slice', (a) => [
    isBetween(a, 1, 0, null),
    ['i64.le_s', argument(a, 1), argument(a, 2)],
    ['i64.le_s', argument(a, 2), lengthAt(a, 0)],
  ]),
  TAKE: shifted('take', (a) => [isBetween(a, 1, 0, null)]),
  DROP: shifted('drop', (a) => [isBetween(a, 1, 0, null)]),
  REVERSE: shifted('reverse', null),
  FILL: {
    needs: (a) => [isBetween(a, 0, 0, LIST_LENGTH)],
    write: (a) => tested(a, typeAt(a, 1).kind === 'integer' ? 'fill_integer' : 'fill_word'),
  },
  FIND: { write: find },
  CONTAINS: { write: (a) => ['i32.ge_s', a.indexOf(typeAt(a, 0), argument(a, 0), argument(a, 1)), i32(0)] },
  SORT: { write: (a) => tested(a, elementOf(typeAt(a, 0)).kind === 'text' ? 'sort_texts' : 'sort') },
  SUM: { needs: (a) => [tested(a, 'sum_fits')], write: (a) => tested(a, 'sum') },
  RANGE: {
    needs: (a) => {
      const [lo, hi] = [argument(a, 0), argument(a, 1)];
      // The difference of two integers in order fits 64 bits without a sign.
      return [['i32.or', ['i64.gt_s', lo, hi], ['i64.lt_u', ['i64.sub', hi, lo], i64(LIST_LENGTH)]]];
    },
    write: (a) => tested(a, 'range'),
  },
  ZIP: {
    write: (a) => ['call', a.use('zip'), ...a.args, i32(shiftOf(typeAt(a, 0))), i32(shiftOf(typeAt(a, 1)))],
  },
} satisfies Emissions;
