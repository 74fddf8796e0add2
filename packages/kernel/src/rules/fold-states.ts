import { type AbstractValue, FALSE, isWithin, join, meet, NEVER, option, record, TRUE, tags } from '../abstract/abstract.js';
import type { Graph, LoopSource, NodeId, RegionId } from '../graph/graph.js';
import { type Event, nodeAt, operandsOf, ownedRegions, regionsOf, schedule } from '../graph/schedule.js';
import { type EventStretch, followBranches, stretchOf } from './decided-run.js';
import type { Environment } from './environment.js';
import { isSameSource } from './loop-steps.js';
import { boundNode, saidOfAll, timesOf } from './loops.js';
import { StepClasses } from './value-classes.js';

/** Limit for the loops whose results imply a condition for all elements of a source. */
const MAX_SAID = 4;

/** The work of assigning a class to a node of a body. */
const CLASS_STEPS = 4;

/** Limit for the parts of a divided value. */
const MAX_PARTS = 32;

/**
 * The states of a fold: sets of values, one of which contains the accumulator before each step and after the last. The fold is
 * outside of every loop, arm and other region that a node owns.
 */
export class FoldStates {
  private constructor(
    private readonly known: Environment,
    readonly fold: NodeId,
    private readonly accumulator: NodeId,
    private readonly step: EventStretch,
    /** The knowledge in each step: the conditions that loops over the same source imply for every element. */
    private readonly given: ReadonlyMap<NodeId, AbstractValue>,
    /** The possible values of the accumulator after a step: the claim before the next one, or that of the fold. */
    readonly bound: AbstractValue,
    /** Parts that contain every first value. */
    readonly initial: readonly AbstractValue[],
    private readonly isStepped: boolean,
  ) {}

  /** The possible first values. */
  get first(): AbstractValue {
    const node = nodeAt(this.known.graph, this.fold);
    return node.op === 'fold' ? this.known.view(node.initial) : NEVER;
  }

  /** Returns `null` for other nodes, and for a fold whose body does not read its accumulator. */
  static of(known: Environment, fold: NodeId): FoldStates | null {
    const { graph } = known;
    const node = graph.nodes[fold];
    if (node?.op !== 'fold' || !standsFree(graph, fold)) return null;
    const accumulator = boundNode(graph, node.body, 0);
    const result = graph.regions[node.body]?.result ?? null;
    if (accumulator === undefined || result === null) return null;
    const said = saidOfElements(known, node.source);
    const bodies = [...said.map(({ body }) => body), node.body];
    const classes = new StepClasses(graph, new Set(bodies), null, null);
    known.spend(fold, CLASS_STEPS * classes.seen);
    const events = bodies.flatMap((body) => eventsOfRegion(graph, body));
    const step = stretchOf(events, null, result, (id) => classes.of(id));
    const given = new Map(said.map((each) => [each.result, meet(known.view(each.result), each.view)]));
    const bound = join(known.view(accumulator), known.view(fold));
    const { least } = timesOf(known, node.source);
    return new FoldStates(known, fold, accumulator, step, given, bound, partsOf(known.view(node.initial)), least > 0);
  }

  /** Parts that contain every result of one step from this state; `null` if there are too many ways. */
  after(state: AbstractValue): readonly AbstractValue[] | null {
    const given = new Map(this.given).set(this.accumulator, meet(this.known.view(this.accumulator), state));
    const results = followBranches(this.known, this.step, given);
    return results && results.flatMap((result) => partsOf(meet(result, this.bound)));
  }

  /**
   * Parts that contain every value of the fold, if the first value and the result of each step lie in these states. Each state
   * has to be necessary for that; `null` if a condition fails.
   */
  last(states: readonly AbstractValue[]): readonly AbstractValue[] | null {
    const stepped = new Set<number>();
    const begun = new Set<number>();
    const enter = (parts: readonly AbstractValue[], into: Set<number>): boolean =>
      parts.every((part) => {
        const at = states.findIndex((state) => isWithin(part, state));
        if (at >= 0) into.add(at);
        return at >= 0;
      });
    if (!enter(this.initial, begun)) return null;
    for (const state of states) {
      const parts = this.after(state);
      if (parts === null || !enter(parts, stepped)) return null;
    }
    if (states.some((_, at) => !stepped.has(at) && !begun.has(at))) return null;
    const left = states.filter((_, at) => stepped.has(at));
    return this.isStepped ? left : [...left, ...this.initial];
  }

