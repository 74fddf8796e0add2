import type { AbstractValue } from '../abstract/abstract.js';
import {
  atom,
  atomsOf,
  CONSTANT_TERM,
  commonDivisor,
  constant,
  constantOf,
  divisorOf,
  exactQuotient,
  minus,
  ONE,
  type Polynomial,
  plus,
  textOf,
  times,
  ZERO,
} from '../abstract/polynomial.js';
import type { CorePattern, Graph, Node, NodeId, RegionId } from '../graph/graph.js';
import { oncePerGraph } from '../graph/once-per-graph.js';
import { nodeAt, ownedRegions } from '../graph/schedule.js';
import { monomerNamed } from '../monomers/catalog.js';
import {
  boundsOfMeasure,
  equality,
  fact,
  LinearApplication,
  type LinearFact,
  type Month,
  type OptionParts,
  type Premise,
  type RoundedFraction,
  truthIs,
} from '../monomers/linear.js';
import { type DifferenceTerm, nodeOfTerm } from '../monomers/relation.js';
import type { Type } from '../types/domain.js';
import { add, INT64_MAX, INT64_MIN, type Int, maximum, minimum, normalize, subtract } from '../types/integer.js';
import { argumentNodes, monomerOf } from './applications.js';
import { countedCharacters } from './character-counts.js';
import type { Environment } from './environment.js';
import { heldBehind } from './holds.js';
import { boundNode } from './loops.js';
import { membershipOf, orderOf } from './membership.js';
import { hasMeasure, MAX_TAGS, type Measure, type NodePolynomials, nodePolynomials } from './node-polynomials.js';
import { fieldAt } from './parts.js';
import { permutedLoops } from './permuted-loops.js';
import { comparedTexts } from './text-orders.js';
import { readFromTexts } from './text-values.js';
import { valueClasses } from './value-classes.js';

/** An application of the graph; a position without an operand stands for the application itself. */
class Application extends LinearApplication {
  constructor(
    private readonly polynomials: NodePolynomials,
    private readonly environment: Environment,
    private readonly id: NodeId,
    private readonly operands: readonly NodeId[],
  ) {
    super();
  }

  get result(): Polynomial {
    return this.polynomials.of(this.id);
  }

  get resultView(): AbstractValue {
    return this.environment.view(this.id);
  }

  get resultContent(): Polynomial | null {
    return this.polynomials.contentOf(this.id);
  }

  get resultIsPresent(): Premise {
    const view = this.resultView;
    return { value: minus(this.polynomials.presentOf(this.id), ONE), isKnown: view.kind === 'option' && !view.none };
  }

  get resultLength(): Polynomial {
    return this.polynomials.lengthOf(this.id);
  }

  get resultSum(): Polynomial | null {
    return this.polynomials.sumOf(this.id);
  }

  get division(): RoundedFraction | undefined {
    return this.polynomials.divisionOf(this.id);
  }

  get divisions(): readonly RoundedFraction[] {
    return this.polynomials.divisionsOf(this.id);
  }

  get month(): Month | undefined {
    return this.polynomials.monthOf(this.id);
  }

  field(name: string): Polynomial {
    return this.polynomials.fieldOf(this.id, name);
  }

  get isOnIntegers(): boolean {
    return this.operands.every((operand) => this.polynomials.isInteger(operand));
  }

  value(position: number): Polynomial {
    return this.polynomials.of(this.at(position));
  }

  length(position: number): Polynomial {
    return this.polynomials.lengthOf(this.at(position));
  }

  sum(position: number): Polynomial | null {
    return this.polynomials.sumOf(this.at(position));
  }

  view(position: number): AbstractValue {
    return this.environment.view(this.at(position));
  }

  sorts(position: number): readonly Polynomial[] {
    return this.polynomials.sortsOf(this.at(position), this.environment.graph.types[this.at(0)]);
  }

  option(position: number): OptionParts | null {
    const id = this.at(position);
    if (this.environment.graph.types[id]?.kind !== 'option') return null;
    return { present: this.polynomials.presentOf(id), content: this.polynomials.contentOf(id) };
  }

  powerIn(position: number): bigint {
    return this.polynomials.powerIn(this.at(position));
  }

  get isOnSequences(): boolean {
    const type = this.environment.graph.types[this.at(0)];
    return type !== undefined && hasMeasure(type, 'length');
  }

  private at(position: number): NodeId {
    return this.operands[position] ?? this.id;
  }
}

/**
 * The facts of evaluated nodes about their values, as polynomial inequalities over integers (true is 1). They belong to the
 * trusted base, like the transfer functions: `linear-facts.test.ts` compares each with runs of the evaluator.
 */
export class LinearFacts {
  /**
   * @param bodies The bodies of loops that are viewed in one step: their nodes have the values of that step.
   * @param conditions For bodies that are reached in that step only if these premises hold.
   */
  constructor(
    private readonly environment: Environment,
    readonly polynomials: NodePolynomials = nodePolynomials(environment.graph),
    private readonly bodies: ReadonlySet<RegionId> = new Set(),
    private readonly conditions: ReadonlyMap<RegionId, readonly Premise[]> = new Map(),
  ) {}

  /**
   * The premises under which the node has been evaluated at this point, outermost first. Empty if its region is known to be
   * reached. Otherwise each enclosing `if`, short circuit, default or match must have taken the branch with the node. `null` if
   * no premise can express that: in the body of a loop, which ran any number of times, and in a match of many arms.
   */
  reached(id: NodeId): readonly Premise[] | null {
    if (!this.environment.wasEvaluated(id)) return null;
    const { graph } = this.environment;
    const premises: Premise[] = [];
    let region = this.environment.regionAround(id);
    while (!this.environment.isReached(region) && !this.bodies.has(region)) {
      const owner = graph.regions[region]?.owner ?? null;
      if (owner === null) return null;
      const node = nodeAt(graph, owner);
      if (node.op === 'select') premises.push(this.isTruth(node.condition, region === node.whenTrue));
      else if (node.op === 'shortCircuit') premises.push(this.isTruth(node.left, node.connective !== 'or'));
      else if (node.op === 'match' && node.arms.length <= MAX_ARMS) premises.push(this.isTaken(owner, node, region));
      else if (node.op === 'unwrapOr') premises.push(this.isPresent(node.option, false));
      else if (node.op !== 'hold') return null;
      region = this.environment.regionAround(owner);
    }
    premises.push(...(this.conditions.get(region) ?? []));
    return premises.toReversed();
  }

