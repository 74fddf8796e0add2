import type { AbstractValue } from '../../abstract/abstract.js';
import type { Overload, TypeScheme } from '../overloads.js';
import { BOOLEAN_POOL, BYTES, INTEGER_POOL, OPTIONS, type Pool, RECORD_POOL, RECORDS, TEXT_POOL } from './pools.js';
import { BOOLEANS, literalSets, product, TAGS, valuesOf } from './sets.js';

/** Test arguments for an overload: tuples of sets, one for each parameter, of matching types. */
export type ArgumentSets = readonly (readonly (readonly AbstractValue[])[])[];

/** The sets from which test arguments are chosen. */
export interface Choice {
  readonly integers: readonly AbstractValue[];
  /** Integers for parameters next to a list or bytes. */
  readonly places: readonly AbstractValue[];
  readonly texts: readonly AbstractValue[];
  /** The types to use for the first variable of an overload. */
  readonly pools: readonly Pool[];
  /** Limit for the values of a set; larger sets are omitted. */
  readonly most: number;
}

export const ALL_POOLS: readonly Pool[] = [INTEGER_POOL, TEXT_POOL, RECORD_POOL];

/** Returns, for each type that the variables of an overload are tested with, the sets of each parameter. */
export function setsByParameter({ parameters }: Overload, choice: Choice): ArgumentSets {
  const types = parameters.map(({ type }) => type);
  if (types.every((type) => type.kind === 'variable')) {
    const pools = [choice.integers, BOOLEANS, TAGS, choice.texts, BYTES, INTEGER_POOL.lists, RECORDS, OPTIONS];
    return pools.map((sets) => types.map(() => ofFewValues(sets, choice)));
  }
  const fitting = { integers: types.some(isLong) ? choice.places : choice.integers, texts: choice.texts };
  return (types.some(isOpen) ? choice.pools : [INTEGER_POOL]).map((pool) => {
    const sets = parameters.map((parameter) => (parameter.literal ? literalSets(parameter) : setsOfType(parameter.type, fitting, pool)));
    return types.length > MAX_OF_ALL ? sets.map(everyFourth) : sets.map((views) => ofFewValues(views, choice));
  });
}

function ofFewValues(views: readonly AbstractValue[], { most }: Choice): readonly AbstractValue[] {
  return most === Number.POSITIVE_INFINITY ? views : views.filter((view) => valuesOf(view).length <= most);
}

/** Overloads with more parameters than this are tested with only some of the sets. */
const MAX_OF_ALL = 3;

function everyFourth<T>(all: readonly T[]): readonly T[] {
  return all.filter((_, index) => index % 4 === 0);
}

/** Returns every tuple of sets. */
export function everyTuple(sets: ArgumentSets): readonly (readonly AbstractValue[])[] {
  return sets.flatMap((parameters) => product(parameters));
}

function isLong(type: TypeScheme): boolean {
  return type.kind === 'bytes' || type.kind === 'list';
}

function isOpen(type: TypeScheme): boolean {
  return type.kind === 'variable' || (type.kind === 'list' && isOpen(type.element));
}

function setsOfType(type: TypeScheme, { integers, texts }: Pick<Choice, 'integers' | 'texts'>, pool: Pool): readonly AbstractValue[] {
  switch (type.kind) {
    case 'integer':
      return integers;
    case 'boolean':
      return BOOLEANS;
    case 'text':
      return texts;
    case 'bytes':
      return BYTES;
    case 'list':
      return poolOf(type.element, pool).lists;
    case 'variable':
      return poolOf(type, pool).elements;
    default:
      throw new Error(`no sets of type ${type.kind}`);
  }
}

/** The second variable of an overload is tested with another type than the first. */
function poolOf(type: TypeScheme, pool: Pool): Pool {
  switch (type.kind) {
    case 'variable':
      return type.name === 'T' ? pool : BOOLEAN_POOL;
    case 'integer':
      return INTEGER_POOL;
    case 'text':
      return TEXT_POOL;
    default:
      throw new Error(`no lists of type ${type.kind}`);
  }
}
