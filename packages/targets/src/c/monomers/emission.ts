import { type AbstractValue, type Int, type MonomerName, maximum, minimum, type Type } from '@kirchhoff/coherence';
import type { Typed } from '../../lowered/program.js';
import { between, bitwise, type CExpression, call, compared, integer, isAtom, isLiteral, primary, TRUE } from '../expression.js';
import type { Shared } from '../literal.js';
import type { RuntimePiece } from '../runtime/pieces.js';

/** One application, as the emitter needs it. */
export interface Application extends Shared {
  /** All arguments in order, including literals, with their types and the sets that contain their values. */
  readonly args: readonly CExpression[];
  readonly typed: readonly Typed[];
  /** The type of the result. */
  readonly result: Type;
  /** Returns the state of the call, which the function then takes. */
  readonly run: () => CExpression;
}

/** The C form of a monomer. */
export interface Emission {
  readonly write: (application: Application) => CExpression;
  /** The conditions that an open program checks before the operation: the monomer's precondition, its result included. */
  readonly needs?: Needs;
}

export type Needs = (application: Application) => readonly CExpression[];
export type Emissions = Partial<Record<MonomerName, Emission>>;

/** Returns an argument that must exist, since the type checker has counted the arguments. */
export function argument(application: Application, index: number): CExpression {
  const expression = application.args[index];
  if (expression === undefined) throw new RangeError(`no argument ${index}`);
  return expression;
}

export function typeAt(application: Application, index: number): Type {
  return typedAt(application, index).type;
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

export function boundsOf(range: AbstractValue): Bounds | null {
  return range.kind === 'integer' ? { lo: range.ranges.reduce(minimum), hi: range.ranges.reduce(maximum) } : null;
}

/** Returns an integer with the limits of its range, of which a compiler may know some. It knows only the type of a variable. */
export function ranged(value: CExpression, range: AbstractValue): CExpression {
  const bounds = boundsOf(range);
  return bounds === null || isAtom(value) || value.limits !== undefined ? value : { ...value, limits: bounds };
}

/** Returns an argument for a comparison. */
export function rangedAt(application: Application, index: number): CExpression {
  return ranged(argument(application, index), typedAt(application, index).range);
}

/** Returns the least and the greatest value of an integer argument; `null` for an empty range, in unreachable code. */
export function boundsAt(application: Application, index: number): Bounds | null {
  return boundsOf(typedAt(application, index).range);
}

/** Returns true if an integer argument is provably between both ends. */
export function isProven(application: Application, index: number, lo: Int, hi: Int): boolean {
  const bounds = boundsAt(application, index);
  return bounds !== null && bounds.lo >= lo && bounds.hi <= hi;
}

/** Returns the condition that an integer argument lies between both ends, without the ends that its range proves. */
export function isBetween(application: Application, index: number, lo: Int | null, hi: Int | null): CExpression {
  const bounds = boundsAt(application, index);
  const least = lo !== null && bounds !== null && bounds.lo >= lo ? null : lo;
  const greatest = hi !== null && bounds !== null && bounds.hi <= hi ? null : hi;
  return between(least, argument(application, index), greatest);
}

export function isNotZero(application: Application, index: number): CExpression {
  const bounds = boundsAt(application, index);
  if (bounds !== null && (bounds.lo > 0 || bounds.hi < 0)) return TRUE;
  return compared(argument(application, index), '!=', integer(0));
}

/** A function of the runtime that takes the arguments unchanged. */
export function piece(name: RuntimePiece, needs?: Needs): Emission {
  const write = (application: Application) => call(application.runtime.use(name), ...application.args);
  return needs === undefined ? { write } : { write, needs };
}

/** A function of the runtime that makes a value: it takes the state of the call and the arguments. */
export function making(name: RuntimePiece, needs?: Needs): Emission {
  const write = (application: Application) => call(application.runtime.use(name), application.run(), ...application.args);
  return needs === undefined ? { write } : { write, needs };
}

/** A function on the type of the first argument. */
export function operation(find: (shared: Shared, type: Type) => string, needs?: Needs): Emission {
  const write = (application: Application) => call(find(application, typeAt(application, 0)), ...application.args);
  return needs === undefined ? { write } : { write, needs };
}

/** The same for a function that makes a value. */
export function makingOperation(find: (shared: Shared, type: Type) => string, needs?: Needs): Emission {
  const write = (application: Application) => call(find(application, typeAt(application, 0)), application.run(), ...application.args);
  return needs === undefined ? { write } : { write, needs };
}

/** Returns an argument that several places may repeat: an atom, or the call of a function instead. */
export function areAtoms(application: Application): boolean {
  return application.args.every(isAtom);
}

/**
 * Returns zero, for the result of an operation that is never reached: a compiler warns about constant operands that the check before
 * excludes. It is made of the other operands, so that no variable is unused.
 */
export function unreached(...operands: readonly CExpression[]): CExpression {
  const zeros = operands.filter((operand) => !isLiteral(operand)).map((operand) => bitwise(operand, '&', integer(0)));
  return zeros.length === 0 ? primary('INT64_C(0)') : zeros.reduce((a, b) => bitwise(a, '&', b));
}
