import {
  type Abstract,
  boolean,
  FALSE,
  integers,
  isSequence,
  isWithin,
  join,
  meet,
  NEVER,
  ofDomain,
  sequence,
  TRUE,
} from '../abstract/abstract.js';
import { highest, lowest } from '../abstract/ranges.js';
import type { Graph, LoopSource, Node, NodeId, RegionId } from '../graph/graph.js';
import { nodeAt } from '../graph/schedule.js';
import { BYTES_LENGTH, LIST_LENGTH } from '../limits.js';
import type { Domain } from '../types/domain.js';
import { add, type Int, maximum, minimum, subtract } from '../types/integer.js';
import { driftedResult } from './drift.js';
import { boundBy } from './patterns.js';
import type { Knowledge } from './state.js';

type LoopNode = Extract<Node, { op: 'loop' }>;
type FoldNode = Extract<Node, { op: 'fold' }>;

/** The possible numbers of runs of a loop's body, both ends included. */
export interface Times {
  readonly least: Int;
  readonly most: Int;
}

/** Returns 0 runs for a source that is never reached. */
export function timesOf(known: Knowledge, source: LoopSource): Times {
  if (source.over === 'value') {
    const view = known.view(source.node);
    return isSequence(view) ? { least: view.lo, most: view.hi } : { least: 0, most: 0 };
  }
  const lo = known.view(source.lo);
  const hi = known.view(source.hi);
  if (lo.kind !== 'integer' || hi.kind !== 'integer') return { least: 0, most: 0 };
  return {
    least: maximum(0, add(subtract(lowest(hi.ranges), highest(lo.ranges)), 1)),
    most: maximum(0, add(subtract(highest(hi.ranges), lowest(lo.ranges)), 1)),
  };
}

/** The possible values of a variable that a region binds: an element, an accumulator, or the bound part of an arm's pattern. */
export function boundView(known: Knowledge, region: RegionId, index: number): Abstract {
  const owner = known.graph.regions[region]?.owner;
  if (typeof owner !== 'number') throw new Error(`region ${region} binds a variable but has no owner`);
  const node = nodeAt(known.graph, owner);
  switch (node.op) {
    case 'match': {
      const arm = node.arms[known.childOf(region)];
      return arm === undefined ? NEVER : boundBy(arm.pattern, known.view(node.subject));
    }
    case 'loop':
      return elementView(known, node.source);
    case 'hold':
      return known.view(node.operand);
    case 'fold':
      return index === 0 ? known.invariant(owner) : elementView(known, node.source);
    default:
      throw new Error(`${node.op} binds no value`);
  }
}

/** The possible elements of the source, inside the body. */
function elementView(known: Knowledge, source: LoopSource): Abstract {
  if (source.over === 'value') {
    const view = known.view(source.node);
    return isSequence(view) ? view.element : NEVER;
  }
  const lo = known.view(source.lo);
  const hi = known.view(source.hi);
  return lo.kind === 'integer' && hi.kind === 'integer' ? integers(lowest(lo.ranges), highest(hi.ranges)) : NEVER;
}

/** The restrictions under which the body of a loop runs: its source is not empty. */
export function nonEmpty(known: Knowledge, source: LoopSource): readonly { readonly node: NodeId; readonly view: Abstract }[] {
  if (source.over === 'value') {
    const view = known.view(source.node);
    if (!isSequence(view)) return [{ node: source.node, view: NEVER }];
    return [{ node: source.node, view: meet(view, sequence(view.kind, 1, Math.max(1, view.hi), view.element)) }];
  }
  const lo = known.view(source.lo);
  const hi = known.view(source.hi);
  if (lo.kind !== 'integer' || hi.kind !== 'integer') return [{ node: source.lo, view: NEVER }];
  const least = lowest(lo.ranges);
  const most = highest(hi.ranges);
  return [
    { node: source.lo, view: meet(lo, integers(least, most)) },
    { node: source.hi, view: meet(hi, integers(least, most)) },
  ];
}

/** The node that reads a bound value of a region; `undefined` if no node does. */
export function boundNode(graph: Graph, region: RegionId, index: number): NodeId | undefined {
  return graph.regions[region]?.nodes.find((id) => {
    const node = graph.nodes[id];
    return node?.op === 'bound' && node.region === region && node.index === index;
  });
}

/**
 * The truth of the condition for which a loop keeps its possible elements. It is true for FILTER, which keeps such elements, and
 * for ALL, if its result is true. It is false for ANY if its result is false, and for COUNT if its result is 0. `null` for MAP.
 */
