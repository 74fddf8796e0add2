import {
  type AbstractOption,
  type AbstractValue,
  boolean,
  EITHER,
  exactTexts,
  FALSE,
  isSequence,
  isWithin,
  meet,
  ofRanges,
  onlyValue,
  option,
  sequence,
  type TextsByClass,
  TRUE,
  tags,
  texts,
} from '../../abstract/abstract.js';
import { minus, ONE, plus, ZERO } from '../../abstract/polynomial.js';
import { without } from '../../abstract/ranges.js';
import { equalityForm } from '../../smt-lib/forms.js';
import { OptionValue, type Value } from '../../values/value.js';
import { valueAt } from '../arguments.js';
import { equality, fact, type LinearApplication, type LinearFact, type OptionParts, onIntegers, type Premise } from '../linear.js';
import { monomer, type Semantics } from '../monomer.js';
import { TWO_ALIKE } from '../overloads.js';
import { type DifferenceOperand, lengthOf, type RelationFact, type Relations } from '../relation.js';
import { differenceWithin, viewAt } from '../views.js';
import { DIRECT } from '../work.js';
import { negation } from './booleans.js';
import { sameValue } from './same-value.js';

/** EQ and NE: structural equality of two values of one type. */

function equals(negated: boolean): Semantics {
  const turn = (truth: AbstractValue) => (negated ? negation(truth) : truth);
  return monomer({
    overloads: TWO_ALIKE,
    reference: (args, meter) => sameValue(valueAt(args, 0), valueAt(args, 1), meter) !== negated,
    work: DIRECT,
    precondition: null,
    few: 'bound',
    transfer: (args) => turn(areEqual(viewAt(args, 0), viewAt(args, 1))),
    related: (_, relations) => turn(equalByRelations(relations)),
    refine: (result, args) => refineEqual(turn(result), args),
    facts: (args, result) => equalFacts(args, turn(result)),
    linear: { result: { is: 'equality', negated }, facts: (at) => equation(at, !negated) },
    smt: equalityForm('linear', negated),
  });
}

export const eq = equals(false);
export const ne = equals(true);

/** Compares the values of two sets: TRUE if they are always equal, FALSE if never, otherwise EITHER. */
export function areEqual(a: AbstractValue, b: AbstractValue): AbstractValue {
  if (meet(a, b).kind === 'never') return FALSE;
  const [left, right] = [onlyValue(a), onlyValue(b)];
  return left !== undefined && right !== undefined && sameValue(left, right) ? TRUE : EITHER;
}

function equalByRelations(relations: Relations): AbstractValue {
  if (relations.same(0, 1)) return TRUE;
  const above = relations.difference(0, 1) ?? 1;
  const below = relations.difference(1, 0) ?? 1;
  if (above < 0 || below < 0) return FALSE;
  return above === 0 && below === 0 ? TRUE : EITHER;
}

export function refineEqual(equal: AbstractValue, args: readonly AbstractValue[]): readonly AbstractValue[] {
  const [a, b] = [viewAt(args, 0), viewAt(args, 1)];
  if (equal.kind !== 'boolean' || (equal.canBeTrue && equal.canBeFalse)) return args;
  return equal.canBeTrue ? [b, a] : [withoutValue(a, onlyValue(b)), withoutValue(b, onlyValue(a))];
}

/**
 * Returns the values of a set other than `value`. Returns the whole set if `value` is undefined or the difference cannot be
 * represented.
 */
export function withoutValue(view: AbstractValue, value: Value | undefined): AbstractValue {
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

function withoutOption(view: AbstractOption, value: Value): AbstractValue {
  if (!(value instanceof OptionValue)) return view;
  if (value.content === undefined) return option(false, view.some);
  return option(view.none, withoutValue(view.some, value.content));
}

/** Only the empty text is the only text of its length. */
function withoutLength(view: TextsByClass, value: Value): AbstractValue {
  return value === '' ? texts(Math.max(view.lo, 1), view.hi, view.characters, view.form) : view;
}

/** The result is `truth` exactly if the operands are equal. */
function equation(at: LinearApplication, truth: boolean): readonly LinearFact[] {
  const difference = minus(at.value(0), at.value(1));
  if (!at.isOnIntegers) return [...ofSorts(at, truth), ...ofContents(at, truth), ...ofSizes(at, truth)];
  return onIntegers(at, [
    equality(difference, at.resultIs(truth)),
    fact(minus(difference, ONE), at.resultIs(!truth), at.inOrder(1, 0)),
    fact(minus(minus(ZERO, difference), ONE), at.resultIs(!truth), at.inOrder(0, 1)),
  ]);
}

/**
 * Equal values have the same tag, truth value or option case; different tags or truth values are not equal. For a literal, the
 * result itself states this.
 */
function ofSorts(at: LinearApplication, truth: boolean): readonly LinearFact[] {
  const [left, right] = [at.sorts(0), at.sorts(1)];
  if ([...left, ...right].some(({ size }) => size === 0)) return [];
  return left.flatMap((sort, index) => {
    const other = right[index] ?? ZERO;
    const apart = left.length > 1 ? [fact(minus(minus(ONE, sort), other), at.resultIs(!truth))] : [];
    return [equality(minus(sort, other), at.resultIs(truth)), ...apart];
  });
}

/**
 * Two options are equal exactly if both are `none`, or both have a content and the contents are equal. For the literal `none`, the
 * result itself states this.
 */
function ofContents(at: LinearApplication, truth: boolean): readonly LinearFact[] {
  const [left, right] = [at.option(0), at.option(1)];
  if (left === null || right === null || isNone(left) || isNone(right)) return [];
  const [isEqual, isOther] = [at.resultIs(truth), at.resultIs(!truth)];
  const isSome = fact(minus(plus(left.present, right.present), ONE), isOther);
  if (left.content === null || right.content === null) return [isSome];
  const difference = minus(left.content, right.content);
  const [more, less] = [minus(difference, ONE), minus(minus(ZERO, difference), ONE)];
  const both: readonly Premise[] = [left, right].map(({ present }) => ({ value: minus(present, ONE), isKnown: false }));
  return [
    isSome,
    equality(difference, isEqual, ...both),
    fact(more, isOther, ...both, { value: difference, isKnown: false }),
    fact(less, isOther, ...both, { value: minus(ZERO, difference), isKnown: false }),
  ];
}

function isNone({ present }: OptionParts): boolean {
  return present.size === 0;
}

/** Equal lists, texts and bytes have equal lengths and sums. Two that have no element are equal. */
function ofSizes(at: LinearApplication, truth: boolean): readonly LinearFact[] {
  if (!at.isOnSequences) return [];
  const [a, b, left, right] = [at.length(0), at.length(1), at.sum(0), at.sum(1)];
  const sums = left === null || right === null ? [] : [equality(minus(left, right), at.resultIs(truth))];
  return [equality(minus(a, b), at.resultIs(truth)), fact(minus(plus(a, b), ONE), at.resultIs(!truth)), ...sums];
}

function equalFacts(args: readonly AbstractValue[], equal: AbstractValue): readonly RelationFact<DifferenceOperand>[] {
  if (!isWithin(equal, TRUE)) return [];
  const a = viewAt(args, 0);
  if (a.kind === 'integer') return differenceWithin(0, 1, { lo: 0, hi: 0 });
  // Equal values have equal lengths, and both are of one type.
  return a.kind === 'text' || isSequence(a) ? differenceWithin(lengthOf(0), lengthOf(1), { lo: 0, hi: 0 }) : [];
}
