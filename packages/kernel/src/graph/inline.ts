import { MONOMERS, monomerAt } from '../monomers/catalog.js';
import { BOOLEAN, type Domain, INTEGER, type Type } from '../types/domain.js';
import { add, type Int, subtract } from '../types/integer.js';
import { codePointLength } from '../values/text.js';
import type { Value } from '../values/value.js';
import type { ClosureDomain } from './closure-domains.js';
import type { Core, Graph, Node, NodeId, PortDomain, Region, RegionId } from './graph.js';
import { GuardedLists, type GuardedSlot } from './guarded-lists.js';
import { oncePerGraph } from './once-per-graph.js';
import { renamed } from './rename.js';
import { type Event, nodeAt, ownedRegions, schedule } from './schedule.js';

/** Limit for the nodes of an inlined graph. */
const MAX_NODES = 4_096;
/** Limit for the depth of calls and loops. Beyond it calls stay calls, and the graph is not inlined; deeper loops stay loops. */
const MAX_DEPTH = 64;
/** Limit for the copied steps of the order, since a round may add no node. */
const MAX_STEPS = 8 * MAX_NODES;
/** Limit for the rounds of a loop that is written out. */
const MAX_ROUNDS = 32;

/**
 * Loops as they are; the same with the conditions of each call stated at its place; the same with the ensures of its component as
 * well; short loops unrolled into their rounds; or loops of at most a known number of rounds, each of them under the condition
 * that it occurs.
 */
export const LOOPS = ['kept', 'kept_with_requires', 'kept_with_contracts', 'written_out', 'guarded'] as const;
export type Loops = (typeof LOOPS)[number];

/** A graph in which the body of each component replaces its calls and, if requested, the rounds of loops replace the loops. */
export interface Inlined {
  readonly loops: Loops;
  readonly graph: Graph;
  /**
   * By node of the original graph: the nodes whose closure domains have to be proven for a closure domain of that node, one for
   * each round. For a call: the statements about its arguments and its requires.
   */
  readonly placesOf: readonly (readonly NodeId[])[];
}

/** Cache by graph; `null` for graphs that cannot be inlined. */
const KNOWN: Readonly<Record<Loops, WeakMap<Graph, Inlined | null>>> = {
  kept: new WeakMap(),
  kept_with_requires: new WeakMap(),
  kept_with_contracts: new WeakMap(),
  written_out: new WeakMap(),
  guarded: new WeakMap(),
};

/**
 * Returns the graph without calls and, if requested, without loops of few rounds.
 *
 * The entry and the body of a component are copied, but not its requires and ensures: they are closed at the call and in the
 * component itself. The result of the call is the copy of the result, stated to lie in the domain of the component. With
 * `kept_with_requires` the copy also states that each argument lies in the domain of its parameter, and that each require holds;
 * with `kept_with_contracts`, after the result, that each ensure does.
 *
 * A loop is unrolled if its graph determines its rounds, at most 32. Its source is a range with known ends, a literal list, or a
 * list or bytes of known length, whose elements GET reads. Its body is copied for each round, with the element of that round. In
 * a fold, the copy also has the result of the round before, stated to lie in the domain of the accumulator. `map` gives a literal
 * list, `all` and `any` a chain of short circuits, `count` the sum of 1 and 0. LUHN of a text that its domain gives one length, at
 * most 32, and digits alone, is the comparison of the sum of its digits, each second one doubled.
 *
 * With `guarded`, a loop is unrolled if the graph bounds its rounds. Each round that may be missing is an arm of an `if` by the
 * condition that it occurs. A `map` or `filter` of such rounds remains as well, after its rounds: it is the list, and its rounds
 * are its elements for the loops and reads behind it (`guarded-lists.ts`).
 *
 * Every run of one graph that reaches a node is a run of the other, with the same values. `null` if there is no call and no loop
 * to unroll, or the graph would be too large.
 */
export function inlined(core: Core, graph: Graph, loops: Loops): Inlined | null {
  const known = KNOWN[loops].get(graph);
  if (known !== undefined) return known;
  const isCalling = graph.nodes.some(({ op }) => op === 'call');
  const isLooping = isUnrolling(loops) && graph.nodes.some(({ op }) => op === 'loop' || op === 'fold');
  const made = isCalling || isLooping ? new Inlining(core, loops).run(graph) : null;
  KNOWN[loops].set(graph, made);
  return made;
}

/**
 * Returns the closure domains of the inlined graph that have to be proven for one of the original graph. `null` for a call whose
 * conditions the inlined graph does not state.
 */
