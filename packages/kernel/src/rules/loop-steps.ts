import { constant, minus, ONE, type Polynomial, plus, product, ZERO } from '../abstract/polynomial.js';
import type { Graph, LoopSource, Node, NodeId, RegionId } from '../graph/graph.js';
import { monomerNamed } from '../monomers/catalog.js';
import { boundsOfMeasure, type Premise, truthIs } from '../monomers/linear.js';
import { subtract } from '../types/integer.js';
import type { Environment } from './environment.js';
import { LinearFacts, partsOf } from './linear-facts.js';
import { type GrownList, grownLists, loopBaseOf, zipped } from './loop-bases.js';
import { boundNode } from './loops.js';
import { hasMeasure, type Measure, NodePolynomials, nodePolynomials } from './node-polynomials.js';
import { areSameBodies } from './same-bodies.js';
import { type StepKeys, stepClasses, valueClasses } from './value-classes.js';

/** Limit for the loops with common facts. */
export const MAX_LOOPS = 8;

/** The cost per node, in steps of work, of numbering the values of a graph again. */
const COST_OF_NUMBERING = 8;

/** The number of finished steps: the place of the element. */
const DONE: Polynomial = new Map([['#', 1n]]);

/** The monomer that reads an element by its place. */
const GET = monomerNamed('GET')?.index;
/** The monomer that cuts a list after a number of elements. */
const TAKE = monomerNamed('TAKE')?.index;
/** Class keys of the elements of the base and of their places. */
const ELEMENT = 'element of the base';
const PLACE = 'place in the base';
/** The name of the sum of the visited part of the base. */
const SOURCE = 'source';

/**
 * An integer that changes from step to step: a measure of a loop's result so far. If `loop` is `null`, it is a measure of the
 * visited part of the source. If `loop` is an outer node that reads an element of a list over the base, it is 1 once that element
 * has been visited, and 0 before.
 */
export interface Quantity {
  readonly loop: NodeId | null;
  /** A field of an accumulator; `null` for the whole accumulator. */
  readonly field: string | null;
  readonly measure: Measure;
}

/** A quantity before the first step, before and after some step, and after the last: the inner two in atoms of the step. */
export interface Course {
  readonly first: Polynomial;
  readonly before: Polynomial;
  readonly after: Polynomial;
  readonly last: Polynomial;
}

type LoopNode = Extract<Node, { op: 'loop' | 'fold' }>;

export interface Loop {
  readonly id: NodeId;
  readonly node: LoopNode;
  /** The node that reads the accumulator of a fold. */
  readonly accumulator: NodeId | undefined;
  /** The result of the body. */
  readonly result: NodeId | null;
}

/**
 * One step of several loops over one base, at a point after all of them. Each loop visited the same elements, or their images
 * under maps, in the same order; no loop is in the body of another. Step k of all of them is viewed together. Nodes of their
 * bodies have the values of that step. The element of the base is one value. The element of a map's result is the result of the
 * map's body. Nodes outside keep their values.
 */
export class LoopSteps {
  /** The facts of the nodes of the bodies in a step. */
  readonly facts: LinearFacts;
  /** Nodes of one class have equal values in a step. */
  readonly classes: Int32Array;
  private readonly outer: NodePolynomials;
  private readonly inner: NodePolynomials;
  /** A node that a body binds the element to; `null` if no body reads it. */
  private readonly element: NodeId | null;
  /** A node of a body with the element of a list in this step; `null` if there is none. */
  private readonly elementIn: (list: NodeId) => NodeId | null;

