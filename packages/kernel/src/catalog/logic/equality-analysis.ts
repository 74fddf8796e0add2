import {
  type Abstract,
  type AbstractOption,
  boolean,
  EITHER,
  exactTexts,
  FALSE,
  isWithin,
  meet,
  NEVER,
  ofRanges,
  onlyValue,
  option,
  sequence,
  TRUE,
  tags,
  texts,
} from '../../abstract/abstract.js';
import { without } from '../../abstract/ranges.js';
import { OptionValue, type Value } from '../../values/value.js';
import type { Analysis } from '../monomer.js';
import { lengthOf, type Operand, type RelationFact, type Relations } from '../relation.js';
import { differenceWithin, isUnreached, narrowed } from '../views.js';
import { sameValue } from './equality.js';
import { negation } from './negation.js';

/** The analysis of EQ, or of NE where `negated`: over integers, booleans, tags and text. */
export function equalityAnalysis(negated: boolean): Analysis {
  const turn = (truth: Abstract) => (negated ? negation(truth) : truth);
  return {
    transfer: (args) => turn(onPair(args, NEVER, areEqual)),
    related: (args, relations) => turn(isUnreached(args) ? NEVER : equalByRelations(relations)),
    refine: (result, args) => refineEqual(turn(result), args),
    facts: (args, result) => onPair(args, [], (a, b) => (result.kind === 'never' ? [] : equalFacts(a, b, turn(result)))),
  };
}

/** `of` the two arguments, or `otherwise` where one is not reached. */
function onPair<R>(args: readonly Abstract[], otherwise: R, of: (a: Abstract, b: Abstract) => R): R {
  const [a, b] = args;
  return a === undefined || b === undefined || isUnreached(args) ? otherwise : of(a, b);
}

/** Whether values of two sets are equal: TRUE, FALSE or EITHER. */
export function areEqual(a: Abstract, b: Abstract): Abstract {
  if (meet(a, b).kind === 'never') return FALSE;
  const [left, right] = [onlyValue(a), onlyValue(b)];
  return left !== undefined && right !== undefined && sameValue(left, right) ? TRUE : EITHER;
}

function equalByRelations(relations: Relations): Abstract {
  if (relations.same(0, 1)) return TRUE;
  const above = relations.difference(0, 1) ?? 1;
  const below = relations.difference(1, 0) ?? 1;
  if (above < 0 || below < 0) return FALSE;
  return above === 0 && below === 0 ? TRUE : EITHER;
}

function refineEqual(equal: Abstract, args: readonly Abstract[]): readonly Abstract[] {
  if (equal.kind !== 'boolean') return args.map(() => NEVER);
  return onPair<readonly Abstract[]>(
    args,
    args.map(() => NEVER),
    (a, b) => {
      if (equal.canBeTrue && equal.canBeFalse) return args;
      return equal.canBeTrue ? narrowed(args, [b, a]) : narrowed(args, [withoutValue(a, onlyValue(b)), withoutValue(b, onlyValue(a))]);
    },
  );
}

/** What of a set is other than `value`; all of it where that is undefined or cannot be said. */
export function withoutValue(view: Abstract, value: Value | undefined): Abstract {
  if (value === undefined) return view;
  switch (view.kind) {
    case 'never':
      return view;
    case 'integer':
      return typeof value === 'number' || typeof value === 'bigint' ? ofRanges(without(view.ranges, value, value)) : view;
    case 'boolean':
      return boolean(view.canBeFalse && value !== false, view.canBeTrue && value !== true);
    case 'enumeration':
      return tags(view.tags.filter((tag) => tag !== value));
    case 'text':
      return view.values === null ? withoutLength(view, value) : exactTexts(view.values.filter((text) => text !== value));
    case 'bytes':
    case 'list':
      return elementsOf(value) === 0 ? sequence(view.kind, Math.max(view.lo, 1), view.hi, view.element) : view;
    case 'record':
      return view;
    case 'option':
      return withoutOption(view, value);
  }
}

function elementsOf(value: Value): number | undefined {
  return Array.isArray(value) || value instanceof Uint8Array ? value.length : undefined;
}

function withoutOption(view: AbstractOption, value: Value): Abstract {
  if (!(value instanceof OptionValue)) return view;
  if (value.content === undefined) return option(false, view.some);
  return option(view.none, withoutValue(view.some, value.content));
}

/** Of texts by length only the empty one is alone of its length. */
function withoutLength(view: Extract<Abstract, { kind: 'text' }>, value: Value): Abstract {
  return value === '' ? texts(Math.max(view.lo, 1), view.hi) : view;
}

function equalFacts(a: Abstract, b: Abstract, equal: Abstract): readonly RelationFact<Operand>[] {
  if (!isWithin(equal, TRUE)) return [];
  if (a.kind === 'integer' && b.kind === 'integer') return differenceWithin(0, 1, { lo: 0, hi: 0 });
  // what is equal is of one length, and both are of one kind
  return hasLength(a) ? differenceWithin(lengthOf(0), lengthOf(1), { lo: 0, hi: 0 }) : [];
}

function hasLength({ kind }: Abstract): boolean {
  return kind === 'text' || kind === 'bytes' || kind === 'list';
}