export function inlinedDomains(domain: ClosureDomain, { loops, placesOf, graph }: Inlined): readonly ClosureDomain[] | null {
  if (!('node' in domain)) return [domain];
  if (domain.kind === 'contract' && domain.of === 'call' && !isStatingCalls(loops)) return null;
  return (placesOf[domain.node] ?? []).map((node) => {
    const op = graph.nodes[node]?.op;
    return domain.kind === 'contract' && (op === 'state' || op === 'hold') ? { kind: 'contract', of: op, node } : { ...domain, node };
  });
}

/** Thrown if a graph is too large, or its components nest too deep. */
class TooLarge extends Error {}

/** A body, component or graph that is being copied, with the copies by node and region of its source. */
interface Copy {
  readonly source: Graph;
  readonly depth: number;
  /** The copy around this body, whose nodes it also reads; `null` for a graph. */
  readonly around: Copy | null;
  readonly nodeOf: Map<NodeId, NodeId>;
  readonly regionOf: Map<RegionId, RegionId>;
  /** The nodes that replace the parameters; `null` for the graph itself. */
  readonly args: readonly NodeId[] | null;
  /** The call whose conditions are stated in the copy of its component; `null` if they are not. */
  readonly call: { readonly copy: Copy; readonly id: NodeId } | null;
}

/** A region that is being made. */
type Draft = { -readonly [K in keyof Region]: Region[K] } & { readonly nodes: NodeId[] };

type Looping = Extract<Node, { op: 'loop' | 'fold' }>;

/** The events of a graph between two positions, the latter excluded. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** One round of an unrolled loop, with its element. */
interface Round {
  readonly copy: Copy;
  readonly node: Looping;
  readonly body: Stretch;
  readonly element: NodeId;
  /** The condition under which the round occurs; `null` if it always does. */
  readonly present: NodeId | null;
}

/** Returns true if loops are replaced by their rounds. */
function isUnrolling(loops: Loops): boolean {
  return loops === 'written_out' || loops === 'guarded';
}

/** Returns true if the conditions of each call are stated at its place. */
function isStatingCalls(loops: Loops): boolean {
  return loops === 'kept_with_requires' || loops === 'kept_with_contracts';
}

const ADD = indexNamed('ADD');
const SUB = indexNamed('SUB');
const MUL = indexNamed('MUL');
const MOD = indexNamed('MOD');
const GT = indexNamed('GT');
const EQ = indexNamed('EQ');
const GET = indexNamed('GET');
const ZIP = indexNamed('ZIP');
const CONCAT = indexNamed('CONCAT');
const CODE_AT = indexNamed('CODE_AT');
const FORMAT_INT = indexNamed('FORMAT_INT');
/** The code points of the digits. */
const [ZERO, NINE] = [0x30, 0x39];
const SUM = indexNamed('SUM');

class Inlining {
  private readonly nodes: Node[] = [];
  private readonly types: Type[] = [];
  private readonly regions: Draft[] = [];
  private readonly placesOf: NodeId[][] = [];
  /** True once a call, or a loop if loops are unrolled, has been replaced. */
  private wasChanged = false;
  private steps = 0;
  private parameters: readonly PortDomain[] = [];
  /** Elements that have been read, by list, and the region of each read. */
  private readonly elements = new Map<NodeId, { readonly region: RegionId; readonly items: readonly NodeId[] }>();
  /** The region that nodes are added to. */
  private region: RegionId = -1;
  /** The elements of lists by condition; `null` unless rounds are guarded. */
  private readonly guarded: GuardedLists | null;
  /** True in the body of a loop that remains after its rounds: its closure domains are those of the rounds. */
  private isRepeating = false;

  constructor(
    private readonly core: Core,
    private readonly loops: Loops,
  ) {
    this.guarded = loops === 'guarded' ? new GuardedLists(this) : null;
  }

  run(graph: Graph): Inlined | null {
    try {
      return this.make(graph);
    } catch (error) {
      if (error instanceof TooLarge) return null;
      throw error;
    }
  }

  private make(graph: Graph): Inlined | null {
    if (graph.nodes.length >= MAX_NODES) return null;
    this.parameters = graph.parameters;
    for (const _ of graph.nodes) this.placesOf.push([]);
    // The regions of the graph itself come first, so that they keep their numbers.
    const regionOf = new Map(graph.regions.map((_, region) => [region, this.addRegion(null)]));
    const copy: Copy = { source: graph, depth: 0, around: null, nodeOf: new Map(), regionOf, args: null, call: null };
    this.copyStretch(copy, { from: 0, to: orderOf(graph).events.length });
    if (!this.wasChanged) return null;
    const outputs = graph.outputs.map((output) => ({ ...output, node: output.node === null ? null : nodeIn(copy, output.node) }));
    const { loops, nodes, types, regions, placesOf } = this;
    return { loops, graph: { ...graph, nodes, types, regions, outputs }, placesOf };
  }

