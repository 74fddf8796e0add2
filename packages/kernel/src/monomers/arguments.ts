import { fitsInt64, type Int } from '../types/integer.js';
import { OptionValue, type Value } from '../values/value.js';

/**
 * Access to the arguments of reference implementations. The type checker has already checked the types, so a wrong type is a
 * defect of the engine and throws.
 */

export function integerAt(args: readonly Value[], position: number): Int {
  const value = args[position];
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  throw wrongType('an integer', position);
}

/** Returns the integer as a JavaScript number if it lies in lo..hi (safe integers); otherwise `undefined`. */
export function integerWithin(args: readonly Value[], position: number, lo: number, hi: number): number | undefined {
  const value = integerAt(args, position);
  return typeof value === 'number' && lo <= value && value <= hi ? value : undefined;
}

/** Returns the argument if it is a byte, as every element of bytes is; otherwise `undefined`. */
export function byteAt(args: readonly Value[], position: number): number | undefined {
  return integerWithin(args, position, 0, 255);
}

export function booleanAt(args: readonly Value[], position: number): boolean {
  const value = args[position];
  if (typeof value === 'boolean') return value;
  throw wrongType('a boolean', position);
}

export function textAt(args: readonly Value[], position: number): string {
  const value = args[position];
  if (typeof value === 'string') return value;
  throw wrongType('a text', position);
}

export function bytesAt(args: readonly Value[], position: number): Uint8Array {
  const value = args[position];
  if (value instanceof Uint8Array) return value;
  throw wrongType('bytes', position);
}

export function listAt(args: readonly Value[], position: number): readonly Value[] {
  const value = args[position];
  if (isList(value)) return value;
  throw wrongType('a list', position);
}

export function textsAt(args: readonly Value[], position: number): readonly string[] {
  const list = listAt(args, position);
  return list.map((_, element) => textAt(list, element));
}

/** Returns a list or bytes, for the monomers that take both. */
export function sequenceAt(args: readonly Value[], position: number): readonly Value[] | Uint8Array {
  const value = args[position];
  if (isList(value) || value instanceof Uint8Array) return value;
  throw wrongType('a list or bytes', position);
}

export function optionAt(args: readonly Value[], position: number): OptionValue {
  const value = args[position];
  if (value instanceof OptionValue) return value;
  throw wrongType('an option', position);
}

/** Returns an argument of any type. */
export function valueAt(args: readonly Value[], position: number): Value {
  const value = args[position];
  if (value !== undefined) return value;
  throw wrongType('a value', position);
}

function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

function wrongType(expected: string, position: number): Error {
  return new Error(`argument ${position} is not ${expected}`);
}

/** Returns the exact result if it is a 64-bit integer; otherwise `undefined`, since the condition `fitting` is violated. */
export function fitting(value: Int): Int | undefined {
  return fitsInt64(value) ? value : undefined;
}
