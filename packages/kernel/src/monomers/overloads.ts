import { BOOLEAN, BYTES, type Domain, INTEGER, TEXT, type Type } from '../types/domain.js';
import type { Value } from '../values/value.js';

/** The parameter and result types of monomers, and the functions with which records declare them. */

export interface Overload {
  readonly parameters: readonly OverloadParameter[];
  readonly result: TypeScheme;
}

export interface OverloadParameter {
  readonly name: string;
  readonly type: TypeScheme;
  /** The domain of a literal that the argument has to be. Default: any expression. */
  readonly literal?: Domain;
  /**
   * Returns an error for a literal within the domain, as the end of "the literal …"; `undefined` if there is no error. The error
   * is reported at publication.
   */
  readonly malformed?: (literal: Value) => string | undefined;
}

/** A type with variables `T` and `U`. */
export type TypeScheme =
  | Exclude<Type, { kind: 'list' | 'record' | 'option' }>
  | { readonly kind: 'variable'; readonly name: 'T' | 'U' }
  | { readonly kind: 'list'; readonly element: TypeScheme }
  | { readonly kind: 'record'; readonly fields: readonly { readonly name: string; readonly type: TypeScheme }[] }
  | { readonly kind: 'option'; readonly value: TypeScheme };

export const T: TypeScheme = { kind: 'variable', name: 'T' };
export const U: TypeScheme = { kind: 'variable', name: 'U' };

export function listOf(element: TypeScheme): TypeScheme {
  return { kind: 'list', element };
}

export function optionOf(value: TypeScheme): TypeScheme {
  return { kind: 'option', value };
}

export const LIST_OF_T = listOf(T);

/** Declares an overload from its parameters, in order and by name, each of which takes any expression of its type. */
export function overload(parameters: Readonly<Record<string, TypeScheme>>, result: TypeScheme): Overload {
  return { parameters: Object.entries(parameters).map(([name, type]) => parameter(name, type)), result };
}

/** Declares a parameter that takes any expression of the type. */
export function parameter(name: string, type: TypeScheme): OverloadParameter {
  return { name, type };
}

/** Declares a parameter whose argument must be a literal within `domain`. */
export function literalParameter(name: string, type: TypeScheme, domain: Domain): OverloadParameter {
  return { name, type, literal: domain };
}

export const ONE_INTEGER = [overload({ a: INTEGER }, INTEGER)];
export const TWO_INTEGERS = [overload({ a: INTEGER, b: INTEGER }, INTEGER)];
export const THREE_INTEGERS = [overload({ a: INTEGER, b: INTEGER, c: INTEGER }, INTEGER)];
export const TWO_BOOLEANS = [overload({ a: BOOLEAN, b: BOOLEAN }, BOOLEAN)];
/** Takes two values of one type. */
export const TWO_ALIKE = [overload({ a: T, b: T }, BOOLEAN)];
/** Takes two values of an ordered type. */
export const TWO_ORDERED = [overload({ a: INTEGER, b: INTEGER }, BOOLEAN), overload({ a: TEXT, b: TEXT }, BOOLEAN)];

/** Declares overloads for a list and for bytes, whose elements are the integers 0 to 255. */
export function onSequences(of: (sequence: TypeScheme, element: TypeScheme) => Overload): readonly Overload[] {
  return [of(LIST_OF_T, T), of(BYTES, INTEGER)];
}
