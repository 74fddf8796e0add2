import { type AbstractValue, join } from '../abstract/abstract.js';
import { highest, lowest } from '../abstract/ranges.js';
import { MONOMERS, monomerAt } from '../monomers/catalog.js';
import { BOOLEAN, INTEGER, type Type } from '../types/domain.js';
import type { Value } from '../values/value.js';
import { type ClosureDomain, closureDomains } from './closure-domains.js';
import type { Graph, LoopSource, Node, NodeId, Region, RegionId } from './graph.js';
import { renamed } from './rename.js';
import { nodeAt, operandsOf, ownedRegions, regionsOf } from './schedule.js';

/** Limit for the nodes of a graph with its induction. */
const MAX_NODES = 4_096;
/** Limit for the nesting of operands and regions in a copied condition. */
const MAX_DEPTH = 256;
/** The names of the fields of the accumulator, in their order. */
const FIELDS = 'abcdefghijklmnopqrstuvwxyz';

/** Ensures that are shown by one induction over the rounds of loops. */
export interface InductionOf {
  /** Loops over one source, ascending. */
  readonly loops: readonly NodeId[];
  /** The positions of ensures, each once. Those before one may be assumed for it. */
  readonly ensures: readonly number[];
}

/** A graph whose body ends with a fold that takes the rounds of several loops at once and keeps the conditions of ensures. */
export interface Induction {
  readonly graph: Graph;
  /** The closure domains of the nodes that the graph has beyond the original, except for the domains that the claims of loops show. */
  readonly domains: readonly ClosureDomain[];
}

/**
 * Returns the graph with an induction over the rounds of loops. The nodes and regions of the original keep their numbers; the new
 * nodes are the last ones of its body.
 *
 * The new nodes are one fold over the source of the loops. Its accumulator is a record of one quantity for each loop, as far as
 * the loop has come: the accumulator of a `fold` (each field of a record), the truth of `any` or `all`, the number of a `count`,
 * the length of a `filter`, the sum of a `map`. If a node of the graph is the length or the sum of the source, that is a quantity too. The body of the fold
 * has copies of the bodies of the loops. The condition of each ensure holds by contract at the first accumulator and at the
 * result of the body, and by induction at the accumulator. It is a copy of the ensure that reads the quantities in place of the
 * loops, and of SUM and LENGTH of them and of the source. All other values are those of the graph.
 *
 * An integer of a fold of the body itself is stated, after a round, to lie within the claims of its accumulator and its result:
 * these hold in the graph, so they are no closure domains of the induction.
 *
 * After the last round each quantity is the value that it stands for. So the conditions hold there exactly if the ensures do.
 *
 * `null` if the loops have no common source in the body, if an ensure or a loop has no such copy, or if the graph is too large.
 *
 * @param claim The claims of a proof of the graph, by node.
 */
export function inductionOf(graph: Graph, of: InductionOf, claim: (node: NodeId) => AbstractValue): Induction | null {
  const first = graph.nodes[of.loops[0] ?? -1];
  if ((first?.op !== 'loop' && first?.op !== 'fold') || !areDistinct(of.ensures) || of.ensures.length === 0) return null;
  const isAscending = of.loops.every((loop, index) => index === 0 || loop > (of.loops[index - 1] ?? loop));
  const source = elementTypeOf(graph, first.source);
  if (!isAscending || source === null || graph.nodes.length >= MAX_NODES) return null;
  try {
    return new Writer(graph, first.source, source, of, claim).write();
  } catch (error) {
    if (error instanceof NoCopy) return null;
    throw error;
  }
}

/** Thrown if a value has no copy in the induction. */
class NoCopy extends Error {}

/** A value that grows with the rounds. */
interface Quantity {
  readonly name: string;
  readonly type: Type;
  /** The loop that it follows; `null` for the length or the sum of the source. */
  readonly loop: NodeId | null;
  /** The field of a fold's accumulator; `null` for the whole. */
  readonly field: string | null;
  readonly measure: Measure;
}

type Measure = 'value' | 'length' | 'sum';

type Looping = Extract<Node, { op: 'loop' | 'fold' }>;

/** A region that is being made. */
type Draft = { -readonly [K in keyof Region]: Region[K] } & { readonly nodes: NodeId[] };

/** The copies in a region that is being made, by node of the original. */
interface Scope {
  readonly region: RegionId;
  readonly around: Scope | null;
  readonly copies: Map<NodeId, NodeId>;
  /** The record of the quantities; `null` where all loops have ended. */
  readonly quantities: NodeId | null;
}

