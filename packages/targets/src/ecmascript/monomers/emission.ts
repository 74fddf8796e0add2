import type { AbstractValue, Type } from '@kirchhoff/coherence';
import type { Typed } from '../../lowered/program.js';
import { at } from '../../plan/plan.js';
import { binary, boolean, call, held, inside, integer, type JsExpression, type ValueRepresentation } from '../expression.js';
import type { IntegerBounds } from '../representation.js';
import type { RuntimePiece } from '../runtime/pieces.js';
import type { Runtime } from '../runtime/runtime.js';

/** One application, as the emitter needs it. */
export interface Application {
  /** All arguments in order, including literals, each in its own representation. */
  readonly args: readonly JsExpression[];
  /** The types of the arguments, and the sets that contain their values. */
  readonly typed: readonly Typed[];
  /** The bounds of each argument and of the result; 0..0 for types other than integers. */
  readonly bounds: readonly IntegerBounds[];
  readonly result: IntegerBounds;
  readonly runtime: Runtime;
  /** Returns an argument as one side of a test for equality. */
  readonly comparable: (side: JsExpression, index: number) => JsExpression;
}

/** The JavaScript form of a monomer. */
export type Emission =
  | {
      readonly gives: 'integer';
      /** The form with all arguments and the result as numbers; null if it would not be exact. No result may be -0. */
      readonly numbers?: (application: Application) => JsExpression | null;
      /** The form with all arguments and the result as bigints. */
      readonly bigints: (application: Application) => JsExpression;
      /** The results that may exceed 64 bits: no results, only those of bigints, or all. */
      readonly overflows: 'never' | 'bigints' | 'always';
      readonly needs?: Needs;
    }
  /** The result has the representation of its expression; an element of a list is canonical. */
  | { readonly gives: 'other'; readonly plain: (application: Application) => JsExpression; readonly needs?: Needs };

/** The conditions that an open program checks before the operation: the monomer's precondition, except that the result fits. */
export type Needs = (application: Application) => readonly JsExpression[];

/** Returns an argument that must exist, since the type checker has counted the arguments. */
export function argument(application: Application, index: number): JsExpression {
  return at(application.args, index);
}

/** Returns an integer argument as a number: an index, a length, a day. A value far out of range stays out of range. */
export function numberAt(application: Application, index: number): JsExpression {
  return held(argument(application, index), 'number');
}

/** Returns an argument in the form for lists and options. */
export function insideAt(application: Application, index: number): JsExpression {
  return inside(argument(application, index), application.runtime);
}

export function typeAt(application: Application, index: number): Type {
  return at(application.typed, index).type;
}

export function rangeAt(application: Application, index: number): AbstractValue {
  return at(application.typed, index).range;
}

/** A function of the runtime that takes the arguments unchanged, except that integers become numbers. */
export function piece(name: RuntimePiece, gives: ValueRepresentation, needs?: Needs): Emission {
  const plain = (application: Application) =>
    call(
      application.runtime.use(name),
      application.args.map((_, index) => numberAt(application, index)),
      gives,
    );
  return needs === undefined ? { gives: 'other', plain } : { gives: 'other', plain, needs };
}

export function boundsAt(application: Application, index: number): IntegerBounds {
  return at(application.bounds, index);
}

/** Returns an integer literal in the representation of another expression. */
export function literalLike(expression: JsExpression, value: number): JsExpression {
  return integer(value, expression.representation === 'bigint' ? 'bigint' : 'number');
}

export function isNotZero(expression: JsExpression): JsExpression {
  return compared(expression, '!==', literalLike(expression, 0));
}

export function isAtLeast(expression: JsExpression, least: number): JsExpression {
  return compared(literalLike(expression, least), '<=', expression);
}

export function isBetween(expression: JsExpression, least: number, most: number): readonly JsExpression[] {
  return [isAtLeast(expression, least), isAtMost(expression, most)];
}

export function isAtMost(expression: JsExpression, most: number): JsExpression {
  return compared(expression, '<=', literalLike(expression, most));
}

/** Returns a comparison of integers; `true` if literals decide it so. */
export function compared(left: JsExpression, operator: '<' | '<=' | '!==', right: JsExpression): JsExpression {
  const [a, b] = [left.integer, right.integer];
  const holds = a !== undefined && b !== undefined && (operator === '<' ? a < b : operator === '<=' ? a <= b : a !== b);
  if (holds) return boolean(true);
  return binary(left, operator, right, operator === '!==' ? 'equality' : 'relational', 'other');
}

/** Replaces -0 by 0 if the operation could return it. */
export function withoutNegativeZero(expression: JsExpression, couldGive: boolean): JsExpression {
  return couldGive ? binary(expression, '+', integer(0, 'number'), 'additive', 'number') : expression;
}

export function hasZero({ lo, hi }: IntegerBounds): boolean {
  return lo <= 0 && hi >= 0;
}

export function hasNegative({ lo }: IntegerBounds): boolean {
  return lo < 0;
}
