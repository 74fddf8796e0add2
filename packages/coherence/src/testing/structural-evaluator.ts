import type { Core, CorePattern, Graph, LoopSource, Node, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { monomerAt } from '@kirchhoff/kernel/monomers/catalog';
import type { Domain } from '@kirchhoff/kernel/types/domain';
import { OptionValue, RecordValue, type Value } from '@kirchhoff/kernel/values/value';

/**
 * An oracle of closure. It evaluates the core graph by definition, region by region, over its own values, domains and
 * enumerations. It supports only the monomers that random programs here use. It shares no code with the evaluator, the abstract
 * values or the enumeration of the engine.
 */
export type Plain = bigint | boolean | string | readonly Plain[] | ReadonlyMap<string, Plain> | Option;

/** The content of an option; absent for `none`. */
export class Option {
  constructor(readonly content?: Plain) {}
}

/** Thrown if a closure domain of this run fails. */
class Fails extends Error {}

const LEAST = -(2n ** 63n);
const GREATEST = 2n ** 63n - 1n;

/**
 * Returns true if no run of any graph of the core, including components, fails, and if each graph has an input that its requires
 * accept.
 */
export function isClosedByBruteForce(core: Core): boolean {
  return [...core.components, ...core.graphs].every((graph) => {
    const endings = tuplesOf(graph.parameters.map(({ domain }) => valuesOf(domain))).map((inputs) => endingOf(core, graph, inputs));
    return !endings.includes('fails') && endings.includes('holds');
  });
}

/** Returns the end of a run: `holds` with outputs, `fails` at a closure domain, or `refused` if a require is false. */
export function endingOf(core: Core, graph: Graph, inputs: readonly Plain[]): 'holds' | 'fails' | 'refused' {
  try {
    return new Run(core, graph, inputs).result() === null ? 'refused' : 'holds';
  } catch (error) {
    if (error instanceof Fails) return 'fails';
    throw error;
  }
}

/** Returns all values of a small domain. */
export function valuesOf(domain: Domain): readonly Plain[] {
  switch (domain.kind) {
    case 'integer':
      return Array.from({ length: Number(BigInt(domain.hi) - BigInt(domain.lo)) + 1 }, (_, index) => BigInt(domain.lo) + BigInt(index));
    case 'boolean':
      return [false, true];
    case 'enumeration':
      return domain.tags;
    case 'list': {
      const elements = valuesOf(domain.element);
      const lengths = Array.from({ length: domain.hi - domain.lo + 1 }, (_, index) => domain.lo + index);
      return lengths.flatMap((length) => tuplesOf(Array.from({ length }, () => elements)));
    }
    case 'record':
      return tuplesOf(domain.fields.map((field) => valuesOf(field.domain))).map(
        (fields) => new Map(domain.fields.map(({ name }, index) => [name, defined(fields[index])])),
      );
    case 'option':
      return [new Option(), ...valuesOf(domain.value).map((content) => new Option(content))];
    case 'text':
      return textsOf(domain);
    case 'bytes':
      throw new Error(`${domain.kind} is not enumerated here`);
  }
}

type TextDomain = Extract<Domain, { readonly kind: 'text' }>;

/** Returns the texts of a few letters. */
function textsOf({ lo, hi, characters, form }: TextDomain): readonly string[] {
  const last = Number(characters[characters.length - 1]);
  const codePoints = Array.from({ length: last + 1 }, (_, codePoint) => codePoint).filter((codePoint) =>
    hasCodePoint(characters, codePoint),
  );
  if (form !== null || codePoints.length > 4) throw new Error('these texts are not enumerated here');
  const letters = codePoints.map((codePoint) => String.fromCodePoint(codePoint));
  const lengths = Array.from({ length: hi - lo + 1 }, (_, index) => lo + index);
  return lengths.flatMap((length) => tuplesOf(Array.from({ length }, () => letters)).map((each) => each.map(textOf).join('')));
}

function hasCodePoint(characters: TextDomain['characters'], codePoint: number): boolean {
  return characters.some((lo, index) => index % 2 === 0 && lo <= codePoint && codePoint <= Number(characters[index + 1]));
}

/** Small host names and paths; random programs cannot build any address of the other forms. */
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z](?:[a-z0-9-]*[a-z0-9])?$/;
const SMALL: Readonly<Record<string, RegExp>> = { hostname: HOST_NAME, path: /^\/(?:[a-zA-Z-]+)?$/, ipv4: /^(?!)/, ipv6: /^(?!)/ };

