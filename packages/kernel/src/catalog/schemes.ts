import type { Domain } from '../types/domain.js';
import type { KindScheme, OverloadParameter } from './monomer.js';

/** The words in which the rows of the catalog state what kinds they take and give. */

export const T: KindScheme = { kind: 'variable', name: 'T' };
export const U: KindScheme = { kind: 'variable', name: 'U' };

export function listOf(element: KindScheme): KindScheme {
  return { kind: 'list', element };
}

export function optionOf(value: KindScheme): KindScheme {
  return { kind: 'option', value };
}

export const LIST_OF_T = listOf(T);

/** A parameter that takes any expression of the kind. */
export function parameter(name: string, kind: KindScheme): OverloadParameter {
  return { name, kind };
}

/** A parameter for which a literal within `domain` has to stand. */
export function literalParameter(name: string, kind: KindScheme, domain: Domain): OverloadParameter {
  return { name, kind, literal: domain };
}
