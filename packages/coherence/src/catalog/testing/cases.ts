import { MONOMERS } from '../catalog.js';
import { isExactOnFew } from '../exact.js';
import type { Analysis, Overload } from '../monomer.js';
import type { Reference } from './obligations.js';

export interface Case {
  readonly name: string;
  readonly reference: Reference;
  readonly analysis: Analysis;
  readonly overload: Overload;
}

/** Every overload of every monomer that can be run and analysed. */
const CASES: readonly Case[] = MONOMERS.flatMap(({ name, reference, analysis, overloads }) =>
  reference === undefined || analysis === undefined ? [] : overloads.map((overload) => ({ name, reference, analysis, overload })),
);

/** The cases with at least so many parameters that can be integers, with what names them in a report. */
export function casesWithIntegers(atLeast: number): readonly (readonly [name: string, kinds: string, of: Case])[] {
  const fitting = CASES.filter(
    ({ overload }) => overload.parameters.filter(({ kind }) => kind.kind === 'integer' || kind.kind === 'variable').length >= atLeast,
  );
  return fitting.map((of) => [of.name, of.overload.parameters.map((parameter) => parameter.kind.kind).join(', '), of]);
}

/** As it is, and with the bounds alone where it would run small sets instead. */
export function variants(analysis: Analysis): readonly Analysis[] {
  return isExactOnFew(analysis) ? [analysis, analysis.bounded] : [analysis];
}
