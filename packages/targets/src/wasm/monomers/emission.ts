import { type AbstractValue, type Int, type MonomerName, maximum, minimum, type Type } from '@kirchhoff/coherence';
import type { Typed } from '../../lowered/program.js';
import { TRUE, type Wat } from '../assembler/wat.js';

/** One application, as the emitter needs it. */
export interface Application {
  /** All arguments in order, including literals. Each may be used several times: they have no effects, and are mostly variables. */
  readonly args: readonly Wat[];
  readonly typed: readonly Typed[];
  /** The type of the result. */
  readonly result: Type;
  /** Marks a piece of the runtime as needed and returns the name of its function, with the `$`. */
  readonly use: (piece: string) => string;
  /** Returns the condition that two values of a type are equal. */
  readonly equal: (type: Type, a: Wat, b: Wat) => Wat;
  /** Returns the index, or -1, of an element in a list or in bytes, as an `i32`. */
  readonly indexOf: (sequence: Type, list: Wat, wanted: Wat) => Wat;
  /**
   * Returns a value for its first use, which comes first in the code, and for further ones, so that it is computed once.
   */
  readonly repeated: (value: Wat, type: 'i32' | 'i64') => { readonly first: Wat; readonly again: Wat };
}

/** The form of a monomer. */
export interface Emission {
  readonly write: (application: Application) => Wat;
  /** The monomer's precondition, each an `i32`: the result fits, too. Those that the ranges prove are `TRUE`. */
  readonly needs?: Needs;
}

export type Needs = (application: Application) => readonly Wat[];
export type Emissions = Partial<Record<MonomerName, Emission>>;

/** Returns an argument that must exist, since the type checker has counted the arguments. */
export function argument({ args }: Application, index: number): Wat {
  const expression = args[index];
  if (expression === undefined) throw new RangeError(`no argument ${index}`);
  return expression;
}

export function typedAt({ typed }: Application, index: number): Typed {
  const found = typed[index];
  if (found === undefined) throw new RangeError(`no argument ${index}`);
  return found;
}

export function typeAt(application: Application, index: number): Type {
  return typedAt(application, index).type;
}

export function rangeAt(application: Application, index: number): AbstractValue {
  return typedAt(application, index).range;
}

/** Returns the least and the greatest value of an integer argument; `null` for an empty range, in unreachable code. */
export function boundsAt(application: Application, index: number): { readonly lo: Int; readonly hi: Int } | null {
  const range = rangeAt(application, index);
  return range.kind === 'integer' ? { lo: range.ranges.reduce(minimum), hi: range.ranges.reduce(maximum) } : null;
}

/** Returns the condition that an `i64` lies between both ends. */
export function between(lo: Int | null, value: Wat, hi: Int | null): Wat {
  if (lo !== null && lo === hi) return ['i64.eq', value, i64(lo)];
  if (lo === 0 && hi !== null) return ['i64.le_u', value, i64(hi)];
  if (lo !== null && hi !== null) return ['i64.le_u', ['i64.sub', value, i64(lo)], i64(BigInt(hi) - BigInt(lo))];
  if (lo !== null) return ['i64.ge_s', value, i64(lo)];
  return hi === null ? TRUE : ['i64.le_s', value, i64(hi)];
}

/** Returns the condition that an integer argument lies between both ends, without the ends that its range proves. */
export function isBetween(application: Application, index: number, lo: Int | null, hi: Int | null): Wat {
  const bounds = boundsAt(application, index);
  const least = lo !== null && bounds !== null && bounds.lo >= lo ? null : lo;
  const greatest = hi !== null && bounds !== null && bounds.hi <= hi ? null : hi;
  return between(least, argument(application, index), greatest);
}

export function isNotZero(application: Application, index: number): Wat {
  const bounds = boundsAt(application, index);
  if (bounds !== null && (bounds.lo > 0 || bounds.hi < 0)) return TRUE;
  return ['i64.ne', argument(application, index), i64(0)];
}

export function i64(value: Int): Wat {
  return ['i64.const', String(value)];
}

export function i32(value: number): Wat {
  return ['i32.const', String(value)];
}

/** Returns the length of bytes or the count of a list, as an integer. */
export function lengthAt(application: Application, index: number): Wat {
  return ['i64.extend_i32_u', ['i32.load', argument(application, index)]];
}

/** Returns the number of code points of a text, as an integer. */
export function textLengthAt(application: Application, index: number): Wat {
  return ['i64.extend_i32_u', ['i32.load', 'offset=4', argument(application, index)]];
}

/** Returns the emission of a call of a piece with all arguments. */
export function piece(name: string, needs?: Needs): Emission {
  const write: Emission['write'] = (a) => ['call', a.use(name), ...a.args];
  return needs === undefined ? { write } : { write, needs };
}

/** Returns the condition that a piece tests. */
export function tested(application: Application, name: string): Wat {
  return ['call', application.use(name), ...application.args];
}