  /** The value or the length of a term of a difference; `null` for a field without it. */
  ofTerm(term: DifferenceTerm): Polynomial | null {
    const id = nodeOfTerm(term);
    if (this.environment.graph.nodes[id] !== undefined) return term < 0 ? this.polynomials.lengthOf(id) : this.polynomials.of(id);
    const field = fieldAt(this.environment, id);
    return field === undefined ? null : this.polynomials.part(field.record, field.name, term < 0 ? 'length' : 'value');
  }

  /** Returns true if the node has been evaluated at this point on every path. */
  isCertain(id: NodeId): boolean {
    return this.reached(id)?.length === 0;
  }

  /** The bound of the value or the length of an evaluated node by its view. */
  bound(id: NodeId, side: 'lower' | 'upper'): LinearFact | null {
    const premises = this.reached(id);
    const measure = this.polynomials.measure(id);
    const bounds = boundsOfMeasure(this.environment.view(id));
    if (premises === null || measure === null || bounds === null) return null;
    // The atom of a truth value that was not evaluated may be taken as 0.
    const isAlways = this.environment.graph.types[id]?.kind === 'boolean' && isAtom(measure) && bounds.lo === 0 && bounds.hi === 1;
    const value = side === 'lower' ? minus(measure, constant(bounds.lo)) : minus(constant(bounds.hi), measure);
    return isAlways ? fact(value) : fact(value, ...premises);
  }

  /** The facts that an evaluated node states about its operands and its value. */
  of(id: NodeId): readonly LinearFact[] {
    const reached = this.reached(id);
    if (reached === null) return [];
    const node = nodeAt(this.environment.graph, id);
    // Further facts come last: certificates refer to the others by position.
    const facts = [
      ...this.own(id, node),
      ...this.ofSorts(id),
      ...this.ofContents(id, node),
      ...this.ofComparison(id, node),
      ...this.ofDivisor(id, node),
      ...this.ofTexts(id),
      ...this.ofStretch(id, node),
      ...this.ofSummed(id),
    ];
    const more = [
      ...this.ofShares(id, node),
      ...this.ofEqualFields(id, node),
      ...this.ofCharacters(id, node),
      ...this.ofReplaced(id, node),
      ...this.ofPermuted(id, node),
    ];
    return [...under(reached, facts), ...this.always(id), ...under(reached, more)];
  }

  /**
   * The bounds of all integers, in a body that a step may leave out. They need no premise: the atom of an integer that was not
   * evaluated may be taken as 0. So its product with a condition that is 0 is 0. Atoms of sums and quotients may stand for larger
   * integers.
   */
  private always(id: NodeId): readonly LinearFact[] {
    if (this.conditions.size === 0 || !this.polynomials.isInteger(id)) return [];
    const value = this.polynomials.of(id);
    const isLeftOut = (this.conditions.get(this.bodyAround(id)) ?? []).length > 0;
    const isOfValue = isAtom(value) && [...value.keys()].every((name) => name.startsWith('v') || name.startsWith('c'));
    return isLeftOut && isOfValue ? [fact(minus(value, constant(INT64_MIN))), fact(minus(constant(INT64_MAX), value))] : [];
  }

  /** The body of these loops that contains a node; -1 if it is in no such body. */
  private bodyAround(id: NodeId): RegionId {
    let region = this.environment.regionAround(id);
    while (!this.bodies.has(region)) {
      const owner = this.environment.graph.regions[region]?.owner ?? null;
      if (owner === null) return -1;
      region = this.environment.regionAround(owner);
    }
    return region;
  }

  /** The facts of a comparison of texts. In one step of loops none are stated. */
  private ofTexts(id: NodeId): readonly LinearFact[] {
    const node = nodeAt(this.environment.graph, id);
    if (node.op !== 'apply' || this.bodies.size > 0 || this.polynomials !== this.everywhere) return [];
    return comparedTexts(this.environment, id, monomerOf(node).name, (truth) => this.isTruth(id, truth));
  }

  /** The facts of loops over characters, and of what is read from texts. In one step of loops none are stated. */
  private ofCharacters(id: NodeId, node: Node): readonly LinearFact[] {
    const { environment, polynomials } = this;
    if (this.bodies.size > 0 || polynomials !== this.everywhere) return [];
    if (node.op === 'apply') return readFromTexts(environment, id, monomerOf(node).name);
    if (node.op !== 'loop') return [];
    const reached = (other: NodeId) => this.reached(other);
    return countedCharacters({ known: environment, polynomials, reached, waysOf: (other, choice) => this.waysOf(other, choice) }, id);
  }

  /**
   * The fact that `high` gives at least as much as `low`, an application of the same monomer: one fact for each monotonicity of
   * the monomer.
   *
   * @param there The facts of the step of `high`. Default: the step of `low`.
   */
  ordered(low: NodeId, high: NodeId, there: LinearFacts = this): readonly LinearFact[] {
    const { nodes } = this.environment.graph;
    const [one, other] = [nodes[low], nodes[high]];
    if (one?.op !== 'apply' || other?.op !== 'apply') return [];
    const [before, behind] = [this.reached(low), there.reached(high)];
    if (before === null || behind === null) return [];
    if (one.monomer === FIND && other.monomer === GET) return this.foundIn(low, high, there, [...before, ...behind]);
    if (one.monomer === GET && monomerOf(other).linear?.result?.is === 'part')
      return this.besidePart(low, high, there, [...before, ...behind]);
    if (one.monomer !== other.monomer) return [];
    if (monomerOf(one).linear?.result?.is === 'element') return this.elementsInOrder(low, high, there, [...before, ...behind]);
    if (there !== this) return [];
    const orders = monomerOf(one).linear?.orders ?? [];
    const [less, more] = [
      new Application(this.polynomials, this.environment, low, one.operands),
      new Application(this.polynomials, this.environment, high, other.operands),
    ];
    return orders.map((order) => fact(minus(more.result, less.result), ...before, ...behind, ...less.isBelow(more, order)));
  }