const SUM = indexNamed('SUM');
const LENGTH = indexNamed('LENGTH');
const ADD = indexNamed('ADD');

class Writer {
  private readonly nodes: Node[];
  private readonly types: Type[];
  private readonly regions: Draft[];
  private readonly regionOf: Int32Array;
  private readonly quantities: readonly Quantity[];
  private readonly record: Type;
  /** By node of the original: true if its value depends on a quantity. */
  private readonly grows: boolean[] = [];
  private readonly claimed = new Set<NodeId>();
  private depth = 0;

  constructor(
    private readonly graph: Graph,
    private readonly source: LoopSource,
    private readonly element: Type,
    private readonly of: InductionOf,
    private readonly claim: (node: NodeId) => AbstractValue,
  ) {
    this.nodes = [...graph.nodes];
    this.types = [...graph.types];
    this.regions = graph.regions.map((region) => ({ ...region, nodes: [...region.nodes] }));
    this.regionOf = regionsOf(graph);
    for (const node of operandsOfSource(source)) if (!this.isOutside(node)) throw new NoCopy();
    this.quantities = this.followed();
    if (this.quantities.length > FIELDS.length) throw new NoCopy();
    this.record = { kind: 'record', fields: this.quantities.map(({ name, type }) => ({ name, type })) };
    for (const [id, node] of graph.nodes.entries()) {
      const results = ownedRegions(node).flatMap((region) => graph.regions[region]?.result ?? []);
      this.grows[id] = this.quantitiesOf(id).length > 0 || [...operandsOf(node), ...results].some((each) => this.grows[each] === true);
    }
  }

  write(): Induction {
    const outer: Scope = { region: this.graph.body, around: null, copies: new Map(), quantities: null };
    const start = this.held(this.start(outer), outer, 'contract');
    const body = this.addRegion(outer.region);
    const accumulator = this.add({ op: 'bound', region: body, index: 0 }, this.record, body);
    const element = this.add({ op: 'bound', region: body, index: 1 }, this.element, body);
    const inside: Scope = { region: body, around: outer, copies: new Map(), quantities: null };
    const before = this.held(accumulator, inside, 'induction');
    const result = this.held(this.step(before, element, inside), inside, 'contract');
    this.draft(body).result = result;
    this.add({ op: 'fold', source: this.source, initial: start, domain: null, body }, this.record, outer.region);
    const graph: Graph = { ...this.graph, nodes: this.nodes, types: this.types, regions: this.regions };
    const own = this.graph.nodes.length;
    const domains = closureDomains(graph).filter((domain) => 'node' in domain && domain.node >= own && !this.claimed.has(domain.node));
    return { graph, domains };
  }

  /** The quantities of the loops, and of the source if the graph reads them. */
  private followed(): readonly Quantity[] {
    const found = this.of.loops.flatMap((loop): readonly Omit<Quantity, 'name'>[] => {
      const node = this.loopAt(loop);
      const type = this.typeOf(loop);
      if (node.op === 'fold') {
        const parts = type.kind === 'record' ? type.fields.map((each) => ({ field: each.name, type: each.type })) : [{ field: null, type }];
        return parts.map((part) => ({ ...part, loop, measure: 'value' }));
      }
      if (node.loop === 'map') {
        if (type.kind !== 'list' || type.element.kind !== 'integer') throw new NoCopy();
        return [{ type: INTEGER, loop, field: null, measure: 'sum' }];
      }
      return [
        node.loop === 'filter' ? { type: INTEGER, loop, field: null, measure: 'length' } : { type, loop, field: null, measure: 'value' },
      ];
    });
    const ofSource = (['length', 'sum'] as const).flatMap((measure) =>
      this.isRead(measure === 'length' ? LENGTH : SUM) ? [{ type: INTEGER, loop: null, field: null, measure }] : [],
    );
    return [...found, ...ofSource].map((quantity, index) => ({ ...quantity, name: FIELDS[index] ?? FIELDS }));
  }

  /** Returns true if a node of the graph applies the monomer to the source, or LENGTH to a `map` over it. */
  private isRead(monomer: number): boolean {
    return this.graph.nodes.some((node) => {
      const list = node.op === 'apply' && node.monomer === monomer ? this.plain(node.operands[0] ?? -1) : -1;
      return this.isSource(list) || (monomer === LENGTH && this.of.loops.includes(list) && this.isMap(list));
    });
  }

