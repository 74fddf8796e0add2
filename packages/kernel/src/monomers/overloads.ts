import { BOOLEAN, BYTES, type Domain, INTEGER, type Kind, TEXT } from '../types/domain.js';
import type { Value } from '../values/value.js';

/** The types that a monomer takes and gives, and the words in which the records state them. */

export interface Overload {
  readonly parameters: readonly OverloadParameter[];
  readonly result: KindScheme;
}

export interface OverloadParameter {
  readonly name: string;
  readonly kind: KindScheme;
  /** The argument has to be a literal within this domain; absent if any expression will do. */
  readonly literal?: Domain;
  /**
   * Returns the error of a literal within the domain (reported at publication), as the end of "the literal …"; `undefined` if
   * there is no error.
   */
  readonly malformed?: (literal: Value) => string | undefined;
}

/** A kind with variables `T` and `U`. */
export type KindScheme =
  | Exclude<Kind, { kind: 'list' | 'record' | 'option' }>
  | { readonly kind: 'variable'; readonly name: 'T' | 'U' }
  | { readonly kind: 'list'; readonly element: KindScheme }
  | { readonly kind: 'record'; readonly fields: readonly { readonly name: string; readonly kind: KindScheme }[] }
  | { readonly kind: 'option'; readonly value: KindScheme };

export const T: KindScheme = { kind: 'variable', name: 'T' };
export const U: KindScheme = { kind: 'variable', name: 'U' };

export function listOf(element: KindScheme): KindScheme {
  return { kind: 'list', element };
}

export function optionOf(value: KindScheme): KindScheme {
  return { kind: 'option', value };
}

export const LIST_OF_T = listOf(T);

/** The overload of parameters, in order and by name, that take any expression of their types. */
export function overload(parameters: Readonly<Record<string, KindScheme>>, result: KindScheme): Overload {
  return { parameters: Object.entries(parameters).map(([name, kind]) => parameter(name, kind)), result };
}

/** A parameter that takes any expression of the kind. */
export function parameter(name: string, kind: KindScheme): OverloadParameter {
  return { name, kind };
}

/** A parameter for which a literal within `domain` has to stand. */
export function literalParameter(name: string, kind: KindScheme, domain: Domain): OverloadParameter {
  return { name, kind, literal: domain };
}

export const ONE_INTEGER = [overload({ a: INTEGER }, INTEGER)];
export const TWO_INTEGERS = [overload({ a: INTEGER, b: INTEGER }, INTEGER)];
export const THREE_INTEGERS = [overload({ a: INTEGER, b: INTEGER, c: INTEGER }, INTEGER)];
export const TWO_BOOLEANS = [overload({ a: BOOLEAN, b: BOOLEAN }, BOOLEAN)];
/** Two values of one type. */
export const TWO_ALIKE = [overload({ a: T, b: T }, BOOLEAN)];
/** Two values of a type that has an order. */
export const TWO_ORDERED = [overload({ a: INTEGER, b: INTEGER }, BOOLEAN), overload({ a: TEXT, b: TEXT }, BOOLEAN)];

/** The overloads of what takes a list or bytes, whose elements are the integers 0 to 255. */
export function onSequences(of: (sequence: KindScheme, element: KindScheme) => Overload): readonly Overload[] {
  return [of(LIST_OF_T, T), of(BYTES, INTEGER)];
}
