import { type AbstractValue, integers, isSequence, join, NEVER, ofRanges } from '../abstract/abstract.js';
import { addTo, highest, lowest } from '../abstract/ranges.js';
import type { Node, NodeId, RegionId } from '../graph/graph.js';
import { nodeAt, operandsOf, ownedRegions } from '../graph/schedule.js';
import type { Analysis } from '../monomers/analysis.js';
import { NO_RELATIONS } from '../monomers/relation.js';
import { isUnreached } from '../monomers/views.js';
import { add, type Int } from '../types/integer.js';
import { type ApplyNode, analysisOf } from './applications.js';
import { applied, forward } from './forward.js';
import { boundView, timesOf } from './loops.js';
import type { Knowledge } from './state.js';
import { weightsOf } from './weights.js';

/** Folds of more steps, or with bodies of more nodes, are not followed step by step. */
const MAX_STEPS = 64;
const MAX_NODES = 64;

/** The possible accumulators before the steps of a fold, and after the last of at least one step. */
export interface Unrolled {
  readonly before: AbstractValue;
  readonly after: AbstractValue;
}

/**
 * Follows a fold step by step: from the first value of its accumulator, by the forward rule alone, to the result of each step.
 * For bodies without regions of their own and few steps; `null` for others. Call it inside the body, so that at least one step is
 * known to exist: the result does not cover a fold without steps.
 */
export function unroll(known: Knowledge, fold: NodeId): Unrolled | null {
  const node = nodeAt(known.graph, fold);
  if (node.op !== 'fold') return null;
  const body = known.graph.regions[node.body];
  const { least, most } = timesOf(known, node.source);
  if (body === undefined || body.result === null || most > MAX_STEPS || body.nodes.length > MAX_NODES) return null;
  const element = sameElement(known, node);
  const followed: Followed[] = [];
  // The nodes whose value may differ from step to step. The others are followed in the first step only.
  const changing: Followed[] = [];
  const changes = new Set<NodeId>();
  for (const id of body.nodes) {
    const each = nodeAt(known.graph, id);
    if (ownsSteps(each)) return null;
    const analysis = each.op === 'apply' && each.literals.length === 0 ? analysisOf(each) : null;
    const binds = boundIndex(each, node);
    const operands = operandsOf(each);
    const one = { id, node: each, analysis, binds, operands, isKnown: false, views: [], tuples: 0 };
    followed.push(one);
    if (binds === 0 || (binds !== null && element === null) || operands.some((operand) => changes.has(operand))) {
      changes.add(id);
      changing.push(one);
    }
  }
  let accumulator = known.view(node.initial);
  const before = new GrowingUnion();
  const after = new GrowingUnion();
  const inStep = new StepKnowledge(known, body.nodes);
  let fixedWork = 0;
  for (let step = 0; step < most; step += 1) {
    before.add(accumulator);
    followStep(inStep, step === 0 ? followed : changing, accumulator, element ?? elementAt(known, node, step));
    if (step === 0) fixedWork = workOf(known, followed) - workOf(known, changing);
    else known.spend(fold, fixedWork);
    accumulator = inStep.view(body.result);
    if (step + 1 >= least) after.add(accumulator);
  }
  return { before: before.joined(), after: after.joined() };
}

/** The union of the accumulators of steps. Integers are added in place, since nobody reads the union before the last step. */
class GrowingUnion {
  private ranges: Int[] = [];
  private others: AbstractValue = NEVER;

  add(view: AbstractValue): void {
    if (view.kind === 'integer') this.ranges = addTo(this.ranges, view.ranges);
    else this.others = join(this.others, view);
  }

  joined(): AbstractValue {
    return join(ofRanges(this.ranges), this.others);
  }
}

/** Returns true for a node whose value comes from regions, which are not followed; a hold has the value of its operand. */
function ownsSteps(node: Node): boolean {
  return node.op !== 'hold' && ownedRegions(node).length > 0;
}

type FoldNode = Extract<Node, { op: 'fold' }>;

/** A node of the body. */
interface Followed {
  readonly id: NodeId;
  readonly node: Node;
  /** The analysis of an application without literal arguments; `null` for other nodes. */
  readonly analysis: Analysis | null;
  /** 0 for the accumulator, 1 for the element, and `null` for a node that the forward rule follows. */
  readonly binds: number | null;
  readonly operands: readonly NodeId[];
  /** False until the forward rule has been used. */
  isKnown: boolean;
  /** The abstract values of the operands at the last use of the forward rule. */
  readonly views: AbstractValue[];
  /** The work of the tuples that were run at that use. */
  tuples: number;
}

/** The work of the forward rule at the nodes, with that of the tuples at its last use. */
function workOf({ graph }: Knowledge, nodes: readonly Followed[]): number {
  const weights = weightsOf(graph);
  return nodes.reduce((sum, { id, binds, tuples }) => (binds === null ? sum + (weights[id] ?? 1) + tuples : sum), 0);
}

function boundIndex(node: Node, { body }: FoldNode): number | null {
  return node.op === 'bound' && node.region === body ? node.index : null;
}

/**
 * Evaluates nodes of the body once. Each comes after those that it reads, so every abstract value of the step before that may be
 * another one is replaced.
 */
