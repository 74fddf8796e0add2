import { type AbstractValue, ofDomain } from '../abstract/abstract.js';
import type { Graph, Node, NodeId, RegionId } from '../graph/graph.js';
import { nodeAt, regionsOf } from '../graph/schedule.js';
import { monomerAt } from '../monomers/catalog.js';
import { heldBehind } from '../rules/holds.js';
import { INT64_BOUNDS, isInside } from '../smt-lib/bounds.js';
import { and, type Formula, not, or } from '../smt-lib/formulas.js';
import { fieldOf, keyOf, type Term } from '../smt-lib/terms.js';
import { BOOLEAN, BYTES, INTEGER, TEXT, type Type } from '../types/domain.js';
import type { Value } from '../values/value.js';
import { encodeCall } from './calls.js';
import { noteApplication, type QueryContext } from './context.js';
import { assertFacts, assertLoopFacts } from './facts.js';
import { assumed, boundsOfView } from './membership.js';
import type { Instance } from './origins.js';
import { assumptionOf } from './preconditions.js';
import { type ArmConditions, armConditions, boundBy, formulaOf, reachedFrom } from './reaching.js';
import { restricted } from './restrict.js';

type ApplyNode = Extract<Node, { op: 'apply' }>;

/** The environment of an encoded graph: of the request's graph, or of one call of a component. */
export interface EncoderEnvironment {
  /** Terms of the parameters by position; `undefined` if the slice does not read the parameter. */
  readonly parameters: readonly (Term | undefined)[];
  /** The condition under which a region that no node owns is reached. */
  base(region: RegionId): Formula;
  claim(node: NodeId): AbstractValue;
  /** Nodes whose values the caller knows. */
  readonly given: ReadonlyMap<NodeId, Term>;
  /** The number of calls around the graph. */
  readonly depth: number;
  /** The call for which the graph is encoded; `null` for the graph of the request. */
  readonly call: Instance['call'];
}

/**
 * Encodes the values of nodes as terms, by the exact semantics of each. For every reached node, the claim is asserted and the
 * precondition assumed; both rest only on earlier evaluations. An unreached node may have any value.
 */
export class GraphEncoder {
  readonly regionOf: Int32Array;
  private readonly values = new Map<NodeId, Term>();
  private readonly reached = new Map<RegionId, Formula>();
  private readonly arms = new Map<NodeId, ArmConditions>();
  /** Distinguishes the constants of this graph from those of its other calls. */
  readonly number: number;

  constructor(
    readonly context: QueryContext,
    readonly graph: Graph,
    readonly around: EncoderEnvironment,
  ) {
    this.regionOf = regionsOf(graph);
    this.number = context.origins.instances.push({ graph, call: around.call }) - 1;
  }

  /** Returns the encoder of one call of a component. */
  inside(component: Graph, around: EncoderEnvironment): GraphEncoder {
    return new GraphEncoder(this.context, component, around);
  }

  /** Encodes the nodes of a slice in their order. */
  encode(nodes: readonly NodeId[]): void {
    for (const id of nodes) {
      const term = this.around.given.get(id) ?? this.settled(id, this.termOf(id));
      this.values.set(id, term);
      this.context.origins.encoded.push({ instance: this.number, node: id, term });
    }
  }

  /** Returns the term of a node that has been encoded. */
  readonly term = (id: NodeId): Term => {
    const term = this.values.get(id);
    if (term === undefined) throw new Error(`node ${id} is not in the slice`);
    return term;
  };

  /**
   * Returns the condition under which a region is reached. The nodes that decide it have been encoded. Walks outward with a
   * stack, since arms nest as deep as a source is long.
   */
  reach(region: RegionId): Formula {
    const chain: RegionId[] = [];
    let at = region;
    for (;;) {
      if (this.reached.has(at)) break;
      chain.push(at);
      const owner = this.graph.regions[at]?.owner ?? null;
      if (owner === null) break;
      at = this.regionOf[owner] ?? -1;
    }
    for (const each of chain.toReversed()) this.reached.set(each, this.context.terms.formula(this.reachedHere(each)));
    return this.reached.get(region) ?? this.around.base(region);
  }

  reachOfNode(id: NodeId): Formula {
    return this.reach(this.regionOf[id] ?? -1);
  }

  private reachedHere(region: RegionId): Formula {
    const owner = this.graph.regions[region]?.owner ?? null;
    if (owner === null) return this.around.base(region);
    const outside = this.reached.get(this.regionOf[owner] ?? -1) ?? this.reachOfNode(owner);
    return and(outside, reachedFrom(this, owner, region));
  }

