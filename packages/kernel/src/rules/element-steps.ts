import { minus, ONE, type Polynomial, plus, ZERO } from '../abstract/polynomial.js';
import type { LoopSource, NodeId, RegionId } from '../graph/graph.js';
import { nodeAt } from '../graph/schedule.js';
import { boundsOfMeasure, fact, type LinearFact, type Premise, truthIs } from '../monomers/linear.js';
import type { Board } from './board.js';
import { monomerOf } from './forward.js';
import { LinearFacts, partsOf } from './linear-facts.js';
import { isSameSource, type Loop, loopAt, MAX_LOOPS, settled } from './loop-steps.js';
import { boundNode } from './loops.js';
import { type Membership, membershipOf, wantedOf } from './membership.js';
import type { NodePolynomials } from './node-polynomials.js';
import { type ElementClass, StepClasses } from './value-classes.js';

/** In steps of work, a node: to number the values of the bodies of loops, and to express them. */
const COST_OF_NUMBERING = 4;

/** The element that a step has. */
export type ElementOf =
  /** Some element for which the condition of one of the loops had this truth. */
  | { readonly by: 'witness'; readonly loop: NodeId; readonly truth: boolean }
  /** The value of a node, in an earlier step of that number or (null) outside of all of them; or what a map gives for the element is that value. */
  | { readonly by: 'value'; readonly node: NodeId; readonly step: number | null };

/** Which step is looked at. */
export interface StepOf {
  readonly loops: readonly NodeId[];
  /** The number of the step that the loops stand in; null of loops that stand in none. */
  readonly within: number | null;
  readonly of: ElementOf;
}

/** The values of nodes as they are outside of all steps, or in one of them. */
interface Standpoint {
  readonly facts: LinearFacts;
  readonly polynomials: NodePolynomials;
  readonly step: ElementStep | null;
  readonly classOf: (node: NodeId) => NodeId;
}

/**
 * The step of several loops over one source that has one element of it, seen from where all of them have been evaluated:
 * nodes of their bodies have the values of that step, and nodes outside have the values that they have. The loops may
 * stand in the bodies of another such step: then they are those of that step.
 */
export class ElementStep {
  /** What the nodes of the bodies say in this step. */
  readonly facts: LinearFacts;

  private constructor(
    private readonly board: Board,
    readonly classes: StepClasses,
    /** Of the loops of this step. */
    readonly bodies: ReadonlySet<RegionId>,
    /** Its number among those that are looked at together. */
    readonly number: number,
    /** There is such a step where all of these hold. */
    readonly premises: readonly Premise[],
    private readonly loops: readonly Loop[],
    private readonly source: LoopSource,
    private readonly of: ElementOf,
    private readonly from: From | null,
    private readonly outside: Standpoint,
  ) {
    const around = outside.step?.bodiesAround ?? [];
    this.bodiesAround = new Set([...around, ...bodies]);
    this.facts = new LinearFacts(board, outside.polynomials.inStep(classes, number), this.bodiesAround);
  }

  /** The bodies of this step and of those that it stands in. */
  private readonly bodiesAround: ReadonlySet<RegionId>;

  /**
   * Null of what are not some loops over one source that have all been evaluated here, or of an element that cannot be seen
   * to be one of the source.
   *
   * @param before Steps that are looked at besides: the number of this one is how many there are.
   */
  static of(board: Board, { loops: ids, within, of }: StepOf, before: readonly ElementStep[]): ElementStep | null {
    const outside = standpointOf(board, within, before);
    const found = outside === null ? null : loopsFrom(board, ids, outside);
    if (outside === null || found === null) return null;
    const { loops, source } = found;
    const from = of.by === 'value' ? fromOf(board, loops, source, of, outside, standpointOf(board, of.step, before)) : null;
    const premises = of.by === 'value' ? from?.premises : witnessed(board, loops, source, of, outside.polynomials);
    if (premises === undefined || premises === null) return null;
    const whole = loops.flatMap(({ id, node }) => {
      const truth = of.by === 'witness' && of.loop === id ? null : settled(node);
      return truth === null ? [] : [truthIs(truth, outside.polynomials.of(id), board.view(id))];
    });
    const bodies = new Set(loops.map(({ node }) => node.body));
    const classes = new StepClasses(board.graph, bodies, from?.element ?? null, outside.step?.classes ?? null);
    board.meter.spend(COST_OF_NUMBERING * classes.seen, board.graph, null);
    const all = [...found.premises, ...premises, ...whole];
    return new ElementStep(board, classes, bodies, before.length, all, loops, source, of, from, outside);
  }