  private constructor(
    private readonly environment: Environment,
    private readonly loops: readonly Loop[],
    /** The source of the base. */
    readonly source: LoopSource,
    /** Each ANY and ALL whose truth so far is a quantity: it may stop before the end. */
    private readonly followed: ReadonlySet<NodeId>,
    /** The outer nodes that read elements, with the lists. */
    private readonly reads: ReadonlyMap<NodeId, NodeId>,
    /** The premises under which all loops have been evaluated. */
    private readonly reached: readonly Premise[],
  ) {
    environment.meter.spend(COST_OF_NUMBERING * environment.graph.nodes.length, environment.graph, null);
    const bodies = new Set(loops.map(({ node }) => node.body));
    this.outer = nodePolynomials(environment.graph);
    const naming = new StepNaming(environment.graph, loops, source);
    this.classes = stepClasses(environment.graph, naming.keys);
    const places = new Map([...naming.countsSoFar, ...(naming.place === null ? [] : [[naming.place, DONE] as const])]);
    this.inner = new NodePolynomials(environment.graph, this.classes, this.outer, places, naming.sumsSoFar);
    const conditions = new Map(loops.map((loop) => [loop.node.body, this.premisesOf(loop)] as const));
    this.facts = new LinearFacts(environment, this.inner, bodies, conditions);
    this.element = naming.element;
    this.elementIn = (list) => naming.elementNode(list);
  }

  /**
   * Returns `null` unless the ids are one to eight loops over one base, ascending, that have been evaluated here if these premises
   * hold.
   *
   * @param quantities Quantities of an invariant, each of one of these loops or of an element of a list over the base. An ANY or
   *   ALL among them is followed as long as it goes on; each other one has to visit the whole source.
   */
  static of(environment: Environment, ids: readonly NodeId[], quantities: readonly (Quantity | null)[] = []): LoopSteps | null {
    const [first] = ids;
    if (first === undefined || ids.length > MAX_LOOPS || ids.some((id, i) => i > 0 && id <= (ids[i - 1] ?? id))) return null;
    const facts = new LinearFacts(environment);
    const loops: Loop[] = [];
    const reached: Premise[] = [];
    for (const id of ids) {
      const [loop, premises] = [loopAt(environment, id), facts.reached(id)];
      if (loop === null || premises === null) return null;
      loops.push(loop);
      reached.push(...premises);
    }
    const bases = loops.map(({ node }) => loopBaseOf(environment.graph, node.source));
    const [base] = bases;
    if (base === undefined || !bases.every(({ key, filters }) => key === base.key && filters.every((id) => ids.includes(id)))) return null;
    const counted = new Set(quantities.flatMap((quantity) => quantity?.loop ?? []));
    const reads = new Map<NodeId, NodeId>();
    for (const id of counted) {
      if (ids.includes(id)) continue;
      const list = environment.isLive(id) ? listReadAt(environment.graph, id, base.key) : null;
      if (list === null) return null;
      reads.set(id, list);
    }
    const followed = loops.flatMap(({ id, node }) => (settled(node) !== null && counted.has(id) ? [id] : []));
    return new LoopSteps(environment, loops, base.source, new Set(followed), reads, reached);
  }

  /** Returns true if all of these are among the loops of this step. */
  isOf(ids: readonly NodeId[]): boolean {
    return ids.every((id) => this.loops.some((loop) => loop.id === id));
  }

  /** The conditions under which every loop was evaluated and visited the whole source, and `steps` is the number of its elements. */
  get premises(): readonly Premise[] {
    const { environment, source } = this;
    const premises = this.loops.flatMap(({ id, node }) => {
      const truth = this.mustSettle(id, node);
      return truth === null ? [] : [truthIs(truth, this.outer.of(id), environment.view(id))];
    });
    if (source.over === 'value') return [...this.reached, ...premises];
    const [lo, hi] = [boundsOfMeasure(environment.view(source.lo)), boundsOfMeasure(environment.view(source.hi))];
    return [
      ...this.reached,
      ...premises,
      { value: this.steps(this.outer), isKnown: lo !== null && hi !== null && subtract(hi.lo, lo.hi) >= -1 },
    ];
  }

  /** The truth of an ANY or ALL that has to visit the whole source; `null` for another loop, and for one that is followed. */
  private mustSettle(id: NodeId, node: LoopNode): boolean | null {
    return this.followed.has(id) ? null : settled(node);
  }

  /**
   * In each step, the conditions of ANY and ALL have the truth with which the loop continues to the end. The truth so far of one
   * that is followed is 0 or 1.
   */
  get assumptions(): readonly Polynomial[] {
    const ofLoops = this.loops.flatMap((loop) => {
      const { id, node, result } = loop;
      if (this.followed.has(id)) return [truthSoFar(id), minus(ONE, truthSoFar(id))];
      const truth = settled(node);
      if (truth === null || result === null) return [];
      const is = truth ? minus(this.inner.of(result), ONE) : minus(ZERO, this.inner.of(result));
      return this.ifKept(loop, is) ?? [];
    });
    return [...ofLoops, ...[...this.reads].flatMap(([id, list]) => this.atPlace(id, list))];
  }

