import { type Abstract, integers, isSequence, join, NEVER } from '../abstract/abstract.js';
import { highest, lowest } from '../abstract/ranges.js';
import type { Node, NodeId, RegionId } from '../graph/graph.js';
import { nodeAt, ownedRegions } from '../graph/schedule.js';
import { NO_RELATIONS } from '../monomers/relation.js';
import { add } from '../types/integer.js';
import { forward } from './forward.js';
import { boundView, timesOf } from './loops.js';
import type { Knowledge } from './state.js';

/** Folds of more steps, or of bodies of more nodes, are not followed step by step. */
const MOST_STEPS = 64;
const MOST_NODES = 64;

/** What an accumulator can be before the steps of a fold, and after the last of at least one. */
export interface Unrolled {
  readonly before: Abstract;
  readonly after: Abstract;
}

/**
 * Follows a fold step by step: from the first value of its accumulator, by the forward rule alone, to what each
 * step gives. For bodies without regions of their own and few steps; null of others. To be asked in the body, where
 * it is known that there is a step: what a fold without one gives is not for this to say.
 */
export function unroll(known: Knowledge, fold: NodeId): Unrolled | null {
  const node = nodeAt(known.graph, fold);
  if (node.op !== 'fold') return null;
  const body = known.graph.regions[node.body];
  const { least, most } = timesOf(known, node.source);
  if (body === undefined || body.result === null || most > MOST_STEPS || body.nodes.length > MOST_NODES) return null;
  if (body.nodes.some((id) => ownedRegions(nodeAt(known.graph, id)).length > 0)) return null;
  let accumulator = known.view(node.initial);
  let before: Abstract = NEVER;
  let after: Abstract = NEVER;
  for (let step = 0; step < most; step += 1) {
    before = join(before, accumulator);
    accumulator = stepOf(known, node, body.nodes, body.result, accumulator, step);
    if (step + 1 >= least) after = join(after, accumulator);
  }
  return { before, after };
}

type FoldNode = Extract<Node, { op: 'fold' }>;

/** What one step gives of an accumulator. */
function stepOf(known: Knowledge, fold: FoldNode, nodes: readonly NodeId[], result: NodeId, accumulator: Abstract, step: number): Abstract {
  const views = new Map<NodeId, Abstract>();
  const inStep = new StepKnowledge(known, views);
  for (const id of nodes) {
    const node = nodeAt(known.graph, id);
    const isBound = node.op === 'bound' && node.region === fold.body;
    if (isBound) views.set(id, node.index === 0 ? accumulator : elementAt(known, fold, step));
    else views.set(id, forward(inStep, id, NO_RELATIONS));
  }
  return inStep.view(result);
}

/** The element of step number `step`, from 0. */
function elementAt(known: Knowledge, { source, body }: FoldNode, step: number): Abstract {
  if (source.over === 'value') {
    const view = known.view(source.node);
    return (isSequence(view) ? view.items?.[step] : undefined) ?? boundView(known, body, 1);
  }
  const lo = known.view(source.lo);
  return lo.kind === 'integer' ? integers(add(lowest(lo.ranges), step), add(highest(lo.ranges), step)) : NEVER;
}

/** What is known where the fold stands, but for the nodes of its body, which have the views of one step. */
class StepKnowledge implements Knowledge {
  constructor(
    private readonly outer: Knowledge,
    private readonly views: ReadonlyMap<NodeId, Abstract>,
  ) {}

  get core() {
    return this.outer.core;
  }

  get graph() {
    return this.outer.graph;
  }

  view(node: NodeId): Abstract {
    return this.views.get(node) ?? this.outer.view(node);
  }

  /** Nodes of the same value outside of the body have been met already where they were evaluated. */
  congruentView(): null {
    return null;
  }

  resultView(region: RegionId): Abstract {
    return this.outer.resultView(region);
  }

  childOf(region: RegionId): number {
    return this.outer.childOf(region);
  }

  invariant(fold: NodeId): Abstract {
    return this.outer.invariant(fold);
  }

  keptView(region: RegionId): Abstract {
    return this.outer.keptView(region);
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

  unrolled(fold: NodeId): Abstract | null {
    return this.outer.unrolled(fold);
  }

  classOf(node: NodeId): NodeId {
    return this.outer.classOf(node);
  }

  summary(component: number): ReturnType<Knowledge['summary']> {
    return this.outer.summary(component);
  }

  spend(node: NodeId, steps?: number): void {
    this.outer.spend(node, steps);
  }
}