function isText({ lo, hi, characters, form }: TextDomain, text: string): boolean {
  const letters = Array.from(text);
  if (form !== null) return text.length < 64 && SMALL[form]?.test(text) === true;
  return lo <= letters.length && letters.length <= hi && letters.every((letter) => hasCodePoint(characters, letter.codePointAt(0) ?? 0));
}

export function tuplesOf(choices: readonly (readonly Plain[])[]): readonly (readonly Plain[])[] {
  return choices.reduce<readonly (readonly Plain[])[]>(
    (tuples, values) => tuples.flatMap((tuple) => values.map((value) => [...tuple, value])),
    [[]],
  );
}

/** Returns the engine's form of a value, for comparisons of its runs with this oracle. */
export function engineValue(value: Plain): Value {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  if (value instanceof Option) return new OptionValue(value.content === undefined ? undefined : engineValue(value.content));
  if (isList(value)) return value.map(engineValue);
  return new RecordValue(new Map([...value].map(([name, field]) => [name, engineValue(field)])));
}

function plainOf(value: Value): Plain {
  if (typeof value === 'number' || typeof value === 'bigint') return BigInt(value);
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  if (value instanceof OptionValue) return value.content === undefined ? new Option() : new Option(plainOf(value.content));
  if (value instanceof RecordValue) return new Map([...value.fields].map(([name, field]) => [name, plainOf(field)]));
  if (value instanceof Uint8Array) throw new Error('bytes are not evaluated here');
  return value.map(plainOf);
}

function isIn(domain: Domain, value: Plain): boolean {
  switch (domain.kind) {
    case 'integer':
      return typeof value === 'bigint' && BigInt(domain.lo) <= value && value <= BigInt(domain.hi);
    case 'boolean':
      return typeof value === 'boolean';
    case 'enumeration':
      return typeof value === 'string' && domain.tags.includes(value);
    case 'list':
      return isList(value) && domain.lo <= value.length && value.length <= domain.hi && value.every((item) => isIn(domain.element, item));
    case 'record':
      return value instanceof Map && domain.fields.every(({ name, domain: inner }) => isIn(inner, defined(value.get(name))));
    case 'option':
      return value instanceof Option && (value.content === undefined || isIn(domain.value, value.content));
    case 'text':
      return typeof value === 'string' && isText(domain, value);
    case 'bytes':
      throw new Error(`${domain.kind} is not evaluated here`);
  }
}

function isList(value: Plain): value is readonly Plain[] {
  return Array.isArray(value);
}

function areEqual(a: Plain, b: Plain): boolean {
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, index) => areEqual(item, defined(b[index])));
  if (a instanceof Map) return b instanceof Map && [...a].every(([name, field]) => areEqual(field, defined(b.get(name))));
  if (a instanceof Option) {
    if (!(b instanceof Option)) return false;
    return a.content === undefined || b.content === undefined ? a.content === b.content : areEqual(a.content, b.content);
  }
  return a === b;
}

function defined<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a value that is not there');
  return value;
}

function integer(value: Plain): bigint {
  if (typeof value !== 'bigint') throw new Error('no integer');
  return value;
}

function textOf(value: Plain): string {
  if (typeof value !== 'string') throw new Error('no text');
  return value;
}

function demand(holds: boolean): void {
  if (!holds) throw new Fails();
}

/** Returns the integer if it fits 64 bits; otherwise fails. */
function fitting(value: bigint): bigint {
  demand(LEAST <= value && value <= GREATEST);
  return value;
}

class Run {
  private readonly values = new Map<NodeId, Plain>();
  private readonly bound = new Map<RegionId, readonly Plain[]>();

  constructor(
    private readonly core: Core,
    private readonly graph: Graph,
    private readonly inputs: readonly Plain[],
  ) {}

  /** Returns the outputs; null if a require is false. */
  result(): readonly Plain[] | null {
    const { graph } = this;
    this.region(graph.entry);
    for (const require of graph.requires) if (this.region(require) !== true) return null;
    this.region(graph.body);
    const outputs = graph.outputs.map(({ node, domain }) => {
      demand(node !== null);
      const value = this.at(node ?? -1);
      demand(isIn(domain, value));
      return value;
    });
    for (const ensure of graph.ensures) demand(this.region(ensure) === true);
    return outputs;
  }