  /** In the step of the place that a node reads, each part of the element is that of the node. */
  private atPlace(id: NodeId, list: NodeId): readonly Polynomial[] {
    const here = isHere(id);
    const element = this.elementIn(list);
    const parts = element === null ? [] : partsOf(this.environment.graph.types[id]);
    const equations = parts.flatMap(({ field, measure }) => {
      const [own, its] = [this.inner.part(id, field, measure), element === null ? null : this.inner.part(element, field, measure)];
      const difference = own === null || its === null ? null : product(here, minus(own, its));
      return difference === null ? [] : [difference, minus(ZERO, difference)];
    });
    return [here, minus(ONE, here), ...equations];
  }

  /**
   * A fact about the finished steps: their number is nonnegative, this step remains, or the element of a range that this step
   * has.
   */
  stepFact(which: 'lower' | 'upper' | 'element'): Polynomial | null {
    if (which === 'lower') return DONE;
    if (which === 'upper') return minus(minus(this.steps(this.inner), DONE), ONE);
    const { element, source } = this;
    if (element === null || source.over === 'value') return null;
    return minus(minus(this.inner.of(element), this.inner.of(source.lo)), DONE);
  }

  /** The course of a quantity from the first step to the last; `null` for a loop that is not one of these. */
  course({ loop, field, measure }: Quantity): Course | null {
    if (loop === null) return field === null ? this.courseOfSource(measure) : null;
    if (this.reads.has(loop)) {
      const before = atomSoFar(`${loop}`);
      return field === null && measure === 'value' ? { first: ZERO, before, after: plus(before, isHere(loop)), last: ONE } : null;
    }
    const found = this.loops.find(({ id }) => id === loop);
    if (found === undefined) return null;
    const { node, accumulator, result } = found;
    if (node.op === 'loop') return field === null && result !== null ? this.courseOfLoop(found, node, result, measure) : null;
    if (accumulator === undefined || result === null) return null;
    const first = this.outer.part(node.initial, field, measure);
    const before = this.inner.part(accumulator, field, measure);
    const given = this.inner.part(result, field, measure);
    const last = this.outer.part(loop, field, measure);
    if (first === null || before === null || given === null || last === null) return null;
    const change = this.ifKept(found, minus(given, before));
    return change && { first, before, after: plus(before, change), last };
  }

  /** The premises under which a loop evaluates its body in a step. */
  private premisesOf(loop: Loop): readonly Premise[] {
    const kept = this.conditionsOf(loop).map((condition) => truthIs(true, this.inner.of(condition), this.environment.view(condition)));
    const truth = this.followed.has(loop.id) ? settled(loop.node) : null;
    if (truth === null) return kept;
    const soFar = truthSoFar(loop.id);
    return [...kept, { value: truth ? minus(soFar, ONE) : minus(ZERO, soFar), isKnown: false }];
  }

  /** The condition nodes of the filters between the base and a loop. */
  private conditionsOf({ node }: Loop): readonly NodeId[] {
    const { filters } = loopBaseOf(this.environment.graph, node.source);
    return filters.flatMap((filter) => this.loops.find(({ id }) => id === filter)?.result ?? []);
  }

  /**
   * The value in a step that the loop takes, 0 in a step whose element a filter dropped; `null` for a product with too many
   * terms.
   */
  private ifKept(loop: Loop, value: Polynomial): Polynomial | null {
    return this.conditionsOf(loop).reduce((kept: Polynomial | null, condition) => kept && product(this.inner.of(condition), kept), value);
  }

