import type { Abstract } from '../abstract/abstract.js';
import type { Core, Graph, NodeId, RegionId } from '../graph/graph.js';
import type { Operand, RelationFact, Term } from '../monomers/relation.js';
import type { Int } from '../types/integer.js';
import type { ArmViews } from './patterns.js';

/**
 * What is known at one point of the evaluation of a graph: the premises of a rule. Prover and checker each
 * keep one; the rules only read it.
 */
export interface Knowledge {
  readonly core: Core;
  readonly graph: Graph;
  /** What the value of a node that has been evaluated can be here. */
  view(node: NodeId): Abstract;
  /** What a region gives wherever it is reached: the view of its result at its end; never where it is not reached. */
  resultView(region: RegionId): Abstract;
  /** The position of a region among those that its owner owns. */
  childOf(region: RegionId): number;
  /** What the accumulator of a fold can be before any step: an inductive claim. */
  invariant(fold: NodeId): Abstract;
  /** Of a loop with a condition: what its elements can be where that has the truth of `keptTruth`. */
  keptView(region: RegionId): Abstract;
  /** The differences that all arms of a node agree on. */
  joined(owner: NodeId): readonly RelationFact<Term>[];
  /** How the accumulator of a fold is known to drift. */
  drifts(fold: NodeId): readonly Drift[];
  /** What a fold that was followed step by step gives after at least one step; null of another. */
  unrolled(fold: NodeId): Abstract | null;
  /** How a match splits what is known of its subject over its arms. */
  arms(match: NodeId): ArmViews;
  /** What is known of nodes that have the same value as this one; null where there is none. */
  congruentView(node: NodeId): Abstract | null;
  /** The least node that has the same value as this one wherever both are evaluated. */
  classOf(node: NodeId): NodeId;
  /** What the proof of a component claims for all its calls. */
  summary(component: number): Summary;
  /** Counts work at a node. Default: that of a rule. */
  spend(node: NodeId, steps?: number): void;
}

/** What a caller may rely on. */
export interface Summary {
  readonly result: Abstract;
  readonly facts: readonly RelationFact<Operand>[];
}

/**
 * How a part of an accumulator (all of it, or a field of a record) changes in one step of a fold, whatever the
 * accumulator was before within its claim. By induction over the steps it lies, before step k, within what it
 * was at first plus k times that: what acceleration of loops with a constant increment rests on.
 */
export interface Drift {
  /** Null for the accumulator as a whole. */
  readonly field: string | null;
  /** A node with the value of the part of the accumulator before the step, and one with that after it. */
  readonly before: NodeId;
  readonly after: NodeId;
  /** after - before <= upper; null where nothing is claimed. */
  readonly upper: Int | null;
  /** before - after <= lower. */
  readonly lower: Int | null;
}