  nodeOf(id: NodeId): Node | undefined {
    return this.nodes[id];
  }

  typeOf(id: NodeId): Type | undefined {
    return this.types[id];
  }

  resultOf(region: RegionId): NodeId | null {
    return this.regions[region]?.result ?? null;
  }

  /** The node that owns a finished region. */
  ownerOf(region: RegionId): NodeId | null {
    return this.regions[region]?.owner ?? null;
  }

  get here(): RegionId {
    return this.region;
  }

  private addRegion(parent: RegionId | null): RegionId {
    return this.regions.push({ parent, owner: null, nodes: [], result: null }) - 1;
  }

  private draft(region: RegionId): Draft {
    const draft = this.regions[region];
    if (draft === undefined) throw new Error(`no region ${region}`);
    return draft;
  }

  add(node: Node, type: Type): NodeId {
    if (this.nodes.length >= MAX_NODES) throw new TooLarge();
    this.types.push(type);
    const id = this.nodes.push(node) - 1;
    this.draft(this.region).nodes.push(id);
    for (const region of ownedRegions(node)) this.draft(region).owner = id;
    return id;
  }

  addLiteral(value: Value, type: Type): NodeId {
    return this.add({ op: 'literal', value }, type);
  }

  /** Copies a stretch of the evaluation order, so that operands and the nodes of owned regions come first. */
  private copyStretch(copy: Copy, { from, to }: Stretch): void {
    const { source } = copy;
    const { events, ends } = orderOf(source);
    for (let at = from; at < to; at += 1) {
      const event = events[at];
      this.steps += 1;
      if (this.steps > MAX_STEPS) throw new TooLarge();
      if (event === undefined) throw new Error('the evaluation order ends too early');
      if (event.event === 'node') this.copyNode(copy, event.node);
      else if (event.event === 'exit') this.leave(copy, event.region);
      else {
        const owner = source.regions[event.region]?.owner ?? null;
        const looping = owner === null ? undefined : nodeAt(source, owner);
        const end = ends[at] ?? to;
        if (copy.args !== null && isBeside(source, event.region)) {
          const condition = { from: at + 1, to: end };
          if (copy.call !== null && source.requires.includes(event.region)) this.stateRequire(copy, copy.call, event.region, condition);
          else if (this.loops === 'kept_with_contracts' && source.ensures.includes(event.region))
            this.stateCondition(copy, event.region, condition);
          at = end;
        } else if (this.isTaken(copy, owner, event.region) === false) at = end;
        else if (owner !== null && isLoop(looping) && this.writeOut(copy, owner, looping, { from: at + 1, to: end })) at = end + 1;
        else this.enter(copy, event.region);
      }
    }
  }

  /**
   * Entry and body of a component are copied into the region of its call; an arm that is always taken, into the region around it.
   */
  private standsAround(copy: Copy, region: RegionId): boolean {
    if (copy.args !== null && (region === copy.source.entry || region === copy.source.body)) return true;
    return this.isTaken(copy, copy.source.regions[region]?.owner ?? null, region) === true;
  }

  /** True for an arm of an `if` whose literal condition selects it, false for the other arm; `null` for other regions. */
  private isTaken(copy: Copy, owner: NodeId | null, region: RegionId): boolean | null {
    const node = owner === null ? undefined : nodeAt(copy.source, owner);
    if (!isUnrolling(this.loops) || node?.op !== 'select') return null;
    const condition = this.nodes[nodeIn(copy, node.condition)];
    if (condition?.op !== 'literal' || typeof condition.value !== 'boolean') return null;
    return region === (condition.value ? node.whenTrue : node.whenFalse);
  }

  private enter(copy: Copy, region: RegionId): void {
    if (this.standsAround(copy, region)) return;
    const parent = copy.source.regions[region]?.parent ?? null;
    const made = copy.regionOf.get(region) ?? this.addRegion(null);
    copy.regionOf.set(region, made);
    this.draft(made).parent = parent === null ? null : this.region;
    this.region = made;
  }

  private leave(copy: Copy, region: RegionId): void {
    if (this.standsAround(copy, region)) return;
    const draft = this.draft(this.region);
    const result = copy.source.regions[region]?.result ?? null;
    draft.result = result === null ? null : nodeIn(copy, result);
    this.region = draft.parent ?? this.region;
  }