  /** A product of values and lengths (below 0) of nodes that do not change from step to step; `null` for another product. */
  constantFactor(terms: readonly number[], isInStep: boolean): Polynomial | null {
    const polynomials = isInStep ? this.inner : this.outer;
    let value: Polynomial | null = ONE;
    for (const term of terms) {
      const node = term < 0 ? -1 - term : term;
      const type = this.environment.graph.types[node];
      if (value === null || type === undefined || !this.environment.isLive(node) || !hasMeasure(type, term < 0 ? 'length' : 'value'))
        return null;
      value = product(value, term < 0 ? polynomials.lengthOf(node) : polynomials.of(node));
    }
    return value;
  }

  private courseOfSource(measure: Measure): Course | null {
    if (measure === 'length') return { ...counted, last: this.steps(this.outer) };
    if (measure !== 'sum' || this.source.over !== 'value') return null;
    const [last, element] = [this.outer.sumOf(this.source.node), this.element];
    return last === null || element === null ? null : growing(SOURCE, this.inner.of(element), last);
  }

  private courseOfLoop(own: Loop, { loop, body }: Extract<LoopNode, { op: 'loop' }>, result: NodeId, measure: Measure): Course | null {
    const { id } = own;
    const given = this.inner.of(result);
    const by = (name: string, step: Polynomial | null, last: Polynomial | null): Course | null =>
      growingBy(name, step && this.ifKept(own, step), last);
    switch (loop) {
      case 'count':
        return measure === 'value' ? by(`${id}`, given, this.outer.of(id)) : null;
      case 'map':
        if (measure === 'sum') return by(sumName(id), given, this.outer.sumOf(id));
        if (measure !== 'length') return null;
        return this.conditionsOf(own).length === 0
          ? { ...counted, last: this.outer.lengthOf(id) }
          : by(`${id} length`, ONE, this.outer.lengthOf(id));
      case 'filter': {
        if (measure === 'length') return by(`${id}`, given, this.outer.lengthOf(id));
        const element = boundNode(this.environment.graph, body, 0) ?? null;
        if (measure !== 'sum' || element === null) return null;
        return by(sumName(id), product(given, this.inner.of(element)), this.outer.sumOf(id));
      }
      case 'any':
      case 'all':
        return measure === 'value' && this.followed.has(id) ? this.courseOfTruth(own, given, loop === 'all') : null;
    }
  }

  /** ALL is true as long as each condition was, ANY false. After a decisive condition the value stays. */
  private courseOfTruth(own: Loop, given: Polynomial, isAll: boolean): Course | null {
    const before = truthSoFar(own.id);
    const change = isAll ? product(before, minus(given, ONE)) : product(minus(ONE, before), given);
    const kept = change && this.ifKept(own, change);
    return kept && { first: isAll ? ONE : ZERO, before, after: plus(before, kept), last: this.outer.of(own.id) };
  }

  /** The number of elements of the source; for a range, only if that is nonnegative. */
  private steps(polynomials: NodePolynomials): Polynomial {
    const { source } = this;
    if (source.over === 'value') return polynomials.lengthOf(source.node);
    return plus(minus(polynomials.of(source.hi), polynomials.of(source.lo)), constant(1));
  }
}

/** The loop of a node; `null` for another node. */
export function loopAt({ graph }: Environment, id: NodeId): Loop | null {
  const node = graph.nodes[id];
  if (node?.op !== 'loop' && node?.op !== 'fold') return null;
  return { id, node, accumulator: boundNode(graph, node.body, 0), result: graph.regions[node.body]?.result ?? null };
}

/** The unfiltered list over a base of which a node reads an element; `null` for another node. */
function listReadAt(graph: Graph, id: NodeId, base: string): NodeId | null {
  const node = graph.nodes[id];
  const [list] = node?.op === 'apply' && node.monomer === GET ? node.operands : [];
  if (list === undefined) return null;
  const { key, filters } = loopBaseOf(graph, { over: 'value', node: list });
  return key === base && filters.length === 0 ? list : null;
}

/** 1 in the step of the place that an outer node reads, else 0. */
function isHere(id: NodeId): Polynomial {
  return new Map([[`h${id}`, 1n]]);
}

/** The truth of an ANY or ALL before a step: 1 or 0. */
function truthSoFar(id: NodeId): Polynomial {
  return atomSoFar(`${id}`);
}

/** The value before a step of a sum that begins with 0. */
function atomSoFar(name: string): Polynomial {
  return new Map([[`p${name}`, 1n]]);
}