  /**
   * Elements of one list: at equal places they are equal, and in a sorted list the later one is at least, or at most, the
   * earlier; of records, each field whose neighbours are in order. Elements of a list, and of the same list after SET has replaced
   * one, are equal at equal places before and behind that place.
   */
  private elementsInOrder(low: NodeId, high: NodeId, there: LinearFacts, evaluated: readonly Premise[]): readonly LinearFact[] {
    const [one, other] = [nodeAt(this.environment.graph, low), nodeAt(this.environment.graph, high)];
    const [list, place] = one.op === 'apply' ? one.operands : [];
    const [same, next] = other.op === 'apply' ? other.operands : [];
    if (list === undefined || place === undefined || same === undefined || next === undefined) return [];
    const further = minus(there.polynomials.of(next), this.polynomials.of(place));
    const isLater: Premise = { value: further, isKnown: further.size === 0 };
    const isEarlier: Premise = { value: minus(ZERO, further), isKnown: further.size === 0 };
    const isSame = this.polynomials.nameOfClass(list) === there.polynomials.nameOfClass(same);
    const beside = isSame ? [] : this.besideReplaced(list, place, same, there);
    const values = valuesOf(this.environment.graph.types[low]).flatMap((field) => {
      const [before, behind] = [this.polynomials.part(low, field, 'value'), there.polynomials.part(high, field, 'value')];
      if (before === null || behind === null) return [];
      const grows = minus(behind, before);
      if (!isSame) return beside.map((premise) => fact(grows, ...evaluated, isLater, isEarlier, premise));
      const order = orderOf(this.environment, (id) => this.polynomials.classOf(id), list, field);
      const sorted = order === null ? [] : [fact(grows, ...evaluated, order === 'up' ? isLater : isEarlier)];
      return [fact(grows, ...evaluated, isLater, isEarlier), ...sorted];
    });
    return [...values, ...(isSame ? this.betweenPlaces(low, high, there, evaluated) : [])];
  }

  /** The premises that a place is behind, or before, the one where SET has replaced an element of one of two lists to give the other. */
  private besideReplaced(list: NodeId, place: NodeId, other: NodeId, there: LinearFacts): readonly Premise[] {
    const replaced =
      this.replacedIn(list, there.polynomials.nameOfClass(other)) ?? there.replacedIn(other, this.polynomials.nameOfClass(list));
    if (replaced === null) return [];
    const behind = minus(this.polynomials.of(place), replaced);
    return [minus(behind, ONE), minus(minus(ZERO, behind), ONE)].map((value) => ({ value, isKnown: false }));
  }

  /** The place at which SET has replaced an element of the list with that name; `null` if a node does not give such a list. */
  private replacedIn(list: NodeId, name: string): Polynomial | null {
    const node = this.environment.graph.nodes[this.polynomials.classOf(list)];
    const [before, place] = node?.op === 'apply' && node.monomer === SET ? node.operands : [];
    if (before === undefined || place === undefined) return null;
    return this.polynomials.nameOfClass(before) === name ? this.polynomials.of(place) : null;
  }

  /** The elements between two places of a list are at least their number times the least element. */
  private betweenPlaces(low: NodeId, high: NodeId, there: LinearFacts, evaluated: readonly Premise[]): readonly LinearFact[] {
    const [one, other] = [this.polynomials.stretchOf(low), there.polynomials.stretchOf(high)];
    if (one === undefined || other === undefined) return [];
    const view = this.environment.view(one.list);
    const bounds = view.kind === 'list' ? boundsOfMeasure(view.element) : null;
    if (bounds === null) return [];
    return [one.from, one.to].flatMap((before) =>
      [other.from, other.to].map((after) => {
        const count = minus(after.place, before.place);
        const isLater: Premise = { value: count, isKnown: count.size === 0 };
        return fact(plus(minus(after.sum, before.sum), count, -BigInt(bounds.lo)), ...evaluated, isLater);
      }),
    );
  }

  /** In a sorted list, the elements of a part are at least each element that is no later, and at most each that is no earlier. */
  private besidePart(get: NodeId, part: NodeId, there: LinearFacts, evaluated: readonly Premise[]): readonly LinearFact[] {
    const [node, cut] = [nodeAt(this.environment.graph, get), nodeAt(this.environment.graph, part)];
    const [list, place] = node.op === 'apply' ? node.operands : [];
    const [stretch, sum] = [there.polynomials.stretchOf(part), there.polynomials.sumOf(part)];
    if (list === undefined || place === undefined || stretch === undefined || sum === null || cut.op !== 'apply') return [];
    const order = orderOf(this.environment, (id) => this.polynomials.classOf(id), list);
    if (order === null || this.polynomials.nameOfClass(list) !== there.polynomials.nameOfClass(stretch.list)) return [];
    const more = minus(sum, times(this.polynomials.of(get), there.polynomials.lengthOf(part)));
    const [rises, falls] = order === 'up' ? [more, minus(ZERO, more)] : [minus(ZERO, more), more];
    const at = this.polynomials.of(place);
    const given = [...evaluated, ...there.inside(part, cut)];
    const isBefore: Premise = { value: minus(stretch.from.place, at), isKnown: false };
    const isBehind: Premise = { value: plus(minus(at, stretch.to.place), ONE), isKnown: false };
    return [fact(rises, ...given, isBefore), fact(falls, ...given, isBehind)];
  }

  /**
   * The element at the place that FIND gives equals the value that was sought (two facts), and an equal element is at no earlier
   * place.
   */
  private foundIn(find: NodeId, get: NodeId, there: LinearFacts, evaluated: readonly Premise[]): readonly LinearFact[] {
    const [one, other] = [nodeAt(this.environment.graph, find), nodeAt(this.environment.graph, get)];
    const [list, sought] = one.op === 'apply' ? one.operands : [];
    const [same, place] = other.op === 'apply' ? other.operands : [];
    if (list === undefined || sought === undefined || same === undefined || place === undefined) return [];
    const kind = this.environment.graph.types[get]?.kind;
    const found = this.polynomials.contentOf(find);
    const isSameList = this.polynomials.nameOfClass(list) === there.polynomials.nameOfClass(same);
    if ((kind !== 'integer' && kind !== 'boolean') || found === null || !isSameList) return [];
    const apart = minus(there.polynomials.of(get), this.polynomials.of(sought));
    const later = minus(there.polynomials.of(place), found);
    const given = [...evaluated, this.isPresent(find, true)];
    const isHere = isZero(later);
    return [fact(apart, ...given, ...isHere), fact(minus(ZERO, apart), ...given, ...isHere), fact(later, ...evaluated, ...isZero(apart))];
  }

