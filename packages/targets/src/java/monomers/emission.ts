import { type AbstractValue, type Int, type MonomerName, maximum, minimum, type Type } from '@kirchhoff/coherence';
import type { Typed } from '../../lowered/program.js';
import { asLong, between, call, compared, type Form, integer, type JavaExpression, method, TRUE } from '../expression.js';
import type { RuntimePiece } from '../runtime/pieces.js';
import { formOfType, type JavaTypes } from '../types.js';

/** One application, as the emitter needs it. */
export interface Application {
  /** All arguments in order, including literals, with their types and the sets that contain their values. */
  readonly args: readonly JavaExpression[];
  readonly typed: readonly Typed[];
  readonly result: Typed;
  readonly types: JavaTypes;
  /** Marks a piece of the runtime as needed and gives its name. */
  readonly use: (piece: RuntimePiece) => string;
  /** Imports a class and gives its name. */
  readonly import: (name: string) => string;
}

/** The Java form of a monomer. */
export interface Emission {
  readonly write: (application: Application) => JavaExpression;
  /** The conditions that an open program checks before the operation: the monomer's precondition. */
  readonly needs?: Needs;
}

export type Needs = (application: Application) => readonly JavaExpression[];
export type Emissions = Partial<Record<MonomerName, Emission>>;

/** Returns an argument that must exist, since the type checker has counted the arguments. */
export function argument(application: Application, index: number): JavaExpression {
  const expression = application.args[index];
  if (expression === undefined) throw new RangeError(`no argument ${index}`);
  return expression;
}

export function typeAt(application: Application, index: number): Type {
  return typedAt(application, index).type;
}

export function rangeAt(application: Application, index: number): AbstractValue {
  return typedAt(application, index).range;
}

function typedAt(application: Application, index: number): Typed {
  const typed = application.typed[index];
  if (typed === undefined) throw new RangeError(`no argument ${index}`);
  return typed;
}

/** Returns the least and the greatest value of an integer argument; `null` for an empty range, in unreachable code. */
export function boundsAt(application: Application, index: number): { readonly lo: Int; readonly hi: Int } | null {
  return boundsOf(rangeAt(application, index));
}

export function boundsOf(range: AbstractValue): { readonly lo: Int; readonly hi: Int } | null {
  return range.kind === 'integer' ? { lo: range.ranges.reduce(minimum), hi: range.ranges.reduce(maximum) } : null;
}

/** Returns true if an integer argument is provably at least a value. */
export function isProvenAtLeast(application: Application, index: number, least: Int): boolean {
  const bounds = boundsAt(application, index);
  return bounds !== null && bounds.lo >= least;
}

/** Returns the condition that an integer argument lies between both ends, without the ends that its range proves. */
export function isBetween(application: Application, index: number, lo: Int | null, hi: Int | null): JavaExpression {
  const bounds = boundsAt(application, index);
  const least = lo !== null && bounds !== null && bounds.lo >= lo ? null : lo;
  const greatest = hi !== null && bounds !== null && bounds.hi <= hi ? null : hi;
  return between(least, argument(application, index), greatest);
}

export function isNotZero(application: Application, index: number): JavaExpression {
  const bounds = boundsAt(application, index);
  if (bounds !== null && (bounds.lo > 0 || bounds.hi < 0)) return TRUE;
  return compared(argument(application, index), '!=', integer(0));
}

export function isBytes(application: Application): boolean {
  return typeAt(application, 0).kind === 'bytes';
}

/** Returns the number of elements of a list, of bytes, or of code points. */
export function lengthAt(application: Application, index: number): JavaExpression {
  const value = argument(application, index);
  switch (typeAt(application, index).kind) {
    case 'text':
      return call(application.use('lengthOf'), [value], 'int');
    case 'bytes':
      return method(value, 'length', [], 'int');
    default:
      return method(value, 'size', [], 'int');
  }
}

/** Returns the form of the elements of a list. */
export function elementForm(application: Application): Form {
  const type = typeAt(application, 0);
  return type.kind === 'list' ? formOfType(type.element, true) : 'int';
}

/** A method of the runtime that takes the arguments unchanged. */
export function piece(name: RuntimePiece, form: Form, needs?: Needs): Emission {
  const write = (application: Application) => call(application.use(name), application.args, form);
  return needs === undefined ? { write } : { write, needs };
}

/** Returns an argument as Java places it in a list. */
export function boxedAt(application: Application, index: number): JavaExpression {
  return asLong(argument(application, index));
}
