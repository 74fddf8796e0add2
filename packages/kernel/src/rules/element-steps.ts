import { minus, ONE, type Polynomial, plus, ZERO } from '../abstract/polynomial.js';
import type { LoopSource, NodeId, RegionId } from '../graph/graph.js';
import { nodeAt } from '../graph/schedule.js';
import { boundsOfMeasure, fact, type LinearFact, type Premise, truthIs } from '../monomers/linear.js';
import { type DifferenceTerm, nodeOfTerm } from '../monomers/relation.js';
import type { Type } from '../types/domain.js';
import { monomerOf } from './applications.js';
import type { Environment } from './environment.js';
import { LinearFacts, partsOf } from './linear-facts.js';
import { isSameSource, type Loop, loopAt, MAX_LOOPS, type Quantity, settled } from './loop-steps.js';
import { boundNode } from './loops.js';
import { type Membership, membershipOf, turned, type WantedClass, wantedOf } from './membership.js';
import { neighbourOrderOf } from './neighbour-orders.js';
import { hasMeasure, type NodePolynomials } from './node-polynomials.js';
import { shorterFolds } from './shorter-folds.js';
import { type ElementClass, StepClasses } from './value-classes.js';

/** The cost per node, in steps of work, of numbering the values of the bodies of loops and expressing them. */
const COST_OF_NUMBERING = 4;

/** The element of a step. */
export type ElementOf =
  /** An element for which the condition of one of the loops had this truth. */
  | { readonly by: 'witness'; readonly loop: NodeId; readonly truth: boolean }
  /**
   * The element equals the value of a node in the earlier step of that number, or (`null`) outside of all steps. For a map, its
   * result for the element equals that value.
   */
  | { readonly by: 'value'; readonly node: NodeId; readonly step: number | null };

/** The identification of a step. */
export interface StepOf {
  readonly loops: readonly NodeId[];
  /** The number of the step that contains the loops; `null` if no step contains them. */
  readonly within: number | null;
  readonly of: ElementOf;
}

/** The values of nodes outside of all steps, or in one of them. */
interface Standpoint {
  readonly facts: LinearFacts;
  readonly polynomials: NodePolynomials;
  readonly step: ElementStep | null;
  readonly classOf: (node: NodeId) => NodeId;
}

/**
 * The step of several loops over one source for one of its elements, at a point after all of them. Nodes of their bodies have the
 * values of that step; nodes outside keep their values. The loops may be in the bodies of another such step: then they are the
 * loops of that step.
 */
export class ElementStep {
  /** The facts of the nodes of the bodies in this step. */
  readonly facts: LinearFacts;

  private constructor(
    private readonly environment: Environment,
    readonly classes: StepClasses,
    /** The bodies of the loops of this step. */
    readonly bodies: ReadonlySet<RegionId>,
    /** Its number among the steps that are assumed together. */
    readonly number: number,
    /** Such a step exists if all of these hold. */
    readonly premises: readonly Premise[],
    private readonly loops: readonly Loop[],
    private readonly source: LoopSource,
    private readonly of: ElementOf,
    private readonly from: From | null,
    private readonly outside: Standpoint,
  ) {
    const around = outside.step?.bodiesAround ?? [];
    this.bodiesAround = new Set([...around, ...bodies]);
    this.facts = new LinearFacts(environment, outside.polynomials.inStep(classes, number), this.bodiesAround);
  }

  /** The bodies of this step and of its enclosing steps. */
  private readonly bodiesAround: ReadonlySet<RegionId>;

