import {
  type AbstractValue,
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
  texts,
} from '../abstract/abstract.js';
import { highest, lowest, type Ranges } from '../abstract/ranges.js';
import type { Graph, LoopSource, Node, NodeId, RegionId } from '../graph/graph.js';
import { nodeAt } from '../graph/schedule.js';
import { BYTES_LENGTH, TEXT_LENGTH as GREATEST_TEXT, LIST_LENGTH } from '../limits.js';
import { monomerNamed } from '../monomers/catalog.js';
import type { Domain } from '../types/domain.js';
import { add, type Int, maximum, minimum, subtract } from '../types/integer.js';
import { driftedResult } from './drift.js';
import { boundBy } from './patterns.js';
import type { Knowledge } from './state.js';

type LoopNode = Extract<Node, { op: 'loop' }>;
type FoldNode = Extract<Node, { op: 'fold' }>;

/** The possible numbers of runs of a loop's body, both ends included. */
export interface RunCounts {
  readonly least: Int;
  readonly most: Int;
}

/** Returns 0 runs for a source that is never reached. */
export function timesOf(known: Knowledge, source: LoopSource): RunCounts {
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
export function boundView(known: Knowledge, region: RegionId, index: number): AbstractValue {
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
function elementView(known: Knowledge, source: LoopSource): AbstractValue {
  if (source.over === 'value') {
    const view = known.view(source.node);
    return isSequence(view) ? view.element : NEVER;
  }
  const lo = known.view(source.lo);
  const hi = known.view(source.hi);
  return lo.kind === 'integer' && hi.kind === 'integer' ? integers(lowest(lo.ranges), highest(hi.ranges)) : NEVER;
}

/** The restrictions under which the body of a loop runs: its source is not empty. */
export function nonEmpty(known: Knowledge, source: LoopSource): readonly { readonly node: NodeId; readonly view: AbstractValue }[] {
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
export function sourceOf(known: Knowledge, node: LoopNode, result: AbstractValue): AbstractValue | null {
  if (node.source.over !== 'value' || !goesThroughAll(node, result)) return null;
  const view = known.view(node.source.node);
  if (!isSequence(view)) return null;
  const element = meet(view.element, known.keptView(node.body));
  return meet(view, element.kind === 'never' ? sequence(view.kind, 0, 0, NEVER) : sequence(view.kind, view.lo, view.hi, element));
}

/** The condition's value for every element, if the result of a loop implies one; otherwise `null`. */
export function saidOfAll(node: LoopNode, result: AbstractValue): AbstractValue | null {
  if (!goesThroughAll(node, result)) return null;
  return node.loop === 'all' ? TRUE : FALSE;
}

/** Returns true if the condition was true (ALL) or false (ANY, COUNT) for each element. */
function goesThroughAll({ loop }: LoopNode, result: AbstractValue): boolean {
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
export function keptElement(known: Knowledge, region: RegionId): AbstractValue {
  const node = boundNode(known.graph, region, 0);
  return node === undefined ? boundView(known, region, 0) : known.view(node);
}

/** A text of which a loop reads each character, with the possible characters. */
export interface TextRead {
  readonly text: NodeId;
  readonly characters: Ranges;
}

/**
 * The texts that a loop over all their places reads at the place of the element, with the possible characters at this point of
 * its body.
 */
export function keptTexts(known: Knowledge, region: RegionId): readonly TextRead[] {
  return readsOfTexts(known, region).flatMap(({ text, read }) => {
    const view = known.view(read);
    return view.kind === 'integer' ? [{ text, characters: view.ranges }] : [];
  });
}

/** The nodes of a loop's body that read a text at the place of the element, if the loop goes over all places of that text. */
export function readsOfTexts(
  known: Pick<Knowledge, 'graph' | 'classOf'>,
  region: RegionId,
): readonly { readonly text: NodeId; readonly read: NodeId }[] {
  const owner = known.graph.regions[region]?.owner ?? null;
  const node = owner === null ? undefined : known.graph.nodes[owner];
  if (node?.op !== 'loop' || node.source.over !== 'range') return [];
  const { lo, hi } = node.source;
  const nodes = known.graph.regions[region]?.nodes ?? [];
  const element = boundNode(known.graph, region, 0);
  return nodes.flatMap((id) => {
    const read = known.graph.nodes[id];
    if (read?.op !== 'apply' || read.monomer !== CODE_AT || read.operands[1] !== element) return [];
    const [text = -1] = read.operands;
    const isOuter = !nodes.includes(text) && isLiteral(known, lo, 0) && isLastPlace(known, hi, text);
    return isOuter ? [{ text, read: id }] : [];
  });
}

const CODE_AT = monomerNamed('CODE_AT')?.index ?? -1;
const TEXT_LENGTH = monomerNamed('TEXT_LENGTH')?.index ?? -1;
const SUB = monomerNamed('SUB')?.index ?? -1;

/** By the graph alone: inside the body, the views also know that the range is not empty. */
function isLiteral(known: Pick<Knowledge, 'graph' | 'classOf'>, id: NodeId, value: number): boolean {
  const node = known.graph.nodes[known.classOf(id)];
  return node?.op === 'literal' && node.value === value;
}

/** Returns true for a node that subtracts 1 from the length of the text. */
function isLastPlace(known: Pick<Knowledge, 'graph' | 'classOf'>, id: NodeId, text: NodeId): boolean {
  const node = known.graph.nodes[id];
  if (node?.op !== 'apply' || node.monomer !== SUB) return false;
  const [whole = -1, one = -1] = node.operands;
  const length = known.graph.nodes[known.classOf(whole)];
  if (length?.op !== 'apply' || length.monomer !== TEXT_LENGTH || !isLiteral(known, one, 1)) return false;
  return known.classOf(length.operands[0] ?? -1) === known.classOf(text);
}

/** The possible texts that a loop reads, if the result of the loop implies that each character had the truth of `keptTruth`. */
export function textsOf(
  known: Knowledge,
  node: LoopNode,
  result: AbstractValue,
): readonly { readonly node: NodeId; readonly view: AbstractValue }[] {
  if (!goesThroughAll(node, result)) return [];
  return known.keptTexts(node.body).map(({ text, characters }) => ({
    node: text,
    view: meet(known.view(text), texts(0, GREATEST_TEXT, characters)),
  }));
}

/** The result of MAP, FILTER, ANY, ALL or COUNT. */
export function loopView(known: Knowledge, node: LoopNode): AbstractValue {
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

function canBe(view: AbstractValue, value: boolean): boolean {
  return view.kind === 'boolean' && (value ? view.canBeTrue : view.canBeFalse);
}

/** Returns true if the stated domain of an accumulator holds for its first value and for the result of a step. */
export function accumulatorHolds(known: Knowledge, node: FoldNode, domain: Domain): boolean {
  const stated = ofDomain(domain);
  return isWithin(known.view(node.initial), stated) && isWithin(known.resultView(node.body), stated);
}

/** The result of FOLD: its initial value if there may be no step, and the result of a step. */
export function foldView(known: Knowledge, id: NodeId, node: FoldNode): AbstractValue {
  const { least, most } = timesOf(known, node.source);
  const stepped = most > 0 ? known.resultView(node.body) : NEVER;
  const either = least > 0 && stepped.kind !== 'never' ? stepped : join(known.view(node.initial), stepped);
  const drifted = driftedResult({ either, initial: known.view(node.initial) }, known.drifts(id), { least, most });
  const unrolled = known.unrolled(id);
  if (unrolled === null) return drifted;
  return meet(drifted, least > 0 ? unrolled : join(known.view(node.initial), unrolled));
}
