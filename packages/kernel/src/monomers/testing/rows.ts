import type { Value } from '../../values/value.js';
import { MONOMERS } from '../catalog.js';
import type { Monomer } from '../monomer.js';
import type { Family } from '../names.js';

/** Returns the monomers of a family. */
export function familyOf(family: Family): readonly Monomer[] {
  return MONOMERS.filter((monomer) => monomer.family === family);
}

/** Returns the reference implementation of a row by name, which takes its arguments one by one; throws for an unknown name. */
export function referenceOf(family: readonly Monomer[], name: string): (...args: Value[]) => Value | undefined {
  const reference = family.find((monomer) => monomer.name === name)?.reference;
  if (!reference) throw new Error(`${name} has no reference implementation`);
  return (...args) => reference(args);
}
