import type { Abstract, Kind } from '@kirchhoff/coherence';
import { BINDING, binary, boolean, call, type Expression, held, inside, integer, type Representation } from '../expression.js';
import type { Bounds } from '../representation.js';
import type { RuntimePiece } from '../runtime/pieces.js';

/** One application as the emitter sees it. */
export interface Application {
  /** In order, literal arguments included; each held as its own range asks for. */
  readonly args: readonly Expression[];
  /** The bounds of each argument, and of the result; 0..0 for other types than integers. */
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
      /** The form with all arguments and the result as numbers; null if that would not be exact. No result may be -0. */
      readonly numbers?: (application: Application) => Expression | null;
      /** All arguments held as bigints; the result is one. */
      readonly bigints: (application: Application) => Expression;
      /** The results that may exceed 64 bits: none of them, only those of bigints, or any. */
      readonly overflows: 'never' | 'bigints' | 'always';
      readonly needs?: Needs;
    }
  /** The result is held as its expression says; an element of a list is canonical. */
  | { readonly gives: 'other'; readonly plain: (application: Application) => Expression; readonly needs?: Needs };

/** The conditions that an open program checks before the operation: the monomer's need, except that the result fits. */
export type Needs = (application: Application) => readonly Expression[];

/** An argument that has to be there; the type checker has counted them. */
export function argument(application: Application, index: number): Expression {
  const expression = application.args[index];
  if (expression === undefined) throw new RangeError(`no argument ${index}`);
  return expression;
}

/** Returns an integer argument as a number: an index, a length, a day. A value far out of range stays out of range. */
export function numberAt(application: Application, index: number): Expression {
  return held(argument(application, index), 'number');
}

/** An argument that becomes part of a list or an option. */
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

/** A function of the runtime that takes the arguments as they are, integers as numbers. */
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

/** An integer literal that is held like another expression. */
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

/** A comparison of integers; `true` where literals settle it so. */
export function compared(left: Expression, operator: '<' | '<=' | '!==', right: Expression): Expression {
  const [a, b] = [left.integer, right.integer];
  const holds = a !== undefined && b !== undefined && (operator === '<' ? a < b : operator === '<=' ? a <= b : a !== b);
  if (holds) return boolean(true);
  return binary(left, operator, right, operator === '!==' ? 'equality' : 'relational', 'other');
}

/** Turns -0 into 0, where the operation could give it. */
export function withoutNegativeZero(expression: Expression, couldGive: boolean): Expression {
  return couldGive ? { ...binary(expression, '+', integer(0, 'number'), 'additive', 'number'), binding: BINDING.additive } : expression;
}

export function hasZero({ lo, hi }: Bounds): boolean {
  return lo <= 0 && hi >= 0;
}

export function hasNegative({ lo }: Bounds): boolean {
  return lo < 0;
}
