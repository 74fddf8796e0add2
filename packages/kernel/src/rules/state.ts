import type { AbstractValue } from '../abstract/abstract.js';
import type { Core, Graph, NodeId, RegionId } from '../graph/graph.js';
import type { DifferenceOperand, DifferenceTerm, RelationFact } from '../monomers/relation.js';
import type { Int } from '../types/integer.js';
import type { TextRead } from './loops.js';
import type { ArmViews } from './patterns.js';

/**
 * The knowledge at one point of the evaluation of a graph: the premises of a rule. Prover and checker each keep one; the rules
 * only read it.
 */
export interface Knowledge {
  readonly core: Core;
  readonly graph: Graph;
  /** The possible values of an evaluated node at this point. */
  view(node: NodeId): AbstractValue;
  /** The possible results of a region: the abstract value of its result at its end; never if it is not reached. */
  resultView(region: RegionId): AbstractValue;
  /** The position of a region among those that its owner owns. */
  childOf(region: RegionId): number;
  /** The possible values of a fold's accumulator before any step: an inductive claim. */
  invariant(fold: NodeId): AbstractValue;
  /** The possible elements of a loop with a condition, if the condition has the truth of `keptTruth`. */
  keptView(region: RegionId): AbstractValue;
  /** The texts that such a loop reads at the place of the element, and their characters, if the condition has that truth. */
  keptTexts(region: RegionId): readonly TextRead[];
  /** The differences that all arms of a node agree on. */
  joined(owner: NodeId): readonly RelationFact<DifferenceTerm>[];
  /** The known increments of the accumulator of a fold. */
  drifts(fold: NodeId): readonly Drift[];
  /** The result, after at least one step, of a fold that was evaluated step by step; `null` for another fold. */
  unrolled(fold: NodeId): AbstractValue | null;
  /** The split of a match's subject over its arms. */
  arms(match: NodeId): ArmViews;
  /** The knowledge of other nodes with the same value; `null` if there is no such node. */
  congruentView(node: NodeId): AbstractValue | null;
  /** The least node that has the same value as this one whenever both are evaluated. */
  classOf(node: NodeId): NodeId;
  /** Returns true if the node has been evaluated in each run at this point. */
  isLive(node: NodeId): boolean;
  /** The claims of a component's proof for all its calls. */
  summary(component: number): Summary;
  /** Counts work at a node. Default: that of a rule. */
  spend(node: NodeId, steps?: number): void;
}

/** The facts about a component that a caller may use. */
export interface Summary {
  readonly result: AbstractValue;
  readonly facts: readonly RelationFact<DifferenceOperand>[];
}

/**
 * The change of a part of an accumulator (the whole, or a field of a record) in one step of a fold. It holds for every
 * accumulator within its claim. By induction, before step k the part lies within its first value plus k times the change. This is
 * the acceleration of loops with a constant increment.
 */
export interface Drift {
  /** `null` for the accumulator as a whole. */
  readonly field: string | null;
  /** A node with the value of the part before the step; `after`: a node with its value after the step. */
  readonly before: NodeId;
  readonly after: NodeId;
  /** after - before <= upper; `null` if this side is not claimed. */
  readonly upper: Int | null;
  /** before - after <= lower. */
  readonly lower: Int | null;
}
