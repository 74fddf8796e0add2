import type { AbstractValue } from '../abstract/abstract.js';
import type { NodeId, RegionId } from '../graph/graph.js';
import type { InductionOf } from '../graph/induction.js';
import type { Loops } from '../graph/inline.js';
import type { DifferenceOperand, DifferenceTerm, RelationFact } from '../monomers/relation.js';
import type { StepOf } from '../rules/element-steps.js';
import type { Quantity } from '../rules/loop-steps.js';
import type { Drift } from '../rules/state.js';
import type { Int } from '../types/integer.js';
import type { Assurance } from './assurance.js';

/**
 * The certificate: a proof of closure that a checker can follow without searching. It refers to core nodes only. `encode.ts` and
 * `decode.ts` beside this file are its JSON form.
 */
export interface Certificate {
  readonly language: string;
  readonly engine: string;
  /** The hash of the core graph. */
  readonly hash: string;
  /** The hash together with those of uncalled components (`Program.proofKey`). */
  readonly proofKey: string;
  /** The grade of the evidence below (`assuranceOf`). */
  readonly assurance: Assurance;
  readonly metrics: Metrics;
  readonly worstCaseCost: number;
  /** The components that a reader has to trust besides this proof. */
  readonly trustedBase: readonly string[];
  /** By index as in `Core.components` and `Core.graphs`. */
  readonly components: readonly GraphProof[];
  readonly graphs: readonly GraphProof[];
}

/** Counts of a program, named as in `tce_metrics` of the specification. */
export interface Metrics {
  readonly information_entropy: number;
  readonly closure_domains_verified: number;
  readonly closure_domains_total: number;
  readonly monomers_used: number;
  readonly composition_depth: number;
  readonly eva_operators: { readonly sequential: number; readonly parallel: number; readonly conditional: number };
}

/** The counts that follow from the graph alone. */
export type StructureMetrics = Pick<Metrics, 'monomers_used' | 'composition_depth' | 'eva_operators'>;

export const CERTIFICATE_FORMAT = 'kirchhoff-certificate/1';

/** For the results of more arms than this, no differences are claimed. */
export const MAX_JOINED_ARMS = 16;

/** Limit for the nesting of splits, orders, elements, rounded sums and kept sums in a refutation. */
export const MAX_SPLITS = 32;

/** The empty listing of a pass: one map for all, since most passes over the requires of a call list no items. */
export const NOTHING_LISTED: ReadonlyMap<number, readonly never[]> = new Map<number, readonly never[]>();

const TRUSTED_BASE: readonly string[] = ['parser and core graph', 'transfer functions of the catalog', 'rules and checker'];

/**
 * The claims of one pass over the evaluation order of a graph, or over the requires of a component under the arguments of a call.
 */
export interface PassProof {
  /** The claimed domain of every node, in the order of evaluation (`schedule`). */
  readonly claims: readonly AbstractValue[];
  /** Conclusions from the assumption of a region, step by step. */
  readonly steps: ReadonlyMap<RegionId, readonly Step[]>;
  /** Conclusions at the end of the body of a `filter`, if its condition holds. */
  readonly kept: ReadonlyMap<RegionId, readonly Step[]>;
  /** The increments of the accumulator of a fold in one step, if its claim rests on them. */
  readonly drifts: ReadonlyMap<NodeId, readonly DriftProof[]>;
  /** The folds whose claims rest on step-by-step evaluation. */
  readonly unrolled: readonly NodeId[];
  /** The differences that hold for the results of all arms of an `if` or a `match`. */
  readonly joins: ReadonlyMap<NodeId, readonly JoinProof[]>;
  /** The differences that the claim of a node rests on. */
  readonly differences: ReadonlyMap<NodeId, readonly Difference[]>;
  /** Bounds of the value of an integer node after its evaluation, each shown by a sum of inequalities. */
  readonly cuts: ReadonlyMap<NodeId, readonly LinearBound[]>;
}

/**
 * Names the components that a reader of such proofs has to trust. To the common base it adds:
 *
 * - the reference evaluator, if it ran examples of requires,
 * - the evaluator and the enumeration of values, if it ran every input,
 * - the encoder and the solver, if there is a query.
 */
