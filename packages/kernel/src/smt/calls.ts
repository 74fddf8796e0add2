import { type AbstractValue, ofDomain, ofType } from '../abstract/abstract.js';
import type { Graph, Node, NodeId, RegionId } from '../graph/graph.js';
import { nodeAt } from '../graph/schedule.js';
import { and, type Formula } from '../smt-lib/formulas.js';
import type { Term } from '../smt-lib/terms.js';
import type { EncoderEnvironment, GraphEncoder } from './graph-encoder.js';
import { assumed, proven } from './membership.js';
import { formulaOf } from './reaching.js';
import { restricted } from './restrict.js';
import { sliceOf } from './slice.js';

type CallNode = Extract<Node, { op: 'call' }>;

/** Limit for the depth of calls into components. */
const MAX_CALLS = 4;
/** Maximal number of encoded nodes of one component. */
const MAX_INSIDE = 96;

/**
 * Encodes the result of a call that has returned: its arguments lay in their domains, its requires held, and its ensures hold.
 * The result is that of the body if the body is small. Otherwise it is any value that the claim and the ensures admit. If the
 * call is reached, all encoded nodes of the component were evaluated.
 */
export function encodeCall(outer: GraphEncoder, id: NodeId, node: CallNode): Term {
  const component = componentOf(outer, node);
  const reached = outer.reachOfNode(id);
  assertArguments(outer, node, component, reached);
  const result = component.outputs[0]?.node ?? null;
  if (result === null || outer.around.depth >= MAX_CALLS) return outer.unknown(id, null);
  const contracts = resultsOf(component, [...component.requires, ...component.ensures]);
  const around = surroundings(outer, id, component, () => reached);
  const inside = enter(outer, component, around, [result, ...contracts]);
  if (inside !== null) return assertContracts(inside, contracts, reached).term(result);
  const unknown = outer.unknown(id, null);
  const promised = enter(outer, component, { ...around, given: new Map([[result, unknown]]) }, [result, ...contracts]);
  if (promised !== null) assertContracts(promised, contracts, reached);
  return unknown;
}

/**
 * Returns the goal of a call: its arguments lie in their domains, and each require holds, given the earlier ones. `null` if the
 * goal has no formula.
 */
export function callHolds(outer: GraphEncoder, id: NodeId, node: CallNode): Formula | null {
  const { terms } = outer.context;
  const component = componentOf(outer, node);
  const fit = component.parameters.map(({ domain }, index) => {
    const argument = node.arguments[index] ?? -1;
    return proven(terms, outer.term(argument), domain, outer.around.claim(argument));
  });
  const fits = terms.formula(and(...fit));
  const results = resultsOf(component, component.requires);
  if (results.length === 0) return fits;
  const reached = terms.formula(and(outer.reachOfNode(id), fits));
  // A require is evaluated only if the earlier ones hold, so assertions on its nodes need them as a condition.
  const base = (region: RegionId): Formula => {
    const before = component.requires.indexOf(region);
    return terms.formula(and(reached, ...results.slice(0, Math.max(0, before)).map((result) => formulaOf(inside.term(result)))));
  };
  const inside = outer.inside(component, surroundings(outer, id, component, base));
  const slice = sliceOf(component, inside.regionOf, results, component.requires, new Set(), outer.context.left);
  if (slice === null) return null;
  outer.context.left -= slice.nodes.length;
  inside.encode(slice.nodes);
  return and(fits, ...results.map((result) => formulaOf(inside.term(result))));
}

function componentOf(outer: GraphEncoder, node: CallNode): Graph {
  const component = outer.context.request.core.components[node.component];
  if (component === undefined) throw new Error(`no component ${node.component}`);
  return component;
}

function resultsOf(component: Graph, regions: readonly RegionId[]): readonly NodeId[] {
  return regions.flatMap((region) => component.regions[region]?.result ?? []);
}

function assertArguments(outer: GraphEncoder, node: CallNode, component: Graph, reached: Formula): void {
  const { terms } = outer.context;
  component.parameters.forEach(({ domain }, index) =>
    terms.script.assert(reached, assumed(terms, outer.term(node.arguments[index] ?? -1), ofDomain(domain))),
  );
}

function surroundings(outer: GraphEncoder, id: NodeId, component: Graph, base: (region: RegionId) => Formula): EncoderEnvironment {
  const node = nodeAt(outer.graph, id);
  if (node.op !== 'call') throw new Error(`${node.op} calls no component`);
  const { request, terms } = outer.context;
  const claim = (inner: NodeId): AbstractValue => {
    const type = component.types[inner];
    if (type === undefined) throw new Error(`no type for node ${inner}`);
    return request.claimIn?.(node.component, inner) ?? ofType(type);
  };
  const parameters = component.parameters.map(({ domain }, index) =>
    restricted(terms, outer.term(node.arguments[index] ?? -1), ofDomain(domain)),
  );
  return {
    parameters,
    base,
    claim,
    given: new Map(),
    depth: outer.around.depth + 1,
    call: { instance: outer.number, node: id, component: node.component },
  };
}

/** Encodes the slice of some nodes of a component. If the slice is too large, returns `null` without asserting a formula. */
function enter(outer: GraphEncoder, component: Graph, around: EncoderEnvironment, roots: readonly NodeId[]): GraphEncoder | null {
  const { context } = outer;
  const given = new Set(around.given.keys());
  const inside = outer.inside(component, around);
  const slice = sliceOf(component, inside.regionOf, roots, [], given, Math.min(MAX_INSIDE, context.left));
  if (slice === null) return null;
  context.left -= slice.nodes.length;
  inside.encode(slice.nodes);
  return inside;
}

function assertContracts(inside: GraphEncoder, contracts: readonly NodeId[], reached: Formula): GraphEncoder {
  for (const contract of contracts) inside.context.terms.script.assert(reached, formulaOf(inside.term(contract)));
  return inside;
}