  private at(id: NodeId): Plain {
    return defined(this.values.get(id));
  }

  private region(id: RegionId, bound: readonly Plain[] = []): Plain | null {
    const { nodes, result } = defined(this.graph.regions[id]);
    this.bound.set(id, bound);
    for (const node of nodes) this.values.set(node, this.node(defined(this.graph.nodes[node])));
    return result === null ? null : this.at(result);
  }

  private given(id: RegionId, bound: readonly Plain[] = []): Plain {
    const value = this.region(id, bound);
    if (value === null) throw new Error('a region that gives no value');
    return value;
  }

  private node(node: Node): Plain {
    switch (node.op) {
      case 'parameter':
        return defined(this.inputs[node.index]);
      case 'bound':
        return defined(this.bound.get(node.region)?.[node.index]);
      case 'literal':
        return plainOf(node.value);
      case 'list':
        return node.items.map((item) => this.at(item));
      case 'record':
        return new Map(node.fields.map((field) => [field.name, this.at(field.node)]));
      case 'some':
        return new Option(this.at(node.value));
      case 'field': {
        const record = this.at(node.record);
        if (!(record instanceof Map)) throw new Error('no record');
        return defined(record.get(node.name));
      }
      case 'select':
        return this.given(this.at(node.condition) === true ? node.whenTrue : node.whenFalse);
      case 'shortCircuit': {
        const left = this.at(node.left) === true;
        if (node.connective === 'or') return left || this.given(node.right);
        return left ? this.given(node.right) : node.connective === 'implies';
      }
      case 'unwrapOr': {
        const option = this.at(node.option);
        if (!(option instanceof Option)) throw new Error('no option');
        return option.content ?? this.given(node.otherwise);
      }
      case 'match':
        return this.match(node);
      case 'loop':
        return this.loop(node);
      case 'fold':
        return this.fold(node);
      case 'narrow':
      case 'state':
        demand(isIn(node.domain, this.at(node.operand)));
        return this.at(node.operand);
      case 'hold': {
        const value = this.at(node.operand);
        demand(node.by === 'induction' || this.given(node.condition, [value]) === true);
        return value;
      }
      case 'call':
        return this.call(node);
      case 'apply':
        return this.apply(node);
    }
  }

  private match({ subject, arms }: Extract<Node, { op: 'match' }>): Plain {
    const value = this.at(subject);
    for (const { pattern, region } of arms) {
      const bound = fitOf(pattern, value);
      if (bound !== null) return this.given(region, bound);
    }
    throw new Fails();
  }

  private elements(source: LoopSource): readonly Plain[] {
    if (source.over === 'value') {
      const value = this.at(source.node);
      if (!isList(value)) throw new Error('no list');
      return value;
    }
    const [lo, hi] = [integer(this.at(source.lo)), integer(this.at(source.hi))];
    return Array.from({ length: Math.max(0, Number(hi - lo) + 1) }, (_, index) => lo + BigInt(index));
  }

  private loop({ loop, source, body }: Extract<Node, { op: 'loop' }>): Plain {
    const elements = this.elements(source);
    if (loop === 'map') return elements.map((element) => this.given(body, [element]));
    const kept: Plain[] = [];
    for (const element of elements) {
      const truth = this.given(body, [element]) === true;
      if (truth) kept.push(element);
      if ((loop === 'any' && truth) || (loop === 'all' && !truth)) return loop === 'any';
    }
    if (loop === 'filter') return kept;
    return loop === 'count' ? BigInt(kept.length) : loop === 'all';
  }

  private fold({ source, initial, domain, body }: Extract<Node, { op: 'fold' }>): Plain {
    const elements = this.elements(source);
    let accumulator = this.at(initial);
    if (domain !== null) demand(isIn(domain, accumulator));
    for (const element of elements) {
      accumulator = this.given(body, [accumulator, element]);
      if (domain !== null) demand(isIn(domain, accumulator));
    }
    return accumulator;
  }

  private call(node: Extract<Node, { op: 'call' }>): Plain {
    const component = defined(this.core.components[node.component]);
    const args = node.arguments.map((argument) => this.at(argument));
    component.parameters.forEach(({ domain }, index) => demand(isIn(domain, defined(args[index]))));
    const outputs = new Run(this.core, component, args).result();
    if (outputs === null) throw new Fails();
    return defined(outputs[0]);
  }