  private copyNode(copy: Copy, id: NodeId): void {
    const node = nodeAt(copy.source, id);
    if (node.op === 'call') copy.nodeOf.set(id, this.inline(copy, id, node));
    else if (node.op === 'parameter' && copy.args !== null) copy.nodeOf.set(id, copy.args[node.index] ?? -1);
    else if (node.op === 'select' && this.isTaken(copy, id, node.whenTrue) !== null) {
      const taken = this.isTaken(copy, id, node.whenTrue) === true ? node.whenTrue : node.whenFalse;
      copy.nodeOf.set(id, nodeIn(copy, copy.source.regions[taken]?.result ?? -1));
    } else if (!copy.nodeOf.has(id)) {
      const type = typeAt(copy.source, id);
      const own = renamed(node, { node: (of) => nodeIn(copy, of), region: (of) => regionIn(copy, of) });
      const guarded = this.isRepeating ? null : this.guarded;
      const made = guarded?.operandsOf(own) ?? own;
      const value = isUnrolling(this.loops) ? (guarded?.lengthOf(made) ?? this.valueOf(made, type)) : null;
      const place = value ?? this.add(made, type);
      copy.nodeOf.set(id, value === null ? (guarded?.readBy(made, type) ?? place) : place);
      if (value === null) this.isPlaceOf(copy, id, place);
    }
  }

  /** A closure domain of a node of the graph itself, or of a body in it, is proven at this place. */
  private isPlaceOf(copy: Copy, id: NodeId, place: NodeId): void {
    if (copy.args === null && !this.isRepeating) this.placesOf[id]?.push(place);
  }

  /** Copies the body of the component that a node calls into the region of the call. */
  private inline(copy: Copy, id: NodeId, call: Extract<Node, { op: 'call' }>): NodeId {
    const component = this.core.components[call.component];
    const [output] = component?.outputs ?? [];
    if (component === undefined || output === undefined || output.node === null || copy.depth >= MAX_DEPTH) throw new TooLarge();
    this.wasChanged ||= this.loops !== 'written_out';
    const isStated = isStatingCalls(this.loops);
    const args = call.arguments.map((argument, index) => {
      const operand = nodeIn(copy, argument);
      const domain = isStated ? component.parameters[index]?.domain : undefined;
      return domain === undefined ? operand : this.stateArgument(copy, id, operand, domain);
    });
    const inner: Copy = {
      source: component,
      depth: copy.depth + 1,
      around: null,
      nodeOf: new Map(),
      regionOf: new Map(),
      args,
      call: isStated ? { copy, id } : null,
    };
    this.copyStretch(inner, { from: 0, to: orderOf(component).events.length });
    return this.add({ op: 'state', operand: nodeIn(inner, output.node), domain: output.domain }, typeAt(copy.source, id));
  }

  /** States that an argument of a call lies in the domain of its parameter. */
  private stateArgument(copy: Copy, call: NodeId, operand: NodeId, domain: Domain): NodeId {
    const stated = this.add({ op: 'state', operand, domain }, this.types[operand] ?? BOOLEAN);
    this.isPlaceOf(copy, call, stated);
    return stated;
  }

  /** States at the place of a call that a require of its component holds. */
  private stateRequire(inner: Copy, call: { readonly copy: Copy; readonly id: NodeId }, require: RegionId, stretch: Stretch): void {
    this.isPlaceOf(call.copy, call.id, this.stateCondition(inner, require, stretch));
  }

  /** States that a require or an ensure of a component holds. */
  private stateCondition(inner: Copy, region: RegionId, stretch: Stretch): NodeId {
    const condition = this.within(() => {
      this.copyStretch(inner, stretch);
      return nodeIn(inner, inner.source.regions[region]?.result ?? -1);
    });
    const operand = this.addLiteral(true, BOOLEAN);
    return this.add({ op: 'hold', operand, condition, by: 'contract' }, BOOLEAN);
  }

  /** Unrolls a loop in its place; returns false, and writes no node, if its rounds are not known to be few. */
  private writeOut(copy: Copy, id: NodeId, node: Looping, body: Stretch): boolean {
    if (!isUnrolling(this.loops) || this.isRepeating || copy.depth >= MAX_DEPTH) return false;
    if (this.guarded === null && node.op === 'loop' && node.loop === 'filter') return false;
    const slots = this.slotsOf(copy, node.source);
    if (slots === null) return false;
    this.wasChanged = true;
    const type = typeAt(copy.source, id);
    const rounds = slots.map(({ item, present }) => ({ copy, node, body, element: item, present }));
    const isList = node.op === 'loop' && (node.loop === 'filter' || (node.loop === 'map' && slots.some(({ present }) => present !== null)));
    if (isList && this.guarded !== null) this.repeat(id, rounds, { copy, node, body }, this.guarded);
    else copy.nodeOf.set(id, node.op === 'fold' ? this.foldOut(copy, id, node, rounds) : this.loopOut(node, type, rounds));
    return true;
  }

