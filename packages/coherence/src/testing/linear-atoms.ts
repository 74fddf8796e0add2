import { atomsOf, type Polynomial } from '@kirchhoff/kernel/abstract/polynomial';
import type { CorePattern, Graph, NodeId } from '@kirchhoff/kernel/graph/graph';
import { monomerAt } from '@kirchhoff/kernel/monomers/catalog';
import type { LinearFact } from '@kirchhoff/kernel/monomers/linear';
import { hasMeasure, type NodePolynomials } from '@kirchhoff/kernel/rules/node-polynomials';
import { OptionValue, RecordValue, type Value } from '@kirchhoff/kernel/values/value';

/** Returns integers and truth values as integers, other values by their length; null for values without a measure. */
export function measureOf(value: Value): bigint | null {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number' || typeof value === 'bigint') return BigInt(value);
  if (typeof value === 'string') return BigInt(Array.from(value).length);
  return Array.isArray(value) || value instanceof Uint8Array ? BigInt(value.length) : null;
}

function floor(a: bigint, b: bigint): bigint {
  return (a - (((a % b) + b) % b)) / b;
}

/** Returns the quotient of an application, computed from its operands alone. */
function quotientOf(name: string, operands: readonly bigint[]): bigint {
  const [a = 0n, b = 1n, c = 1n] = operands;
  switch (name) {
    case 'DIV':
    case 'MOD':
      return a / b;
    case 'FLOOR_DIV':
    case 'FLOOR_MOD':
      // for b < 0, both signs are changed
      return b < 0n ? floor(-a, -b) : floor(a, b);
    case 'WEEKDAY':
      return floor(a + 3n, 7n);
    case 'MULDIV':
      return (a * b) / c;
    case 'SHR':
      return a / 2n ** b;
    case 'BIT_AND':
      // the mask is the last operand, a literal
      return a / (b + 1n);
    default:
      throw new Error(`${name} has no quotient`);
  }
}

/** Returns true if a value matches a pattern. */
function fits(pattern: CorePattern, value: Value): boolean {
  switch (pattern.pattern) {
    case 'any':
      return true;
    case 'tag':
      return value === pattern.tag;
    case 'range': {
      const integer = measureOf(value) ?? 0n;
      return BigInt(pattern.lo) <= integer && integer <= BigInt(pattern.hi);
    }
    case 'value':
      return pattern.value instanceof Uint8Array && value instanceof Uint8Array
        ? value.join() === pattern.value.join()
        : value === pattern.value;
    case 'none':
      return value instanceof OptionValue && value.content === undefined;
    case 'some':
      return value instanceof OptionValue && value.content !== undefined && fits(pattern.inner, value.content);
  }
}

/** Returns the first day of a month, by the calendar of JavaScript. */
function firstDay(year: number, month: number): bigint {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, 1);
  return BigInt(date.getTime()) / 86_400_000n;
}

/** Names of nodes in atoms: of a node's class, and of the node itself. */
export interface AtomNames {
  ofClass(node: NodeId): string;
  ofNode(node: NodeId): string;
}

/** Returns the names outside of loop steps. */
export function namesBy(classes: Int32Array): AtomNames {
  return { ofClass: (node) => `${classes[node] ?? node}`, ofNode: (node) => `${node}` };
}

/** Values of the atoms in one run; `other` for an unevaluated value, 0 for an unevaluated truth value. */
export class Atoms {
  private readonly known: Map<string, bigint>;
  private readonly truths: ReadonlySet<string>;

  /** @param before Atoms with values from an earlier stage. */
  constructor(
    private readonly polynomials: NodePolynomials,
    graph: Graph,
    private readonly names: AtomNames,
    values: ReadonlyMap<NodeId, Value>,
    private readonly other: bigint,
    before?: Atoms,
  ) {
    this.known = new Map(before?.known);
    // A comparison with a tag is the indicator of the tag.
    const indicators = (id: NodeId): readonly string[] => [...polynomials.of(id).keys()].filter((name) => name.startsWith('t'));
    const truths = graph.types.flatMap(({ kind }, id) => (kind === 'boolean' ? [`v${names.ofClass(id)}`, ...indicators(id)] : []));
    this.truths = new Set([...truths, ...(before?.truths ?? [])]);
    for (const [id, value] of values) {
      this.takeValue(graph, id, value);
      if (measureOf(value) !== null) this.takeQuotient(graph, id, values);
    }
    graph.nodes.forEach((node, id) => {
      const subject = node.op === 'match' ? values.get(node.subject) : undefined;
      if (node.op !== 'match' || subject === undefined) return;
      const taken = node.arms.findIndex(({ pattern }) => fits(pattern, subject));
      node.arms.forEach((_, index) => this.take(`a${names.ofNode(id)}.${index}`, index === taken ? 1n : 0n));
    });
    for (const [id, value] of values) if (value instanceof RecordValue) this.takeDate(id, value);
    for (const id of values.keys()) this.takeMonth(id);
    this.takePrefixes(values);
  }