export function trustedBaseOf(proofs: readonly GraphProof[]): readonly string[] {
  const kinds = new Set<Evidence['by']>();
  const solvers = new Set<string>();
  let before: Evidence['by'] | null = null;
  const take = (evidence: Evidence): void => {
    // Most evidence is of the same kind as the evidence before it.
    if (evidence.by !== before) kinds.add(evidence.by);
    before = evidence.by;
    if (evidence.by === 'smt') solvers.add(`${evidence.solver} ${evidence.version}`);
  };
  for (const { closure, inlined, induction } of proofs) {
    closure.forEach(take);
    if (inlined !== null && !('parameter' in inlined.proof)) inlined.proof.closure.forEach(take);
    induction?.proof.closure.forEach(take);
  }
  const rests = (by: Evidence['by'], on: string): readonly string[] => (kinds.has(by) ? [on] : []);
  return [
    ...TRUSTED_BASE,
    ...rests('witness', 'reference evaluator (witnesses of requires)'),
    ...rests('exhaustion', 'reference evaluator and enumeration of values (every input was run)'),
    ...[...solvers].toSorted().map((solver) => `SMT encoder and ${solver}`),
  ];
}

/** The proof for one graph. */
export interface GraphProof extends PassProof {
  /** One item for each closure domain, in the order of `closureDomains`. */
  readonly closure: readonly Evidence[];
  /** The parts into which the inputs are split to prove the closure domains whose evidence is `cases`. */
  readonly cases: CaseSplit | null;
  /** The proof of the closure domains whose evidence is `inlined`. */
  readonly inlined: InlinedProof | null;
  /** The proof of the ensures whose evidence is `induction`. */
  readonly induction: InductionProof | null;
  /** The facts that callers of a component may use. */
  readonly exported: readonly ExportedDifference[];
}

/** A proof over the graph without calls (`graph/inline.ts`), with loops of few rounds unrolled if `loops` says so. */
export interface InlinedProof {
  readonly loops: Loops;
  /** Has evidence for each of `inlinedDomains` of each closure domain that rests on it. */
  readonly proof: CaseSplit | CaseProof;
}

/** A proof over the graph with an induction over the rounds of loops (`graph/induction.ts`). */
export interface InductionProof extends InductionOf {
  /** Has evidence for each of the induction's closure domains. */
  readonly proof: CaseProof;
}

/** The values of one parameter, split into parts that cover them. */
export interface CaseSplit {
  readonly parameter: number;
  readonly parts: readonly { readonly view: AbstractValue; readonly proof: CaseSplit | CaseProof }[];
}

/** The proof of one case: a pass over the graph with narrower parameters. */
export interface CaseProof extends PassProof {
  /** One item for each closure domain whose evidence is `cases` or `inlined`, or of an induction, in their order. */
  readonly closure: readonly Evidence[];
}

/** A difference between parameters and result of a component. */
export interface ExportedDifference {
  readonly minuend: DifferenceOperand;
  readonly subtrahend: DifferenceOperand;
  readonly bound: Int;
  readonly path: readonly Link[];
}

/** The increment of a part of an accumulator, with the paths that bound it; `null` if that side rests on induction. */
export interface DriftProof extends Drift {
  readonly upperPath: readonly Link[];
  readonly lowerPath: readonly Link[];
}

/**
 * A difference between the result of the arms and another term. Each arm has a path that shows it; the path is empty if the arm
 * is not reached.
 */
export interface JoinProof extends RelationFact<DifferenceTerm> {
  readonly paths: readonly (readonly Link[])[];
}

export type Step =
  /** The value of `from` restricts its operand `to`. */
  | { readonly rule: 'backward'; readonly from: NodeId; readonly to: NodeId; readonly claim: AbstractValue }
  /** The operands of `node` restrict it again. */
  | { readonly rule: 'forward'; readonly node: NodeId; readonly claim: AbstractValue; readonly differences: readonly Difference[] }
  /** Region number `child` of `owner` was reached, so that its assumption holds and its result is the owner's value. */
  | { readonly rule: 'reached'; readonly owner: NodeId; readonly child: number };