  /** True where a class that is known from that step, or (null) from outside, is known in this one. */
  sees(step: ElementStep | null): boolean {
    return step === null || step === this || this.outside.step?.sees(step) === true;
  }

  /** The step that the value of a class is one of; null of a value outside of all steps. */
  levelOf(node: NodeId): ElementStep | null {
    return this.classes.varies(node) ? this : (this.outside.step?.levelOf(node) ?? null);
  }

  /** What is not negative in this step besides the facts of its nodes. */
  get known(): readonly Polynomial[] {
    const { loops, from } = this;
    const { polynomials } = this.facts;
    const conditions = loops.flatMap((loop) => this.conditionOf(loop));
    return [...conditions, ...this.withinRange(), ...(from === null ? [] : equations(this.board, polynomials, loops, from))];
  }

  /** What a node says in this step, and of the first and the last element of a sorted list how this step's element compares with it. */
  factsOf(node: NodeId): readonly LinearFact[] {
    return [...this.facts.of(node), ...this.ends(node)];
  }

  /** Of an integer that is read from a list in order, at its first or last place: the element of this step is one of the list where each filter kept it. */
  private ends(id: NodeId): readonly LinearFact[] {
    const { board } = this;
    const node = board.graph.nodes[id];
    const element = elementOf(board, this.loops);
    if (node?.op !== 'apply' || monomerOf(node).linear?.result?.is !== 'element' || board.graph.kinds[id]?.kind !== 'integer') return [];
    const [list, place] = node.operands;
    const reached = this.facts.reached(id);
    if (list === undefined || place === undefined || reached === null || element === null) return [];
    const found = this.inOrder(this.classes.of(list));
    if (found === null) return [];
    const { polynomials } = this.facts;
    const [value, at, last] = [polynomials.of(id), polynomials.of(place), minus(polynomials.lengthOf(list), ONE)];
    const more = minus(polynomials.of(element), value);
    const [rises, falls] = found.order === 'up' ? [more, minus(ZERO, more)] : [minus(ZERO, more), more];
    const given = [...reached, ...found.kept];
    const isFirst: Premise = { value: minus(ZERO, at), isKnown: false };
    const isLast: Premise = { value: minus(at, last), isKnown: false };
    return [fact(rises, ...given, isFirst), fact(falls, ...given, isLast)];
  }

  /** How a list that has the elements of this source is in order, and what it takes for this step's element to be in it; null of another. */
  private inOrder(list: NodeId): { readonly order: 'up' | 'down'; readonly kept: readonly Premise[] } | null {
    const { board, outside, source } = this;
    const kept: Premise[] = [];
    let [isTurned, isSorted] = [false, false];
    for (let at = list; ; ) {
      board.spend(at, 1);
      if (source.over === 'value' && at === outside.classOf(source.node)) break;
      const node = board.graph.nodes[at];
      if (node?.op === 'loop') {
        const loop = this.loops.find(({ id }) => id === at);
        if (loop?.result === undefined || loop.result === null || node.loop !== 'filter') return null;
        const { result } = loop;
        kept.push({ value: minus(this.facts.polynomials.of(result), ONE), isKnown: false });
        break;
      }
      const [only] = node?.op === 'apply' ? node.operands : [];
      const name = node?.op === 'apply' ? monomerOf(node).name : null;
      if (only === undefined || (name !== 'SORT' && name !== 'REVERSE')) return null;
      if (name === 'SORT') isSorted = true;
      else if (!isSorted) isTurned = !isTurned;
      at = this.classes.of(only);
    }
    if (!isSorted && source.over === 'value') return null;
    return { order: isTurned ? 'down' : 'up', kept };
  }

  /** What the condition of a loop is for the element: what that of all says, and no more than how often it was true. */
  private conditionOf({ id, node, result }: Loop): readonly Polynomial[] {
    if (node.op === 'fold' || node.loop === 'map' || result === null) return [];
    const { of, from } = this;
    const is = this.facts.polynomials.of(result);
    const [isTrue, isFalse] = [minus(is, ONE), minus(ZERO, is)];
    const outer = this.outside.polynomials;
    const hasTruth = of.by === 'witness' && of.loop === id ? of.truth : from?.membership?.filters.has(id) === true ? true : settled(node);
    const truth = hasTruth === null ? [] : [hasTruth ? isTrue : isFalse];
    const total = totalOf(outer, id, node);
    if (total === null) return truth;
    return [...truth, minus(total, is), plus(minus(minus(lengthOf(outer, this.source), total), ONE), is)];
  }

