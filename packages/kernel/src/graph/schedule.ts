import type { Graph, Node, NodeId, RegionId } from './graph.js';
import { oncePerGraph } from './once-per-graph.js';

/** Caches by graph: a component's graph is needed for each of its calls, and other graphs for each case. */
const SCHEDULES = { requires: new WeakMap<Graph, readonly Event[]>(), whole: new WeakMap<Graph, readonly Event[]>() };

/** The empty list of regions or operands. It is shared, since every pass asks every node. */
const NONE: readonly number[] = [];

/** One step of the evaluation order of a graph, nested regions included. */
export type Event =
  /** `child` is the position of the region among those that its owner owns; 0 if no node owns it. */
  | { readonly event: 'enter'; readonly region: RegionId; readonly child: number }
  | { readonly event: 'node'; readonly node: NodeId }
  | { readonly event: 'exit'; readonly region: RegionId };

/** The regions that a node owns, in the order in which they are analysed. */
export function ownedRegions(node: Node): readonly RegionId[] {
  switch (node.op) {
    case 'select':
      return [node.whenTrue, node.whenFalse];
    case 'shortCircuit':
      return [node.right];
    case 'unwrapOr':
      return [node.otherwise];
    case 'match':
      return node.arms.map((arm) => arm.region);
    case 'loop':
    case 'fold':
      return [node.body];
    case 'hold':
      return [node.condition];
    case 'parameter':
    case 'bound':
    case 'literal':
    case 'list':
    case 'record':
    case 'some':
    case 'apply':
    case 'field':
    case 'narrow':
    case 'state':
    case 'call':
      return NONE;
  }
}

/** The nodes whose values a node reads, without those read by the regions that it owns. */
export function operandsOf(node: Node): readonly NodeId[] {
  switch (node.op) {
    case 'parameter':
    case 'bound':
    case 'literal':
      return NONE;
    case 'list':
      return node.items;
    case 'record':
      return node.fields.map((field) => field.node);
    case 'some':
      return [node.value];
    case 'apply':
      return node.operands;
    case 'field':
      return [node.record];
    case 'select':
      return [node.condition];
    case 'shortCircuit':
      return [node.left];
    case 'unwrapOr':
      return [node.option];
    case 'match':
      return [node.subject];
    case 'loop':
      return node.source.over === 'value' ? [node.source.node] : [node.source.lo, node.source.hi];
    case 'fold':
      return node.source.over === 'value' ? [node.source.node, node.initial] : [node.source.lo, node.source.hi, node.initial];
    case 'narrow':
    case 'state':
    case 'hold':
      return [node.operand];
    case 'call':
      return node.arguments;
  }
}

/**
 * The evaluation order of a graph as a flat list; of its requires only, or of the whole. Iterative, since a
 * chain of `else if` nests as deep as it is long. Linear in the size of the graph.
 */
export function schedule(graph: Graph, part: 'requires' | 'whole'): readonly Event[] {
  const known = SCHEDULES[part].get(graph);
  if (known !== undefined) return known;
  const events = eventsOf(graph, part);
  SCHEDULES[part].set(graph, events);
  return events;
}

/** Called for each step of the evaluation order. Any result but `null` ends the visit. */
export interface ScheduleVisitor<Result> {
  enter(region: RegionId, child: number): Result | null;
  node(node: NodeId): Result | null;
  exit(region: RegionId): Result | null;
}

/** Graphs that have been visited: most graphs of a check are visited once, for which a list would take longer than the visit. */
const VISITED = { requires: new WeakSet<Graph>(), whole: new WeakSet<Graph>() };

/** Visits the steps of {@link schedule} in the same order. Returns the first result that is not `null`. */
export function visitSchedule<Result>(graph: Graph, part: 'requires' | 'whole', visitor: ScheduleVisitor<Result>): Result | null {
  const known = VISITED[part].has(graph) ? schedule(graph, part) : SCHEDULES[part].get(graph);
  if (known !== undefined) return visitEvents(known, visitor);
  VISITED[part].add(graph);
  return new ScheduleVisit(graph, visitor).run(part);
}

function visitEvents<Result>(events: readonly Event[], visitor: ScheduleVisitor<Result>): Result | null {
  for (const event of events) {
    const ended = visitEvent(event, visitor);
    if (ended !== null) return ended;
  }
  return null;
}