  private own(id: NodeId, node: Node): readonly LinearFact[] {
    switch (node.op) {
      case 'apply': {
        const operands = argumentNodes(node).map((operand) => operand ?? id);
        const facts = monomerOf(node).linear?.facts?.(new Application(this.polynomials, this.environment, id, operands)) ?? [];
        return [...facts, ...this.inTerms(id)];
      }
      case 'list':
        return this.inTerms(id);
      case 'select':
        return [
          ...this.passedOn(id, node.whenTrue, this.isTruth(node.condition, true)),
          ...this.passedOn(id, node.whenFalse, this.isTruth(node.condition, false)),
        ];
      case 'shortCircuit':
        return this.ofShortCircuit(id, node);
      case 'match':
        return node.arms.length <= MAX_ARMS ? [...this.ofMatch(id, node), ...this.ofIntervals(id, node)] : [];
      case 'unwrapOr': {
        const content = this.polynomials.contentOf(node.option);
        const known = this.polynomials.contentNode(node.option);
        const isPresent = this.isPresent(node.option, true);
        const given =
          known !== null
            ? this.passedBy(id, known, [isPresent])
            : content === null
              ? []
              : [equality(minus(this.polynomials.of(id), content), isPresent)];
        return [...given, ...this.passedOn(id, node.otherwise, this.isPresent(node.option, false))];
      }
      case 'fold':
        return this.ofFold(id, node);
      case 'hold':
        return this.ofHold(id);
      case 'loop':
        if (node.loop === 'map') return this.ofMap(id, node);
        return node.loop === 'count' ? this.ofCount(id, node) : [];
      default:
        return [];
    }
  }

  /** The condition of a hold is true. */
  private ofHold(id: NodeId): readonly LinearFact[] {
    const condition = heldBehind(this.environment.graph, id);
    const result = condition === null ? null : (this.environment.graph.regions[condition]?.result ?? null);
    return result === null ? [] : [equality(minus(this.polynomials.of(result), ONE))];
  }

  /** If each step changes an accumulator by a multiple of a number, its last value differs from its first by such a multiple. */
  private ofFold(id: NodeId, { initial, body }: Extract<Node, { op: 'fold' }>): readonly LinearFact[] {
    const [before, after] = [boundNode(this.environment.graph, body, 0), this.environment.graph.regions[body]?.result ?? null];
    if (before === undefined || after === null) return [];
    return integersOf(this.environment.graph.types[id]).flatMap((field) => {
      const [first, last] = [initial, id].map((node) => this.polynomials.part(node, field, 'value'));
      const from = this.everywhere.part(before, field, 'value');
      const to = field === null ? after : this.everywhere.fieldNode(after, field);
      if (first == null || last == null || from === null || to === undefined) return [];
      return this.inSteps(minus(last, first), this.sizeOfStep(from, to), this.polynomials.stepsOf(id, field));
    });
  }

  /** A sum of multiples of a number is a multiple of it. */
  private ofMap(id: NodeId, { body }: Extract<Node, { op: 'loop' }>): readonly LinearFact[] {
    const [sum, given] = [this.polynomials.sumOf(id), this.environment.graph.regions[body]?.result ?? null];
    return sum === null || given === null ? [] : this.inSteps(sum, this.sizeOfStep(ZERO, given), this.polynomials.stepsOf(id, null));
  }

  /**
   * A COUNT over a list of truth values whose condition is a multiple of the element and a constant: it is that multiple of the sum
   * and of the length. In a step of loops, which knows a COUNT by its value before the step, nothing is stated.
   */
  private ofCount(id: NodeId, { source, body }: Extract<Node, { op: 'loop' }>): readonly LinearFact[] {
    const { polynomials } = this;
    const isInStep = this.bodies.size > 0 || polynomials !== this.everywhere;
    const sum = isInStep || source.over === 'range' ? null : polynomials.sumOf(source.node);
    const [element, result] = [boundNode(this.environment.graph, body, 0), this.environment.graph.regions[body]?.result ?? null];
    if (source.over === 'range' || sum === null || element === undefined || result === null) return [];
    const [each, given] = [polynomials.of(element), polynomials.of(result)];
    const [name, ...more] = each.keys();
    if (name === undefined || more.length > 0 || !isAtom(each)) return [];
    const multiple = new Map([[CONSTANT_TERM, given.get(name) ?? 0n]]);
    const rest = constantOf(minus(given, times(multiple, each)));
    if (rest === null) return [];
    const length = times(new Map([[CONSTANT_TERM, rest]]), polynomials.lengthOf(source.node));
    return [equality(minus(polynomials.of(id), plus(times(multiple, sum), length)))];
  }

  /**
   * A loop that does the same for the elements of a list in another order has the same count, truth, length or sum. In a step of
   * loops, which knows a loop by its value before the step, nothing is stated.
   */
  private ofPermuted(id: NodeId, node: Node): readonly LinearFact[] {
    const isInStep = this.bodies.size > 0 || this.polynomials !== this.everywhere;
    const other = node.op !== 'loop' || isInStep ? undefined : permutedLoops(this.environment.graph).get(id);
    const reached = other === undefined ? null : this.reached(other);
    if (other === undefined || reached === null) return [];
    return partsOf(this.environment.graph.types[id]).flatMap(({ field, measure }) => {
      const [own, same] = [this.polynomials.part(id, field, measure), this.polynomials.part(other, field, measure)];
      return own === null || same === null ? [] : [equality(minus(own, same), ...reached)];
    });
  }

  private inSteps(whole: Polynomial, size: bigint, steps: Polynomial): readonly LinearFact[] {
    return size === 1n ? [] : [equality(minus(whole, times(constant(normalize(size)), steps)))];
  }

  /** The polynomials that are valid in all steps of all loops: a fact about one step would not hold for the others. */
  private get everywhere(): NodePolynomials {
    return nodePolynomials(this.environment.graph);
  }

  /**
   * The common divisor of the differences between a node and a value, whenever both exist; 0 if they are equal. For a choice,
   * each way is examined.
   */
  private sizeOfStep(from: Polynomial, to: NodeId, depth = 0): bigint {
    const own = divisorOf(minus(this.everywhere.of(to), from));
    const node = nodeAt(this.environment.graph, to);
    if (own !== 1n || (node.op !== 'select' && node.op !== 'match') || depth === MAX_CHOICES) return own;
    const ways = ownedRegions(node).map((region) => this.environment.graph.regions[region]?.result ?? null);
    return ways.reduce((common: bigint, way) => (way === null ? 1n : commonDivisor(common, this.sizeOfStep(from, way, depth + 1))), 0n);
  }

