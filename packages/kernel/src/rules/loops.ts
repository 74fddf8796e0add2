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

/** How often the body of a loop can run, both included. */
export interface Times {
  readonly least: Int;
  readonly most: Int;
}

/** Of a source that is never reached: never. */
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

/** What a variable that a region binds can be: an element, an accumulator, or what the pattern of an arm binds. */
export function boundView(known: Knowledge, region: RegionId, index: number): Abstract {
  const owner = known.graph.regions[region]?.owner;
  if (typeof owner !== 'number') throw new Error(`region ${region} binds a variable that nothing gives`);
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
      throw new Error(`${node.op} binds nothing`);
  }
}

/** What an element of the source can be, inside the body. */
function elementView(known: Knowledge, source: LoopSource): Abstract {
  if (source.over === 'value') {
    const view = known.view(source.node);
    return isSequence(view) ? view.element : NEVER;
  }
  const lo = known.view(source.lo);
  const hi = known.view(source.hi);
  return lo.kind === 'integer' && hi.kind === 'integer' ? integers(lowest(lo.ranges), highest(hi.ranges)) : NEVER;
}

/** The views under which the body of a loop runs: its source is not empty. */
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

/** The node that reads what a region binds; undefined where nothing does. */
export function boundNode(graph: Graph, region: RegionId, index: number): NodeId | undefined {
  return graph.regions[region]?.nodes.find((id) => {
    const node = graph.nodes[id];
    return node?.op === 'bound' && node.region === region && node.index === index;
  });
}

/**
 * The truth of the condition of which a loop keeps what its elements can be there: of those that FILTER keeps, of all that
 * ALL went through if it is true, of all that ANY or COUNT went through if there was none. Null of MAP.
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

/** What the source of ALL, ANY or COUNT can be where the result says that each element had the truth for which they were kept. */
export function sourceOf(known: Knowledge, node: LoopNode, result: Abstract): Abstract | null {
  if (node.source.over !== 'value' || !goesThroughAll(node, result)) return null;
  const view = known.view(node.source.node);
  if (!isSequence(view)) return null;
  const element = meet(view.element, known.keptView(node.body));
  return meet(view, element.kind === 'never' ? sequence(view.kind, 0, 0, NEVER) : sequence(view.kind, view.lo, view.hi, element));
}

/** What the condition was of each element, where what a loop gives says so; null where it does not. */
export function saidOfAll(node: LoopNode, result: Abstract): Abstract | null {
  if (!goesThroughAll(node, result)) return null;
  return node.loop === 'all' ? TRUE : FALSE;
}

/** True where the condition was true (ALL) or false (ANY, COUNT) of each element. */
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

/** What the element of a loop can be at this point of its body. */
export function keptElement(known: Knowledge, region: RegionId): Abstract {
  const node = boundNode(known.graph, region, 0);
  return node === undefined ? boundView(known, region, 0) : known.view(node);
}

/** What MAP, FILTER, ANY, ALL or COUNT gives. */
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

/** What is longer the need of the loop has refused. */
function limited(kind: 'bytes' | 'list', count: Int): number {
  return Number(minimum(count, kind === 'bytes' ? BYTES_LENGTH : LIST_LENGTH));
}

function canBe(view: Abstract, value: boolean): boolean {
  return view.kind === 'boolean' && (value ? view.canBeTrue : view.canBeFalse);
}

/** True where the stated domain of an accumulator holds for its first value and for what a step gives. */
export function accumulatorHolds(known: Knowledge, node: FoldNode, domain: Domain): boolean {
  const stated = ofDomain(domain);
  return isWithin(known.view(node.initial), stated) && isWithin(known.resultView(node.body), stated);
}

/** What FOLD gives: its initial value where there may be no step, and what a step gives. */
export function foldView(known: Knowledge, id: NodeId, node: FoldNode): Abstract {
  const { least, most } = timesOf(known, node.source);
  const stepped = most > 0 ? known.resultView(node.body) : NEVER;
  const either = least > 0 && stepped.kind !== 'never' ? stepped : join(known.view(node.initial), stepped);
  const drifted = driftedResult(either, known.view(node.initial), known.drifts(id), least, most);
  const unrolled = known.unrolled(id);
  if (unrolled === null) return drifted;
  return meet(drifted, least > 0 ? unrolled : join(known.view(node.initial), unrolled));
}
