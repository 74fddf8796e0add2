import type { Abstract } from '../abstract/abstract.js';
import type { NodeId, RegionId } from '../graph/graph.js';
import type { Loops } from '../graph/inline.js';
import type { Operand, RelationFact, Term } from '../monomers/relation.js';
import type { StepOf } from '../rules/element-steps.js';
import type { Quantity } from '../rules/loop-steps.js';
import type { Drift } from '../rules/state.js';
import type { Int } from '../types/integer.js';
import type { Assurance } from './assurance.js';

/**
 * The certificate: a proof of closure that a checker can follow without searching. It speaks of core nodes
 * only. `encode.ts` and `decode.ts` beside this file are its JSON form.
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
  /** What a reader has to trust besides this proof. */
  readonly trustedBase: readonly string[];
  /** By index as in `Core.components` and `Core.graphs`. */
  readonly components: readonly GraphProof[];
  readonly graphs: readonly GraphProof[];
}

/** Counts of a program, as `tce_metrics` of the specification has them. */
export interface Metrics {
  readonly information_entropy: number;
  readonly closure_domains_verified: number;
  readonly closure_domains_total: number;
  readonly monomers_used: number;
  readonly composition_depth: number;
  readonly eva_operators: { readonly sequential: number; readonly parallel: number; readonly conditional: number };
}

/** Those that can be read off the graph. */
export type StructureMetrics = Pick<Metrics, 'monomers_used' | 'composition_depth' | 'eva_operators'>;

export const CERTIFICATE_FORMAT = 'kirchhoff-certificate/1';

/** Of the results of more arms than these no differences are claimed. */
export const MAX_JOINED_ARMS = 16;

/** In a refutation no more splits, orders, elements and rounded sums stand within one another. */
export const MAX_SPLITS = 32;

/** What a pass lists where it lists nothing: one for all, since most passes over the requires of a call list nothing. */
export const NOTHING_LISTED: ReadonlyMap<number, readonly never[]> = new Map<number, readonly never[]>();

const TRUSTED_BASE: readonly string[] = ['parser and core graph', 'transfer functions of the catalog', 'rules and checker'];

/** What one pass over the evaluation order of a graph claims, or of the requires of a component under the arguments of a call. */
export interface PassProof {
  /** The claimed domain of every node, in the order of evaluation (`schedule`). */
  readonly claims: readonly Abstract[];
  /** What follows from the assumption of a region, step by step. */
  readonly steps: ReadonlyMap<RegionId, readonly Step[]>;
  /** What follows, at the end of the body of a `filter`, where its condition holds. */
  readonly kept: ReadonlyMap<RegionId, readonly Step[]>;
  /** How far the accumulator of a fold can drift at each step, where its claim rests on that. */
  readonly drifts: ReadonlyMap<NodeId, readonly DriftProof[]>;
  /** The folds whose claims rest on their being followed step by step. */
  readonly unrolled: readonly NodeId[];
  /** The differences that hold of the results of all arms of an `if` or a `match`. */
  readonly joins: ReadonlyMap<NodeId, readonly JoinProof[]>;
  /** The differences that the claim of a node rests on. */
  readonly differences: ReadonlyMap<NodeId, readonly Difference[]>;
  /** Bounds of the value of an integer node, which sums of inequalities show where it has been evaluated. */
  readonly cuts: ReadonlyMap<NodeId, readonly LinearBound[]>;
}

/**
 * Names what a reader of such proofs has to trust: besides what all rest on, the reference evaluator if it ran examples of
 * requires, the evaluator and the enumeration of values if it ran every input, the encoder and the solver if one was asked.
 */