  /**
   * An atom represents the value of a node, or the sum of its elements, if the polynomial has too many terms; these facts equate
   * the two.
   */
  private inTerms(id: NodeId): readonly LinearFact[] {
    return (['value', 'sum'] as const).flatMap((measure) => {
      const [own, terms] = [this.polynomials.part(id, null, measure), this.polynomials.inTerms(id, measure)];
      return own === null || terms === undefined ? [] : [equality(minus(own, terms))];
    });
  }

  /** The left side determines the result, or the right side is the result. */
  private ofShortCircuit(id: NodeId, node: Extract<Node, { op: 'shortCircuit' }>): readonly LinearFact[] {
    const result = this.polynomials.of(id);
    const left = this.polynomials.of(node.left);
    const settled = { and: minus(left, result), or: minus(result, left), implies: minus(plus(result, left), ONE) }[node.connective];
    return [fact(settled), ...this.passedOn(id, node.right, this.isTruth(node.left, node.connective !== 'or'))];
  }

  /** One arm is taken, and its value is the result; for an arm of integers, the subject lies in its range. */
  private ofMatch(id: NodeId, node: Extract<Node, { op: 'match' }>): readonly LinearFact[] {
    const taken = this.polynomials.armsOf(id, node);
    const subject = this.polynomials.of(node.subject);
    return [
      equality(taken.reduce((sum, each) => plus(sum, each), minus(ZERO, ONE))),
      ...taken.map((each) => fact(each)),
      ...node.arms.flatMap(({ pattern, region }) => {
        const premise = this.isTaken(id, node, region);
        const within =
          pattern.pattern === 'range'
            ? [fact(minus(subject, constant(pattern.lo)), premise), fact(minus(constant(pattern.hi), subject), premise)]
            : [];
        return [...within, ...this.passedOn(id, region, premise)];
      }),
    ];
  }

  /** An integer within the part of an arm's range that earlier arms leave takes that arm. */
  private ofIntervals(id: NodeId, node: Extract<Node, { op: 'match' }>): readonly LinearFact[] {
    if (!this.polynomials.isInteger(node.subject)) return [];
    const [subject, taken] = [this.polynomials.of(node.subject), this.polynomials.armsOf(id, node)];
    const bounds = boundsOfMeasure(this.environment.view(node.subject));
    const left = new IntervalsLeft();
    return node.arms.flatMap(({ pattern, region }, index) =>
      left.take(pattern).flatMap(([lo, hi]) => {
        const premises: readonly Premise[] = [
          ...(lo === INT64_MIN ? [] : [{ value: minus(subject, constant(lo)), isKnown: bounds !== null && bounds.lo >= lo }]),
          ...(hi === INT64_MAX ? [] : [{ value: minus(constant(hi), subject), isKnown: bounds !== null && bounds.hi <= hi }]),
        ];
        return [equality(minus(taken[index] ?? ZERO, ONE), ...premises), ...this.passedOn(id, region, ...premises)];
      }),
    );
  }

  private isPresent(option: NodeId, truth: boolean): Premise {
    const [present, view] = [this.polynomials.presentOf(option), this.environment.view(option)];
    if (truth) return { value: minus(present, ONE), isKnown: view.kind === 'option' && !view.none };
    return { value: minus(ZERO, present), isKnown: view.kind === 'option' && view.some.kind === 'never' };
  }

  private isTaken(id: NodeId, node: Extract<Node, { op: 'match' }>, region: RegionId): Premise {
    const index = node.arms.findIndex((arm) => arm.region === region);
    return { value: minus(this.polynomials.armsOf(id, node)[index] ?? ZERO, ONE), isKnown: this.environment.isReached(region) };
  }

  private ofSorts(id: NodeId): readonly LinearFact[] {
    return this.environment.graph.types[id]?.kind === 'option' ? this.ofOption(id) : this.ofTags(id);
  }

  /** An option has a content or not, as its abstract value says, and the content lies within its own abstract value. */
  private ofOption(id: NodeId): readonly LinearFact[] {
    const [present, content, view] = [this.polynomials.presentOf(id), this.polynomials.contentOf(id), this.environment.view(id)];
    if (view.kind !== 'option') return [];
    const bounds = boundsOfMeasure(view.some) ?? { lo: 0, hi: 0 };
    const some = this.isPresent(id, true);
    return [
      fact(view.none ? present : minus(present, ONE)),
      fact(view.some.kind === 'never' ? minus(ZERO, present) : minus(ONE, present)),
      ...(content === null ? [] : [fact(minus(content, constant(bounds.lo)), some), fact(minus(constant(bounds.hi), content), some)]),
    ];
  }

  /** A value is exactly one of the tags of its type, and one that its abstract value allows. */
  private ofTags(id: NodeId): readonly LinearFact[] {
    const type = this.environment.graph.types[id];
    if (type?.kind !== 'enumeration' || type.tags.length > MAX_TAGS) return [];
    const view = this.environment.view(id);
    const is = type.tags.map((tag) => this.polynomials.tagOf(id, tag));
    return [
      equality(is.reduce((sum, each) => plus(sum, each), minus(ZERO, ONE))),
      ...is.map((each) => fact(each)),
      ...is.map((each, index) => {
        const none = minus(ZERO, each);
        return fact(none, { value: none, isKnown: view.kind === 'enumeration' && !view.tags.includes(type.tags[index] ?? '') });
      }),
    ];
  }

  /** The value of a reached region is the value of the node that owns it. */
  private passedOn(id: NodeId, region: number, ...reached: readonly Premise[]): readonly LinearFact[] {
    const result = this.environment.graph.regions[region]?.result ?? null;
    return result === null ? [] : this.passedBy(id, result, reached);
  }

