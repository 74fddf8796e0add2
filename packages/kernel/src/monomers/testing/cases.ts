import type { Analysis, ReferenceImplementation } from '../analysis.js';
import { MONOMERS } from '../catalog.js';
import { isExactOnFew } from '../exact.js';
import type { Overload, TypeScheme } from '../overloads.js';

export interface Case {
  readonly name: string;
  readonly reference: ReferenceImplementation;
  readonly analysis: Analysis;
  readonly overload: Overload;
}

/** A case with its name for test reports. */
export type NamedCase = readonly [name: string, kinds: string, of: Case];

/** Every overload of every monomer that has a reference implementation and an analysis. */
const CASES: readonly Case[] = MONOMERS.flatMap(({ name, reference, analysis, overloads }) =>
  reference === null || analysis === null ? [] : overloads.map((overload) => ({ name, reference, analysis, overload })),
);

/** Returns the cases with at least this number of parameters that can be integers. */
export function casesWithIntegers(atLeast: number): readonly NamedCase[] {
  return casesWith(atLeast, (type) => type.kind === 'integer' || type.kind === 'variable');
}

/**
 * Returns the cases with at least this number of parameters that have a value or length for differences, and whose analysis uses
 * differences.
 */
export function casesWithOperands(atLeast: number): readonly NamedCase[] {
  const measured = casesWith(atLeast, ({ kind }) => kind !== 'boolean' && kind !== 'enumeration' && kind !== 'record' && kind !== 'option');
  return measured.filter(([, , { analysis }]) => analysis.need !== null || analysis.related !== null);
}

function casesWith(atLeast: number, isMeant: (type: TypeScheme) => boolean): readonly NamedCase[] {
  const fitting = CASES.filter(({ overload }) => overload.parameters.filter(({ type }) => isMeant(type)).length >= atLeast);
  return fitting.map((of) => [of.name, of.overload.parameters.map((parameter) => parameter.type.kind).join(', '), of]);
}

/** Returns the analysis itself, and its bounds without the exact evaluation of small sets. */
export function variants(analysis: Analysis): readonly Analysis[] {
  return isExactOnFew(analysis) ? [analysis, analysis.bounded] : [analysis];
}