function visitEvent<Result>(event: Event, visitor: ScheduleVisitor<Result>): Result | null {
  switch (event.event) {
    case 'enter':
      return visitor.enter(event.region, event.child);
    case 'node':
      return visitor.node(event.node);
    case 'exit':
      return visitor.exit(event.region);
  }
}

function eventsOf(graph: Graph, part: 'requires' | 'whole'): readonly Event[] {
  const events: Event[] = [];
  const listing: ScheduleVisitor<never> = {
    enter(region, child) {
      events.push({ event: 'enter', region, child });
      return null;
    },
    node(node) {
      events.push({ event: 'node', node });
      return null;
    },
    exit(region) {
      events.push({ event: 'exit', region });
      return null;
    },
  };
  new ScheduleVisit(graph, listing).run(part);
  return events;
}

/**
 * A region in progress: its nodes from `next` on are pending, and for node `next` the owned regions from `child` on. `inner` is
 * used again for each region within this one, since a visit enters many regions of one depth.
 */
interface Frame {
  region: RegionId;
  nodes: readonly NodeId[];
  next: number;
  owned: readonly RegionId[] | null;
  child: number;
  readonly outer: Frame | null;
  inner: Frame | null;
}

class ScheduleVisit<Result> {
  constructor(
    private readonly graph: Graph,
    private readonly visitor: ScheduleVisitor<Result>,
  ) {}

  run(part: 'requires' | 'whole'): Result | null {
    const { graph } = this;
    return this.open(graph.entry) ?? this.all(graph.requires) ?? (part === 'whole' ? this.rest() : null) ?? this.visitor.exit(graph.entry);
  }

  private rest(): Result | null {
    const { graph } = this;
    return this.open(graph.body) ?? this.all(graph.ensures) ?? this.visitor.exit(graph.body);
  }

  private all(regions: readonly RegionId[]): Result | null {
    for (const region of regions) {
      const ended = this.open(region) ?? this.visitor.exit(region);
      if (ended !== null) return ended;
    }
    return null;
  }

  /** Visits the entry and the nodes of a region, without its exit. */
  private open(region: RegionId): Result | null {
    const { graph, visitor } = this;
    let frame = this.frame(region, null);
    let ended = visitor.enter(region, 0);
    while (ended === null) {
      if (frame.next === frame.nodes.length) {
        if (frame.outer === null) break;
        ended = visitor.exit(frame.region);
        frame = frame.outer;
        continue;
      }
      const node = frame.nodes[frame.next] ?? -1;
      frame.owned ??= ownedRegions(nodeAt(graph, node));
      const { child } = frame;
      const owned = frame.owned[child];
      if (owned === undefined) {
        ended = visitor.node(node);
        frame.next += 1;
        frame.owned = null;
        frame.child = 0;
      } else {
        frame.child = child + 1;
        frame = this.frame(owned, frame);
        ended = visitor.enter(owned, child);
      }
    }
    return ended;
  }

  /** The frame of a region within another one, or of the outermost region. */
  private frame(region: RegionId, outer: Frame | null): Frame {
    const nodes = this.graph.regions[region]?.nodes ?? NONE;
    const used = outer?.inner ?? null;
    if (used !== null) {
      used.region = region;
      used.nodes = nodes;
      used.next = 0;
      return used;
    }
    const frame: Frame = { region, nodes, next: 0, owned: null, child: 0, outer, inner: null };
    if (outer !== null) outer.inner = frame;
    return frame;
  }
}

/** By node of a graph: the region that contains it. */
export const regionsOf = oncePerGraph((graph) => {
  const regionOf = new Int32Array(graph.nodes.length).fill(-1);
  for (let id = 0; id < graph.regions.length; id += 1) {
    const nodes = graph.regions[id]?.nodes ?? NONE;
    for (let i = 0; i < nodes.length; i += 1) regionOf[nodes[i] ?? -1] = id;
  }
  return regionOf;
});

/** The node of an id; an id without a node is a bug of ours. */
export function nodeAt(graph: Graph, id: NodeId): Node {
  const node = graph.nodes[id];
  if (node === undefined) throw new Error(`no node ${id}`);
  return node;
}