  /** Writes the rounds of a `map` or `filter`, and after them the loop itself, whose elements they are. */
  private repeat(
    id: NodeId,
    rounds: readonly Round[],
    { copy, node, body }: Omit<Round, 'element' | 'present'>,
    lists: GuardedLists,
  ): void {
    const isFilter = node.op === 'loop' && node.loop === 'filter';
    const source = node.source.over === 'value' ? nodeIn(copy, node.source.node) : nodeIn(copy, node.source.lo);
    const isInPlace = !isFilter && lists.isInPlace(source, node.source.over);
    const slots = rounds.map((round): GuardedSlot => {
      if (isFilter) return { item: round.element, present: this.roundHolds(round) };
      return { item: lists.chosen(round.present, () => this.copyRound(round, [round.element])), present: round.present };
    });
    this.isRepeating = true;
    const inner: Copy = { ...copy, depth: copy.depth + 1, around: copy, nodeOf: new Map(), regionOf: new Map() };
    this.within(() => {
      inner.regionOf.set(node.body, this.region);
      this.copyStretch(inner, body);
      return nodeIn(inner, copy.source.regions[node.body]?.result ?? -1);
    });
    this.isRepeating = false;
    const made = renamed(node, { node: (of) => nodeIn(copy, of), region: (of) => regionIn(inner, of) });
    const place = this.add(made, typeAt(copy.source, id));
    this.isPlaceOf(copy, id, place);
    copy.nodeOf.set(id, place);
    lists.set(place, slots, isInPlace);
  }

  /** The condition of a round of `filter` or `count`: that it occurs, and that its body is true. */
  private roundHolds(round: Round): NodeId {
    const { present } = round;
    const once = (): NodeId => this.copyRound(round, [round.element]);
    return present === null
      ? once()
      : this.add({ op: 'shortCircuit', connective: 'and', left: present, right: this.within(once) }, BOOLEAN);
  }

  private foldOut(copy: Copy, id: NodeId, node: Extract<Node, { op: 'fold' }>, rounds: readonly Round[]): NodeId {
    const stated = (operand: NodeId): NodeId => {
      if (node.domain === null) return operand;
      const place = this.add({ op: 'state', operand, domain: node.domain }, typeAt(copy.source, id));
      this.isPlaceOf(copy, id, place);
      return place;
    };
    let accumulator = stated(nodeIn(copy, node.initial));
    for (const round of rounds) {
      const before = accumulator;
      const next = (): NodeId => stated(this.copyRound(round, [before, round.element]));
      accumulator = round.present === null ? next() : this.select(round.present, next, () => before, typeAt(copy.source, id));
    }
    return accumulator;
  }

  /** Writes an `if` with nodes of its own in each arm. */
  select(condition: NodeId, whenTrue: () => NodeId, whenFalse: () => NodeId, type: Type): NodeId {
    const [taken, other] = [this.within(whenTrue), this.within(whenFalse)];
    return this.add({ op: 'select', condition, whenTrue: taken, whenFalse: other }, type);
  }

  private loopOut(node: Extract<Node, { op: 'loop' }>, type: Type, rounds: readonly Round[]): NodeId {
    const once = (round: Round): NodeId => this.copyRound(round, [round.element]);
    switch (node.loop) {
      case 'map':
        return this.addList(rounds.map(once), type);
      case 'count': {
        const counted = rounds.map((round) => {
          const condition = this.roundHolds(round);
          return this.select(
            condition,
            () => this.addLiteral(1, INTEGER),
            () => this.addLiteral(0, INTEGER),
            INTEGER,
          );
        });
        const list = this.addList(counted, { kind: 'list', element: INTEGER });
        return this.add({ op: 'apply', monomer: SUM, operands: [list], literals: [] }, INTEGER);
      }
      case 'all':
      case 'any': {
        const connective = node.loop === 'all' ? 'and' : 'or';
        const decided = (round: Round): NodeId => {
          const { present } = round;
          if (present === null) return once(round);
          const whether = node.loop === 'all' ? 'implies' : 'and';
          return this.add({ op: 'shortCircuit', connective: whether, left: present, right: this.within(() => once(round)) }, type);
        };
        const [first, ...others] = rounds;
        if (first === undefined) return this.addLiteral(node.loop === 'all', type);
        return others.reduce(
          (left, round) => this.add({ op: 'shortCircuit', connective, left, right: this.within(() => decided(round)) }, type),
          decided(first),
        );
      }
      case 'filter':
        throw new Error('a filter cannot be unrolled');
    }
  }