  armsOf(owner: NodeId): ArmConditions {
    const known = this.arms.get(owner);
    if (known !== undefined) return known;
    const node = nodeAt(this.graph, owner);
    if (node.op !== 'match') throw new Error(`${node.op} has no arms`);
    const conditions = armConditions(this.context.terms, this.term(node.subject), node.arms);
    this.arms.set(owner, conditions);
    return conditions;
  }

  typeOf(id: NodeId): Type {
    const type = this.graph.types[id];
    if (type === undefined) throw new Error(`no type for node ${id}`);
    return type;
  }

  /** Asserts the claim of a reached node, and restricts its term to the claim. */
  private settled(id: NodeId, term: Term): Term {
    const { terms } = this.context;
    const claim = this.around.claim(id);
    if (nodeAt(this.graph, id).op !== 'literal' && !isBounded(term, claim))
      terms.script.assert(this.reachOfNode(id), assumed(terms, term, claim));
    return restricted(terms, term, claim);
  }

  private termOf(id: NodeId): Term {
    const { terms } = this.context;
    const node = nodeAt(this.graph, id);
    switch (node.op) {
      case 'parameter':
        return this.around.parameters[node.index] ?? this.unknown(id, null);
      case 'bound':
        return this.bound(id, node);
      case 'literal':
        return terms.literal(node.value, this.typeOf(id));
      case 'list':
        return this.list(id, node.items.map(this.term));
      case 'record':
        return { kind: 'record', fields: node.fields.map(({ name, node: field }) => ({ name, value: this.term(field) })) };
      case 'some':
        return { kind: 'option', isSome: 'true', content: this.term(node.value) };
      case 'field': {
        const record = this.term(node.record);
        return record.kind === 'record' ? fieldOf(record, node.name) : this.unknown(id, null);
      }
      case 'apply':
        return this.application(id, node);
      case 'narrow':
      case 'state':
        terms.script.assert(this.reachOfNode(id), assumed(terms, this.term(node.operand), ofDomain(node.domain)));
        return this.term(node.operand);
      case 'hold': {
        const condition = heldBehind(this.graph, id);
        if (condition !== null) terms.script.assert(this.reachOfNode(id), formulaOf(this.resultOf(condition)));
        return this.term(node.operand);
      }
      case 'call':
        return encodeCall(this, id, node);
      case 'loop': {
        const term = this.unknown(id, null);
        assertLoopFacts(this, id, node, term);
        return term;
      }
      case 'fold':
        return this.unknown(id, null);
      default:
        return this.chosen(id, node);
    }
  }

  /**
   * Returns a term that may have any value of a node's type. Nodes of the same type and key share it; a `null` key gives a fresh
   * term.
   */
  unknown(id: NodeId, key: string | null): Term {
    const { terms, origins } = this.context;
    const type = this.typeOf(id);
    const declare = (): Term => terms.declare(type, terms.script.fresh(), () => INT64_BOUNDS);
    const term = key === null ? declare() : terms.shared(`${key} : ${terms.typeOf(type)}`, declare);
    origins.nodes.push({ instance: this.number, node: id, term });
    return term;
  }

  private resultOf(region: RegionId): Term {
    const result = this.graph.regions[region]?.result ?? null;
    if (result === null) throw new Error(`region ${region} has no result`);
    return this.term(result);
  }

  /** Encodes a node that chooses between regions. */
  private chosen(id: NodeId, node: Extract<Node, { op: 'select' | 'shortCircuit' | 'unwrapOr' | 'match' }>): Term {
    const { terms } = this.context;
    switch (node.op) {
      case 'select':
        return terms.choose(formulaOf(this.term(node.condition)), this.resultOf(node.whenTrue), this.resultOf(node.whenFalse));
      case 'shortCircuit':
        return terms.boolean(connected(node.connective, formulaOf(this.term(node.left)), formulaOf(this.resultOf(node.right))));
      case 'unwrapOr': {
        const option = this.term(node.option);
        return option.kind === 'option'
          ? terms.choose(option.isSome, option.content, this.resultOf(node.otherwise))
          : this.unknown(id, null);
      }
      case 'match': {
        const { taken, covered } = this.armsOf(id);
        terms.script.assert(this.reachOfNode(id), covered);
        // The last arm is also the result for a subject that fits no arm.
        const results = node.arms.map(({ region }) => this.resultOf(region));
        const last = results[results.length - 1];
        if (last === undefined) return this.unknown(id, null);
        return results.reduceRight(
          (rest, result, index) => (index === results.length - 1 ? rest : terms.choose(taken[index] ?? 'false', result, rest)),
          last,
        );
      }
    }
  }