/** One element for each finished step. */
const counted: Omit<Course, 'last'> = { first: ZERO, before: DONE, after: plus(DONE, ONE) };

/** A sum that begins with 0; a separate atom represents its value before the step. */
function growing(name: string, by: Polynomial, last: Polynomial): Course {
  const before = atomSoFar(name);
  return { first: ZERO, before, after: plus(before, by), last };
}

function growingBy(name: string, by: Polynomial | null, last: Polynomial | null): Course | null {
  return by === null || last === null ? null : growing(name, by, last);
}

/** The truth of the result with which ANY or ALL visited its whole source; `null` for a loop that always does. */
export function settled(node: LoopNode): boolean | null {
  if (node.op === 'fold') return null;
  return node.loop === 'all' ? true : node.loop === 'any' ? false : null;
}

/** The name of the sum of the elements that a loop has made or kept. */
function sumName(loop: NodeId): string {
  return `${loop} sum`;
}

/** The classes of nodes of the bodies of loops over one base, in one step. */
class StepNaming {
  /** The first node with the element of the base; `place`: the first node with its place. */
  element: NodeId | null = null;
  place: NodeId | null = null;
  private readonly base: string;
  private readonly sources: ReadonlyMap<RegionId, LoopSource>;
  /** By the class of a map, the result of its body; by that of a list that a fold has grown, the element that a step appends. */
  private readonly results: ReadonlyMap<NodeId, NodeId>;
  /** The classes of lists that folds have grown. */
  private readonly grown: ReadonlyMap<NodeId, GrownList>;
  /** By the class of a map, its node. */
  private readonly maps: ReadonlyMap<NodeId, NodeId>;
  /** By node, the sum of a list that has one element for each finished step. */
  readonly sumsSoFar = new Map<NodeId, Polynomial>();
  /** By node, the number of finished steps in which a condition was true. */
  readonly countsSoFar = new Map<NodeId, Polynomial>();
  /** By TAKE(list, place), the class of that list. */
  private readonly parts = new Map<NodeId, NodeId>();
  /** The pairs of ZIP, by their class: the sources of both sides. */
  private readonly pairs = new Map<NodeId, readonly [NodeId, NodeId]>();
  private readonly outside: Int32Array;

  constructor(
    private readonly graph: Graph,
    private readonly loops: readonly Loop[],
    source: LoopSource,
  ) {
    this.base = loopBaseOf(graph, source).key;
    this.outside = valueClasses(graph);
    this.maps = new Map(
      loops.flatMap(({ id, node }) => (node.op === 'loop' && node.loop === 'map' ? [[this.outside[id] ?? id, id] as const] : [])),
    );
    this.sources = new Map(loops.map(({ node }) => [node.body, node.source]));
    this.grown = grownLists(graph);
    this.results = new Map([
      ...loops.flatMap(({ id, node, result }) =>
        node.op === 'loop' && node.loop === 'map' && result !== null ? [[this.outside[id] ?? id, result] as const] : [],
      ),
      ...[...this.grown].flatMap(([list, { fold, item }]) => (loops.some(({ id }) => id === fold) ? [[list, item] as const] : [])),
    ]);
  }

  /** The sum of the first elements of a list over the base, one for each finished step; `null` if it is not known. */
  private sumSoFar(list: NodeId): Polynomial | null {
    const known = this.outside[list] ?? list;
    const map = this.maps.get(known);
    if (map !== undefined) return atomSoFar(sumName(map));
    return `list ${known}` === this.base ? atomSoFar(SOURCE) : null;
  }

  /** Notes TAKE(list, place), the elements before that of this step, and their sum. */
  private cut(list: NodeId, id: NodeId): void {
    const { key, filters } = loopBaseOf(this.graph, { over: 'value', node: list });
    if (key !== this.base || filters.length > 0) return;
    this.parts.set(id, this.outside[list] ?? list);
    const sum = this.sumSoFar(list);
    if (sum !== null) this.sumsSoFar.set(id, sum);
  }

