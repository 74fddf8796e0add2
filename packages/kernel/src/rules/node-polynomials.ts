import {
  atom,
  CONSTANT_TERM,
  constant,
  constantOf,
  degree,
  divisorOf,
  exactQuotient,
  hasShortCoefficients,
  MAX_TERMS,
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
import { nodeAt } from '../graph/schedule.js';
import { monomerNamed } from '../monomers/catalog.js';
import type { Fraction, Month, RoundedFraction } from '../monomers/linear.js';
import type { Type } from '../types/domain.js';
import type { Value } from '../values/value.js';
import { argumentNodes, monomerOf } from './applications.js';
import { loopBaseOf } from './loop-bases.js';
import { Months } from './months.js';
import { onlyContent, type StepClasses, valueClasses } from './value-classes.js';

/** A polynomial beyond this degree is an atom of its own: products of sums grow fast, as coefficients do in chains of products. */
const MAX_DEGREE = 3;
const FEBRUARY = constant(2);
/** The length of February in a common year. */
const SHORT_FEBRUARY = constant(28);

export const nodePolynomials = oncePerGraph((graph) => new NodePolynomials(graph, valueClasses(graph)));

/**
 * The value of every integer or boolean node (true is 1) as a polynomial over atoms, whenever it has been evaluated. Sums,
 * differences and products are exact, since an operation that overflows has no value.
 *
 * The atoms are:
 * - the values of classes of nodes (`v`),
 * - the lengths of classes (`l`),
 * - the sums of lists of integers or truth values (`s`), and of their first elements up to a place (`u`),
 * - quotients (`q`), one for each rounding, dividend and divisor; with a dot, of the dividend of a remainder by that divisor,
 * - the fields of dates (`d`),
 * - the months of the calendar (`m`),
 * - indicators, 1 or 0, that the value of a class is a tag (`t`) or has a content (`o`),
 * - indicators, 1 or 0, that an arm of a match is taken (`a`),
 * - the contents of options (`c`),
 * - the steps of one size of loops (`z`).
 *
 * A field that no node reads is named after its record. An atom means the same for all numberings of classes. The polynomials
 * depend on the graph alone and are computed in one pass by id: operands have smaller ids.
 */
export class NodePolynomials {
  private readonly polynomials: Polynomial[] = [];
  /** By node that gives a list of integers or truth values: the sum of its elements, of any size. */
  private readonly sums = new Map<NodeId, Polynomial>();
  private readonly quotients = new Map<string, Polynomial>();
  private readonly divisions = new Map<NodeId, RoundedFraction>();
  /** The divisions that separate the bits of a mask. */
  private readonly separations = new Map<NodeId, readonly RoundedFraction[]>();
  private readonly stretches = new Map<NodeId, Stretch>();
  /** By list and place: the sum of the elements before that place. */
  private readonly prefixes = new Map<string, Polynomial>();
  private readonly calendar: Months;
  private readonly months = new Map<NodeId, Month>();
  /** In one step: the polynomials of all nodes that do not vary. */
  private readonly outside: NodePolynomials | undefined;
  /** A node that reads a field, by the class of the record and the name. */
  private readonly long = { value: new Map<NodeId, Polynomial>(), sum: new Map<NodeId, Polynomial>() };
  private readonly readers = new Map<string, NodeId>();
  /** A node that an arm `some x` binds to the content of an option, by the class of the option. */
  private readonly contents = new Map<NodeId, NodeId>();

  /**
   * @param classes Nodes of one class have one value whenever both are evaluated.
   * @param outer Polynomials of the same graph, whose atoms mean the same here.
   * @param given By the least node of a class: its known value.
   * @param givenSums By the least node of a class: the known sum of its elements.
   * @param step One step of loops: nodes that do not vary in it are as in `outer`.
   */
  constructor(
    private readonly graph: Graph,
    private readonly classes: Int32Array,
    outer?: NodePolynomials,
    given: ReadonlyMap<NodeId, Polynomial> = new Map(),
    private readonly givenSums: ReadonlyMap<NodeId, Polynomial> = new Map(),
    private readonly step?: NumberedStep,
  ) {
    this.outside = step === undefined ? undefined : outer;
    this.calendar = new Months(outer?.calendar, step === undefined ? '' : `@${step.number}`);
    for (const id of step?.classes.nodes ?? graph.nodes.keys()) this.take(id, given);
  }

  /** The polynomials in one step of loops, numbered among others: its atoms for varying values are distinct from theirs. */
  inStep(classes: StepClasses, number: number): NodePolynomials {
    return new NodePolynomials(this.graph, this.classes, this, new Map(), new Map(), { classes, number });
  }

  private take(id: NodeId, given: ReadonlyMap<NodeId, Polynomial>): void {
    const node = nodeAt(this.graph, id);
    const value = this.classOf(id);
    const isOutside = this.step?.classes.varies(value) === false;
    const known = isOutside ? this.outside?.of(value) : value < id ? this.polynomials[value] : given.get(id);
    const division = node.op === 'apply' ? this.divide(id, node) : null;
    if (division !== null) this.divisions.set(id, division);
    const month = node.op === 'apply' ? this.monthAt(id, node) : null;
    if (month !== null) this.months.set(id, month);
    this.polynomials[id] = known ?? this.shortened(id, 'value', this.express(id, node, division)) ?? atom(`v${this.nameOf(value)}`);
    if (addsUp(this.graph.types[id])) {
      const sum = isOutside ? this.outside?.sumOf(value) : (this.sums.get(value) ?? this.givenSums.get(id));
      this.sums.set(id, sum ?? this.shortened(id, 'sum', this.add(node)) ?? atom(`s${this.nameOf(value)}`));
    }
    const stretch = node.op === 'apply' ? this.stretchAt(id, node) : null;
    if (stretch !== null) this.stretches.set(id, stretch);
    if (node.op === 'bound') this.nameContent(id, node.region);
    if (node.op === 'field') this.readers.set(`${this.classOf(node.record)} ${node.name}`, id);
  }

  /** The class of a node and the step of its value: nodes with one name have one value whenever both are evaluated. */
  nameOfClass(node: NodeId): string {
    return this.nameOf(this.classOf(node));
  }

  /** The name of a node in atoms. */
  private nameOf(node: NodeId): string {
    const { step } = this;
    if (step === undefined) return `${node}`;
    return step.classes.varies(node) ? `${node}@${step.number}` : (this.outside?.nameOf(node) ?? `${node}`);
  }

  /** The value of a node. */
  of(node: NodeId): Polynomial {
    return this.polynomials[node] ?? this.outside?.of(node) ?? ZERO;
  }

  /** The length of the text, bytes or list that a node gives. */
  lengthOf(node: NodeId): Polynomial {
    return atom(`l${this.nameOf(this.classOf(node))}`);
  }

  /** The sum of the list of integers or truth values that a node gives; `null` for other nodes. */
  sumOf(node: NodeId): Polynomial | null {
    return this.sums.get(node) ?? this.outside?.sumOf(node) ?? null;
  }

  /** A measure of a node's value, or of a field of it; `null` if it has no such measure. */
  part(node: NodeId, field: string | null, measure: Measure): Polynomial | null {
    const type = this.graph.types[node];
    if (field === null) return type !== undefined && hasMeasure(type, measure) ? this.measured(node, measure) : null;
    const own = type?.kind === 'record' ? type.fields.find(({ name }) => name === field)?.type : undefined;
    if (own === undefined || !hasMeasure(own, measure)) return null;
    const reader = this.fieldNode(node, field);
    if (reader === undefined && this.isDate(node)) return this.fieldOf(node, field);
    return reader === undefined ? atom(`${LETTERS[measure]}${this.nameOf(this.classOf(node))}.${field}`) : this.measured(reader, measure);
  }

  /** A node that has the value of a field of a record; `undefined` if no node has it. */
  fieldNode(node: NodeId, field: string): NodeId | undefined {
    const record = this.classOf(node);
    const built = this.graph.nodes[record];
    const given = built?.op === 'record' ? built.fields.find(({ name }) => name === field)?.node : undefined;
    return given ?? this.readerOf(record, field);
  }

  private readerOf(record: NodeId, field: string): NodeId | undefined {
    return this.readers.get(`${record} ${field}`) ?? this.outside?.readerOf(record, field);
  }

  private measured(node: NodeId, measure: Measure): Polynomial {
    if (measure === 'value') return this.of(node);
    return measure === 'length' ? this.lengthOf(node) : (this.sumOf(node) ?? ZERO);
  }

  /** 1 if the value of a node is a tag, else 0. */
  tagOf(node: NodeId, tag: string): Polynomial {
    const representative = this.classOf(node);
    const own = this.graph.nodes[representative];
    if (own?.op === 'literal') return own.value === tag ? ONE : ZERO;
    return atom(`t${this.nameOf(representative)}.${tag}`);
  }

  /** 1 if the option that a node gives has a content, else 0. */
  presentOf(node: NodeId): Polynomial {
    const representative = this.classOf(node);
    const own = this.graph.nodes[representative];
    if (own?.op === 'some') return ONE;
    return own?.op === 'literal' ? ZERO : atom(`o${this.nameOf(representative)}`);
  }

  /** The integer or truth value in the option that a node gives, if it has a content; `null` for an option of another type. */
  contentOf(node: NodeId): Polynomial | null {
    const representative = this.classOf(node);
    const [own, type] = [this.graph.nodes[representative], this.graph.types[representative]];
    if (type?.kind !== 'option' || (type.value.kind !== 'integer' && type.value.kind !== 'boolean')) return null;
    const content = this.contentNode(node);
    return own?.op !== 'literal' && content !== null ? this.of(content) : atom(`c${this.nameOf(representative)}`);
  }

  /** A node with the content of the option that a node gives, whenever that has one; `null` if no node has it. */
  contentNode(node: NodeId): NodeId | null {
    return onlyContent(this.graph, this.classOf(node), (id) => this.classOf(id));
  }

  /** A node that stands for the content of the option that a node gives, if it has one; `null` if the graph has no such node. */
  contentFor(node: NodeId): NodeId | null {
    return this.contentNode(node) ?? this.boundFor(this.classOf(node)) ?? null;
  }

  private boundFor(option: NodeId): NodeId | undefined {
    return this.contents.get(option) ?? this.outside?.boundFor(option);
  }

  private nameContent(id: NodeId, region: RegionId): void {
    const owner = this.graph.nodes[this.graph.regions[region]?.owner ?? -1];
    if (owner?.op !== 'match' || owner.subject > id) return;
    const pattern = owner.arms.find((arm) => arm.region === region)?.pattern;
    if (pattern?.pattern === 'some' && pattern.inner.pattern === 'any') this.contents.set(this.classOf(owner.subject), id);
  }

  /** The number of steps of one size between the first and the last value of an accumulator, of a field of it, or of a sum. */
  stepsOf(loop: NodeId, field: string | null): Polynomial {
    return atom(`z${this.nameOf(loop)}${field === null ? '' : `.${field}`}`);
  }

  /**
   * Indicators, 1 or 0, of the few sorts of a value: the tags of its type, its truth values, or the presence of its content.
   * Empty for other types, and for types with many tags.
   */
  sortsOf(node: NodeId, type: Type | undefined): readonly Polynomial[] {
    if (type?.kind === 'option') return [this.presentOf(node)];
    if (type?.kind === 'boolean') return [this.of(node), minus(ONE, this.of(node))];
    return type?.kind === 'enumeration' && type.tags.length <= MAX_TAGS ? type.tags.map((tag) => this.tagOf(node, tag)) : [];
  }

  /**
   * 1 if a tag or a truth value is one of the literals of a list, else 0: the sum of their indicators, of which at most one is 1.
   * `null` for other lists and values.
   */
  isOneOf(list: NodeId, of: NodeId): Polynomial | null {
    const written = this.graph.nodes[this.classOf(list)];
    const kind = this.graph.types[of]?.kind;
    if (written?.op !== 'list' || (kind !== 'enumeration' && kind !== 'boolean')) return null;
    const values = new Set<Value>();
    for (const item of written.items) {
      const found = this.graph.nodes[this.classOf(item)];
      if (found?.op !== 'literal') return null;
      values.add(found.value);
    }
    return [...values].reduce((sum: Polynomial, value) => plus(sum, this.isValue(of, value)), ZERO);
  }

  /** 1 for the arm of a match that is taken, 0 for each other. */
  armsOf(id: NodeId, { subject, arms }: Extract<Node, { op: 'match' }>): readonly Polynomial[] {
    const kind = this.graph.types[subject]?.kind;
    const taken: Polynomial[] = [];
    for (const [index, { pattern }] of arms.entries()) {
      // Earlier arms take their values away from this one.
      const isFirst = !arms.slice(0, index).some((earlier) => isSamePattern(earlier.pattern, pattern));
      const isPlain = taken.every((each) => each !== UNSAID);
      if (pattern.pattern === 'tag' && kind === 'enumeration') taken.push(isFirst && isPlain ? this.tagOf(subject, pattern.tag) : UNSAID);
      else if (pattern.pattern === 'value' && typeof pattern.value === 'boolean' && isFirst && isPlain) {
        taken.push(pattern.value ? this.of(subject) : minus(ONE, this.of(subject)));
      } else if (isOfOption(pattern) && isFirst && isPlain) {
        taken.push(pattern.pattern === 'some' ? this.presentOf(subject) : minus(ONE, this.presentOf(subject)));
      } else if (pattern.pattern === 'any' && isPlain) taken.push(taken.reduce((rest, each) => minus(rest, each), ONE));
      else taken.push(UNSAID);
    }
    const isSaid = taken.length === arms.length && !taken.includes(UNSAID);
    return arms.map((_, index) => (isSaid ? (taken[index] ?? ZERO) : atom(`a${this.nameOf(id)}.${index}`)));
  }

  /** The value of an integer or boolean node, or the length of a node that has one; `null` for other nodes. */
  measure(node: NodeId): Polynomial | null {
    switch (this.graph.types[node]?.kind) {
      case 'integer':
      case 'boolean':
        return this.of(node);
      case 'text':
      case 'bytes':
      case 'list':
        return this.lengthOf(node);
      default:
        return null;
    }
  }

  isInteger(node: NodeId): boolean {
    return this.graph.types[node]?.kind === 'integer';
  }

  /** The division of an application that divides; `undefined` for others. */
  divisionOf(node: NodeId): RoundedFraction | undefined {
    return this.divisions.get(node) ?? this.outside?.divisionOf(node);
  }

  /** The divisions that separate the bits of a mask, or the only division of an application; empty for others. */
  divisionsOf(node: NodeId): readonly RoundedFraction[] {
    const separated = this.separations.get(node);
    if (separated !== undefined) return separated;
    const division = this.divisions.get(node);
    return division === undefined ? (this.outside?.divisionsOf(node) ?? []) : [division];
  }

  /** A power of two, 2^62 at most, that divides the value of a node whenever it has one. */
  powerIn(node: NodeId, depth = 0): bigint {
    const own = this.graph.nodes[this.classOf(node)];
    if (own?.op === 'apply' && DISJOINT.has(monomerOf(own).name) && depth < MAX_JOINED_BITS) {
      return own.operands.reduce((least, operand) => smaller(least, this.powerIn(operand, depth + 1)), GREATEST_POWER);
    }
    const divisor = divisorOf(this.of(node));
    return divisor === 0n ? GREATEST_POWER : smaller(divisor & -divisor, GREATEST_POWER);
  }

  /** The stretch of a list of integers or truth values that an application reads, cuts out or replaces; `undefined` for others. */
  stretchOf(node: NodeId): Stretch | undefined {
    return this.stretches.get(node) ?? this.outside?.stretchOf(node);
  }

  /** The month of an application that has one; `undefined` for others. */
  monthOf(node: NodeId): Month | undefined {
    return this.months.get(node) ?? this.outside?.monthOf(node);
  }

  /** A field of a date. */
  fieldOf(date: NodeId, name: string): Polynomial {
    return atom(`d${this.nameOf(this.classOf(date))}.${name}`);
  }

  /** The least node with the same value here. */
  classOf(node: NodeId): NodeId {
    return this.step?.classes.of(node) ?? this.classes[node] ?? node;
  }

  /** The polynomial, unless it has too many terms: then an atom, whose meaning is kept in `long`. */
  private shortened(id: NodeId, measure: 'value' | 'sum', a: Polynomial | null): Polynomial | null {
    const short = this.bounded(a);
    if (a === null || short !== null || a.size > MAX_LONG_TERMS || degree(a) > MAX_DEGREE || !hasShortCoefficients(a)) return short;
    this.long[measure].set(id, a);
    return null;
  }

  /** The polynomial of many terms that the atom of a node's measure stands for; `undefined` for other nodes. */
  inTerms(id: NodeId, measure: 'value' | 'sum'): Polynomial | undefined {
    return this.long[measure].get(id);
  }

  private bounded(a: Polynomial | null): Polynomial | null {
    return a === null || a.size > MAX_TERMS || degree(a) > MAX_DEGREE || !hasShortCoefficients(a) ? null : a;
  }

  /** `null` for a node whose value is not a polynomial of its operands. */
  private express(id: NodeId, node: Node, division: RoundedFraction | null): Polynomial | null {
    if (node.op === 'literal') return literal(node.value);
    if (node.op === 'bound') return this.boundContent(id, node.region);
    if (node.op === 'select') return this.chosen(node);
    if (node.op === 'field') return this.isDate(node.record) ? this.fieldOf(node.record, node.name) : null;
    if (node.op !== 'apply' || this.graph.types[id] === undefined) return null;
    const result = monomerOf(node).linear?.result;
    switch (result?.is) {
      case 'polynomial': {
        const [a = ZERO, b = ZERO] = this.argumentsOf(node);
        return result.of(a, b);
      }
      case 'length': {
        const [of] = node.operands;
        return of === undefined ? null : this.lengthOf(of);
      }
      case 'equality':
        return this.isTag(node, result.negated);
      case 'sum': {
        const [of] = node.operands;
        return of === undefined ? null : this.sumOf(of);
      }
      case 'quotient':
        return division?.quotient ?? null;
      case 'remainder':
        return division === null ? null : minus(division.dividend, times(division.divisor, division.quotient));
      case 'masked':
        return this.maskedAt(id, node);
      case 'remainder from 1':
        return division === null ? null : plus(minus(division.dividend, times(division.divisor, division.quotient)), ONE);
      case 'day':
        return this.dayOfMonth(id, node);
      case 'length of month':
        return this.months.get(id)?.length ?? null;
      case 'leap year': {
        const february = this.months.get(id);
        return february === undefined ? null : minus(february.length, SHORT_FEBRUARY);
      }
      case 'date':
      case 'element':
      case 'elements':
      case 'part':
      case 'membership':
      case undefined:
        return null;
    }
  }

  /** A choice between two literals: the condition is 1 for the first, 0 for the second. */
  private chosen({ condition, whenTrue, whenFalse }: Extract<Node, { op: 'select' }>): Polynomial | null {
    const [one, other] = [whenTrue, whenFalse].map((region) => this.literalAt(this.graph.regions[region]?.result ?? null));
    if (one === null || one === undefined || other === null || other === undefined) return null;
    return plus(other, times(this.of(condition), minus(one, other)));
  }

  private literalAt(id: NodeId | null): Polynomial | null {
    const node = id === null ? undefined : this.graph.nodes[id];
    return node?.op === 'literal' ? literal(node.value) : null;
  }

  /** The day of an application whose month starts at a known day. */
  private dayOfMonth(id: NodeId, node: Extract<Node, { op: 'apply' }>): Polynomial | null {
    const month = this.months.get(id);
    const [, , day = ZERO] = this.argumentsOf(node);
    return month === undefined ? null : minus(plus(month.start, day), ONE);
  }

  private isDate(record: NodeId): boolean {
    const node = this.graph.nodes[this.classOf(record)];
    return node?.op === 'apply' && monomerOf(node).linear?.result?.is === 'date';
  }

  /**
   * The month of an application; `null` for applications without a month, and if the polynomial of year or number is too long.
   */
  private monthAt(id: NodeId, node: Extract<Node, { op: 'apply' }>): Month | null {
    const [a = ZERO, b = ZERO] = this.argumentsOf(node);
    switch (monomerOf(node).linear?.result?.is) {
      case 'day':
      case 'length of month':
        return this.bounded(a) === null || this.bounded(b) === null ? null : this.calendar.of(a, b);
      case 'leap year':
        return this.bounded(a) === null ? null : this.calendar.of(a, FEBRUARY);
      case 'date':
        return this.calendar.of(this.fieldOf(id, 'year'), this.fieldOf(id, 'month'));
      default:
        return null;
    }
  }

  /** The indicator of a comparison with a literal tag, a literal truth value or `none`. */
  private isTag({ operands: [a, b] }: Extract<Node, { op: 'apply' }>, negated: boolean): Polynomial | null {
    const kind = this.graph.types[a ?? -1]?.kind;
    if (a === undefined || b === undefined || (kind !== 'enumeration' && kind !== 'option' && kind !== 'boolean')) return null;
    const [left, right] = [a, b].map((operand) => this.graph.nodes[this.classOf(operand)]);
    const [of, literal_] = right?.op === 'literal' ? [a, right] : [b, left];
    if (literal_?.op !== 'literal') return null;
    const is = this.isValue(of, literal_.value);
    return negated ? minus(ONE, is) : is;
  }

  /** 1 if a node gives this tag, this truth value, or `none`; else 0. */
  private isValue(node: NodeId, value: Value): Polynomial {
    if (typeof value === 'string') return this.tagOf(node, value);
    if (typeof value === 'boolean') return value ? this.of(node) : minus(ONE, this.of(node));
    return minus(ONE, this.presentOf(node));
  }

  /** The bound value of an arm `some x`; `null` for values that other patterns and loops bind. */
  private boundContent(id: NodeId, region: RegionId): Polynomial | null {
    const owner = this.graph.nodes[this.graph.regions[region]?.owner ?? -1];
    if (owner?.op !== 'match' || owner.subject > id) return null;
    const pattern = owner.arms.find((arm) => arm.region === region)?.pattern;
    return pattern?.pattern === 'some' && pattern.inner.pattern === 'any' ? this.contentOf(owner.subject) : null;
  }

  /** The sum of a list, derived from its construction; `null` for a list that is not made of parts. */
  private add(node: Node): Polynomial | null {
    if (node.op === 'list') return node.items.reduce((sum, item) => plus(sum, this.of(item)), ZERO);
    if (node.op === 'literal') return Array.isArray(node.value) && node.value.length === 0 ? ZERO : null;
    if (node.op !== 'apply') return null;
    if (node.monomer === FILL) {
      const [length = ZERO, element = ZERO] = this.argumentsOf(node);
      return times(length, element);
    }
    if (monomerOf(node).linear?.result?.is !== 'elements') return null;
    return argumentNodes(node).reduce<Polynomial | null>((sum, operand) => {
      if (sum === null || operand === null) return null;
      return plus(sum, this.sumOf(operand) ?? this.of(operand));
    }, ZERO);
  }

  /** `null` for other applications, and for lists of which no part is cut out and no element replaced: their prefixes are of no use. */
  private stretchAt(id: NodeId, node: Extract<Node, { op: 'apply' }>): Stretch | null {
    const [list] = node.operands;
    const { name } = monomerOf(node);
    if (list === undefined || !addsUp(this.graph.types[list]) || !cutLists(this.graph).has(valueClasses(this.graph)[list] ?? list))
      return null;
    const [, first = ZERO, second = ZERO] = this.argumentsOf(node);
    const end = (place: Polynomial, which: string): End => ({ place, sum: this.sumUpTo(list, place, `${this.nameOf(id)}.${which}`) });
    switch (name) {
      case 'GET':
      case 'SET':
        return { list, from: end(first, 'from'), to: end(plus(first, ONE), 'to') };
      case 'SLICE':
        return { list, from: end(first, 'from'), to: end(second, 'to') };
      case 'TAKE':
        return { list, from: end(ZERO, 'from'), to: end(first, 'to') };
      case 'DROP':
        return { list, from: end(first, 'from'), to: end(this.lengthOf(list), 'to') };
      default:
        return null;
    }
  }

  private sumUpTo(list: NodeId, place: Polynomial, name: string): Polynomial {
    if (place.size === 0) return ZERO;
    const at = textOf(this.inBases(place));
    if (at === textOf(this.inBases(this.lengthOf(list)))) return this.sumOf(list) ?? ZERO;
    const key = `${this.nameOfClass(list)} ${at}`;
    const sum = this.prefixBy(key) ?? atom(`u${name}`);
    this.prefixes.set(key, sum);
    return sum;
  }

  private prefixBy(key: string): Polynomial | undefined {
    return this.prefixes.get(key) ?? this.outside?.prefixBy(key);
  }

  /** The polynomial with the length of each list that is made element by element replaced by that of the list it is made of. */
  private inBases(place: Polynomial): Polynomial {
    let changed = place;
    for (const [monomial, coefficient] of place) {
      if (!/^l[0-9]+$/u.test(monomial)) continue;
      const node = Number(monomial.slice(1));
      const { source, filters } = loopBaseOf(this.graph, { over: 'value', node });
      if (filters.length > 0 || source.over === 'range' || source.node === node) continue;
      changed = plus(plus(changed, atom(monomial), -coefficient), atom(`l${source.node}`), coefficient);
    }
    return changed;
  }

  private argumentsOf(node: Extract<Node, { op: 'apply' }>): readonly Polynomial[] {
    return argumentNodes(node).map((operand) => (operand === null ? ZERO : this.of(operand)));
  }

  /** Returns true for a remainder, and for a mask of low bits. */
  private isRemainder(node: Extract<Node, { op: 'apply' }>): boolean {
    const is = monomerOf(node).linear?.result?.is;
    return is === 'remainder' || (is === 'masked' && !this.isMixed(node));
  }

  /** Returns true for a mask that has other ones than a run from place 0. */
  private isMixed(node: Extract<Node, { op: 'apply' }>): boolean {
    const result = monomerOf(node).linear?.result;
    const [a = ZERO, b = ZERO] = this.argumentsOf(node);
    const mask = result?.is === 'masked' ? (result.of(a, b)?.mask ?? 0n) : 0n;
    return (mask & (mask + 1n)) !== 0n;
  }

  private quotientBy(key: string): Polynomial | undefined {
    return this.quotients.get(key) ?? this.outside?.quotientBy(key);
  }

  /**
   * The division of an application. A divisor that divides exactly gives a polynomial quotient, whatever the rounding: the
   * divisor is nonzero whenever the node has a value.
   */
  private divide(id: NodeId, node: Extract<Node, { op: 'apply' }>): RoundedFraction | null {
    const fraction = this.fractionOf(node);
    if (fraction === null || this.bounded(fraction.dividend) === null || this.bounded(fraction.divisor) === null) return null;
    const { rounding, dividend, divisor } = fraction;
    const key = keyOf(fraction);
    const quotient =
      this.quotientBy(key) ??
      exactQuotient(dividend, divisor) ??
      this.ofRemainder(node, fraction) ??
      this.ofQuotient(node, fraction) ??
      atom(this.isMixed(node) ? `q${this.nameOf(id)}.${constantOf(divisor)}` : `q${this.nameOf(id)}`);
    this.quotients.set(key, quotient);
    return { rounding, dividend, divisor, quotient };
  }

  /** The fraction of an application that divides; for a mask, the remainder by the power of two above its first run of ones. */
  private fractionOf(node: Extract<Node, { op: 'apply' }>): Fraction | null {
    const result = monomerOf(node).linear?.result;
    const [a = ZERO, b = ZERO, c = ZERO] = this.argumentsOf(node);
    switch (result?.is) {
      case 'quotient':
      case 'remainder':
      case 'remainder from 1':
        return result.of(a, b, c);
      case 'masked': {
        const masked = result.of(a, b);
        const [first] = masked === null ? [] : placesIn(masked.mask);
        return masked === null || first === undefined ? null : natural(masked.dividend, first);
      }
      default:
        return null;
    }
  }

  /**
   * The value of a mask's bits, and the divisions that separate them. A run of ones from place i to place j is 2^i * (x / 2^i) -
   * 2^(j + 1) * (x / 2^(j + 1)), rounded down.
   */
  private maskedAt(id: NodeId, node: Extract<Node, { op: 'apply' }>): Polynomial | null {
    const result = monomerOf(node).linear?.result;
    const [a = ZERO, b = ZERO] = this.argumentsOf(node);
    const masked = result?.is === 'masked' ? result.of(a, b) : null;
    if (masked === null || this.bounded(masked.dividend) === null) return null;
    const { dividend, mask } = masked;
    const places = placesIn(mask);
    if (places.length > MAX_PLACES) return null;
    const separated: RoundedFraction[] = [];
    let [before, at] = [dividend, 0n];
    let value = (mask & 1n) === 1n ? dividend : ZERO;
    for (const place of places) {
      const quotient = this.sharedQuotient(natural(dividend, place), `q${this.nameOf(id)}.${2n ** place}`);
      separated.push({ ...natural(before, place - at), quotient });
      const begins = (mask & (1n << place)) !== 0n;
      value = plus(value, times(power(place), quotient), begins ? 1n : -1n);
      [before, at] = [quotient, place];
    }
    this.separations.set(id, separated);
    return value;
  }

  private sharedQuotient(fraction: Fraction, name: string): Polynomial {
    const key = keyOf(fraction);
    const quotient = this.quotientBy(key) ?? exactQuotient(fraction.dividend, fraction.divisor) ?? atom(name);
    this.quotients.set(key, quotient);
    return quotient;
  }

  /**
   * The quotient of a quotient by positive constants: x / c / d, both rounded alike, is x / (c * d). `null` for another dividend.
   */
  private ofQuotient({ operands }: Extract<Node, { op: 'apply' }>, { rounding, dividend, divisor }: Fraction): Polynomial | null {
    const by = constantOf(divisor);
    const inner = operands.map((operand) => this.classOf(operand)).find((operand) => textOf(this.of(operand)) === textOf(dividend));
    const node = this.graph.nodes[inner ?? -1];
    const whole = inner === undefined ? undefined : this.divisionOf(inner);
    if (node?.op !== 'apply' || monomerOf(node).linear?.result?.is !== 'quotient' || whole?.rounding !== rounding) return null;
    const from = constantOf(whole.divisor);
    if (by === null || from === null || by <= 0n || from <= 0n) return null;
    const merged = { rounding, dividend: whole.dividend, divisor: new Map([[CONSTANT_TERM, from * by]]) };
    return this.sharedQuotient(merged, `q${this.nameOf(inner ?? -1)}.${from * by}`);
  }

  /**
   * The quotient of a remainder by a divisor of the earlier divisor: x mod c is x - c * q, and n + x / d is rounded as x / d is
   * for an integer n of the same sign. `null` for another dividend.
   */
  private ofRemainder({ operands }: Extract<Node, { op: 'apply' }>, { rounding, dividend, divisor }: Fraction): Polynomial | null {
    const inner = this.classOf(operands[0] ?? -1);
    const node = this.graph.nodes[inner];
    const whole = this.divisionOf(inner);
    if (node?.op !== 'apply' || !this.isRemainder(node) || whole?.rounding !== rounding) return null;
    const [by, from] = [constantOf(divisor), constantOf(whole.divisor)];
    if (by === null || from === null || by <= 0n || from <= 0n || from % by !== 0n || textOf(dividend) !== textOf(this.of(inner)))
      return null;
    const quotient = this.sharedQuotient({ rounding, dividend: whole.dividend, divisor }, `q${this.nameOf(inner)}.${by}`);
    return minus(quotient, times(new Map([[CONSTANT_TERM, from / by]]), whole.quotient));
  }
}

/** The monomers whose results have a one only where an operand has. */
const DISJOINT: ReadonlySet<string> = new Set(['BIT_OR', 'BIT_XOR']);
/** Limit for the nesting of such monomers that is examined. */
const MAX_JOINED_BITS = 8;
const GREATEST_POWER = 2n ** 62n;
/** Limit for the ends of runs of ones in a mask. */
const MAX_PLACES = 8;

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function power(place: bigint): Polynomial {
  return new Map([[CONSTANT_TERM, 2n ** place]]);
}

/** A natural number over a power of two. All roundings agree. */
function natural(dividend: Polynomial, place: bigint): Fraction {
  return { rounding: 'toward zero', dividend, divisor: power(place) };
}

/** The places above 0 at which a run of ones begins or ends, ascending. */
function placesIn(mask: bigint): readonly bigint[] {
  const places: bigint[] = [];
  for (let rest = mask ^ (mask << 1n), place = 0n; rest >> place > 0n; place += 1n)
    if (place > 0n && ((rest >> place) & 1n) === 1n) places.push(place);
  return places;
}

/** One key for equal fractions. */
function keyOf({ rounding, dividend, divisor }: Fraction): string {
  return `${rounding} ${textOf(dividend)} / ${textOf(divisor)}`;
}

/** A place in a list, and the sum of the elements before it. */
interface End {
  readonly place: Polynomial;
  readonly sum: Polynomial;
}

/** The elements of a list of integers or truth values between two places. */
export interface Stretch {
  readonly list: NodeId;
  readonly from: End;
  readonly to: End;
}

const FILL = monomerNamed('FILL')?.index ?? -1;

const CUTS: ReadonlySet<string> = new Set(['SLICE', 'TAKE', 'DROP', 'SET']);

/** The classes of lists of which a part is cut out, or an element replaced. */
const cutLists = oncePerGraph((graph): ReadonlySet<NodeId> => {
  const classes = valueClasses(graph);
  const found = new Set<NodeId>();
  for (const node of graph.nodes) {
    const [list] = node.op === 'apply' && CUTS.has(monomerOf(node).name) ? node.operands : [];
    if (list !== undefined) found.add(classes[list] ?? list);
  }
  return found;
});

/** One step of loops, and its number among the steps that are assumed together. */
interface NumberedStep {
  readonly classes: StepClasses;
  readonly number: number;
}

/** Marks an arm whose indicator cannot be expressed by the subject. */
const UNSAID: Polynomial = new Map();

function isSamePattern(a: CorePattern, b: CorePattern): boolean {
  if (a.pattern === 'tag' && b.pattern === 'tag') return a.tag === b.tag;
  if (isOfOption(a) && isOfOption(b)) return a.pattern === b.pattern;
  return a.pattern === 'value' && b.pattern === 'value' ? a.value === b.value : a.pattern === 'any';
}

/** Returns true for `none`, and for `some` with any content. */
function isOfOption(pattern: CorePattern): boolean {
  return pattern.pattern === 'none' || (pattern.pattern === 'some' && pattern.inner.pattern === 'any');
}

/** Limit for the terms of a stored polynomial; longer ones are dropped. */
const MAX_LONG_TERMS = 64;

/** Limit for the tags of a type; larger types have no indicators. */
export const MAX_TAGS = 8;

/** An integer of a value: itself (true is 1), its length, or the sum of its elements. */
export type Measure = 'value' | 'length' | 'sum';

const LETTERS: Readonly<Record<Measure, string>> = { value: 'v', length: 'l', sum: 's' };

/** Returns true for types whose values have the measure. */
export function hasMeasure(type: Type, measure: Measure): boolean {
  switch (measure) {
    case 'value':
      return type.kind === 'integer' || type.kind === 'boolean';
    case 'length':
      return type.kind === 'list' || type.kind === 'bytes' || type.kind === 'text';
    case 'sum':
      return addsUp(type);
  }
}

/** Returns true for lists of integers, and of truth values (true is 1). */
function addsUp(type: Type | undefined): boolean {
  return type?.kind === 'list' && (type.element.kind === 'integer' || type.element.kind === 'boolean');
}

function literal(value: Value): Polynomial | null {
  if (typeof value === 'boolean') return value ? ONE : ZERO;
  return typeof value === 'number' || typeof value === 'bigint' ? constant(value) : null;
}