  private list(id: NodeId, items: readonly Term[]): Term {
    const key = items.length > 64 ? null : `list ${items.map(keyOf).join(' ')}`;
    const term = this.unknown(id, key);
    if (term.kind !== 'thing') throw new Error(`a list as ${term.kind}`);
    const { terms } = this.context;
    terms.script.assert(this.reachOfNode(id), terms.between(terms.size(term), BigInt(items.length), BigInt(items.length)));
    return { ...term, items: items.length > 64 ? null : items };
  }

  /** The value that a region binds: the content of `some`, any element, or any value within the claim of the accumulator. */
  private bound(id: NodeId, { region, index }: Extract<Node, { op: 'bound' }>): Term {
    const { terms } = this.context;
    const owner = this.graph.regions[region]?.owner ?? null;
    const node = owner === null ? null : nodeAt(this.graph, owner);
    if (node?.op === 'match') {
      const arm = node.arms.find((each) => each.region === region);
      return arm === undefined ? this.unknown(id, null) : boundBy(arm.pattern, this.term(node.subject));
    }
    if (node?.op === 'hold') return this.term(node.operand);
    const term = this.unknown(id, `bound ${this.number} ${region} ${index}`);
    const isElement = (node?.op === 'loop' && index === 0) || (node?.op === 'fold' && index === 1);
    if (isElement && node.source.over === 'range' && term.kind === 'integer') {
      const [lo, hi] = [this.term(node.source.lo), this.term(node.source.hi)];
      if (lo.kind === 'integer' && hi.kind === 'integer') {
        const { dialect } = terms;
        terms.script.assert(
          this.reach(region),
          and(dialect.compare('<=', lo.integer, term.integer), dialect.compare('<=', term.integer, hi.integer)),
        );
      }
    }
    return term;
  }

  /** The arguments of an application in the order of its row. */
  argumentsOf(node: ApplyNode): readonly Term[] {
    if (node.literals.length === 0) return node.operands.map(this.term);
    const operands = node.operands.values();
    return node.literals.map((literal) => {
      if (literal !== null) return this.context.terms.literal(literal, typeOfLiteral(literal));
      return this.term(operands.next().value ?? -1);
    });
  }

  /** A key of the arguments that includes their types, since tags of two enumerations may be the same texts. */
  private keyOfArguments(node: ApplyNode, args: readonly Term[]): string {
    const { terms } = this.context;
    const operands = node.operands.values();
    return JSON.stringify(
      args.map((arg, position) => {
        const literal = node.literals[position] ?? null;
        const type = literal === null ? this.typeOf(operands.next().value ?? -1) : typeOfLiteral(literal);
        return [keyOf(arg), terms.typeOf(type)];
      }),
    );
  }

  private application(id: NodeId, node: ApplyNode): Term {
    const { context } = this;
    const { terms } = context;
    const { name, effect, precondition, smt } = monomerAt(node.monomer);
    if (effect === 'source') return this.unknown(id, null);
    const args = this.argumentsOf(node);
    const assumption = precondition && assumptionOf(terms, precondition, args);
    if (assumption !== null) terms.script.assert(this.reachOfNode(id), assumption);
    noteApplication(context, smt, args);
    const exact = smt && smt.result(terms, args);
    const term = exact ?? this.unknown(id, `${name} ${this.keyOfArguments(node, args)}`);
    assertFacts(this, id, node, args, term, exact !== null);
    const items = smt?.items?.(terms, args) ?? null;
    return term.kind === 'thing' && items !== null ? { ...term, items } : term;
  }
}

/** Returns true if the bounds of the term already express the whole claim. */
function isBounded(term: Term, claim: AbstractValue): boolean {
  return (
    term.kind === 'integer' && claim.kind === 'integer' && claim.ranges.length === 2 && isInside(term.integer.bounds, boundsOfView(claim))
  );
}

function connected(connective: 'and' | 'or' | 'implies', left: Formula, right: Formula): Formula {
  switch (connective) {
    case 'and':
      return and(left, right);
    case 'or':
      return or(left, right);
    case 'implies':
      return or(not(left), right);
  }
}

function typeOfLiteral(value: Value): Type {
  if (typeof value === 'string') return TEXT;
  if (typeof value === 'boolean') return BOOLEAN;
  return value instanceof Uint8Array ? BYTES : INTEGER;
}