  private isSource(list: NodeId): boolean {
    return this.source.over === 'value' && this.source.node === list;
  }

  private isMap(id: NodeId): boolean {
    const node = this.graph.nodes[id];
    return node?.op === 'loop' && node.loop === 'map';
  }

  /** The node that gives a value, behind conditions and stated domains. */
  private plain(id: NodeId): NodeId {
    let at = id;
    for (let node = this.graph.nodes[at]; node?.op === 'hold' || node?.op === 'state'; node = this.graph.nodes[at]) at = node.operand;
    return at;
  }

  /** The quantities whose last values are the value of a node, or its fields; empty for other nodes. */
  private quantitiesOf(id: NodeId): readonly Quantity[] {
    const node = this.graph.nodes[id];
    const find = (loop: NodeId | null, measure: Measure): readonly Quantity[] =>
      this.quantities.filter((each) => each.loop === loop && each.measure === measure);
    if (node?.op === 'loop' || node?.op === 'fold') return find(id, 'value');
    if (node?.op !== 'apply' || (node.monomer !== SUM && node.monomer !== LENGTH)) return [];
    const list = this.plain(node.operands[0] ?? -1);
    const measure = node.monomer === SUM ? 'sum' : 'length';
    if (this.isSource(list)) return find(null, measure);
    if (!this.of.loops.includes(list)) return [];
    return measure === 'length' && this.isMap(list) ? find(null, 'length') : find(list, measure);
  }

  private loopAt(id: NodeId): Looping {
    const node = this.graph.nodes[id];
    if ((node?.op !== 'loop' && node?.op !== 'fold') || !isSameSource(node.source, this.source)) throw new NoCopy();
    return node;
  }

  private typeOf(id: NodeId): Type {
    const type = this.types[id];
    if (type === undefined) throw new NoCopy();
    return type;
  }

  private isOutside(id: NodeId): boolean {
    const region = this.regionOf[id] ?? -1;
    return region === this.graph.body || region === this.graph.entry;
  }

  /** Writes the quantities before the first round. */
  private start(outer: Scope): NodeId {
    const values = this.loopsFollowed().flatMap((loop): readonly NodeId[] => {
      const node = loop === null ? null : this.loopAt(loop);
      const own = this.quantities.filter((each) => each.loop === loop);
      if (loop !== null && node?.op === 'fold')
        return this.partsOf(own, this.stated(node, loop, this.copied(node.initial, outer), outer), outer);
      return own.map(({ type }) => this.literal(type.kind === 'boolean' ? node?.op === 'loop' && node.loop === 'all' : 0, type, outer));
    });
    return this.recordOf(values, outer);
  }

  /** The loops of the quantities, in their order; `null` stands for the source. */
  private loopsFollowed(): readonly (NodeId | null)[] {
    return [...new Set(this.quantities.map(({ loop }) => loop))];
  }

  private recordOf(values: readonly NodeId[], { region }: Scope): NodeId {
    const fields = this.quantities.map(({ name }, index) => ({ name, node: values[index] ?? -1 }));
    return this.add({ op: 'record', fields }, this.record, region);
  }

  /** States that a part of an accumulator lies within the claims of a fold in the body itself, which are valid in every run. */
  private withinClaims(quantity: Quantity | undefined, loop: NodeId, operand: NodeId, { region }: Scope): NodeId {
    const before = this.graph.regions[this.loopAt(loop).body]?.nodes.find((id) => {
      const node = nodeAt(this.graph, id);
      return node.op === 'bound' && node.index === 0;
    });
    if (quantity === undefined || before === undefined || this.regionOf[loop] !== this.graph.body) return operand;
    const claim = join(partOf(this.claim(before), quantity.field), partOf(this.claim(loop), quantity.field));
    if (claim.kind !== 'integer' || claim.ranges.length === 0) return operand;
    const domain = { kind: 'integer', lo: lowest(claim.ranges), hi: highest(claim.ranges) } as const;
    const stated = this.add({ op: 'state', operand, domain }, INTEGER, region);
    this.claimed.add(stated);
    return stated;
  }

  /** The quantities of one fold, read from its accumulator. */
  private partsOf(own: readonly Quantity[], accumulator: NodeId, { region }: Scope): readonly NodeId[] {
    return own.map(({ field, type }) =>
      field === null ? accumulator : this.add({ op: 'field', record: accumulator, name: field }, type, region),
    );
  }

