import {
  type AbstractValue,
  abstract,
  add,
  type Core,
  type CorePattern,
  type Graph,
  type Int,
  LIST_LENGTH,
  type LoopSource,
  maximum,
  minimum,
  monomerAt,
  type Node,
  type NodeId,
  nodeAt,
  ownedRegions,
  type RegionId,
  subtract,
  type Type,
  type Value,
} from '@kirchhoff/coherence';
import { rangeOfDomain } from './domain-range.js';
import { accumulatorRange } from './drift.js';

/**
 * Returns for each node a set with all its possible values, assuming that everything before it holds. It uses declared domains
 * only: one forward pass with the catalog's transfer functions. It determines the representation of integers, so that it must be
 * sound, but need not be precise.
 */
export function rangesOf(core: Core, graph: Graph): readonly AbstractValue[] {
  return new Ranges(core, graph).all();
}

type LoopNode = Extract<Node, { op: 'loop' }>;
type FoldNode = Extract<Node, { op: 'fold' }>;

/** Limit for repeated visits of nodes because of accumulators, as a multiple of the number of nodes. */
const AGAIN = 16;

class Ranges {
  private readonly found: (AbstractValue | undefined)[] = [];
  /** The ranges of accumulators by fold, if they are narrower than the type. */
  private readonly accumulators = new Map<NodeId, AbstractValue>();
  private again = 0;

  constructor(
    private readonly core: Core,
    private readonly graph: Graph,
  ) {}

  all(): readonly AbstractValue[] {
    const { entry, requires, body, ensures } = this.graph;
    this.pass(evaluationOrder(this.graph, [entry, ...requires, body, ...ensures]));
    return this.graph.nodes.map((_, id) => this.at(id));
  }

  private pass(nodes: readonly NodeId[]): void {
    for (const id of nodes) {
      const node = nodeAt(this.graph, id);
      if (node.op === 'fold') this.narrowAccumulator(id, node);
      this.found[id] = this.rangeOf(id, node);
    }
  }

  /** Analyzes the body of a fold again if that may narrow its accumulator to a number. */
  private narrowAccumulator(id: NodeId, node: FoldNode): void {
    if (node.domain !== null || this.typeOf(id).kind !== 'integer' || this.accumulators.has(id)) return;
    const nodes = evaluationOrder(this.graph, [node.body]);
    this.again += nodes.length;
    const accumulator = nodes.find((inner) => isAccumulatorOf(node, nodeAt(this.graph, inner)));
    const result = this.graph.regions[node.body]?.result ?? null;
    if (accumulator === undefined || result === null || this.again > AGAIN * this.graph.nodes.length) return;
    const fold = { initial: this.at(node.initial), body: { result, accumulator }, rounds: mostRounds(node.source, this.at) };
    const range = accumulatorRange(this.graph, fold, nodes, this.at);
    if (range.kind !== 'integer' || !range.ranges.every(Number.isSafeInteger)) return;
    this.accumulators.set(id, range);
    this.pass(nodes);
  }

  private readonly at = (id: NodeId): AbstractValue => {
    const range = this.found[id];
    if (range === undefined) throw new Error(`node ${id} is used before its evaluation`);
    return range;
  };

  private resultOf(region: RegionId): AbstractValue {
    return this.at(this.graph.regions[region]?.result ?? Number.NaN);
  }

  private rangeOf(id: NodeId, node: Node): AbstractValue {
    const type = this.typeOf(id);
    switch (node.op) {
      case 'parameter':
        return this.ofParameter(node.index);
      case 'bound':
        return this.ofBound(node.region, node.index);
      case 'literal':
        return abstract.ofValue(node.value, type);
      case 'list':
        return abstract.itemsOf('list', node.items.map(this.at));
      case 'record':
        return abstract.record(
          node.fields.map((field) => ({ name: field.name, view: this.at(field.node) })).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
        );
      case 'some':
        return abstract.option(false, this.at(node.value));
      case 'apply':
        return ofApplication(node, type, this.at);
      case 'field':
        return fieldOf(this.at(node.record), node.name);
      case 'select':
        return abstract.join(this.resultOf(node.whenTrue), this.resultOf(node.whenFalse));
      case 'unwrapOr':
        return abstract.join(contentOf(this.at(node.option)), this.resultOf(node.otherwise));
      case 'match':
        return abstract.joinAll(node.arms.map((arm) => this.resultOf(arm.region)));
      case 'narrow':
      case 'state':
        return abstract.meet(this.at(node.operand), rangeOfDomain(node.domain));
      case 'hold':
        return this.at(node.operand);
      case 'call':
        return rangeOfDomain(this.core.components[node.component]?.outputs[0]?.domain ?? { kind: 'boolean' });
      case 'shortCircuit':
        return abstract.EITHER;
      case 'loop':
        return this.ofLoop(node);
      case 'fold':
        return this.ofAccumulator(id, node);
    }
  }

  private typeOf(id: NodeId): Type {
    const type = this.graph.types[id];
    if (type === undefined) throw new Error(`node ${id} has no type`);
    return type;
  }

  private ofParameter(index: number): AbstractValue {
    const parameter = this.graph.parameters[index];
    if (parameter === undefined) throw new RangeError(`no parameter ${index}`);
    return rangeOfDomain(parameter.domain);
  }

