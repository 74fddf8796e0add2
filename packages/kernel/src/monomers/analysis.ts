import type { Abstract } from '../abstract/abstract.js';
import type { Meter } from '../values/meter.js';
import type { Value } from '../values/value.js';
import type { Operand, RelationFact, Relations } from './relation.js';

/**
 * The reference implementation of a monomer, on arguments of the right types in order, literal ones included. Gives
 * `undefined` exactly where the precondition is violated. Comparisons of values that may hold others are counted on
 * the meter; all other work is known from the arguments.
 */
export type Reference = (args: readonly Value[], meter?: Meter) => Value | undefined;

/**
 * The abstract semantics of a monomer: what prover and checker both rely on. `args` are abstract arguments in order
 * (a literal one is exact). Where an argument is `never`, every result is, no fact is stated, and the need is vacuous.
 */
export interface Analysis {
  /** Contains the result of every concrete application that the arguments allow and whose precondition holds. */
  readonly transfer: Transfer;
  /**
   * True only if the precondition holds for every concrete tuple within `args` that satisfies `relations`; `null` if there is no
   * precondition.
   */
  readonly need: ((args: readonly Abstract[], relations: Relations) => boolean) | null;
  /** Like `transfer`, from relations between the operands; met with it. */
  readonly related: Related | null;
  /**
   * Backward: for each argument what remains of it where the result lies in `result`; contains every concrete
   * argument of an application with such a result. Never wider than `args`.
   */
  readonly refine: Refine | null;
  /** Differences that hold between operands and result of every application whose precondition holds and whose result lies in `result`. */
  readonly facts: Facts | null;
  /** The same, for a monomer that gives an option, for the content of its result if it is `some` (`'result'` is the content). */
  readonly contentFacts: ContentFacts | null;
}

export type Transfer = (args: readonly Abstract[]) => Abstract;
export type Related = (args: readonly Abstract[], relations: Relations) => Abstract;
export type Refine = (result: Abstract, args: readonly Abstract[]) => readonly Abstract[];
export type Facts = (args: readonly Abstract[], result: Abstract) => readonly RelationFact<Operand>[];
export type ContentFacts = (args: readonly Abstract[]) => readonly RelationFact<Operand>[];