/** `minuend - subtrahend <= bound` between argument positions (or their lengths), by a path of facts, each stated by a node. */
export interface Difference {
  readonly minuend: number;
  readonly subtrahend: number;
  readonly bound: Int;
  readonly path: readonly Link[];
}

/** A fact of node `via`, or one given by the caller if `via` is `null`. */
export interface Link {
  readonly via: NodeId | null;
  readonly minuend: DifferenceTerm;
  readonly subtrahend: DifferenceTerm;
  readonly bound: Int;
}

/**
 * `minuend - subtrahend <= bound` between argument positions (or their lengths, or position 0, the value of a closure domain);
 * `null` stands for zero. Its negation is refuted.
 */
export interface LinearBound {
  readonly minuend: number | null;
  readonly subtrahend: number | null;
  readonly bound: Int;
  readonly refutation: Refutation;
}

/** Shows that no integers satisfy the assumptions; the first of them is the negated bound. */
export type Refutation =
  /** Multiples of products of facts that sum to a negative constant (Farkas' lemma; for products, Handelman's theorem). */
  | { readonly rule: 'sum'; readonly terms: readonly LinearTerm[] }
  /** A premise of a fact holds or fails: `value >= 0` is assumed in one case, `value <= -1` in the other. */
  | {
      readonly rule: 'split';
      readonly node: NodeId;
      readonly step?: StepNumber;
      readonly fact: number;
      readonly premise: number;
      readonly holds: Refutation;
      readonly fails: Refutation;
    }
  /**
   * One of two applications of the same monomer gives at most as much as the other (`LinearFacts.ordered`, by that number). Each
   * premise of this order that is not shown has a refutation of its negation; then the order is assumed.
   */
  | {
      readonly rule: 'ordered';
      readonly low: NodeId;
      readonly high: NodeId;
      readonly way: number;
      /** The steps of the two applications; present only for elements of lists. */
      readonly steps?: readonly [low: number | null, high: number | null];
      readonly premises: readonly Refutation[];
      readonly rest: Refutation;
    }
  /**
   * Loops over one source have a step with one element (`rules/element-steps.ts`). Each premise of that step that is not shown
   * has a refutation of its negation; then the facts of the step are assumed. The rest may name facts of the step's nodes, by the
   * number of enclosing steps.
   */
  | {
      readonly rule: 'element';
      readonly step: StepOf;
      readonly premises: readonly Refutation[];
      readonly rest: Refutation;
    }
  /** Multiples of products of facts. Their sum, rounded for integers (`tightened`), is assumed. */
  | { readonly rule: 'rounded'; readonly terms: readonly LinearTerm[]; readonly rest: Refutation }
  /**
   * Loops over one base keep one of two sums nonnegative. `base` assumes that both are negative before the first step. Each of
   * `steps` assumes that both are negative after a step, that the sum of the same position is nonnegative before it, and
   * `LoopSteps.assumptions`. So one of them is nonnegative after the last step: each of `rests` assumes that of its sum.
   */
  | {
      readonly rule: 'either';
      readonly loops: readonly NodeId[];
      readonly sums: Pair<readonly InvariantTerm[]>;
      readonly base: Refutation;
      readonly steps: Pair<Refutation>;
      readonly rests: Pair<Refutation>;
    }
  /**
   * Loops keep a sum nonnegative from the end of an enclosing step on, in which folds among them had one element
   * (`rules/element-steps.ts`). `base` assumes that the sum is negative there. `step` assumes that it is negative after a later
   * step and nonnegative before it, and `LoopSteps.assumptions`. So it is nonnegative after the last step: `rest` assumes that.
   */
  | {
      readonly rule: 'since';
      /** The number of the enclosing step. */
      readonly since: number;
      readonly loops: readonly NodeId[];
      readonly terms: readonly SinceTerm[];
      readonly base: Refutation;
      readonly step: Refutation;
      readonly rest: Refutation;
    };

type Pair<T> = readonly [T, T];

/** The number of an enclosing step that a fact refers to; `undefined` for a fact outside of all steps. */
export type StepNumber = number | undefined;

/** A multiple of a fact, or of the product of two. Only facts that are zero may have negative multiples. */
export interface LinearTerm {
  readonly multiplier: Int;
  readonly factors: readonly FactReference[];
}