  /**
   * Returns `null` unless the ids are loops over one source, all evaluated here, and the element is known to be one of the
   * source.
   *
   * @param before Steps that are already assumed: their count is the number of this one.
   */
  static of(environment: Environment, { loops: ids, within, of }: StepOf, before: readonly ElementStep[]): ElementStep | null {
    const outside = standpointOf(environment, within, before);
    const found = outside === null ? null : loopsFrom(environment, ids, outside);
    if (outside === null || found === null) return null;
    const { loops, source } = found;
    const from = of.by === 'value' ? fromOf(environment, loops, source, of, outside, standpointOf(environment, of.step, before)) : null;
    const premises = of.by === 'value' ? from?.premises : witnessed(environment, loops, source, of, outside.polynomials);
    if (premises === undefined || premises === null) return null;
    const whole = loops.flatMap(({ id, node }) => {
      const truth = of.by === 'witness' && of.loop === id ? null : settled(node);
      return truth === null ? [] : [truthIs(truth, outside.polynomials.of(id), environment.view(id))];
    });
    const bodies = new Set(loops.map(({ node }) => node.body));
    const classes = new StepClasses(environment.graph, bodies, from?.element ?? null, outside.step?.classes ?? null);
    environment.meter.spend(COST_OF_NUMBERING * classes.seen, environment.graph, null);
    const all = [...found.premises, ...premises, ...whole];
    return new ElementStep(environment, classes, bodies, before.length, all, loops, source, of, from, outside);
  }

  /** Returns true if a class that is known in that step, or (`null`) outside, is known in this one. */
  sees(step: ElementStep | null): boolean {
    return step === null || step === this || this.outside.step?.sees(step) === true;
  }

  /** The step of a class's value; `null` for a value outside of all steps. */
  levelOf(node: NodeId): ElementStep | null {
    return this.classes.varies(node) ? this : (this.outside.step?.levelOf(node) ?? null);
  }

  /** Polynomials that are nonnegative in this step, besides the facts of its nodes. */
  get known(): readonly Polynomial[] {
    const { loops, from } = this;
    const { polynomials } = this.facts;
    const conditions = loops.flatMap((loop) => this.conditionOf(loop));
    const equal = from === null ? [] : equations(this.environment, polynomials, loops, from);
    return [...conditions, ...this.withinRange(), ...equal, ...this.lastStep()];
  }

  /**
   * The step with the end of a range is the last one: the value of a fold is its accumulator after it, and a fold that does the same
   * over a range without this end gives the accumulator before it.
   */
  private lastStep(): readonly Polynomial[] {
    const { environment, loops, source, from, outside } = this;
    const isOutside = outside.step === null && this.of.by === 'value' && this.of.step === null;
    const isElement = source.over === 'range' && from !== null && (from.membership?.map ?? null) === null;
    if (!isOutside || !isElement || environment.classOf(from.node) !== environment.classOf(source.hi)) return [];
    const [inside, outer] = [this.facts.polynomials, outside.polynomials];
    const differences = loops.flatMap(({ id, node, accumulator, result }) => {
      if (node.op !== 'fold' || result === null) return [];
      const type = environment.graph.types[id];
      const shorter = (shorterFolds(environment.graph).get(id) ?? []).filter((fold) => outside.facts.isCertain(fold));
      const before = accumulator === undefined ? [] : shorter.flatMap((fold) => apart(type, [inside, accumulator], [outer, fold]));
      return [...apart(type, [inside, result], [outer, id]), ...before];
    });
    return differences.flatMap((value) => [value, minus(ZERO, value)]);
  }

  /**
   * The facts of a node in this step. For the first and the last element of a sorted list, also their order relative to this
   * step's element.
   */
  factsOf(node: NodeId): readonly LinearFact[] {
    return [...this.facts.of(node), ...this.ends(node)];
  }

  /**
   * The value or the length of a node in this step. `null` for a node whose value is not bound to this step: in the body of another
   * loop, it has a value in each of that loop's steps.
   */
  ofTerm(term: DifferenceTerm): Polynomial | null {
    const node = nodeOfTerm(term);
    const type = this.environment.graph.types[node];
    if (type === undefined || !hasMeasure(type, term < 0 ? 'length' : 'value')) return null;
    if (!this.classes.varies(this.classes.of(node)) || this.facts.reached(node) === null) return null;
    return this.facts.ofTerm(term);
  }

  /** A measure of the accumulator of a fold after this step; `null` for other loops, and for loops in another step. */
  after({ loop, field, measure }: Quantity): Polynomial | null {
    const found = this.loops.find(({ id, node }) => id === loop && node.op === 'fold');
    const result = this.outside.step === null ? (found?.result ?? null) : null;
    return result === null ? null : this.facts.polynomials.part(result, field, measure);
  }

