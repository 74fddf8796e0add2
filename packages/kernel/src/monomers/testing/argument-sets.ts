import type { Abstract } from '../../abstract/abstract.js';
import type { KindScheme, Overload } from '../overloads.js';
import { BOOLEAN_POOL, BYTES, INTEGER_POOL, OPTIONS, type Pool, RECORD_POOL, RECORDS, TEXT_POOL } from './pools.js';
import { BOOLEANS, literalSets, product, TAGS, valuesOf } from './sets.js';

/** Test arguments for an overload: tuples of sets, one for each parameter, of matching types. */
export type ArgumentSets = readonly (readonly (readonly Abstract[])[])[];

/** The sets from which test arguments are chosen. */
export interface Choice {
  readonly integers: readonly Abstract[];
  /** Integers for parameters next to a list or bytes. */
  readonly places: readonly Abstract[];
  readonly texts: readonly Abstract[];
  /** The types to use for the first variable of an overload. */
  readonly pools: readonly Pool[];
  /** Limit for the values of a set; larger sets are omitted. */
  readonly most: number;
}

export const ALL_POOLS: readonly Pool[] = [INTEGER_POOL, TEXT_POOL, RECORD_POOL];

/** Returns, for each type that the variables of an overload are tested with, the sets of each parameter. */
export function setsByParameter({ parameters }: Overload, choice: Choice): ArgumentSets {
  const kinds = parameters.map(({ kind }) => kind);
  if (kinds.every((kind) => kind.kind === 'variable')) {
    const pools = [choice.integers, BOOLEANS, TAGS, choice.texts, BYTES, INTEGER_POOL.lists, RECORDS, OPTIONS];
    return pools.map((sets) => kinds.map(() => ofFewValues(sets, choice)));
  }
  const fitting = { integers: kinds.some(isLong) ? choice.places : choice.integers, texts: choice.texts };
  return (kinds.some(isOpen) ? choice.pools : [INTEGER_POOL]).map((pool) => {
    const sets = parameters.map((parameter) => (parameter.literal ? literalSets(parameter) : setsOfKind(parameter.kind, fitting, pool)));
    return kinds.length > MAX_OF_ALL ? sets.map(everyFourth) : sets.map((views) => ofFewValues(views, choice));
  });
}

function ofFewValues(views: readonly Abstract[], { most }: Choice): readonly Abstract[] {
  return most === Number.POSITIVE_INFINITY ? views : views.filter((view) => valuesOf(view).length <= most);
}

/** Overloads with more parameters than this are tested with only some of the sets. */
const MAX_OF_ALL = 3;

function everyFourth<T>(all: readonly T[]): readonly T[] {
  return all.filter((_, index) => index % 4 === 0);
}

/** Returns every tuple of sets. */
export function everyTuple(sets: ArgumentSets): readonly (readonly Abstract[])[] {
  return sets.flatMap((parameters) => product(parameters));
}

function isLong(kind: KindScheme): boolean {
  return kind.kind === 'bytes' || kind.kind === 'list';
}

function isOpen(kind: KindScheme): boolean {
  return kind.kind === 'variable' || (kind.kind === 'list' && isOpen(kind.element));
}

function setsOfKind(kind: KindScheme, { integers, texts }: Pick<Choice, 'integers' | 'texts'>, pool: Pool): readonly Abstract[] {
  switch (kind.kind) {
    case 'integer':
      return integers;
    case 'boolean':
      return BOOLEANS;
    case 'text':
      return texts;
    case 'bytes':
      return BYTES;
    case 'list':
      return poolOf(kind.element, pool).lists;
    case 'variable':
      return poolOf(kind, pool).elements;
    default:
      throw new Error(`no sets of kind ${kind.kind}`);
  }
}

/** The second variable of an overload is tested with another type than the first. */
function poolOf(kind: KindScheme, pool: Pool): Pool {
  switch (kind.kind) {
    case 'variable':
      return kind.name === 'T' ? pool : BOOLEAN_POOL;
    case 'integer':
      return INTEGER_POOL;
    case 'text':
      return TEXT_POOL;
    default:
      throw new Error(`no lists of kind ${kind.kind}`);
  }
}