  /** The value of a loop as far as the quantities have come. */
  private valueOf(own: readonly Quantity[], type: Type, record: NodeId, { region }: Scope): NodeId {
    const fields = own.map((each) => ({
      name: each.field ?? '',
      node: this.add({ op: 'field', record, name: each.name }, each.type, region),
    }));
    const [only] = fields;
    return own[0]?.field === null && only !== undefined ? only.node : this.add({ op: 'record', fields }, type, region);
  }

  /** An accumulator lies in its stated domain. */
  private stated({ domain }: Extract<Node, { op: 'fold' }>, loop: NodeId, operand: NodeId, { region }: Scope): NodeId {
    return domain === null ? operand : this.add({ op: 'state', operand, domain }, this.typeOf(loop), region);
  }

  /** Writes the quantities after a round. */
  private step(before: NodeId, element: NodeId, inside: Scope): NodeId {
    const values = this.loopsFollowed().flatMap((loop): readonly NodeId[] => {
      const own = this.quantities.filter((each) => each.loop === loop);
      const node = loop === null ? null : this.loopAt(loop);
      if (loop === null || node?.op !== 'fold') return own.map((quantity) => this.next(quantity, before, element, inside));
      const accumulator = this.valueOf(own, this.typeOf(loop), before, inside);
      const parts = this.partsOf(own, this.stated(node, loop, this.bodyOf(node, [accumulator, element], inside), inside), inside);
      return parts.map((part, index) => this.withinClaims(own[index], loop, part, inside));
    });
    return this.recordOf(values, inside);
  }

  /** Writes a quantity of the source, or of a loop that is no fold, after a round. */
  private next({ name, type, loop, measure }: Quantity, before: NodeId, element: NodeId, inside: Scope): NodeId {
    const read = this.add({ op: 'field', record: before, name }, type, inside.region);
    const plus = (operand: NodeId, scope: Scope): NodeId =>
      this.add({ op: 'apply', monomer: ADD, operands: [read, operand], literals: [] }, INTEGER, scope.region);
    const node = loop === null ? null : this.loopAt(loop);
    if (node === null || node.op === 'fold') return plus(measure === 'sum' ? element : this.literal(1, INTEGER, inside), inside);
    const copy = (scope: Scope): NodeId => this.bodyOf(node, [element], scope);
    switch (node.loop) {
      case 'map':
        return plus(copy(inside), inside);
      case 'count':
      case 'filter': {
        const condition = copy(inside);
        const whenTrue = this.within(inside, (scope) => plus(this.literal(1, INTEGER, scope), scope));
        const whenFalse = this.within(inside, () => read);
        return this.add({ op: 'select', condition, whenTrue, whenFalse }, INTEGER, inside.region);
      }
      case 'any':
      case 'all': {
        const connective = node.loop === 'any' ? 'or' : 'and';
        return this.add({ op: 'shortCircuit', connective, left: read, right: this.within(inside, copy) }, BOOLEAN, inside.region);
      }
    }
  }

  /** Copies the body of a loop with these bound values; returns its result. */
  private bodyOf({ body }: Looping, bound: readonly NodeId[], around: Scope): NodeId {
    const scope: Scope = { ...around, around, copies: new Map() };
    for (const id of this.graph.regions[body]?.nodes ?? []) {
      const node = nodeAt(this.graph, id);
      if (node.op === 'bound' && node.region === body) scope.copies.set(id, bound[node.index] ?? -1);
    }
    return this.copied(this.graph.regions[body]?.result ?? -1, scope);
  }

  /** Adds a node for each ensure that states its condition for a record of the quantities. */
  private held(record: NodeId, scope: Scope, by: 'contract' | 'induction'): NodeId {
    return this.of.ensures.reduce((operand, ensure) => {
      const result = this.graph.regions[this.graph.ensures[ensure] ?? -1]?.result ?? null;
      if (result === null) throw new NoCopy();
      const condition = this.addRegion(scope.region);
      const quantities = this.add({ op: 'bound', region: condition, index: 0 }, this.record, condition);
      this.draft(condition).result = this.copied(result, { region: condition, around: null, copies: new Map(), quantities });
      return this.add({ op: 'hold', operand, condition, by }, this.record, scope.region);
    }, record);
  }