  /**
   * Compares an integer that is read at the first or last place of a sorted list with the element of this step. The element is in
   * the list if each filter kept it.
   */
  private ends(id: NodeId): readonly LinearFact[] {
    const { environment } = this;
    const node = environment.graph.nodes[id];
    const element = elementOf(environment, this.loops);
    if (node?.op !== 'apply' || monomerOf(node).linear?.result?.is !== 'element' || environment.graph.types[id]?.kind !== 'integer')
      return [];
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

  /**
   * Returns the order of a list that has the elements of this source, and the premises under which it has this step's element.
   * `null` for another list.
   */
  private inOrder(list: NodeId): { readonly order: 'up' | 'down'; readonly kept: readonly Premise[] } | null {
    const { environment, outside, source } = this;
    const kept: Premise[] = [];
    let [isTurned, isSorted] = [false, false];
    for (let at = list; ; ) {
      environment.spend(at, 1);
      if (source.over === 'value' && at === outside.classOf(source.node)) break;
      const node = environment.graph.nodes[at];
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
    const own = isSorted || source.over === 'range' ? 'up' : neighbourOrderOf(environment, outside.classOf(source.node));
    return own === null ? null : { order: isTurned ? turned(own) : own, kept };
  }

  /**
   * Returns the truth of a loop's condition for the element, if it is known, and the bounds of the condition by the loop's count.
   * The condition is true for at most `count` elements, and false for at most the others.
   */
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

  /** An element of a range lies in the range. */
  private withinRange(): readonly Polynomial[] {
    const { source } = this;
    const element = elementOf(this.environment, this.loops);
    if (source.over === 'value' || element === null) return [];
    const [polynomials, outer] = [this.facts.polynomials, this.outside.polynomials];
    return [minus(polynomials.of(element), outer.of(source.lo)), minus(outer.of(source.hi), polynomials.of(element))];
  }
}

/** A value that is an element, with the premises for that. */
interface From {
  readonly node: NodeId;
  readonly polynomials: NodePolynomials;
  readonly premises: readonly Premise[];
  /** `null` for an element of a range. */
  readonly membership: Membership | null;
  /** `null` if the class of the element outside of the loops is not known. */
  readonly element: ElementClass;
  /** For a value that a map gives: a node, evaluated where the value is, that reads the same place of the source. */
  readonly read: NodeId | null;
}

function standpointOf(environment: Environment, number: number | null, before: readonly ElementStep[]): Standpoint | null {
  if (number === null) {
    const facts = new LinearFacts(environment);
    return { facts, polynomials: facts.polynomials, step: null, classOf: (id) => environment.classOf(id) };
  }
  const step = before[number];
  return step === undefined ? null : { facts: step.facts, polynomials: step.facts.polynomials, step, classOf: (id) => step.classes.of(id) };
}

/**
 * One to eight loops over one source, ascending, with the premises that all of them have been evaluated. Each is in a body of the
 * step; or, outside of steps, only in bodies that contain this point as well. So no loop is inside another.
 */
function loopsFrom(
  environment: Environment,
  ids: readonly NodeId[],
  { facts, step, classOf }: Standpoint,
): { readonly loops: readonly Loop[]; readonly source: LoopSource; readonly premises: readonly Premise[] } | null {
  const [first] = ids;
  if (first === undefined || ids.length > MAX_LOOPS || ids.some((id, i) => i > 0 && id <= (ids[i - 1] ?? id))) return null;
  const loops: Loop[] = [];
  const premises: Premise[] = [];
  for (const id of ids) {
    const loop = loopAt(environment, id);
    const reached = facts.reached(id);
    const body = bodyAround(environment, id);
    if (loop === null || reached === null) return null;
    if (step === null ? body !== null && !environment.isReached(body) : body === null || !step.bodies.has(body)) return null;
    loops.push(loop);
    premises.push(...reached);
  }
  const source = loops[0]?.node.source;
  return source !== undefined && loops.every(({ node }) => isSameSource(classOf, node.source, source)) ? { loops, source, premises } : null;
}

/** The body of the nearest loop around a node; `null` if the node is in no loop. */
function bodyAround(environment: Environment, id: NodeId): RegionId | null {
  const { graph } = environment;
  let region: RegionId = environment.regionAround(id);
  for (;;) {
    const owner = graph.regions[region]?.owner ?? null;
    if (owner === null) return null;
    const { op } = nodeAt(graph, owner);
    if (op === 'loop' || op === 'fold') return region;
    region = environment.regionAround(owner);
  }
}

function fromOf(
  environment: Environment,
  loops: readonly Loop[],
  source: LoopSource,
  { node }: Extract<ElementOf, { by: 'value' }>,
  outside: Standpoint,
  of: Standpoint | null,
): From | null {
  const reached = of?.facts.reached(node) ?? null;
  if (of === null || reached === null || environment.graph.nodes[node] === undefined) return null;
  const { polynomials } = of;
  const isSeen = (id: NodeId): boolean => {
    const level = of.step?.levelOf(of.classOf(id)) ?? null;
    return level === null || outside.step?.sees(level) === true;
  };
  const own = isSeen(node) ? { known: of.classOf(node) } : null;
  const maps = new Set(loops.flatMap((loop) => (loop.node.op === 'loop' && loop.node.loop === 'map' ? [loop.id] : [])));
  const wanted = wantedOf(outside.classOf, source);
  // A class has a single value only within one step.
  const isWanted = (typeof wanted === 'number' ? [wanted] : wanted).every((id) => isSameLevel(outside.step?.levelOf(id) ?? null, of, id));
  const found = isWanted ? membershipOf(environment, of.classOf, node, wanted, maps) : null;
  if (found === null) return source.over === 'range' ? withinRange(environment, source, node, of, outside, reached, own) : null;
  const filters = [...found.filters].filter((id) => isSameLevel(outside.step?.levelOf(id) ?? null, of, id));
  const membership: Membership = { ...found, filters: new Set(filters) };
  const { map, index } = membership;
  if (map === null) return { node, polynomials, premises: reached, membership, element: own, read: null };
  if (outside.step !== null && of.step?.sees(outside.step) !== true) return null;
  const element = index === null ? null : elementAt(environment, source, wanted, of.classOf(index), isSeen(index));
  const read = index === null || typeof wanted !== 'number' ? null : readAt(of, wanted, index, reached);
  return { node, polynomials, premises: reached, membership, element, read };
}

/** A node that reads a list at a place, evaluated wherever these premises hold. */
function readAt({ facts, step, classOf }: Standpoint, list: NodeId, index: NodeId, given: readonly Premise[]): NodeId | null {
  const found = step?.classes.readAt(list, classOf(index));
  const reached = found === undefined ? null : facts.reached(found);
  const isReached = reached?.every(({ value }) => given.some((premise) => minus(premise.value, value).size === 0)) === true;
  return found !== undefined && isReached ? found : null;
}

/** The class of the element at a place: in a range that begins with 0, the place itself. */
function elementAt(environment: Environment, source: LoopSource, wanted: WantedClass, index: NodeId, isSeen: boolean): ElementClass {
  if (!isSeen) return null;
  if (typeof wanted === 'number') return { list: wanted, index };
  const first = source.over === 'range' ? environment.graph.nodes[source.lo] : undefined;
  return first?.op === 'literal' && first.value === 0 ? { known: index } : null;
}

/** An integer that lies within a range. */
function withinRange(
  environment: Environment,
  source: Extract<LoopSource, { over: 'range' }>,
  node: NodeId,
  { polynomials }: Standpoint,
  { polynomials: outer }: Standpoint,
  reached: readonly Premise[],
  element: ElementClass,
): From | null {
  if (environment.graph.types[node]?.kind !== 'integer') return null;
  const bounds = boundsOfMeasure(environment.view(node));
  const [lo, hi] = [boundsOfMeasure(environment.view(source.lo)), boundsOfMeasure(environment.view(source.hi))];
  const premises: readonly Premise[] = [
    ...reached,
    { value: minus(polynomials.of(node), outer.of(source.lo)), isKnown: bounds !== null && lo !== null && bounds.lo >= lo.hi },
    { value: minus(outer.of(source.hi), polynomials.of(node)), isKnown: bounds !== null && hi !== null && bounds.hi <= hi.lo },
  ];
  return { node, polynomials, premises, membership: null, element, read: null };
}

/** Returns true if a class with its value in a step, or (`null`) outside, is the same from a standpoint. */
function isSameLevel(level: ElementStep | null, { step }: Standpoint, node: NodeId): boolean {
  return (step?.levelOf(node) ?? null) === level;
}

/** The premise that the loop has an element for which its condition had that truth; `null` if its result does not imply one. */
function witnessed(
  environment: Environment,
  loops: readonly Loop[],
  source: LoopSource,
  { loop, truth }: Extract<ElementOf, { by: 'witness' }>,
  outer: NodePolynomials,
): readonly Premise[] | null {
  const found = loops.find(({ id }) => id === loop);
  if (found === undefined || found.node.op === 'fold' || found.node.loop === 'map') return null;
  const whole = settled(found.node);
  if (whole !== null) return whole === truth ? null : [truthIs(truth, outer.of(loop), environment.view(loop))];
  const total = totalOf(outer, loop, found.node);
  if (total === null) return null;
  return [{ value: minus(truth ? total : minus(lengthOf(outer, source), total), ONE), isKnown: false }];
}

/** The number of elements for which the condition of COUNT or FILTER was true; `null` for another loop. */
function totalOf(outer: NodePolynomials, id: NodeId, node: Loop['node']): Polynomial | null {
  if (node.op === 'fold') return null;
  return node.loop === 'count' ? outer.of(id) : node.loop === 'filter' ? outer.lengthOf(id) : null;
}

/** The number of elements of a source that has at least one. */
function lengthOf(outer: NodePolynomials, source: LoopSource): Polynomial {
  return source.over === 'value' ? outer.lengthOf(source.node) : plus(minus(outer.of(source.hi), outer.of(source.lo)), ONE);
}

/** A node that a body binds the element to; `null` if no body reads it. */
function elementOf(environment: Environment, loops: readonly Loop[]): NodeId | null {
  return (
    loops.map(({ node }) => boundNode(environment.graph, node.body, node.op === 'fold' ? 1 : 0)).find((id) => id !== undefined) ?? null
  );
}

/**
 * Equations between the parts of the element, or of the map's result for it, and the value. Empty if the element has the value's
 * class already.
 */
function equations(environment: Environment, polynomials: NodePolynomials, loops: readonly Loop[], from: From): readonly Polynomial[] {
  const map = from.membership?.map ?? null;
  if (map === null && from.element !== null) return [];
  const own = map === null ? elementOf(environment, loops) : (loops.find(({ id }) => id === map)?.result ?? null);
  if (own === null) return [];
  const differences = apart(environment.graph.types[own], [polynomials, own], [from.polynomials, from.node]);
  const index = from.membership?.index ?? null;
  const element = elementOf(environment, loops);
  const lo = loops[0]?.node.source.over === 'range' ? loops[0].node.source.lo : null;
  const places =
    index === null || element === null || lo === null
      ? []
      : [minus(minus(polynomials.of(element), polynomials.of(lo)), from.polynomials.of(index))];
  const { read } = from;
  const sources =
    read === null || element === null ? [] : apart(environment.graph.types[read], [polynomials, element], [from.polynomials, read]);
  return [...differences, ...places, ...sources].filter(({ size }) => size > 0).flatMap((value) => [value, minus(ZERO, value)]);
}

type Named = readonly [polynomials: NodePolynomials, node: NodeId];

/** The differences between the parts and sorts of two nodes of one type, which are 0 if the nodes have one value. */
function apart(type: Type | undefined, [polynomials, own]: Named, [others, other]: Named): readonly Polynomial[] {
  const differences = partsOf(type).flatMap(({ field, measure }) => {
    const [a, b] = [polynomials.part(own, field, measure), others.part(other, field, measure)];
    return a === null || b === null ? [] : [minus(a, b)];
  });
  const its = others.sortsOf(other, type);
  const sorts = type?.kind === 'boolean' ? [] : polynomials.sortsOf(own, type).map((sort, index) => minus(sort, its[index] ?? ZERO));
  return [...differences, ...sorts].filter(({ size }) => size > 0);
}
