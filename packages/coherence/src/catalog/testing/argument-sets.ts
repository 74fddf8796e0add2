import type { Abstract } from '../../abstract/abstract.js';
import type { KindScheme, Overload } from '../monomer.js';
import { BOOLEAN_POOL, BYTES, INTEGER_POOL, OPTIONS, PLACES, type Pool, RECORD_POOL, RECORDS, TEXT_POOL } from './pools.js';
import { BOOLEANS, literalSets, product, setsOf, TAGS, TEXTS } from './sets.js';

/** What an overload is tried with: tuples of sets, one a parameter, whose kinds belong together. */
export type ArgumentSets = readonly (readonly (readonly Abstract[])[])[];

/**
 * For each kind that the variables of an overload are tried as, the sets of each parameter; `integerSets` where
 * an integer stands among scalars.
 */
export function setsByParameter({ parameters }: Overload, integerSets: readonly Abstract[]): ArgumentSets {
  const kinds = parameters.map(({ kind }) => kind);
  if (kinds.every((kind) => kind.kind === 'variable')) {
    return [integerSets, BOOLEANS, TAGS, TEXTS, BYTES, INTEGER_POOL.lists, RECORDS, OPTIONS].map((sets) => kinds.map(() => sets));
  }
  const numbers = kinds.some(isLong) ? PLACES : integerSets;
  const pools = kinds.some(isOpen) ? [INTEGER_POOL, TEXT_POOL, RECORD_POOL] : [INTEGER_POOL];
  return pools.map((pool) =>
    parameters.map((parameter) => (parameter.literal ? literalSets(parameter) : setsOfKind(parameter.kind, numbers, kinds.length, pool))),
  );
}

/** Every tuple of them. */
export function everyTuple(sets: ArgumentSets): readonly (readonly Abstract[])[] {
  return sets.flatMap((parameters) => product(parameters));
}

function isLong(kind: KindScheme): boolean {
  return kind.kind === 'bytes' || kind.kind === 'list';
}

function isOpen(kind: KindScheme): boolean {
  return kind.kind === 'variable' || (kind.kind === 'list' && isOpen(kind.element));
}

function setsOfKind(kind: KindScheme, numbers: readonly Abstract[], arity: number, pool: Pool): readonly Abstract[] {
  switch (kind.kind) {
    case 'bytes':
      return BYTES;
    case 'list':
      return poolOf(kind.element, pool).lists;
    case 'variable':
      return poolOf(kind, pool).elements;
    default:
      return setsOf(kind, numbers, arity);
  }
}

/** The second variable of an overload is tried as another kind than the first. */
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
