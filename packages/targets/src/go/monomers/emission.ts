import { type AbstractValue, INT64_MAX, INT64_MIN, type Int, type MonomerName, maximum, minimum, type Type } from '@kirchhoff/coherence';
import type { Typed } from '../../lowered/program.js';
import { binary, call, FALSE, type GoExpression, integer, length, type Operator, TRUE } from '../expression.js';
import type { RuntimePiece } from '../runtime/pieces.js';
import type { GoTypes } from '../types.js';

/** One application, as the emitter needs it. */
export interface Application {
  /** All arguments in order, including literals, with their types and the sets that contain their values. */
  readonly args: readonly GoExpression[];
  readonly typed: readonly Typed[];
  /** An argument as a part of a list, an option or a record of a type. */
  readonly part: (index: number, whole: Type) => GoExpression;
  /** The type of the result. */
  readonly result: Type;
  readonly types: GoTypes;
  /** Marks a piece of the runtime as needed and gives its name. */
  readonly use: (piece: RuntimePiece) => string;
}

/** The Go form of a monomer. */
export interface Emission {
  readonly write: (application: Application) => GoExpression;
  /** True if it makes an option of an integer of 64 bits, whatever the width of those in options. */
  readonly makesOption?: true;
  /** The conditions that an open program checks before the operation: the monomer's precondition, its result included. */
  readonly needs?: Needs;
}

export type Needs = (application: Application) => readonly GoExpression[];
export type Emissions = Partial<Record<MonomerName, Emission>>;

/** Returns an argument that must exist, since the type checker has counted the arguments. */
export function argument(application: Application, index: number): GoExpression {
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

export interface Bounds {
  readonly lo: Int;
  readonly hi: Int;
}

/** Returns the least and the greatest value of an integer argument; those of 64 bits for an empty range, in unreachable code. */
export function boundsAt(application: Application, index: number): Bounds {
  return boundsOf(rangeAt(application, index));
}

export function boundsOf(range: AbstractValue): Bounds {
  if (range.kind !== 'integer') return { lo: INT64_MIN, hi: INT64_MAX };
  return { lo: range.ranges.reduce(minimum), hi: range.ranges.reduce(maximum) };
}

/** Returns the condition that an integer argument lies between both ends, as far as its range leaves it open. */
export function isBetween(application: Application, index: number, lo: Int | null, hi: Int | null): readonly GoExpression[] {
  const bounds = boundsAt(application, index);
  return [
    ...(lo === null ? [] : [decided(bounds, '>=', { lo, hi: lo }, argument(application, index), integer(lo))]),
    ...(hi === null ? [] : [decided(bounds, '<=', { lo: hi, hi }, argument(application, index), integer(hi))]),
  ];
}

export function isNotZero(application: Application, index: number): GoExpression {
  const { lo, hi } = boundsAt(application, index);
  if (lo > 0 || hi < 0) return TRUE;
  return lo === 0 && hi === 0 ? FALSE : binary(argument(application, index), '!=', integer(0));
}

/** Returns the condition that one integer argument is at most another one. */
export function isAtMost(application: Application, lesser: number, greater: number): GoExpression {
  const [left, right] = [argument(application, lesser), argument(application, greater)];
  return decided(boundsAt(application, lesser), '<=', boundsAt(application, greater), left, right);
}

function decided(a: Bounds, operator: '<=' | '>=', b: Bounds, left: GoExpression, right: GoExpression): GoExpression {
  const [less, more] = operator === '<=' ? [a, b] : [b, a];
  if (less.hi <= more.lo) return TRUE;
  return less.lo > more.hi ? FALSE : binary(left, operator, right);
}

/** Returns the condition that the exact results, which lie between both ends, fit 64 bits. */
export function fits(lo: bigint, hi: bigint, otherwise: () => GoExpression): GoExpression {
  if (lo >= INT64_MIN && hi <= INT64_MAX) return TRUE;
  return lo > INT64_MAX || hi < INT64_MIN ? FALSE : otherwise();
}

/** Returns the number of elements, of bytes, or of the code points of a text, as an `int`. */
export function lengthAt(application: Application, index: number): GoExpression {
  return length(argument(application, index));
}

/** Returns the number of code points of a text. */
export function codePoints(application: Application, index: number): GoExpression {
  const range = rangeAt(application, index);
  const text = argument(application, index);
  return isASCII(range) ? call('int64', length(text)) : call(application.use('textLength'), text);
}

/** Returns true if all texts of a range have one byte for each code point. */
export function isASCII(range: AbstractValue): boolean {
  return range.kind === 'text' && (range.hi === 0 || (range.characters.at(-1) ?? 0) < 0x80);
}

export function compared(left: GoExpression, operator: Operator, right: GoExpression): GoExpression {
  return binary(left, operator, right);
}

/** A function of the runtime that takes the arguments unchanged. */
export function piece(own: RuntimePiece, needs?: Needs): Emission {
  const write = (application: Application) => call(application.use(own), ...application.args);
  return needs === undefined ? { write } : { write, needs };
}

/** A function of the runtime that takes the arguments unchanged, and gives an option of an integer. */
export function optionPiece(own: RuntimePiece, needs?: Needs): Emission {
  return { ...piece(own, needs), makesOption: true };
}

/** A function of the standard library that takes the arguments unchanged. */
export function library(callee: string): Emission {
  return { write: (application) => call(callee, ...application.args) };
}