  /** An element of a range lies in it. */
  private withinRange(): readonly Polynomial[] {
    const { source } = this;
    const element = elementOf(this.board, this.loops);
    if (source.over === 'value' || element === null) return [];
    const [polynomials, outer] = [this.facts.polynomials, this.outside.polynomials];
    return [minus(polynomials.of(element), outer.of(source.lo)), minus(outer.of(source.hi), polynomials.of(element))];
  }
}

/** A value that is an element, with what it takes to be one. */
interface From {
  readonly node: NodeId;
  readonly polynomials: NodePolynomials;
  readonly premises: readonly Premise[];
  /** Null of an element of a range. */
  readonly membership: Membership | null;
  /** Null where the class of the element outside of the loops is not known. */
  readonly element: ElementClass;
}

function standpointOf(board: Board, number: number | null, before: readonly ElementStep[]): Standpoint | null {
  if (number === null) {
    const facts = new LinearFacts(board);
    return { facts, polynomials: facts.polynomials, step: null, classOf: (id) => board.classOf(id) };
  }
  const step = before[number];
  return step === undefined ? null : { facts: step.facts, polynomials: step.facts.polynomials, step, classOf: (id) => step.classes.of(id) };
}

/**
 * One to eight loops over one source, ascending, with what it takes for all of them to have been evaluated: each stands in
 * a body of the step, or outside of steps in no body but those that this point stands in. So none stands in that of another.
 */
function loopsFrom(
  board: Board,
  ids: readonly NodeId[],
  { facts, step, classOf }: Standpoint,
): { readonly loops: readonly Loop[]; readonly source: LoopSource; readonly premises: readonly Premise[] } | null {
  const [first] = ids;
  if (first === undefined || ids.length > MAX_LOOPS || ids.some((id, i) => i > 0 && id <= (ids[i - 1] ?? id))) return null;
  const loops: Loop[] = [];
  const premises: Premise[] = [];
  for (const id of ids) {
    const loop = loopAt(board, id);
    const reached = facts.reached(id);
    const body = bodyAround(board, id);
    if (loop === null || reached === null) return null;
    if (step === null ? body !== null && !board.isReached(body) : body === null || !step.bodies.has(body)) return null;
    loops.push(loop);
    premises.push(...reached);
  }
  const source = loops[0]?.node.source;
  return source !== undefined && loops.every(({ node }) => isSameSource(classOf, node.source, source)) ? { loops, source, premises } : null;
}

/** The body of the nearest loop that a node stands in; null where it stands in none. */
function bodyAround(board: Board, id: NodeId): RegionId | null {
  const { graph } = board;
  let region: RegionId = board.regionAround(id);
  for (;;) {
    const owner = graph.regions[region]?.owner ?? null;
    if (owner === null) return null;
    const { op } = nodeAt(graph, owner);
    if (op === 'loop' || op === 'fold') return region;
    region = board.regionAround(owner);
  }
}

function fromOf(
  board: Board,
  loops: readonly Loop[],
  source: LoopSource,
  { node }: Extract<ElementOf, { by: 'value' }>,
  outside: Standpoint,
  of: Standpoint | null,
): From | null {
  const reached = of?.facts.reached(node) ?? null;
  if (of === null || reached === null || board.graph.nodes[node] === undefined) return null;
  const { polynomials } = of;
  const isSeen = (id: NodeId): boolean => {
    const level = of.step?.levelOf(of.classOf(id)) ?? null;
    return level === null || outside.step?.sees(level) === true;
  };
  const own = isSeen(node) ? { known: of.classOf(node) } : null;
  const maps = new Set(loops.flatMap((loop) => (loop.node.op === 'loop' && loop.node.loop === 'map' ? [loop.id] : [])));
  const wanted = wantedOf(outside.classOf, source);
  // One class stands for one value only as seen from one step.
  const isWanted = (typeof wanted === 'number' ? [wanted] : wanted).every((id) => isSameLevel(outside.step?.levelOf(id) ?? null, of, id));
  const found = isWanted ? membershipOf(board, of.classOf, node, wanted, maps) : null;
  if (found === null) return source.over === 'range' ? withinRange(board, source, node, of, outside, reached, own) : null;
  const filters = [...found.filters].filter((id) => isSameLevel(outside.step?.levelOf(id) ?? null, of, id));
  const membership: Membership = { ...found, filters: new Set(filters) };
  const { map, index } = membership;
  if (map === null) return { node, polynomials, premises: reached, membership, element: own };
  if (outside.step !== null && of.step?.sees(outside.step) !== true) return null;
  const element = typeof wanted === 'number' && index !== null && isSeen(index) ? { list: wanted, index: of.classOf(index) } : null;
  return { node, polynomials, premises: reached, membership, element };
}