function followStep(inStep: StepKnowledge, nodes: readonly Followed[], accumulator: AbstractValue, element: AbstractValue): void {
  for (const node of nodes) {
    if (node.binds === null) inStep.follow(node);
    else inStep.set(node.id, node.binds === 0 ? accumulator : element);
  }
}

/** The element of each step, if all steps have the same one: that of a list or bytes whose items are not known one by one. */
function sameElement(known: Knowledge, { source, body }: FoldNode): AbstractValue | null {
  if (source.over !== 'value') return null;
  const view = known.view(source.node);
  return isSequence(view) && view.items !== null ? null : boundView(known, body, 1);
}

/** The element of step number `step`, from 0. */
function elementAt(known: Knowledge, { source, body }: FoldNode, step: number): AbstractValue {
  if (source.over === 'value') {
    const view = known.view(source.node);
    return (isSequence(view) ? view.items?.[step] : undefined) ?? boundView(known, body, 1);
  }
  const lo = known.view(source.lo);
  return lo.kind === 'integer' ? integers(add(lowest(lo.ranges), step), add(highest(lo.ranges), step)) : NEVER;
}

/** The knowledge at the fold, except that the nodes of its body have the abstract values of one step. */
class StepKnowledge implements Knowledge {
  readonly core: Knowledge['core'];
  readonly graph: Knowledge['graph'];
  /** The first node of the body; the lists below begin with it. */
  private readonly first: NodeId;
  private readonly views: (AbstractValue | undefined)[] = [];
  /** The work of tuples since the last use of the forward rule. */
  private tuples = 0;

  constructor(
    readonly outer: Knowledge,
    body: readonly NodeId[],
  ) {
    this.core = outer.core;
    this.graph = outer.graph;
    this.first = body.reduce((least, id) => Math.min(least, id), this.graph.nodes.length);
  }

  set(node: NodeId, view: AbstractValue): void {
    this.views[node - this.first] = view;
  }

  /**
   * Records the consequence of the operands of a node. If their abstract values equal those of the step before, the result is the
   * same and costs the same work.
   */
  follow(followed: Followed): void {
    const { id, node, analysis, operands, views } = followed;
    const changes = this.noteChanges(operands, views);
    if (followed.isKnown && !changes) {
      this.outer.spend(id);
      if (followed.tuples > 0) this.outer.spend(id, followed.tuples);
      return;
    }
    followed.isKnown = true;
    this.tuples = 0;
    this.set(id, node.op === 'apply' && analysis !== null ? this.applied(id, node, analysis, views) : forward(this, id, NO_RELATIONS));
    followed.tuples = this.tuples;
  }

  /** The forward rule for an application whose arguments are known. */
  private applied(id: NodeId, node: ApplyNode, analysis: Analysis, views: readonly AbstractValue[]): AbstractValue {
    this.outer.spend(id);
    return isUnreached(views) ? NEVER : applied(this, id, node, analysis, views, NO_RELATIONS);
  }

  /** Puts the abstract values of the operands into `views`. Returns true if one of them is another than before. */
  private noteChanges(operands: readonly NodeId[], views: AbstractValue[]): boolean {
    let changes = false;
    for (let i = 0; i < operands.length; i += 1) {
      const view = this.view(operands[i] ?? -1);
      if (views[i] === view) continue;
      views[i] = view;
      changes = true;
    }
    return changes;
  }

  view(node: NodeId): AbstractValue {
    // An index outside of a list is looked up like a name, which takes long.
    const place = node - this.first;
    return (place >= 0 && place < this.views.length ? this.views[place] : undefined) ?? this.outer.view(node);
  }

  /** Equal nodes outside of the body have already been met at their evaluation. */
  congruentView(): null {
    return null;
  }

  resultView(region: RegionId): AbstractValue {
    return this.outer.resultView(region);
  }

  childOf(region: RegionId): number {
    return this.outer.childOf(region);
  }

  invariant(fold: NodeId): AbstractValue {
    return this.outer.invariant(fold);
  }

  keptView(region: RegionId): AbstractValue {
    return this.outer.keptView(region);
  }

  keptTexts(region: RegionId): ReturnType<Knowledge['keptTexts']> {
    return this.outer.keptTexts(region);
  }

  joined(owner: NodeId): ReturnType<Knowledge['joined']> {
    return this.outer.joined(owner);
  }

  arms(match: NodeId): never {
    throw new Error(`match ${match} in a body without regions`);
  }

  drifts(fold: NodeId): ReturnType<Knowledge['drifts']> {
    return this.outer.drifts(fold);
  }

  unrolled(fold: NodeId): AbstractValue | null {
    return this.outer.unrolled(fold);
  }

  classOf(node: NodeId): NodeId {
    return this.outer.classOf(node);
  }

  /** The nodes of the body that come later have not been evaluated in this step. */
  isLive(): boolean {
    return false;
  }

  summary(component: number): ReturnType<Knowledge['summary']> {
    return this.outer.summary(component);
  }

  spend(node: NodeId, steps?: number): void {
    this.tuples += steps ?? 0;
    this.outer.spend(node, steps);
  }
}