  /** Returns the copy of a value in a scope. A value that is the same in all rounds is its own copy. */
  private copied(id: NodeId, scope: Scope): NodeId {
    const known = copyIn(scope, id);
    if (known !== undefined) return known;
    const own = scope.quantities === null ? [] : this.quantitiesOf(id);
    if (this.isOutside(id) && (scope.quantities === null || this.grows[id] !== true)) return id;
    if (this.depth >= MAX_DEPTH) throw new NoCopy();
    this.depth += 1;
    const made =
      own.length === 0 || scope.quantities === null ? this.copy(id, scope) : this.valueOf(own, this.typeOf(id), scope.quantities, scope);
    this.depth -= 1;
    scope.copies.set(id, made);
    return made;
  }

  private copy(id: NodeId, scope: Scope): NodeId {
    const node = this.graph.nodes[id];
    if (node === undefined || node.op === 'bound') throw new NoCopy();
    if (node.op === 'hold' || node.op === 'state') return this.copied(node.operand, scope);
    if (node.op === 'apply' && monomerAt(node.monomer).effect === 'source') throw new NoCopy();
    const made = renamed(node, {
      node: (operand) => this.copied(operand, scope),
      region: (region) => this.within(scope, (inner) => this.copiedRegion(region, inner)),
    });
    return this.add(made, this.typeOf(id), scope.region);
  }

  private copiedRegion(region: RegionId, scope: Scope): NodeId {
    for (const id of this.graph.regions[region]?.nodes ?? []) {
      const node = nodeAt(this.graph, id);
      if (node.op === 'bound' && node.region === region)
        scope.copies.set(id, this.add({ ...node, region: scope.region }, this.typeOf(id), scope.region));
    }
    return this.copied(this.graph.regions[region]?.result ?? -1, scope);
  }

  /** Writes a region in a scope; `make` returns its result. */
  private within(around: Scope, make: (scope: Scope) => NodeId): RegionId {
    const region = this.addRegion(around.region);
    this.draft(region).result = make({ region, around, copies: new Map(), quantities: around.quantities });
    return region;
  }

  private addRegion(parent: RegionId): RegionId {
    return this.regions.push({ parent, owner: null, nodes: [], result: null }) - 1;
  }

  private draft(region: RegionId): Draft {
    const draft = this.regions[region];
    if (draft === undefined) throw new Error(`no region ${region}`);
    return draft;
  }

  private literal(value: Value, type: Type, scope: Scope): NodeId {
    return this.add({ op: 'literal', value }, type, scope.region);
  }

  private add(node: Node, type: Type, region: RegionId): NodeId {
    if (this.nodes.length >= MAX_NODES) throw new NoCopy();
    this.types.push(type);
    const id = this.nodes.push(node) - 1;
    this.draft(region).nodes.push(id);
    for (const owned of ownedRegions(node)) this.draft(owned).owner = id;
    return id;
  }
}

function partOf(view: AbstractValue, field: string | null): AbstractValue {
  if (field === null || view.kind !== 'record') return view;
  return view.fields.find(({ name }) => name === field)?.view ?? view;
}

function copyIn(scope: Scope, id: NodeId): NodeId | undefined {
  for (let at: Scope | null = scope; at !== null; at = at.around) {
    const copy = at.copies.get(id);
    if (copy !== undefined) return copy;
  }
  return undefined;
}

function operandsOfSource(source: LoopSource): readonly NodeId[] {
  return source.over === 'value' ? [source.node] : [source.lo, source.hi];
}

/** Returns true for two sources that are the same nodes. */
export function isSameSource(a: LoopSource, b: LoopSource): boolean {
  if (a.over === 'range') return b.over === 'range' && a.lo === b.lo && a.hi === b.hi;
  return b.over === 'value' && a.node === b.node;
}

/** The type of an element of a source; `null` if the source has no elements. */
function elementTypeOf(graph: Graph, source: LoopSource): Type | null {
  if (source.over === 'range') return INTEGER;
  const type = graph.types[source.node];
  if (type?.kind === 'list') return type.element;
  return type?.kind === 'bytes' ? INTEGER : null;
}

function areDistinct(items: readonly number[]): boolean {
  return new Set(items).size === items.length;
}

function indexNamed(name: string): number {
  const index = MONOMERS.findIndex((monomer) => monomer.name === name);
  if (index < 0) throw new Error(`no monomer ${name}`);
  return index;
}