/** An integer that lies within a range. */
function withinRange(
  board: Board,
  source: Extract<LoopSource, { over: 'range' }>,
  node: NodeId,
  { polynomials }: Standpoint,
  { polynomials: outer }: Standpoint,
  reached: readonly Premise[],
  element: ElementClass,
): From | null {
  if (board.graph.kinds[node]?.kind !== 'integer') return null;
  const bounds = boundsOfMeasure(board.view(node));
  const [lo, hi] = [boundsOfMeasure(board.view(source.lo)), boundsOfMeasure(board.view(source.hi))];
  const premises: readonly Premise[] = [
    ...reached,
    { value: minus(polynomials.of(node), outer.of(source.lo)), isKnown: bounds !== null && lo !== null && bounds.lo >= lo.hi },
    { value: minus(outer.of(source.hi), polynomials.of(node)), isKnown: bounds !== null && hi !== null && bounds.hi <= hi.lo },
  ];
  return { node, polynomials, premises, membership: null, element };
}

/** True where a class that has its value in a step, or (null) outside, is the same as seen from a standpoint. */
function isSameLevel(level: ElementStep | null, { step }: Standpoint, node: NodeId): boolean {
  return (step?.levelOf(node) ?? null) === level;
}

/** That the loop has an element for which its condition had that truth; null where it says so of none. */
function witnessed(
  board: Board,
  loops: readonly Loop[],
  source: LoopSource,
  { loop, truth }: Extract<ElementOf, { by: 'witness' }>,
  outer: NodePolynomials,
): readonly Premise[] | null {
  const found = loops.find(({ id }) => id === loop);
  if (found === undefined || found.node.op === 'fold' || found.node.loop === 'map') return null;
  const whole = settled(found.node);
  if (whole !== null) return whole === truth ? null : [truthIs(truth, outer.of(loop), board.view(loop))];
  const total = totalOf(outer, loop, found.node);
  if (total === null) return null;
  return [{ value: minus(truth ? total : minus(lengthOf(outer, source), total), ONE), isKnown: false }];
}

/** How often the condition of COUNT or FILTER was true; null of another loop. */
function totalOf(outer: NodePolynomials, id: NodeId, node: Loop['node']): Polynomial | null {
  if (node.op === 'fold') return null;
  return node.loop === 'count' ? outer.of(id) : node.loop === 'filter' ? outer.lengthOf(id) : null;
}

/** How many elements a source has that has one. */
function lengthOf(outer: NodePolynomials, source: LoopSource): Polynomial {
  return source.over === 'value' ? outer.lengthOf(source.node) : plus(minus(outer.of(source.hi), outer.of(source.lo)), ONE);
}

/** Some node that a body binds the element to; null where none reads it. */
function elementOf(board: Board, loops: readonly Loop[]): NodeId | null {
  return loops.map(({ node }) => boundNode(board.graph, node.body, node.op === 'fold' ? 1 : 0)).find((id) => id !== undefined) ?? null;
}

/** That the element is the value part by part, where it is not of its class, or that what the map gives for it is. */
function equations(board: Board, polynomials: NodePolynomials, loops: readonly Loop[], from: From): readonly Polynomial[] {
  const map = from.membership?.map ?? null;
  if (map === null && from.element !== null) return [];
  const own = map === null ? elementOf(board, loops) : (loops.find(({ id }) => id === map)?.result ?? null);
  if (own === null) return [];
  const kind = board.graph.kinds[own];
  const differences = partsOf(kind).flatMap(({ field, measure }) => {
    const [a, b] = [polynomials.part(own, field, measure), from.polynomials.part(from.node, field, measure)];
    return a === null || b === null ? [] : [minus(a, b)];
  });
  const its = from.polynomials.sortsOf(from.node, kind);
  const sorts = kind?.kind === 'boolean' ? [] : polynomials.sortsOf(own, kind).map((sort, index) => minus(sort, its[index] ?? ZERO));
  return [...differences, ...sorts].filter(({ size }) => size > 0).flatMap((value) => [value, minus(ZERO, value)]);
}
