import { type AbstractValue, type Int, type MonomerName, maximum, minimum, type Type } from '@kirchhoff/coherence';
import type { Typed } from '../../lowered/program.js';
import { between, call, cast, compared, integer, method, type RsExpression, TRUE } from '../expression.js';
import type { RuntimePiece } from '../runtime/pieces.js';
import type { RsTypes } from '../types.js';

/** One application, as the emitter needs it. An argument is written in the form that its place needs. */
export interface Application {
  /** The argument as a value of its own: a copied one, or an owned one, cloned if it is needed later. */
  readonly value: (index: number) => RsExpression;
  /** The same where Rust would not know the type of an empty one from its place. */
  readonly typedValue: (index: number) => RsExpression;
  /** The argument as a part of a list, an option or a record of a type. */
  readonly part: (index: number, whole: Type) => RsExpression;
  /** The argument as a reference, for a parameter of a function. */
  readonly borrowed: (index: number) => RsExpression;
  /** The argument as a reference of the type of borrowed values: `&str`, a slice. */
  readonly strict: (index: number) => RsExpression;
  /** The argument as the receiver of a method that borrows it. */
  readonly receiver: (index: number) => RsExpression;
  /** The argument as an operand of a comparison. */
  readonly operand: (index: number) => RsExpression;
  /** The types of the arguments and the sets that contain their values. */
  readonly typed: readonly Typed[];
  /** The type of the result. */
  readonly result: Type;
  readonly types: RsTypes;
  /** Marks a piece of the runtime as needed and gives its name. */
  readonly use: (piece: RuntimePiece) => string;
}

/** The Rust form of a monomer. */
export interface Emission {
  readonly write: (application: Application) => RsExpression;
  /** The form of the result. Default: `value`, which is copied or owned. */
  readonly gives?: (application: Application) => 'value' | 'place' | 'slice';
  /** True if it makes an option of an integer of 64 bits, whatever the width of those in options. */
  readonly makesOption?: true;
  /** The conditions that an open program checks before the operation: the monomer's precondition. */
  readonly needs?: Needs;
  /** An operation that gives an option: none if the precondition does not hold. */
  readonly checked?: (application: Application) => RsExpression | null;
}

export type Needs = (application: Application) => readonly RsExpression[];
export type Emissions = Partial<Record<MonomerName, Emission>>;

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

export interface Bounds {
  readonly lo: Int;
  readonly hi: Int;
}

/** Returns the least and the greatest value of an integer argument; `null` for an empty range, in unreachable code. */
export function boundsAt(application: Application, index: number): Bounds | null {
  return boundsOf(rangeAt(application, index));
}

export function boundsOf(range: AbstractValue): Bounds | null {
  return range.kind === 'integer' ? { lo: range.ranges.reduce(minimum), hi: range.ranges.reduce(maximum) } : null;
}

/** Returns true if an integer argument is provably at least a value. */
export function isProvenAtLeast(application: Application, index: number, least: Int): boolean {
  const bounds = boundsAt(application, index);
  return bounds !== null && bounds.lo >= least;
}

/** Returns the condition that an integer argument lies between both ends, without the ends that its range proves. */
export function isBetween(application: Application, index: number, lo: Int | null, hi: Int | null): RsExpression {
  const bounds = boundsAt(application, index);
  const least = lo !== null && bounds !== null && bounds.lo >= lo ? null : lo;
  const greatest = hi !== null && bounds !== null && bounds.hi <= hi ? null : hi;
  return between(least, application.value(index), greatest);
}

export function isNotZero(application: Application, index: number): RsExpression {
  const bounds = boundsAt(application, index);
  if (bounds !== null && (bounds.lo > 0 || bounds.hi < 0)) return TRUE;
  return compared(application.value(index), '!=', integer(0));
}

/** Returns the number of elements or bytes of an argument, as a `usize`. */
export function sizeAt(application: Application, index: number): RsExpression {
  return method(application.receiver(index), 'len');
}

export function lengthAt(application: Application, index: number): RsExpression {
  return cast(sizeAt(application, index), 'i64');
}

/** Returns an integer argument as an index; it is provably no negative one. */
export function indexAt(application: Application, index: number): RsExpression {
  const value = application.value(index);
  return value.kind === 'atom' && /^[\d_]+$/.test(value.text) ? value : cast(value, 'usize');
}

/** A function of the runtime that takes all arguments, copied or borrowed. */
export function piece(name: RuntimePiece, needs?: Needs): Emission {
  const write = (application: Application) =>
    call(application.use(name), ...application.typed.map((_, index) => application.borrowed(index)));
  return needs === undefined ? { write } : { write, needs };
}

/** A function of the runtime that takes all arguments and gives an option of an integer. */
export function optionPiece(name: RuntimePiece, needs?: Needs): Emission {
  return { ...piece(name, needs), makesOption: true };
}