  /** Makes nodes in a region of its own. */
  within(make: () => NodeId): RegionId {
    const around = this.region;
    const region = this.addRegion(around);
    this.region = region;
    const result = make();
    this.draft(region).result = result;
    this.region = around;
    return region;
  }

  /** Copies the body of a loop into the present region, with its bound values. Returns the copy of its result. */
  private copyRound({ copy, node, body }: Round, bound: readonly NodeId[]): NodeId {
    const { source } = copy;
    const inner: Copy = { ...copy, depth: copy.depth + 1, around: copy, nodeOf: new Map(), regionOf: new Map() };
    const region = source.regions[node.body];
    for (const id of region?.nodes ?? []) {
      const own = nodeAt(source, id);
      if (own.op === 'bound' && own.region === node.body) inner.nodeOf.set(id, bound[own.index] ?? -1);
    }
    this.copyStretch(inner, body);
    return nodeIn(inner, region?.result ?? -1);
  }

  /** The elements of a loop, each with its condition; `null` if they are not known to be few. */
  private slotsOf(copy: Copy, source: Looping['source']): readonly GuardedSlot[] | null {
    if (this.guarded === null) return this.elementsOf(copy, source)?.map((item) => ({ item, present: null })) ?? null;
    if (source.over === 'range') return this.guarded.ofRange(nodeIn(copy, source.lo), nodeIn(copy, source.hi));
    return this.guarded.of(nodeIn(copy, source.node))?.slots ?? null;
  }

  /** The elements of a loop, as nodes; `null` if they are not known to be few. */
  private elementsOf(copy: Copy, source: Looping['source']): readonly NodeId[] | null {
    if (source.over === 'value') {
      const list = nodeIn(copy, source.node);
      return this.elementsOfList(list);
    }
    const [lo, hi] = [this.integerAt(nodeIn(copy, source.lo)), this.integerAt(nodeIn(copy, source.hi))];
    if (lo === null || hi === null) return null;
    const length = Math.max(0, Number(add(subtract(hi, lo), 1)));
    return length > MAX_ROUNDS ? null : Array.from({ length }, (_, index) => this.addLiteral(add(lo, index), INTEGER));
  }

  /** The elements of a list or of bytes, as nodes; `null` if they are not known to be few. */
  private elementsOfList(list: NodeId): readonly NodeId[] | null {
    const items = this.itemsOf(list);
    if (items !== null) return items.length <= MAX_ROUNDS ? items : null;
    const type = this.typeOf(list);
    const length = this.lengthOf(list);
    if (length === null || length > MAX_ROUNDS || (type?.kind !== 'list' && type?.kind !== 'bytes')) return null;
    const known = this.elements.get(list);
    if (known !== undefined && this.isAround(known.region)) return known.items;
    const element = type.kind === 'list' ? type.element : INTEGER;
    const made =
      this.pairsOf(list, element) ??
      Array.from({ length }, (_, index) =>
        this.add({ op: 'apply', monomer: GET, operands: [list, this.addLiteral(index, INTEGER)], literals: [] }, element),
      );
    this.elements.set(list, { region: this.region, items: made });
    return made;
  }

  /** The pairs that ZIP makes of two lists, each of few elements, up to the end of the shorter; `null` for another list. */
  private pairsOf(list: NodeId, type: Type): readonly NodeId[] | null {
    const node = this.nodes[list];
    const [one, other] = node?.op === 'apply' && node.monomer === ZIP ? node.operands : [];
    if (one === undefined || other === undefined) return null;
    const [left, right] = [this.elementsOfList(one), this.elementsOfList(other)];
    if (left === null || right === null) return null;
    return left.slice(0, right.length).map((item, place) => {
      const fields = [
        { name: 'a', node: item },
        { name: 'b', node: right[place] ?? -1 },
      ];
      return this.add({ op: 'record', fields }, type);
    });
  }

  isAround(region: RegionId): boolean {
    for (let at: RegionId | null = this.region; at !== null; at = this.draft(at).parent) if (at === region) return true;
    return false;
  }

  addList(items: readonly NodeId[], type: Type): NodeId {
    return items.length === 0 ? this.addLiteral([], type) : this.add({ op: 'list', items }, type);
  }