  /** The value of one node equals that of another. */
  private passedBy(id: NodeId, result: NodeId, reached: readonly Premise[]): readonly LinearFact[] {
    const type = this.environment.graph.types[id];
    const parts = partsOf(type).flatMap(({ field, measure }) => {
      const [whole, given] = [this.polynomials.part(id, field, measure), this.polynomials.part(result, field, measure)];
      return whole === null || given === null ? [] : [equality(minus(whole, given), ...reached)];
    });
    if (type?.kind !== 'record') return [...parts, ...this.alike(id, result, reached)];
    if (type.fields.length > MAX_FIELDS) return parts;
    const sorts = type.fields.flatMap(({ name }) => {
      const [whole, given] = [this.polynomials.fieldNode(id, name), this.polynomials.fieldNode(result, name)];
      return whole === undefined || given === undefined ? [] : this.alike(whole, given, reached);
    });
    return [...parts, ...sorts];
  }

  /** The record in an option that a choice gives is the record in the option of the arm that is taken. */
  private ofContents(id: NodeId, node: Node): readonly LinearFact[] {
    const type = this.environment.graph.types[id];
    const whole = type?.kind === 'option' && type.value.kind === 'record' ? this.polynomials.contentFor(id) : null;
    if (whole === null) return [];
    return this.waysOf(id, node).flatMap(([region, premise]) => {
      const result = this.environment.graph.regions[region]?.result ?? null;
      const given = result === null ? null : this.polynomials.contentFor(result);
      return result === null || given === null ? [] : this.passedBy(whole, given, [premise, this.isPresent(result, true)]);
    });
  }

  /** The regions of a choice, each with the premise that it was taken. */
  private waysOf(id: NodeId, node: Node): readonly (readonly [RegionId, Premise])[] {
    if (node.op === 'select') {
      return [
        [node.whenTrue, this.isTruth(node.condition, true)],
        [node.whenFalse, this.isTruth(node.condition, false)],
      ];
    }
    if (node.op !== 'match' || node.arms.length > MAX_ARMS) return [];
    return node.arms.map(({ region }) => [region, this.isTaken(id, node, region)]);
  }

  /** The product of a quotient and its divisor, if the quotient is not negative, lies within its products with the divisor's bounds. */
  private ofDivisor(id: NodeId, node: Node): readonly LinearFact[] {
    const division = node.op === 'apply' ? this.polynomials.divisionOf(id) : undefined;
    if (node.op !== 'apply' || division === undefined || constantOf(division.divisor) !== null) return [];
    const { quotient, divisor } = division;
    const by = node.operands.find((operand) => textOf(this.polynomials.of(operand)) === textOf(divisor));
    const bounds = by === undefined ? null : boundsOfMeasure(this.environment.view(by));
    if (bounds === null) return [];
    const isNatural: Premise = { value: quotient, isKnown: false };
    return [
      fact(times(minus(divisor, constant(bounds.lo)), quotient), isNatural),
      fact(times(minus(constant(bounds.hi), divisor), quotient), isNatural),
    ];
  }

  /**
   * A quotient of f * g + r by d, which is no constant, for natural f and positive d: it is at most f if g <= d and r < d, and at least f if g >= d and
   * r >= 0. If g is negative, it is at least -f if -g <= d and r >= 0, and at most -f if -g >= d and r <= 0.
   */
  private ofShares(id: NodeId, node: Node): readonly LinearFact[] {
    const division = node.op === 'apply' && monomerOf(node).linear?.result?.is === 'quotient' ? this.polynomials.divisionOf(id) : undefined;
    if (node.op !== 'apply' || division === undefined) return [];
    const { dividend, divisor, quotient } = division;
    const shares = constantOf(divisor) === null ? sharesOf(dividend) : [];
    const least = shares.length === 0 ? NO_LEAST : this.leastOf(node.operands);
    const from = (value: Polynomial, bound: Int): Premise => {
      const known = least.get(textOf(value));
      return { value: minus(value, constant(bound)), isKnown: known !== undefined && known >= bound };
    };
    return shares.flatMap(({ factor, other, rest }) => {
      const [natural, positive] = [from(factor, 0), from(divisor, 1)];
      const isNegative = [...other.values()].every((coefficient) => coefficient < 0n);
      const [share, part] = isNegative ? [minus(ZERO, other), minus(ZERO, quotient)] : [other, quotient];
      const [below, above] = isNegative ? [rest, minus(ZERO, rest)] : [minus(minus(divisor, ONE), rest), rest];
      return [
        fact(minus(factor, part), natural, positive, open(minus(divisor, share)), ...(rest.size === 0 ? [] : [open(below)])),
        fact(minus(part, factor), natural, positive, open(minus(share, divisor)), ...(rest.size === 0 ? [] : [open(above)])),
      ];
    });
  }

  /** The least values of evaluated nodes and of the operands behind them, by polynomial. */
  private leastOf(nodes: readonly NodeId[], depth = 0): ReadonlyMap<string, Int> {
    const least = new Map<string, Int>();
    for (const id of nodes) {
      const node = nodeAt(this.environment.graph, id);
      if (node.op === 'apply' && depth < MAX_FACTORS) for (const [key, lo] of this.leastOf(node.operands, depth + 1)) least.set(key, lo);
      const bounds = this.polynomials.isInteger(id) ? boundsOfMeasure(this.environment.view(id)) : null;
      if (bounds !== null) least.set(textOf(this.polynomials.of(id)), bounds.lo);
    }
    return least;
  }

  /**
   * An element, and the sum of a part, are differences of two sums of first elements. SET replaces one element in a sum. The
   * elements before and behind lie within the bounds of all elements.
   */
  private ofStretch(id: NodeId, node: Node): readonly LinearFact[] {
    const stretch = this.polynomials.stretchOf(id);
    const whole = stretch === undefined ? null : this.polynomials.sumOf(stretch.list);
    if (node.op !== 'apply' || stretch === undefined || whole === null) return [];
    const within = this.inside(id, node);
    const own = minus(stretch.to.sum, stretch.from.sum);
    const sum = this.polynomials.sumOf(id);
    const [, , value] = node.operands;
    const isReplaced = sum !== null && node.monomer === SET && value !== undefined;
    const is = isReplaced ? minus(plus(minus(sum, whole), own), this.polynomials.of(value)) : minus(sum ?? this.polynomials.of(id), own);
    const view = this.environment.view(stretch.list);
    const bounds = view.kind === 'list' ? boundsOfMeasure(view.element) : null;
    const outside = [
      [stretch.from.sum, stretch.from.place],
      [minus(whole, stretch.to.sum), minus(this.polynomials.lengthOf(stretch.list), stretch.to.place)],
    ] as const;
    const rest = outside.flatMap(([given, count]) =>
      bounds === null
        ? []
        : [fact(plus(given, count, -BigInt(bounds.lo)), ...within), fact(minus(times(constant(bounds.hi), count), given), ...within)],
    );
    return [equality(is, ...within), ...rest];
  }