  /** Returns true if no run with one of these values of the fold reaches the known value of `goal`. */
  refutes(last: readonly AbstractValue[], goal: NodeId): boolean {
    const tail = tailOf(this.known, this.fold, goal);
    const view = this.known.view(this.fold);
    return last.every((part) => {
      const given = meet(view, part);
      return given.kind === 'never' || followBranches(this.known, tail, new Map([[this.fold, given]]))?.length === 0;
    });
  }
}

/** A loop's implication for each element: its body gives a value of this set. */
interface Said {
  readonly body: RegionId;
  readonly result: NodeId;
  readonly view: AbstractValue;
}

/** The implications for every element of a source by evaluated loops over it. */
function saidOfElements(known: Environment, source: LoopSource): readonly Said[] {
  const { graph } = known;
  const said: Said[] = [];
  for (const [id, node] of graph.nodes.entries()) {
    if (said.length >= MAX_SAID) break;
    if (node.op !== 'loop' || !known.isLive(id) || !isSameSource((each) => known.classOf(each), node.source, source)) continue;
    const view = saidOfAll(node, known.view(id));
    const result = graph.regions[node.body]?.result ?? null;
    if (view !== null && result !== null) said.push({ body: node.body, result, view });
  }
  return said;
}

/** Returns true for a node in a region without an owner: it is evaluated once. */
export function standsFree(graph: Graph, node: NodeId): boolean {
  return (graph.regions[regionsOf(graph)[node] ?? -1]?.owner ?? null) === null;
}

function eventsOfRegion(graph: Graph, region: RegionId): readonly Event[] {
  const events = schedule(graph, 'whole');
  const isAt = (kind: 'enter' | 'exit') => (event: Event) => event.event === kind && event.region === region;
  return events.slice(events.findIndex(isAt('enter')) + 1, events.findIndex(isAt('exit')));
}

/** The events after the fold. Followed are the nodes that depend on the fold and that the goal depends on. */
function tailOf(known: Environment, fold: NodeId, goal: NodeId): EventStretch {
  const { graph } = known;
  const events = schedule(graph, 'whole');
  const after = events.slice(events.findIndex((event) => event.event === 'node' && event.node === fold) + 1);
  const needed = restsOn(graph, goal);
  const followed = new Set<NodeId>([fold]);
  for (const event of after) {
    if (event.event !== 'node' || !needed.has(event.node)) continue;
    if (readBy(graph, event.node).some((read) => followed.has(read))) followed.add(event.node);
  }
  return stretchOf(after, followed, goal, (id) => known.classOf(id));
}

/** The nodes that a node depends on, itself included. */
export function restsOn(graph: Graph, goal: NodeId): ReadonlySet<NodeId> {
  const found = new Set<NodeId>([goal]);
  for (const node of found) for (const read of readBy(graph, node)) found.add(read);
  return found;
}

/** The nodes that a node reads, those of its own regions included; for a bound node, those of the region's owner. */
function readBy(graph: Graph, id: NodeId): readonly NodeId[] {
  const node = nodeAt(graph, id);
  const inside = ownedRegions(node).flatMap((region) => graph.regions[region]?.nodes ?? []);
  if (node.op !== 'bound') return [...operandsOf(node), ...inside];
  const owner = graph.regions[node.region]?.owner ?? null;
  return owner === null ? inside : operandsOf(nodeAt(graph, owner));
}

/**
 * Divides a value into parts that together contain all of it: by truth value, by tag, and by `none` or `some`. A record is
 * divided by the combinations of its fields' parts while there are at most `MAX_PARTS`.
 */
export function partsOf(view: AbstractValue): readonly AbstractValue[] {
  switch (view.kind) {
    case 'boolean':
      return view.canBeFalse && view.canBeTrue ? [FALSE, TRUE] : [view];
    case 'enumeration':
      return view.tags.length > MAX_PARTS ? [view] : view.tags.map((tag) => tags([tag]));
    case 'option': {
      const some = view.some.kind === 'never' ? [] : partsOf(view.some).map((part) => option(false, part));
      return view.none ? [option(true, NEVER), ...some] : some;
    }
    case 'record': {
      let parts: readonly (readonly AbstractValue[])[] = [[]];
      for (const field of view.fields) {
        const of = partsOf(field.view);
        const divided = of.length * parts.length > MAX_PARTS ? [field.view] : of;
        parts = parts.flatMap((before) => divided.map((part) => [...before, part]));
      }
      return parts.map((part) => record(view.fields.map(({ name }, index) => ({ name, view: part[index] ?? NEVER }))));
    }
    case 'never':
      return [];
    case 'integer':
    case 'text':
    case 'bytes':
    case 'list':
      return [view];
  }
}