export function keptTruth({ loop }: LoopNode): boolean | null {
  switch (loop) {
    case 'filter':
    case 'all':
      return true;
    case 'any':
    case 'count':
      return false;
    case 'map':
      return null;
  }
}

/**
 * The possible sources of ALL, ANY or COUNT, if the result implies that each element had the truth of `keptTruth`; otherwise
 * `null`.
 */
export function sourceOf(known: Knowledge, node: LoopNode, result: Abstract): Abstract | null {
  if (node.source.over !== 'value' || !goesThroughAll(node, result)) return null;
  const view = known.view(node.source.node);
  if (!isSequence(view)) return null;
  const element = meet(view.element, known.keptView(node.body));
  return meet(view, element.kind === 'never' ? sequence(view.kind, 0, 0, NEVER) : sequence(view.kind, view.lo, view.hi, element));
}

/** The condition's value for every element, if the result of a loop implies one; otherwise `null`. */
export function saidOfAll(node: LoopNode, result: Abstract): Abstract | null {
  if (!goesThroughAll(node, result)) return null;
  return node.loop === 'all' ? TRUE : FALSE;
}

/** Returns true if the condition was true (ALL) or false (ANY, COUNT) for each element. */
function goesThroughAll({ loop }: LoopNode, result: Abstract): boolean {
  switch (loop) {
    case 'all':
      return result.kind === 'boolean' && !result.canBeFalse;
    case 'any':
      return result.kind === 'boolean' && !result.canBeTrue;
    case 'count':
      return result.kind === 'integer' && highest(result.ranges) <= 0;
    case 'map':
    case 'filter':
      return false;
  }
}

/** The possible elements of a loop at this point of its body. */
export function keptElement(known: Knowledge, region: RegionId): Abstract {
  const node = boundNode(known.graph, region, 0);
  return node === undefined ? boundView(known, region, 0) : known.view(node);
}

/** The result of MAP, FILTER, ANY, ALL or COUNT. */
export function loopView(known: Knowledge, node: LoopNode): Abstract {
  const { least, most } = timesOf(known, node.source);
  const body = known.resultView(node.body);
  switch (node.loop) {
    case 'map':
      return sequence('list', limited('list', least), limited('list', most), body);
    case 'filter': {
      const kind = node.source.over === 'value' && known.view(node.source.node).kind === 'bytes' ? 'bytes' : 'list';
      return sequence(
        kind,
        body.kind !== 'never' && isWithin(body, TRUE) ? limited(kind, least) : 0,
        limited(kind, most),
        known.keptView(node.body),
      );
    }
    case 'any':
      return boolean(!(least > 0 && isWithin(body, TRUE)), most > 0 && canBe(body, true));
    case 'all':
      return boolean(most > 0 && canBe(body, false), !(least > 0 && !canBe(body, true)));
    case 'count':
      return integers(isWithin(body, TRUE) && body.kind !== 'never' ? least : 0, canBe(body, true) ? most : 0);
  }
}

/** The precondition of the loop has excluded longer results. */
function limited(kind: 'bytes' | 'list', count: Int): number {
  return Number(minimum(count, kind === 'bytes' ? BYTES_LENGTH : LIST_LENGTH));
}

function canBe(view: Abstract, value: boolean): boolean {
  return view.kind === 'boolean' && (value ? view.canBeTrue : view.canBeFalse);
}

/** Returns true if the stated domain of an accumulator holds for its first value and for the result of a step. */
export function accumulatorHolds(known: Knowledge, node: FoldNode, domain: Domain): boolean {
  const stated = ofDomain(domain);
  return isWithin(known.view(node.initial), stated) && isWithin(known.resultView(node.body), stated);
}

/** The result of FOLD: its initial value if there may be no step, and the result of a step. */
export function foldView(known: Knowledge, id: NodeId, node: FoldNode): Abstract {
  const { least, most } = timesOf(known, node.source);
  const stepped = most > 0 ? known.resultView(node.body) : NEVER;
  const either = least > 0 && stepped.kind !== 'never' ? stepped : join(known.view(node.initial), stepped);
  const drifted = driftedResult(either, known.view(node.initial), known.drifts(id), least, most);
  const unrolled = known.unrolled(id);
  if (unrolled === null) return drifted;
  return meet(drifted, least > 0 ? unrolled : join(known.view(node.initial), unrolled));
}