  /**
   * The elements beside one element of a list lie within the bounds of all elements. Stated for lists of which the sum is taken. In
   * the steps of an invariant these facts would lead the search away from sums so far.
   */
  private ofSummed(id: NodeId): readonly LinearFact[] {
    const isSaid = this.conditions.size > 0 || this.polynomials.stretchOf(id) !== undefined;
    const list = isSaid ? undefined : elementsBound(this.environment.graph).get(id);
    const [sum, view] = list === undefined ? [null, null] : [this.polynomials.sumOf(list), this.environment.view(list)];
    const bounds = view?.kind === 'list' ? boundsOfMeasure(view.element) : null;
    if (list === undefined || sum === null || bounds === null) return [];
    const [others, count] = [minus(sum, this.polynomials.of(id)), minus(this.polynomials.lengthOf(list), ONE)];
    return [fact(plus(others, count, -BigInt(bounds.lo))), fact(minus(times(constant(bounds.hi), count), others))];
  }

  /** An element that is read where SET has replaced it is the new one. */
  private ofReplaced(id: NodeId, node: Node): readonly LinearFact[] {
    const [list, place] = node.op === 'apply' && node.monomer === GET ? node.operands : [];
    if (list === undefined || place === undefined) return [];
    const made = this.environment.graph.nodes[this.polynomials.classOf(list)];
    const [, other, value] = made?.op === 'apply' && made.monomer === SET ? made.operands : [];
    if (other === undefined || value === undefined) return [];
    return this.passedBy(id, value, isZero(minus(this.polynomials.of(place), this.polynomials.of(other))));
  }

  /** The premise that the places of a stretch lie in the list: TAKE and DROP allow others. */
  private inside(id: NodeId, node: Extract<Node, { op: 'apply' }>): readonly Premise[] {
    const at = new Application(this.polynomials, this.environment, id, node.operands);
    return node.monomer === TAKE || node.monomer === DROP ? [at.withinLength(1)] : [];
  }

  /** Equal records have equal fields. A value that is known to be an element of a list is in it. */
  private ofComparison(id: NodeId, node: Node): readonly LinearFact[] {
    if (node.op !== 'apply') return [];
    const [a, b] = node.operands;
    const result = monomerOf(node).linear?.result;
    if (a === undefined || b === undefined) return [];
    if (result?.is === 'equality' && this.environment.graph.types[a]?.kind === 'record')
      return this.passedBy(a, b, [this.isTruth(id, !result.negated)]);
    if (result?.is !== 'membership' && node.monomer !== FIND) return [];
    // In a step of loops the elements of a list and of its filter are one class, also if the filter drops this element.
    const classes = this.conditions.size === 0 ? this.polynomials : this.everywhere;
    const classOf = (other: NodeId): NodeId => classes.classOf(other);
    const isElement = membershipOf(this.environment, classOf, b, classOf(a), NO_MAPS) !== null;
    if (node.monomer === FIND) return isElement ? [equality(minus(this.polynomials.presentOf(id), ONE))] : [];
    const is = isElement ? ONE : this.polynomials.isOneOf(a, b);
    return is === null ? [] : [equality(minus(this.polynomials.of(id), is))];
  }

  /** Two records are equal if all of their fields are. Stated for fields that are integers, truth values or few tags. */
  private ofEqualFields(id: NodeId, node: Node): readonly LinearFact[] {
    const result = node.op === 'apply' ? monomerOf(node).linear?.result : null;
    const [a, b] = node.op === 'apply' ? node.operands : [];
    const type = this.environment.graph.types[a ?? -1];
    if (a === undefined || b === undefined || result?.is !== 'equality' || type?.kind !== 'record' || type.fields.length > MAX_FIELDS)
      return [];
    const apart = type.fields.map((field) => this.apartIn(field, a, b));
    if (apart.includes(null)) return [];
    const premises = apart.flatMap((values) => values ?? []).flatMap(isZero);
    const truth = this.polynomials.of(id);
    return [equality(result.negated ? truth : minus(truth, ONE), ...premises)];
  }

  /** Values that are all 0 exactly if a field of two records is equal; `null` for a field of another type. */
  private apartIn({ name, type }: { readonly name: string; readonly type: Type }, a: NodeId, b: NodeId): readonly Polynomial[] | null {
    const [left, right] = [this.polynomials.part(a, name, 'value'), this.polynomials.part(b, name, 'value')];
    if (left !== null && right !== null) return [minus(left, right)];
    const [one, other] = [this.polynomials.fieldNode(a, name), this.polynomials.fieldNode(b, name)];
    if (type.kind !== 'enumeration' || one === undefined || other === undefined) return null;
    const sorts = this.polynomials.sortsOf(other, type);
    return sorts.length === 0 ? null : this.polynomials.sortsOf(one, type).map((sort, index) => minus(sort, sorts[index] ?? ZERO));
  }

  /** Two nodes with equal values have equal sorts and equal contents. */
  private alike(whole: NodeId, given: NodeId, premises: readonly Premise[]): readonly LinearFact[] {
    const type = this.environment.graph.types[whole];
    if (type?.kind === 'boolean') return [];
    const its = this.polynomials.sortsOf(given, type);
    const sorts = this.polynomials.sortsOf(whole, type).map((sort, index) => equality(minus(sort, its[index] ?? ZERO), ...premises));
    const [one, other] = [this.polynomials.contentOf(whole), this.polynomials.contentOf(given)];
    return one === null || other === null ? sorts : [...sorts, equality(minus(one, other), ...premises, this.isPresent(given, true))];
  }

  private isTruth(id: NodeId, truth: boolean): Premise {
    return truthIs(truth, this.polynomials.of(id), this.environment.view(id));
  }
}

const NO_LEAST: ReadonlyMap<string, Int> = new Map();
/** Limits for the factors of a dividend and the depth at which they are found, and for its terms. */
const MAX_FACTORS = 4;
const MAX_SHARED_TERMS = 8;

/** A polynomial as `factor * other + rest`; the rest has no multiple of the factor. */
interface Share {
  readonly factor: Polynomial;
  readonly other: Polynomial;
  readonly rest: Polynomial;
}

