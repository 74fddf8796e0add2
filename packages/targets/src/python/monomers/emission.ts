import { type AbstractValue, type Int, type MonomerName, maximum, minimum, type Type } from '@kirchhoff/coherence';
import type { Typed } from '../../lowered/program.js';
import { between, type Comparison, call, compared, integer, isAtom, type PyExpression, primary, TRUE } from '../expression.js';
import type { RuntimePiece } from '../runtime/pieces.js';
import type { PyTypes } from '../types.js';

/** One application, as the emitter needs it. */
export interface Application {
  /** All arguments in order, including literals, with their types and the sets that contain their values. */
  readonly args: readonly PyExpression[];
  readonly typed: readonly Typed[];
  /** The type of the result. */
  readonly result: Type;
  readonly types: PyTypes;
  /** Marks a piece of the runtime as needed and gives its name. */
  readonly use: (piece: RuntimePiece) => string;
  /** Imports a module of the standard library and gives its name. */
  readonly module: (name: string) => string;
}

/** The Python form of a monomer. */
export interface Emission {
  readonly write: (application: Application) => PyExpression;
  /** The conditions that an open program checks before the operation: the monomer's precondition, except that the result fits. */
  readonly needs?: Needs;
  /** True if the result may exceed 64 bits. */
  readonly overflows?: true;
}

export type Needs = (application: Application) => readonly PyExpression[];
export type Emissions = Partial<Record<MonomerName, Emission>>;

/** Returns an argument that must exist, since the type checker has counted the arguments. */
export function argument(application: Application, index: number): PyExpression {
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
  const range = rangeAt(application, index);
  return range.kind === 'integer' ? { lo: range.ranges.reduce(minimum), hi: range.ranges.reduce(maximum) } : null;
}

/** Returns true if an integer argument is provably at least a value. */
export function isProvenAtLeast(application: Application, index: number, least: Int): boolean {
  const bounds = boundsAt(application, index);
  return bounds !== null && bounds.lo >= least;
}

/** Returns the condition that an integer argument lies between both ends, without the ends that its range proves. */
export function isBetween(application: Application, index: number, lo: Int | null, hi: Int | null): PyExpression {
  const bounds = boundsAt(application, index);
  const least = lo !== null && bounds !== null && bounds.lo >= lo ? null : lo;
  const greatest = hi !== null && bounds !== null && bounds.hi <= hi ? null : hi;
  return between(least, argument(application, index), greatest);
}

export function isNotZero(application: Application, index: number): PyExpression {
  const bounds = boundsAt(application, index);
  if (bounds !== null && (bounds.lo > 0 || bounds.hi < 0)) return TRUE;
  return compared(argument(application, index), '!=', integer(0));
}

/** Returns the condition of an order between two integers. */
export function ordered(left: PyExpression, operator: Comparison, right: PyExpression): PyExpression {
  return compared(left, operator, right);
}

export function lengthAt(application: Application, index: number): PyExpression {
  return call('len', argument(application, index));
}

/** A function of the runtime that takes the arguments unchanged. */
export function piece(name: RuntimePiece, needs?: Needs): Emission {
  const write = (application: Application) => call(application.use(name), ...application.args);
  return needs === undefined ? { write } : { write, needs };
}

/** A function of a module of the standard library, with the arguments and further ones. */
export function library(module: string, name: string, ...further: readonly string[]): Emission {
  return {
    write: (application) => call(`${application.module(module)}.${name}`, ...application.args, ...further.map(primary)),
  };
}

export function areAtoms(application: Application): boolean {
  return application.args.every(isAtom);
}