  /**
   * Notes the sum of a MAP, or the value of a COUNT, over the elements before that of this step: it is that of a loop over all
   * elements so far, if both have the same body.
   */
  private follow(id: NodeId, { loop, source, body }: Extract<Node, { op: 'loop' }>, of: (other: NodeId) => NodeId): void {
    const list = source.over === 'value' ? this.parts.get(of(source.node)) : undefined;
    if (list === undefined || (loop !== 'map' && loop !== 'count')) return;
    const whole = this.loops.find(
      ({ node }) =>
        node.op === 'loop' &&
        node.loop === loop &&
        node.source.over === 'value' &&
        this.outside[node.source.node] === list &&
        areSameBodies(this.graph, node.body, body),
    );
    if (whole === undefined) return;
    if (loop === 'map') this.sumsSoFar.set(id, atomSoFar(sumName(whole.id)));
    else this.countsSoFar.set(id, atomSoFar(`${whole.id}`));
  }

  readonly keys: StepKeys = (id, node, of) => {
    switch (node.op) {
      case 'bound': {
        const source = this.sources.get(node.region);
        return source === undefined || node.index !== this.elementIndex(node.region) ? undefined : this.boundIn(source, id, of);
      }
      case 'apply': {
        const [list, index] = node.monomer === GET || node.monomer === TAKE ? node.operands : [];
        const isRead = list !== undefined && index !== undefined && this.place !== null && of(index) === this.place;
        if (!isRead) return undefined;
        if (node.monomer === TAKE) {
          this.cut(list, id);
          return undefined;
        }
        const { key, filters } = loopBaseOf(this.graph, { over: 'value', node: list });
        return key === this.base && filters.length === 0 ? this.elementOf(list, id, of) : undefined;
      }
      case 'loop':
        this.follow(id, node, of);
        return undefined;
      case 'field': {
        const pair = this.pairs.get(of(node.record));
        if (pair === undefined || (node.name !== 'a' && node.name !== 'b')) return undefined;
        return this.elementOf(pair[node.name === 'a' ? 0 : 1], id, of);
      }
      default:
        return undefined;
    }
  };

  private elementIndex(body: RegionId): number {
    return this.loops.some(({ node }) => node.body === body && node.op === 'fold') ? 1 : 0;
  }

  private boundIn(source: LoopSource, id: NodeId, of: (other: NodeId) => NodeId): string | NodeId | null {
    if (source.over === 'value') return this.elementOf(source.node, id, of);
    // A range that is its own base, not the places of a list.
    if (loopBaseOf(this.graph, source).source === source) return this.first(id);
    this.place ??= id;
    return PLACE;
  }

  /** The element of this step in a list over the base; `null` if no class is known for it. */
  private elementOf(list: NodeId, id: NodeId, of: (other: NodeId) => NodeId): string | NodeId | null {
    const known = this.outside[list] ?? list;
    // A base may itself be made of other lists, which are no lists over it.
    if (`list ${known}` === this.base) return this.first(id);
    const result = this.results.get(known);
    if (result !== undefined) return result < id ? of(result) : null;
    const node = this.graph.nodes[known];
    if ((node?.op === 'loop' && node.loop === 'map') || this.grown.has(known)) return `element of ${known}`;
    // A filter keeps elements unchanged.
    if (node?.op === 'loop' && node.loop === 'filter') return this.boundIn(node.source, id, of);
    const pair = zipped(this.graph, known);
    if (pair !== null) this.pairs.set(id, pair);
    return null;
  }

  /** A node with the element of this step in an unfiltered list over the base; `null` if no body has it. */
  elementNode(list: NodeId): NodeId | null {
    const known = this.outside[list] ?? list;
    return `list ${known}` === this.base ? this.element : (this.results.get(known) ?? null);
  }

  private first(id: NodeId): string {
    this.element ??= id;
    return ELEMENT;
  }
}

export function isSameSource(classOf: (node: NodeId) => NodeId, a: LoopSource, b: LoopSource): boolean {
  const alike = (x: NodeId, y: NodeId): boolean => classOf(x) === classOf(y);
  if (a.over === 'value') return b.over === 'value' && alike(a.node, b.node);
  return b.over === 'range' && alike(a.lo, b.lo) && alike(a.hi, b.hi);
}