export type FactReference =
  /** Index 0 is the negated bound; then follow the assumed parts of splits, orders, rounded sums and kept alternatives. */
  | { readonly fact: 'assumption'; readonly index: number }
  /** A bound of a node's value or length by its claim. */
  | { readonly fact: 'lower' | 'upper'; readonly node: NodeId; readonly step?: StepNumber }
  /** A fact that a node states of its operands and its value (`rules/linear-facts.ts`). */
  | { readonly fact: 'node'; readonly node: NodeId; readonly index: number; readonly step?: StepNumber }
  | { readonly fact: 'difference'; readonly link: Link }
  /**
   * A quantity that loops over one base have kept through all their steps. Within the step of another invariant: the quantity
   * before that step (its loops are among those of the other).
   */
  | { readonly fact: 'kept'; readonly invariant: LoopInvariant }
  /** Within the step of an invariant: bounds of the number of steps before it (`LoopSteps.stepFact`). */
  | { readonly fact: 'step'; readonly which: 'lower' | 'upper' | 'element' };

/**
 * A sum that is nonnegative before the first step of loops and stays nonnegative in each step, so it is nonnegative after the
 * last. The assumptions at its point of use hold here too. `base` assumes them and the sum's negation. `step` assumes its
 * negation after the step, itself before the step, then `LoopSteps.assumptions`.
 */
export interface LoopInvariant {
  /** Loops over one source, ascending. */
  readonly loops: readonly NodeId[];
  readonly terms: readonly InvariantTerm[];
  readonly base: Refutation;
  readonly step: Refutation;
}

/** A multiple of a quantity (of 1 if it is `null`), times values and lengths (below 0) of nodes outside of the loops. */
export interface InvariantTerm {
  readonly multiplier: Int;
  readonly factors: readonly DifferenceTerm[];
  readonly quantity: Quantity | null;
}

/** A term of an invariant, times the value or the length (below 0) that a node has in the enclosing step; `null` for 1. */
export interface SinceTerm extends InvariantTerm {
  readonly given: DifferenceTerm | null;
}

export type Evidence =
  /** Follows from the graph alone. */
  | { readonly by: 'structure' }
  /** Follows from the claims and these differences. */
  | { readonly by: 'analysis'; readonly differences: readonly Difference[] }
  /** Follows from the claims and these bounds, each shown by a sum of inequalities. */
  | { readonly by: 'linear'; readonly bounds: readonly LinearBound[] }
  /**
   * A proof by contradiction. The steps follow from the assumption that the closure domain fails. The fold's first value and the
   * result of each step lie in these states (`rules/fold-states.ts`). So no run reaches that failure from a possible value of the
   * fold.
   */
  | { readonly by: 'states'; readonly steps: readonly Step[]; readonly fold: NodeId; readonly states: readonly AbstractValue[] }
  /** Follows in each case of `GraphProof.cases`. */
  | { readonly by: 'cases' }
  /** Follows in the graph without calls (`GraphProof.inlined`). */
  | { readonly by: 'inlined' }
  /** An ensure that follows from an induction over the rounds of loops (`GraphProof.induction`). */
  | { readonly by: 'induction' }
  /** A solver answered `unsat` within the limit to the query of this encoding, whose text has this digest. */
  | {
      readonly by: 'smt';
      readonly encoding: 'integers' | 'vectors';
      readonly digest: string;
      readonly solver: string;
      readonly version: string;
      readonly limit: number;
      /** The number of sample runs compared with the query; no run contradicts it. */
      readonly runs: number;
    }
  /** The evaluator ran every input, since there are few. */
  | { readonly by: 'exhaustion' }
  /** A call: the requires of the component hold for its arguments, between which these differences hold. */
  | { readonly by: 'call'; readonly given: readonly Difference[]; readonly requires: PassProof }
  /** The requires admit this input: a value for each parameter, in the JSON form. */
  | { readonly by: 'witness'; readonly inputs: readonly unknown[] };

/** Follows from the claims alone: one shared object, since it is the evidence of most closure domains. */
export const PLAIN_EVIDENCE: Evidence = { by: 'analysis', differences: [] };
