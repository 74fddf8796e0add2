import type { Analysis, Reference } from '../analysis.js';
import { MONOMERS } from '../catalog.js';
import { isExactOnFew } from '../exact.js';
import type { KindScheme, Overload } from '../overloads.js';

export interface Case {
  readonly name: string;
  readonly reference: Reference;
  readonly analysis: Analysis;
  readonly overload: Overload;
}

/** A case with what names it in a report. */
export type NamedCase = readonly [name: string, kinds: string, of: Case];

/** Every overload of every monomer that can be run and analysed. */
const CASES: readonly Case[] = MONOMERS.flatMap(({ name, reference, analysis, overloads }) =>
  reference === null || analysis === null ? [] : overloads.map((overload) => ({ name, reference, analysis, overload })),
);

/** The cases with at least so many parameters that can be integers. */
export function casesWithIntegers(atLeast: number): readonly NamedCase[] {
  return casesWith(atLeast, (kind) => kind.kind === 'integer' || kind.kind === 'variable');
}

/** The cases with at least so many parameters that differences can speak of, by their values or lengths, and whose analysis heeds them. */
export function casesWithOperands(atLeast: number): readonly NamedCase[] {
  const measured = casesWith(atLeast, ({ kind }) => kind !== 'boolean' && kind !== 'enumeration' && kind !== 'record' && kind !== 'option');
  return measured.filter(([, , { analysis }]) => analysis.need !== null || analysis.related !== null);
}

function casesWith(atLeast: number, isMeant: (kind: KindScheme) => boolean): readonly NamedCase[] {
  const fitting = CASES.filter(({ overload }) => overload.parameters.filter(({ kind }) => isMeant(kind)).length >= atLeast);
  return fitting.map((of) => [of.name, of.overload.parameters.map((parameter) => parameter.kind.kind).join(', '), of]);
}

/** Returns the analysis itself, and its bounds alone, without the exact evaluation of small sets. */
export function variants(analysis: Analysis): readonly Analysis[] {
  return isExactOnFew(analysis) ? [analysis, analysis.bounded] : [analysis];
}