/** The atoms of products in a polynomial, each as a factor of it, and the common divisor of such a polynomial. */
function sharesOf(whole: Polynomial): readonly Share[] {
  const products = [...whole.keys()].map(atomsOf).filter((atoms) => atoms.length > 1);
  if (products.length === 0 || whole.size > MAX_SHARED_TERMS) return [];
  const atoms = [...new Set(products.flat())].slice(0, MAX_FACTORS);
  const content = constant(normalize(divisorOf(whole)));
  const common: Share = { factor: content, other: exactQuotient(whole, content) ?? ZERO, rest: ZERO };
  return [
    ...atoms.map((name) => {
      const factor = atom(name);
      const multiples = new Map([...whole].filter(([monomial]) => atomsOf(monomial).includes(name)));
      return { factor, other: exactQuotient(multiples, factor) ?? ZERO, rest: minus(whole, multiples) };
    }),
    ...(textOf(content) === textOf(ONE) ? [] : [common]),
  ];
}

/** The facts with further premises before their own. */
function under(premises: readonly Premise[], facts: readonly LinearFact[]): readonly LinearFact[] {
  return premises.length === 0 ? facts : facts.map((each) => ({ ...each, premises: [...premises, ...each.premises] }));
}

/** A premise that no abstract value shows. */
function open(value: Polynomial): Premise {
  return { value, isKnown: false };
}

const [GET, FIND, SET, SUM, TAKE, DROP] = ['GET', 'FIND', 'SET', 'SUM', 'TAKE', 'DROP'].map((name) => monomerNamed(name)?.index ?? -1);

const NO_MAPS: ReadonlySet<NodeId> = new Set();

/** By node that reads an element of a list of integers whose sum is taken, or that a loop binds to its elements: that list. */
const elementsBound = oncePerGraph((graph): ReadonlyMap<NodeId, NodeId> => {
  const classes = valueClasses(graph);
  const of = (id: NodeId): NodeId => classes[id] ?? id;
  const summed = new Set(graph.nodes.flatMap((node) => (node.op === 'apply' && node.monomer === SUM ? node.operands.map(of) : [])));
  const found = new Map<NodeId, NodeId>();
  for (const [id, node] of graph.nodes.entries()) {
    const list = graph.types[id]?.kind === 'integer' ? listBehind(graph, node) : undefined;
    if (list !== undefined && summed.has(of(list))) found.set(id, list);
  }
  return found;
});

/** The list of which a node reads an element, or to whose elements a loop binds it; `undefined` for other nodes. */
function listBehind(graph: Graph, node: Node): NodeId | undefined {
  if (node.op === 'apply' && node.monomer === GET) return node.operands[0];
  const owner = node.op === 'bound' ? graph.nodes[graph.regions[node.region]?.owner ?? -1] : undefined;
  if (node.op !== 'bound' || (owner?.op !== 'loop' && owner?.op !== 'fold') || owner.source.over === 'range') return undefined;
  return node.index === (owner.op === 'fold' ? 1 : 0) ? owner.source.node : undefined;
}

/** The premises that a value is 0. */
function isZero(value: Polynomial): readonly Premise[] {
  return [value, minus(ZERO, value)].map((side) => ({ value: side, isKnown: side.size === 0 }));
}

/** Limit for the arms of a match; larger ones state no facts. */
const MAX_ARMS = 8;

/** Limit for the intervals of one arm; an arm with more states no facts. */
const MAX_INTERVALS = 8;

/** The integers that earlier arms leave, as intervals. */
class IntervalsLeft {
  private left: readonly (readonly [Int, Int])[] = [[INT64_MIN, INT64_MAX]];

  /** The integers that the next arm takes, as intervals; empty if there are more than {@link MAX_INTERVALS}. */
  take(pattern: CorePattern): readonly (readonly [Int, Int])[] {
    const [lo, hi] = pattern.pattern === 'range' ? [pattern.lo, pattern.hi] : [INT64_MIN, INT64_MAX];
    const taken = this.left.flatMap(([from, to]) => interval(maximum(from, lo), minimum(to, hi)));
    this.left = this.left.flatMap(([from, to]) => [
      ...(lo === INT64_MIN ? [] : interval(from, minimum(to, subtract(lo, 1)))),
      ...(hi === INT64_MAX ? [] : interval(maximum(from, add(hi, 1)), to)),
    ]);
    return taken.length > MAX_INTERVALS ? [] : taken;
  }
}

/** Returns true for a polynomial that is one atom. */
function isAtom(value: Polynomial): boolean {
  const [only, ...more] = value;
  return only !== undefined && more.length === 0 && only[1] === 1n && only[0] !== CONSTANT_TERM && atomsOf(only[0]).length === 1;
}

function interval(lo: Int, hi: Int): readonly (readonly [Int, Int])[] {
  return lo <= hi ? [[lo, hi]] : [];
}

/** Limit for the nesting of examined choices. */
const MAX_CHOICES = 4;

/** The integers and truth values of a value: the value itself (`null`), or fields of a record. */
function valuesOf(type: Type | undefined): readonly (string | null)[] {
  return partsOf(type).flatMap(({ field, measure }) => (measure === 'value' ? [field] : []));
}

/** The integers of a value: the value itself (`null`), or fields of a record. */
function integersOf(type: Type | undefined): readonly (string | null)[] {
  if (type?.kind === 'integer') return [null];
  if (type?.kind !== 'record' || type.fields.length > MAX_FIELDS) return [];
  return type.fields.flatMap(({ name, type: own }) => (own.kind === 'integer' ? [name] : []));
}

const MEASURES: readonly Measure[] = ['value', 'length', 'sum'];

/** Limit for the fields of a record; larger records pass on no facts. */
const MAX_FIELDS = 16;

/** The measures of a value, or of its fields. */
export function partsOf(type: Type | undefined): readonly { readonly field: string | null; readonly measure: Measure }[] {
  if (type === undefined) return [];
  if (type.kind !== 'record') return MEASURES.filter((measure) => hasMeasure(type, measure)).map((measure) => ({ field: null, measure }));
  if (type.fields.length > MAX_FIELDS) return [];
  return type.fields.flatMap(({ name, type: own }) =>
    MEASURES.filter((measure) => hasMeasure(own, measure)).map((measure) => ({ field: name, measure })),
  );
}
