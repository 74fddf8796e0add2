import type { AbstractValue } from '../abstract/abstract.js';
import type { Meter } from '../values/meter.js';
import type { Value } from '../values/value.js';
import type { DifferenceOperand, RelationFact, Relations } from './relation.js';

/**
 * The reference implementation of a monomer. Takes arguments of the right types in order, literal ones included. Returns
 * `undefined` exactly if the precondition is violated. Comparisons of compound values are counted on the meter; the arguments
 * determine all other work.
 */
export type ReferenceImplementation = (args: readonly Value[], meter?: Meter) => Value | undefined;

/**
 * The abstract semantics of a monomer, on which prover and checker both rely. `args` are the abstract arguments in order (a
 * literal one is exact). If an argument is `never`, every result is `never`, there are no facts, and the precondition holds
 * vacuously.
 */
export interface Analysis {
  /** Contains the result of every concrete application that the arguments allow and whose precondition holds. */
  readonly transfer: Transfer;
  /**
   * True only if the precondition holds for every concrete tuple within `args` that satisfies `relations`; `null` if there is no
   * precondition.
   */
  readonly need: ((args: readonly AbstractValue[], relations: Relations) => boolean) | null;
  /** Like `transfer`, but from the relations between the operands; the two results are intersected. */
  readonly related: Related | null;
  /**
   * The backward transfer function: narrows each argument to the values for which the result can lie in `result`. Contains every
   * concrete argument of an application with such a result. Never wider than `args`.
   */
  readonly refine: Refine | null;
  /** Differences that hold between operands and result of every application whose precondition holds and whose result lies in `result`. */
  readonly facts: Facts | null;
  /** The same for the content of an option: facts of the result's content if the result is `some` (`'result'` is the content). */
  readonly contentFacts: ContentFacts | null;
}

export type Transfer = (args: readonly AbstractValue[]) => AbstractValue;
export type Related = (args: readonly AbstractValue[], relations: Relations) => AbstractValue;
export type Refine = (result: AbstractValue, args: readonly AbstractValue[]) => readonly AbstractValue[];
export type Facts = (args: readonly AbstractValue[], result: AbstractValue) => readonly RelationFact<DifferenceOperand>[];
export type ContentFacts = (args: readonly AbstractValue[]) => readonly RelationFact<DifferenceOperand>[];