  private ofBound(region: RegionId, index: number): AbstractValue {
    const owner = this.graph.regions[region]?.owner ?? Number.NaN;
    const node = nodeAt(this.graph, owner);
    switch (node.op) {
      case 'match':
        return boundBy(node.arms.find((arm) => arm.region === region)?.pattern, this.at(node.subject));
      case 'hold':
        return this.at(node.operand);
      case 'loop':
        return this.elementOf(node.source);
      case 'fold':
        return index === 0 ? this.ofAccumulator(owner, node) : this.elementOf(node.source);
      default:
        throw new Error(`${node.op} has no bound variable`);
    }
  }

  private ofAccumulator(id: NodeId, { domain }: FoldNode): AbstractValue {
    return domain === null ? (this.accumulators.get(id) ?? abstract.ofType(this.typeOf(id))) : rangeOfDomain(domain);
  }

  private elementOf(source: LoopSource): AbstractValue {
    if (source.over === 'range') return integersBetween(this.at(source.lo), this.at(source.hi));
    const view = this.at(source.node);
    return view.kind === 'list' || view.kind === 'bytes' ? view.element : abstract.NEVER;
  }

  private ofLoop(node: LoopNode): AbstractValue {
    const most = mostRounds(node.source, this.at);
    switch (node.loop) {
      case 'map':
        return abstract.sequence('list', 0, Number(minimum(most, LIST_LENGTH)), this.resultOf(node.body));
      case 'filter': {
        const isBytes = node.source.over === 'value' && this.typeOf(node.source.node).kind === 'bytes';
        const longest = isBytes ? most : minimum(most, LIST_LENGTH);
        return abstract.sequence(isBytes ? 'bytes' : 'list', 0, Number(longest), this.elementOf(node.source));
      }
      case 'any':
      case 'all':
        return abstract.EITHER;
      case 'count':
        return abstract.integers(0, most);
    }
  }
}

/** Returns the nodes of regions in evaluation order: the source of a loop before its body, the body before the loop. */
function evaluationOrder(graph: Graph, roots: readonly RegionId[]): readonly NodeId[] {
  const order: NodeId[] = [];
  // A node is there twice: the regions that it owns come before it. Regions nest too deeply for recursion.
  const pending: NodeId[] = [];
  const isEntered = new Uint8Array(graph.nodes.length);
  const enter = (region: RegionId): void => {
    const nodes = graph.regions[region]?.nodes ?? [];
    for (let i = nodes.length - 1; i >= 0; i -= 1) pending.push(nodes[i] ?? 0);
  };
  for (const root of roots) {
    enter(root);
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      const owned = isEntered[id] === 1 ? [] : ownedRegions(nodeAt(graph, id));
      if (owned.length === 0) {
        order.push(id);
        continue;
      }
      isEntered[id] = 1;
      pending.push(id);
      for (let i = owned.length - 1; i >= 0; i -= 1) enter(owned[i] ?? 0);
    }
  }
  return order;
}

function isAccumulatorOf(fold: FoldNode, node: Node): boolean {
  return node.op === 'bound' && node.region === fold.body && node.index === 0;
}

/** Returns the maximal number of steps of a loop. */
export function mostRounds(source: LoopSource, at: (id: NodeId) => AbstractValue): Int {
  if (source.over === 'value') {
    const view = at(source.node);
    return view.kind === 'list' || view.kind === 'bytes' ? view.hi : 0;
  }
  const view = integersBetween(at(source.lo), at(source.hi));
  return view.kind === 'integer' ? add(subtract(view.ranges[1] ?? 0, view.ranges[0] ?? 0), 1) : 0;
}

function integersBetween(lo: AbstractValue, hi: AbstractValue): AbstractValue {
  if (lo.kind !== 'integer' || hi.kind !== 'integer') return abstract.NEVER;
  return abstract.integers(lo.ranges.reduce(minimum), hi.ranges.reduce(maximum));
}

function fieldOf(view: AbstractValue, name: string): AbstractValue {
  if (view.kind !== 'record') return abstract.NEVER;
  return view.fields.find((field) => field.name === name)?.view ?? abstract.NEVER;
}

function contentOf(view: AbstractValue): AbstractValue {
  return view.kind === 'option' ? view.some : abstract.NEVER;
}

/** Returns the content below the last `some` of a pattern. */
function boundBy(pattern: CorePattern | undefined, subject: AbstractValue): AbstractValue {
  let view = subject;
  for (let inner = pattern; inner?.pattern === 'some'; inner = inner.inner) view = contentOf(view);
  return view;
}

type Application = Extract<Node, { op: 'apply' }>;

function ofApplication(node: Application, type: Type, at: (id: NodeId) => AbstractValue): AbstractValue {
  const { analysis } = monomerAt(node.monomer);
  return analysis === null ? abstract.ofType(type) : analysis.transfer(argumentRanges(node, at));
}

/** Returns the ranges of an application's arguments in order, exact for literals. */
export function argumentRanges(node: Application, at: (id: NodeId) => AbstractValue): readonly AbstractValue[] {
  return byPosition(node, at, ofLiteral);
}

/** Returns the arguments of an application in order, from operands and literals. */
export function byPosition<T>(node: Application, operand: (id: NodeId) => T, literal: (value: Value) => T): readonly T[] {
  if (node.literals.length === 0) return node.operands.map(operand);
  let taken = 0;
  return node.literals.map((value) => (value === null ? operand(node.operands[taken++] ?? Number.NaN) : literal(value)));
}

/** Literal arguments are integers, booleans or text. */
export function typeOfLiteral(value: Value): Type {
  if (typeof value === 'number' || typeof value === 'bigint') return { kind: 'integer' };
  return { kind: typeof value === 'boolean' ? 'boolean' : 'text' };
}

function ofLiteral(value: Value): AbstractValue {
  return abstract.ofValue(value, typeOfLiteral(value));
}