  private apply({ monomer, operands, literals }: Extract<Node, { op: 'apply' }>): Plain {
    const { name } = monomerAt(monomer);
    if (literals.length > 0) throw new Error(`${name} is not evaluated here`);
    const [a = false, b = false, c = false] = operands.map((operand) => this.at(operand));
    switch (name) {
      case 'NOT':
        return a !== true;
      case 'EQ':
        return areEqual(a, b);
      case 'NE':
        return !areEqual(a, b);
      case 'LENGTH':
        return BigInt(isList(a) ? a.length : 0);
      case 'GET': {
        const index = integer(b);
        if (!isList(a)) throw new Error('no list');
        demand(0n <= index && index < BigInt(a.length));
        return defined(a[Number(index)]);
      }
      case 'CONTAINS':
        return isList(a) && a.some((item) => areEqual(item, b));
      case 'TEXT_LENGTH':
        return BigInt(Array.from(textOf(a)).length);
      case 'CONCAT':
        return textOf(a) + textOf(b);
      case 'UPPER':
        return textOf(a).replaceAll(/[a-z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 32));
      case 'INCLUDES':
        return textOf(a).split(textOf(b)).length > 1;
      case 'ENDS_WITH':
        return textOf(a).slice(-textOf(b).length) === textOf(b);
      case 'CODE_AT': {
        const letter = Array.from(textOf(a))[Number(integer(b))];
        demand(letter !== undefined);
        return BigInt(letter?.codePointAt(0) ?? 0);
      }
      case 'PAD_START': {
        const missing = Number(integer(b)) - Array.from(textOf(a)).length;
        demand(integer(b) >= 0n && Array.from(textOf(c)).length === 1);
        return textOf(c).repeat(Math.max(0, missing)) + textOf(a);
      }
      case 'JOIN_TEXT':
        return (isList(a) ? a : []).map(textOf).join(textOf(b));
      case 'ZIP': {
        const [xs, ys] = [isList(a) ? a : [], isList(b) ? b : []];
        return xs.slice(0, ys.length).map((x, index) => new Map([['a', x] as const, ['b', defined(ys[index])] as const]));
      }
      case 'SUBSTRING': {
        const letters = Array.from(textOf(a));
        const [from, to] = [integer(b), integer(c)];
        demand(0n <= from && from <= to && to <= BigInt(letters.length));
        return letters.slice(Number(from), Number(to)).join('');
      }
      case 'NEG':
        return fitting(-integer(a));
      case 'ABS':
        return fitting(integer(a) < 0n ? -integer(a) : integer(a));
      default:
        return onTwo(name, integer(a), integer(b));
    }
  }
}

function onTwo(name: string, a: bigint, b: bigint): Plain {
  switch (name) {
    case 'ADD':
      return fitting(a + b);
    case 'SUB':
      return fitting(a - b);
    case 'MUL':
      return fitting(a * b);
    case 'DIV':
      demand(b !== 0n);
      return fitting(a / b);
    case 'MOD':
      demand(b !== 0n);
      return a % b;
    case 'FLOOR_DIV': {
      demand(b !== 0n);
      const quotient = a / b;
      return fitting(quotient * b !== a && a < 0n !== b < 0n ? quotient - 1n : quotient);
    }
    case 'MIN':
      return a < b ? a : b;
    case 'MAX':
      return a < b ? b : a;
    case 'LT':
      return a < b;
    case 'LE':
      return a <= b;
    case 'GT':
      return a > b;
    case 'GE':
      return a >= b;
    default:
      throw new Error(`${name} is not evaluated here`);
  }
}

/** Returns the part of a value that a pattern binds; `null` if it does not match. */
function fitOf(pattern: CorePattern, value: Plain): readonly Plain[] | null {
  switch (pattern.pattern) {
    case 'any':
      return [value];
    case 'tag':
      return value === pattern.tag ? [] : null;
    case 'range':
      return BigInt(pattern.lo) <= integer(value) && integer(value) <= BigInt(pattern.hi) ? [] : null;
    case 'value':
      return areEqual(plainOf(pattern.value), value) ? [] : null;
    case 'none':
      return value instanceof Option && value.content === undefined ? [] : null;
    case 'some':
      return value instanceof Option && value.content !== undefined ? fitOf(pattern.inner, value.content) : null;
  }
}
