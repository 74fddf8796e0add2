import type { Abstract, Kind } from '@kirchhoff/coherence';
import { BINDING, binary, boolean, call, type Expression, held, inside, integer, type Representation } from '../expression.js';
import type { Bounds } from '../representation.js';
import type { RuntimePiece } from '../runtime/pieces.js';

/** One application, as the emitter needs it. */
export interface Application {
  /** All arguments in order, including literals, each in the representation of its own range. */
  readonly args: readonly Expression[];
  /** The bounds of each argument and of the result; 0..0 for types other than integers. */
  readonly bounds: readonly Bounds[];
  readonly result: Bounds;
  /** The range and the type of each argument. */
  readonly ranges: readonly Abstract[];
  readonly kinds: readonly Kind[];
  /** Marks a piece of the runtime as needed and gives its name. */
  readonly use: (piece: RuntimePiece) => string;
}

/** The JavaScript form of a monomer. */
export type Emission =
  | {
      readonly gives: 'integer';
      /** The form with all arguments and the result as numbers; null if it would not be exact. No result may be -0. */
      readonly numbers?: (application: Application) => Expression | null;
      /** The form with all arguments and the result as bigints. */
      readonly bigints: (application: Application) => Expression;
      /** The results that may exceed 64 bits: no results, only those of bigints, or all. */
      readonly overflows: 'never' | 'bigints' | 'always';
      readonly needs?: Needs;
    }
  /** The result has the representation of its expression; an element of a list is canonical. */
  | { readonly gives: 'other'; readonly plain: (application: Application) => Expression; readonly needs?: Needs };

/** The conditions that an open program checks before the operation: the monomer's precondition, except that the result fits. */
export type Needs = (application: Application) => readonly Expression[];

/** Returns an argument that must exist, since the type checker has counted the arguments. */
export function argument(application: Application, index: number): Expression {
  const expression = application.args[index];
  if (expression === undefined) throw new RangeError(`no argument ${index}`);
  return expression;
}

/** Returns an integer argument as a number: an index, a length, a day. A value far out of range stays out of range. */
export function numberAt(application: Application, index: number): Expression {
  return held(argument(application, index), 'number');
}

/** Returns an argument in the form for lists and options. */
export function insideAt(application: Application, index: number): Expression {
  return inside(argument(application, index), application.use);
}

export function kindAt(application: Application, index: number): Kind {
  const kind = application.kinds[index];
  if (kind === undefined) throw new RangeError(`no argument ${index}`);
  return kind;
}

export function rangeAt(application: Application, index: number): Abstract {
  const range = application.ranges[index];
  if (range === undefined) throw new RangeError(`no argument ${index}`);
  return range;
}

/** A function of the runtime that takes the arguments unchanged, except that integers become numbers. */
export function piece(name: RuntimePiece, gives: Representation, needs?: Needs): Emission {
  const plain = (application: Application) =>
    call(
      application.use(name),
      application.args.map((_, index) => numberAt(application, index)),
      gives,
    );
  return needs === undefined ? { gives: 'other', plain } : { gives: 'other', plain, needs };
}

export function boundsAt(application: Application, index: number): Bounds {
  const bounds = application.bounds[index];
  if (bounds === undefined) throw new RangeError(`no argument ${index}`);
  return bounds;
}

/** Returns an integer literal in the representation of another expression. */
export function literalLike(expression: Expression, value: number): Expression {
  return integer(value, expression.representation === 'bigint' ? 'bigint' : 'number');
}

export function isNotZero(expression: Expression): Expression {
  return compared(expression, '!==', literalLike(expression, 0));
}

export function isAtLeast(expression: Expression, least: number): Expression {
  return compared(literalLike(expression, least), '<=', expression);
}

export function isBetween(expression: Expression, least: number, most: number): readonly Expression[] {
  return [isAtLeast(expression, least), isAtMost(expression, most)];
}

export function isAtMost(expression: Expression, most: number): Expression {
  return compared(expression, '<=', literalLike(expression, most));
}

/** Returns a comparison of integers; `true` if literals decide it so. */
export function compared(left: Expression, operator: '<' | '<=' | '!==', right: Expression): Expression {
  const [a, b] = [left.integer, right.integer];
  const holds = a !== undefined && b !== undefined && (operator === '<' ? a < b : operator === '<=' ? a <= b : a !== b);
  if (holds) return boolean(true);
  return binary(left, operator, right, operator === '!==' ? 'equality' : 'relational', 'other');
}

/** Replaces -0 by 0 if the operation could return it. */
export function withoutNegativeZero(expression: Expression, couldGive: boolean): Expression {
  return couldGive ? { ...binary(expression, '+', integer(0, 'number'), 'additive', 'number'), binding: BINDING.additive } : expression;
}

export function hasZero({ lo, hi }: Bounds): boolean {
  return lo <= 0 && hi >= 0;
}

export function hasNegative({ lo }: Bounds): boolean {
  return lo < 0;
}