  /** The integer of a literal node; `null` for other nodes. */
  integerAt(id: NodeId): Int | null {
    const node = this.nodes[id];
    return node?.op === 'literal' && (typeof node.value === 'number' || typeof node.value === 'bigint') ? node.value : null;
  }

  /** The items of a literal list, also through stated domains; `null` for other nodes. */
  itemsOf(id: NodeId): readonly NodeId[] | null {
    const node = this.nodes[id];
    if (node?.op === 'state') return this.itemsOf(node.operand);
    if (node?.op === 'literal') return Array.isArray(node.value) && node.value.length === 0 ? [] : null;
    return node?.op === 'list' ? node.items : null;
  }

  /** The length of a list, bytes or a text, if it is the same in every run; `null` if the graph does not determine it. */
  lengthOf(id: NodeId): number | null {
    const node = this.nodes[id];
    const domain = this.domainOf(id);
    if (domain !== null) return 'lo' in domain && domain.kind !== 'integer' && domain.lo === domain.hi ? domain.lo : null;
    if (node?.op === 'literal') {
      if (typeof node.value === 'string') return codePointLength(node.value);
      return node.value instanceof Uint8Array ? node.value.length : null;
    }
    if (node?.op !== 'apply') return this.itemsOf(id)?.length ?? null;
    const [a = -1, b = -1, c = -1] = node.operands;
    switch (monomerAt(node.monomer).name) {
      case 'SUBSTRING': {
        const [from, to] = [this.integerAt(b), this.integerAt(c)];
        return from === null || to === null ? null : Number(subtract(to, from));
      }
      case 'SORT':
      case 'REVERSE':
      case 'SET':
        return this.lengthOf(a);
      case 'ZIP': {
        const [left, right] = [this.lengthOf(a), this.lengthOf(b)];
        return left === null || right === null ? null : Math.min(left, right);
      }
      case 'FORMAT_HEX': {
        const bytes = this.lengthOf(a);
        return bytes === null ? null : 2 * bytes;
      }
      default:
        return null;
    }
  }

  /** The domain that contains the value of a node whenever it has one; `null` if no domain is stated. */
  domainOf(id: NodeId): Domain | null {
    const node = this.nodes[id];
    if (node?.op === 'parameter') return this.parameters[node.index]?.domain ?? null;
    if (node?.op === 'state' || node?.op === 'narrow' || node?.op === 'fold') return node.domain;
    if (node?.op === 'hold') return this.domainOf(node.operand);
    if (node?.op === 'field') {
      const record = this.domainOf(node.record);
      return record?.kind === 'record' ? (record.fields.find(({ name }) => name === node.name)?.domain ?? null) : null;
    }
    if (node?.op !== 'apply' || node.monomer !== GET) return null;
    const list = this.domainOf(node.operands[0] ?? -1);
    return list?.kind === 'list' ? list.element : null;
  }

  /**
   * Returns a node that replaces this one because it has the same value. Covers a known length, an element of a literal list, a
   * field of a literal record, and an operation on literals. The replaced node always has a value, so dropping it loses no
   * failure. `null` for other nodes.
   */
  private valueOf(node: Node, type: Type): NodeId | null {
    if (node.op === 'field') {
      const record = this.nodes[node.record];
      return record?.op === 'record' ? (record.fields.find(({ name }) => name === node.name)?.node ?? null) : null;
    }
    if (node.op !== 'apply') return null;
    const [a = -1, b = -1] = node.operands;
    const [left, right] = [this.integerAt(a), this.integerAt(b)];
    switch (monomerAt(node.monomer).name) {
      case 'LENGTH':
      case 'TEXT_LENGTH': {
        const length = this.lengthOf(a);
        return length === null ? null : this.addLiteral(length, INTEGER);
      }
      case 'GET':
        return right === null ? null : (this.itemsOf(a)?.[Number(right)] ?? null);
      case 'LUHN':
        return this.luhnOf(a);
      case 'FILL': {
        if (left === null || left < 0 || left > MAX_ROUNDS) return null;
        return this.addList(
          Array.from({ length: Number(left) }, () => b),
          type,
        );
      }
      default:
        return this.computed(node, type);
    }
  }