  /**
   * Adds the sums of the first elements of lists up to the places that nodes read or cut. A place that counts finished steps has to
   * be known before.
   */
  takePrefixes(values: ReadonlyMap<NodeId, Value>): void {
    for (const id of values.keys()) {
      const stretch = this.polynomials.stretchOf(id);
      const list = stretch === undefined ? undefined : values.get(stretch.list);
      for (const { place, sum } of stretch === undefined || !Array.isArray(list) ? [] : [stretch.from, stretch.to]) {
        const [only, ...more] = sum;
        const isOwn = only?.[0].startsWith('u') === true && more.length === 0;
        if (!isOwn || !Array.isArray(list) || (place.has('#') && !this.known.has('#'))) continue;
        this.take(only[0], sumOf(list.slice(0, Number(this.valueOf(place)))));
      }
    }
  }

  private takeValue(graph: Graph, id: NodeId, value: Value): void {
    this.takeParts(graph, id, this.names.ofClass(id), value);
    const measure = measureOf(value);
    const sort = graph.types[id]?.kind === 'integer' || graph.types[id]?.kind === 'boolean' ? 'v' : 'l';
    if (measure !== null) this.take(`${sort}${this.names.ofClass(id)}`, measure);
    // A node that an arm binds stands for the content of an option, even if it is not evaluated.
    if (value instanceof OptionValue && value.content instanceof RecordValue) {
      const content = this.polynomials.contentFor(id);
      if (content !== null) this.takeValue(graph, content, value.content);
    }
    // The node that reads a field stands for it, even if it is not evaluated.
    if (!(value instanceof RecordValue)) return;
    for (const [name, field] of value.fields) {
      const reader = this.polynomials.fieldNode(id, name);
      if (reader !== undefined) this.takeValue(graph, reader, field);
    }
  }

  private takeDate(id: NodeId, date: RecordValue): void {
    for (const name of ['year', 'month', 'day']) {
      const [[atom] = ['']] = this.polynomials.fieldOf(id, name);
      const measure = measureOf(date.fields.get(name) ?? '');
      if (measure !== null) this.take(atom, measure);
    }
  }

  /** Adds the atoms of a month. Outside of the calendar they may have any values. */
  private takeMonth(id: NodeId): void {
    const month = this.polynomials.monthOf(id);
    if (month === undefined) return;
    const [year, number] = [Number(this.valueOf(month.year)), Number(this.valueOf(month.number))];
    if (year < 1 || year > 9_999 || number < 1 || number > 12) return;
    const start = firstDay(year, number);
    this.takeAll(month.start, start);
    this.takeAll(month.length, firstDay(year, number + 1) - start);
    this.takeAll(month.january, firstDay(year, 1));
    this.takeAll(month.december, firstDay(year, 12));
    if (number < 12) this.takeAll(month.next, firstDay(year, number + 1));
    if (year < 9_999) this.takeAll(month.nextJanuary, firstDay(year + 1, 1));
  }

  private takeAll(atom: Polynomial, value: bigint): void {
    for (const name of atom.keys()) this.take(name, value);
  }

  /** Adds the sum of a list of integers or truth values, and the measures of a record's fields. */
  private takeParts(graph: Graph, id: NodeId, name: string, value: Value): void {
    const type = graph.types[id];
    if (value instanceof OptionValue && type?.kind === 'option') {
      this.take(`o${name}`, value.content === undefined ? 0n : 1n);
      const content = value.content === undefined || typeof value.content === 'string' ? null : measureOf(value.content);
      if (content !== null && (type.value.kind === 'integer' || type.value.kind === 'boolean')) this.take(`c${name}`, content);
    }
    if (type?.kind === 'enumeration') for (const tag of type.tags) this.take(`t${name}.${tag}`, value === tag ? 1n : 0n);
    if (type !== undefined && hasMeasure(type, 'sum') && Array.isArray(value)) this.take(`s${name}`, sumOf(value));
    if (type?.kind !== 'record') return;
    for (const { name: field, type: own } of type.fields) {
      const part = value instanceof RecordValue ? value.fields.get(field) : undefined;
      const measure = part === undefined ? null : measureOf(part);
      if (part === undefined || measure === null) continue;
      this.take(`${own.kind === 'integer' || own.kind === 'boolean' ? 'v' : 'l'}${name}.${field}`, measure);
      if (hasMeasure(own, 'sum') && Array.isArray(part)) this.take(`s${name}.${field}`, sumOf(part));
    }
  }