export function trustedBaseOf(proofs: readonly GraphProof[]): readonly string[] {
  const kinds = new Set<Evidence['by']>();
  const solvers = new Set<string>();
  for (const { closure } of proofs) {
    for (const evidence of closure) {
      kinds.add(evidence.by);
      if (evidence.by === 'smt') solvers.add(`${evidence.solver} ${evidence.version}`);
    }
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
  /** One a closure domain, in the order of `closureDomains`. */
  readonly closure: readonly Evidence[];
  /** The parts into which the inputs are split to prove the closure domains whose evidence is `cases`. */
  readonly cases: CaseSplit | null;
  /** The proof of the closure domains whose evidence is `inlined`. */
  readonly inlined: InlinedProof | null;
  /** Of a component: what its callers may rely on. */
  readonly exported: readonly ExportedDifference[];
}

/** A proof over the graph without calls (`graph/inline.ts`), in which loops of few rounds may be written out as well. */
export interface InlinedProof {
  readonly loops: Loops;
  /** Has evidence for each of `inlinedDomains` of each closure domain that rests on it. */
  readonly proof: CaseSplit | CaseProof;
}

/** The values of one parameter, split into parts that cover them. */
export interface CaseSplit {
  readonly parameter: number;
  readonly parts: readonly { readonly view: Abstract; readonly proof: CaseSplit | CaseProof }[];
}

/** The proof of one case: a pass over the graph with narrower parameters. */
export interface CaseProof extends PassProof {
  /** One for each closure domain whose evidence is `cases`, or `inlined`, in their order. */
  readonly closure: readonly Evidence[];
}

/** A difference between parameters and result of a component. */
export interface ExportedDifference {
  readonly minuend: Operand;
  readonly subtrahend: Operand;
  readonly bound: Int;
  readonly path: readonly Link[];
}

/** A part of an accumulator with the paths that bound its drift; null where that side rests on induction. */
export interface DriftProof extends Drift {
  readonly upperPath: readonly Link[];
  readonly lowerPath: readonly Link[];
}

/** A difference of which one side is what the arms give, with the path that shows it in each arm (none where it is not reached). */
export interface JoinProof extends RelationFact<Term> {
  readonly paths: readonly (readonly Link[])[];
}

export type Step =
  /** The value of `from` restricts its operand `to`. */
  | { readonly rule: 'backward'; readonly from: NodeId; readonly to: NodeId; readonly claim: Abstract }
  /** What is known of its operands restricts `node` anew. */
  | { readonly rule: 'forward'; readonly node: NodeId; readonly claim: Abstract; readonly differences: readonly Difference[] }
  /** Region number `child` of `owner` was reached, so that its assumption holds and its result is the owner's value. */
  | { readonly rule: 'reached'; readonly owner: NodeId; readonly child: number };

/** `minuend - subtrahend <= bound` between argument positions (or lengths there), by a path of facts that each a node vouches for. */
export interface Difference {
  readonly minuend: number;
  readonly subtrahend: number;
  readonly bound: Int;
  readonly path: readonly Link[];
}

/** A fact of node `via`, or one given by the caller where `via` is null. */
export interface Link {
  readonly via: NodeId | null;
  readonly minuend: Term;
  readonly subtrahend: Term;
  readonly bound: Int;
}

/**
 * `minuend - subtrahend <= bound` between argument positions (or lengths there, or the value that a closure domain
 * speaks of as 0), null for zero: its negation is refuted.
 */
export interface LinearBound {
  readonly minuend: number | null;
  readonly subtrahend: number | null;
  readonly bound: Int;
  readonly refutation: Refutation;
}

/** Shows that no integers satisfy what is assumed, the negated bound first among it. */
export type Refutation =
  /** Multiples of products of facts, which sum up to a negative constant (Farkas' lemma; of products, Handelman's theorem). */
  | { readonly rule: 'sum'; readonly terms: readonly LinearTerm[] }
  /** A premise of a fact holds or fails: of one that holds `value >= 0` is assumed, of the other `value <= -1`. */
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
   * Of two applications of one monomer the one gives no more than the other (`LinearFacts.ordered`, by that number): each
   * premise of it that is not shown has a refutation of its negation, and the fact is assumed.
   */
  | {
      readonly rule: 'ordered';
      readonly low: NodeId;
      readonly high: NodeId;
      readonly way: number;
      /** The steps that these are looked at in: of elements of lists alone. */
      readonly steps?: readonly [low: number | null, high: number | null];
      readonly premises: readonly Refutation[];
      readonly rest: Refutation;
    }
  /**
   * Loops over one source have a step with one element (`rules/element-steps.ts`): each premise of that which is not shown
   * has a refutation of its negation, and what is known of the step is assumed. Facts of its nodes may be named then, by
   * the number of steps that this one stands within.
   */
  | {
      readonly rule: 'element';
      readonly step: StepOf;
      readonly premises: readonly Refutation[];
      readonly rest: Refutation;
    }
  /** Multiples of products of facts, whose sum is rounded for integers (`tightened`): it is assumed. */
  | { readonly rule: 'rounded'; readonly terms: readonly LinearTerm[]; readonly rest: Refutation };

/** A fact may speak of one of the steps that stand around it, by its number; of none where it is undefined. */
export type StepNumber = number | undefined;

/** A multiple of a fact, or of the product of two. Negative multiples only of what is zero. */
export interface LinearTerm {
  readonly multiplier: Int;
  readonly factors: readonly FactReference[];
}

export type FactReference =
  /** The negated bound is 0, then each part of a split, each order and each rounded sum that is assumed. */
  | { readonly fact: 'assumption'; readonly index: number }
  /** A bound that the claim of a node sets to its value, or to its length. */
  | { readonly fact: 'lower' | 'upper'; readonly node: NodeId; readonly step?: StepNumber }
  /** A fact that a node states of its operands and its value (`rules/linear-facts.ts`). */
  | { readonly fact: 'node'; readonly node: NodeId; readonly index: number; readonly step?: StepNumber }
  | { readonly fact: 'difference'; readonly link: Link }
  /**
   * What loops over one base have kept through all of their steps; within the step of another invariant, what it comes to
   * before that step (of loops that are among those of the other).
   */
  | { readonly fact: 'kept'; readonly invariant: LoopInvariant }
  /** Within the step of an invariant: of how many steps were done before it (`LoopSteps.stepFact`). */
  | { readonly fact: 'step'; readonly which: 'lower' | 'upper' | 'element' };

/**
 * A sum that is not negative before the first step of loops, and after each step if it was not before it: so it is not
 * after the last. The assumptions of whoever uses it hold here too. In `base` its negation follows them; in `step`, its
 * negation after the step, then itself before it, then what `LoopSteps.assumptions` says.
 */
export interface LoopInvariant {
  /** Over one source, ascending. */
  readonly loops: readonly NodeId[];
  readonly terms: readonly InvariantTerm[];
  readonly base: Refutation;
  readonly step: Refutation;
}

/** A multiple of a quantity (of 1 where it is null), times values and lengths (below 0) of nodes outside of the loops. */
export interface InvariantTerm {
  readonly multiplier: Int;
  readonly factors: readonly Term[];
  readonly quantity: Quantity | null;
}

export type Evidence =
  /** It can be read off the graph. */
  | { readonly by: 'structure' }
  /** It follows from the claims, and from these differences. */
  | { readonly by: 'analysis'; readonly differences: readonly Difference[] }
  /** It follows from the claims and from these bounds, each of which a sum of inequalities shows. */
  | { readonly by: 'linear'; readonly bounds: readonly LinearBound[] }
  /**
   * It is denied, from which the steps follow; and then no run gets from any value that the fold can have to that denial:
   * its first value, and what each step gives, lie in these states (`rules/fold-states.ts`).
   */
  | { readonly by: 'states'; readonly steps: readonly Step[]; readonly fold: NodeId; readonly states: readonly Abstract[] }
  /** It follows in each case of `GraphProof.cases`. */
  | { readonly by: 'cases' }
  /** It follows in the graph without calls (`GraphProof.inlined`). */
  | { readonly by: 'inlined' }
  /** A solver has answered `unsat` to the query of this encoding, whose text has this digest, within the limit. */
  | {
      readonly by: 'smt';
      readonly encoding: 'integers' | 'vectors';
      readonly digest: string;
      readonly solver: string;
      readonly version: string;
      readonly limit: number;
      /** Runs that were laid beside the query; none contradicts it. */
      readonly runs: number;
    }
  /** The evaluator ran every input: there are few. */
  | { readonly by: 'exhaustion' }
  /** A call: the requires of the component hold for its arguments, between which these differences hold. */
  | { readonly by: 'call'; readonly given: readonly Difference[]; readonly requires: PassProof }
  /** The requires admit this input: a value for each parameter, in the JSON form. */
  | { readonly by: 'witness'; readonly inputs: readonly unknown[] };

/** It follows from the claims alone: one for all closure domains that do, which are most. */
export const PLAIN_EVIDENCE: Evidence = { by: 'analysis', differences: [] };