  /** LUHN of a text of few digits, as its sum; `null` for a text that may have other characters or another length. */
  private luhnOf(text: NodeId): NodeId | null {
    const [domain, length] = [this.domainOf(text), this.lengthOf(text)];
    const isOfDigits = domain?.kind === 'text' && domain.characters.every((code) => code >= ZERO && code <= NINE);
    if (!isOfDigits || length === null || length === 0 || length > MAX_ROUNDS) return null;
    const apply = (monomer: number, left: NodeId, right: NodeId, type = INTEGER): NodeId =>
      this.add({ op: 'apply', monomer, operands: [left, right], literals: [] }, type);
    const literal = (value: Int): NodeId => this.addLiteral(value, INTEGER);
    const addends = Array.from({ length }, (_, index) => {
      const digit = this.digitAt(text, index);
      if ((length - index) % 2 === 1) return digit;
      const nine = this.select(
        apply(GT, digit, literal(4), BOOLEAN),
        () => literal(9),
        () => literal(0),
        INTEGER,
      );
      return apply(SUB, apply(MUL, literal(2), digit), nine);
    });
    const sum = addends.reduce((before, addend) => apply(ADD, before, addend), literal(0));
    return apply(EQ, apply(MOD, sum, literal(10)), literal(0), BOOLEAN);
  }

  /**
   * The digit at a place that a text of digits has: in a text that is joined here, that of the part; of a number below 10, the
   * number.
   */
  private digitAt(text: NodeId, place: number): NodeId {
    const node = this.nodes[text];
    if (node?.op === 'state') return this.digitAt(node.operand, place);
    const [left = -1, right = -1] = node?.op === 'apply' ? node.operands : [];
    const monomer = node?.op === 'apply' ? node.monomer : null;
    const length = monomer === CONCAT ? this.lengthOf(left) : null;
    if (length !== null) return place < length ? this.digitAt(left, place) : this.digitAt(right, place - length);
    const domain = monomer === FORMAT_INT ? this.domainOf(left) : null;
    if (domain?.kind === 'integer' && domain.lo >= 0 && domain.hi <= 9) return left;
    const read = (index: number, one: NodeId, other: NodeId): NodeId =>
      this.add({ op: 'apply', monomer: index, operands: [one, other], literals: [] }, INTEGER);
    return read(SUB, read(CODE_AT, text, this.addLiteral(place, INTEGER)), this.addLiteral(ZERO, INTEGER));
  }

  /** The value of an operation on literal integers and booleans; `null` for other nodes, and if the operation has no value. */
  private computed({ monomer, operands, literals }: Extract<Node, { op: 'apply' }>, type: Type): NodeId | null {
    if (literals.length > 0 || (type.kind !== 'integer' && type.kind !== 'boolean')) return null;
    const args: Value[] = [];
    for (const operand of operands) {
      const node = this.nodes[operand];
      if (node?.op !== 'literal' || typeof node.value === 'object' || typeof node.value === 'string') return null;
      args.push(node.value);
    }
    const value = monomerAt(monomer).reference?.(args);
    return value === undefined ? null : this.addLiteral(value, type);
  }
}

function indexNamed(name: string): number {
  const index = MONOMERS.findIndex((monomer) => monomer.name === name);
  if (index < 0) throw new Error(`no monomer ${name}`);
  return index;
}

/** The evaluation order of a graph, and for each entry of a region the position of its exit. */
interface Order {
  readonly events: readonly Event[];
  readonly ends: readonly number[];
}

const orderOf = oncePerGraph((graph): Order => {
  const events = schedule(graph, 'whole');
  const ends: number[] = [];
  const entered: number[] = [];
  for (const [at, { event }] of events.entries()) {
    if (event === 'enter') entered.push(at);
    else if (event === 'exit') ends[entered.pop() ?? -1] = at;
  }
  return { events, ends };
});

function isLoop(node: Node | undefined): node is Looping {
  return node?.op === 'loop' || node?.op === 'fold';
}

/** Returns true for a require or an ensure. */
function isBeside({ requires, ensures }: Graph, region: RegionId): boolean {
  return requires.includes(region) || ensures.includes(region);
}

function nodeIn(copy: Copy, id: NodeId): NodeId {
  for (let at: Copy | null = copy; at !== null; at = at.around) {
    const place = at.nodeOf.get(id);
    if (place !== undefined) return place;
  }
  throw new Error(`node ${id} has no copy yet`);
}

function regionIn(copy: Copy, id: RegionId): RegionId {
  for (let at: Copy | null = copy; at !== null; at = at.around) {
    const region = at.regionOf.get(id);
    if (region !== undefined) return region;
  }
  throw new Error(`region ${id} has no copy`);
}

function typeAt(graph: Graph, id: NodeId): Type {
  const type = graph.types[id];
  if (type === undefined) throw new Error(`node ${id} has no type`);
  return type;
}