  /**
   * Adds the quotient by a divisor of another application's dividend, if the quotient of its result, or the bits of its mask, are
   * expressed by it.
   */
  private takeNested(name: string): void {
    const [, inner, by] = /^q(\d+)(?:@\d+)?\.(\d+)$/.exec(name) ?? [];
    const whole = inner === undefined ? undefined : this.polynomials.divisionOf(Number(inner));
    if (whole === undefined || by === undefined) return;
    const [dividend, divisor] = [this.valueOf(whole.dividend), BigInt(by)];
    const isBelow = whole.rounding === 'down' && dividend % divisor < 0n;
    this.take(name, dividend / divisor - (isBelow ? 1n : 0n));
  }

  private takeQuotient(graph: Graph, id: NodeId, values: ReadonlyMap<NodeId, Value>): void {
    const node = graph.nodes[id];
    const quotient = this.polynomials.divisionOf(id)?.quotient;
    for (const division of this.polynomials.divisionsOf(id)) for (const name of division.quotient.keys()) this.takeNested(name);
    const [only, ...more] = quotient ?? [];
    // A quotient that is a multiple of an earlier one says nothing new about that.
    if (node?.op !== 'apply' || only === undefined || only[1] !== 1n || more.length > 0 || !/^q\d+(@\d+)?$/.test(only[0])) return;
    const inOrder = node.operands.toSorted((a, b) => Number(graph.nodes[a]?.op === 'literal') - Number(graph.nodes[b]?.op === 'literal'));
    const name = monomerAt(node.monomer).name;
    const operands = (name === 'BIT_AND' ? inOrder : node.operands).map((operand) => measureOf(values.get(operand) ?? 0) ?? 0n);
    this.take(only[0], quotientOf(name, operands));
  }

  /** Adds the numbers of equal steps that a fact counts, and requires them to be integers. */
  takeSteps({ premises, value }: LinearFact): void {
    if (premises.some((premise) => this.valueOf(premise.value) < 0n)) return;
    for (const [name, size] of value) {
      if (!name.startsWith('z')) continue;
      const whole = this.valueOf(new Map([...value].filter(([other]) => other !== name)));
      if (whole % size !== 0n) throw new Error(`${whole} is no multiple of ${size}`);
      this.take(name, -whole / size);
    }
  }

  /** Sets the value of an atom; throws if it has another value. */
  take(atom: string, value: bigint): void {
    const before = this.known.get(atom);
    if (before !== undefined && before !== value) throw new Error(`${atom} is ${before} and ${value}`);
    this.known.set(atom, value);
  }

  valueOf(a: Polynomial): bigint {
    let sum = 0n;
    for (const [monomial, coefficient] of a) {
      sum += atomsOf(monomial).reduce(
        (product, atom) => product * (this.known.get(atom) ?? (this.truths.has(atom) ? 0n : this.other)),
        coefficient,
      );
    }
    return sum;
  }
}

/** Returns true if the premises of a fact hold in a run; throws if they hold and the fact does not. */
export function holdToRun(name: string, { premises, value, isEquality }: LinearFact, atoms: Atoms): boolean {
  for (const premise of premises) {
    const holds = atoms.valueOf(premise.value) >= 0n;
    if (premise.isKnown && !holds) throw new Error(`${name} has a premise that is known, and fails`);
    if (!holds) return false;
  }
  const sum = atoms.valueOf(value);
  if (isEquality ? sum !== 0n : sum < 0n) throw new Error(`${name} does not hold: ${sum}`);
  return true;
}

/** Returns the sum of a list of integers or truth values. */
export function sumOf(list: readonly Value[]): bigint {
  return list.reduce<bigint>((sum, item) => sum + (measureOf(item) ?? 0n), 0n);
}

/** Returns the nodes that loops evaluate any number of times. */
export function inLoops({ nodes, regions }: Graph): ReadonlySet<NodeId> {
  const isLooped = (region: Graph['regions'][number] | undefined): boolean => {
    const owner = region?.owner ?? null;
    if (owner === null) return false;
    const op = nodes[owner]?.op;
    return op === 'loop' || op === 'fold' || isLooped(regions.find((each) => each.nodes.includes(owner)));
  };
  return new Set(regions.filter(isLooped).flatMap((region) => region.nodes));
}
