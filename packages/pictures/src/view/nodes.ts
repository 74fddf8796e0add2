import {
  abstract,
  type Graph,
  type GraphMap,
  mcCode,
  monomerAt,
  type Node,
  type NodeDomains,
  type NodeId,
  nodeAt,
  type RegionId,
  typeOf,
  type Value,
} from '@kirchhoff/coherence';
import { faceOf, type NodeContext } from './labels.js';
import { argumentNames, type NamedCore, type OperandPort, portsOf, regionsOwnedBy } from './ports.js';
import { type DomainWriter, literalText, typeText } from './text.js';
import type { CertificationState, EdgeView, NodeKind, NodeView, RegionRole, RegionView } from './view.js';

/** Returns the identifier of a node in the API: unique within a circuit or component. */
export function nodeId(node: NodeId): string {
  return `n${node}`;
}

export function regionId(region: RegionId): string {
  return `r${region}`;
}

export function outputId(index: number): string {
  return `output${index}`;
}

export function contractId(contract: 'require' | 'ensure', index: number): string {
  return `${contract}${index}`;
}

export function componentId(index: number): string {
  return `component${index}`;
}

/** A graph with the analysis results of its nodes. */
export interface AnalyzedGraph extends NodeContext {
  readonly domains: NodeDomains;
  readonly writer: DomainWriter;
  readonly standing: CertificationState;
  /** The id of the graph. */
  readonly id: string;
}

/** Returns the nodes of a graph, and one more for each output and contract. */
export function nodesOf(known: AnalyzedGraph): readonly NodeView[] {
  const regions = regionOfNodes(known.graph);
  const inside = known.graph.nodes.map((node, id) => innerNode(known, node, id, regions[id] ?? known.graph.entry));
  return [...inside, ...outputNodes(known), ...contracts(known, 'require'), ...contracts(known, 'ensure')];
}

function innerNode(known: AnalyzedGraph, node: Node, id: NodeId, region: number): NodeView {
  const type = known.graph.types[id];
  const place = known.map.nodes[id];
  if (type === undefined || place === undefined) throw new Error(`node ${id} has no type or no place`);
  const { declared, monomer, ...face } = faceOf(node, type, known);
  return {
    id: nodeId(id),
    ...face,
    region: regionId(region),
    monomer: monomer === null ? null : monomerView(monomer),
    type: typeText(type),
    ...known.writer.ofSet(known.domains(id), type),
    declared: known.writer.declared(declared),
    literals: node.op === 'apply' ? literalsOf(node.monomer, node.literals) : [],
    component: node.op === 'call' ? componentId(node.component) : null,
    ...seenIn(known, nodeId(id), id),
    wire: place.domain,
    line: place.line,
    column: place.column,
  };
}

function monomerView(index: number): NodeView['monomer'] {
  const { name, family } = monomerAt(index);
  return { mc_code: mcCode(index), name, family };
}

/** Literal arguments are integers, booleans or text. */
function literalsOf(monomer: number, literals: readonly (Value | null)[]): NodeView['literals'] {
  const names = argumentNames(monomer);
  return literals.flatMap((value, place) =>
    value === null
      ? []
      : [{ port: names[place] ?? String(place), value: literalText(value, { kind: typeof value === 'string' ? 'text' : 'integer' }) }],
  );
}

/** The open closure domain of a node, and its value in the run of the counterexample. */
function seenIn({ standing, id: graph }: AnalyzedGraph, id: string, node: NodeId | null): Pick<NodeView, 'open' | 'value'> {
  if (standing.kind !== 'open') return { open: null, value: null };
  const { places } = standing;
  return { open: places.at(graph, id), value: node === null ? null : (places.run?.valueOf(graph, node) ?? null) };
}

function outputNodes(known: AnalyzedGraph): readonly NodeView[] {
  const { graph, map, domains, writer } = known;
  return graph.outputs.map(({ name, domain, node }, index) => {
    const type = typeOf(domain);
    const held = node === null ? abstract.NEVER : abstract.meet(domains(node), abstract.ofDomain(domain));
    return {
      ...ending('output', name === '' ? 'result' : name, typeText(type), map.outputs[index] ?? map),
      ...seenIn(known, outputId(index), node),
      id: outputId(index),
      region: regionId(graph.body),
      ...writer.ofSet(held, type),
      declared: writer.declared(domain),
    };
  });
}

function contracts(known: AnalyzedGraph, contract: 'require' | 'ensure'): readonly NodeView[] {
  const { graph, map, domains, writer, standing } = known;
  const regions = contract === 'require' ? graph.requires : graph.ensures;
  const names = contract === 'require' ? map.requires : map.ensures;
  return regions.map((region, index) => {
    const result = graph.regions[region]?.result ?? null;
    const place = names[index];
    const held = result === null ? abstract.NEVER : domains(result);
    // An ensure that was proven by rules beyond domains holds, although the domains do not show it.
    const holds = contract === 'ensure' && standing.kind === 'certified' ? abstract.meet(held, abstract.TRUE) : held;
    return {
      ...ending(contract, place?.domain ?? contract, 'bool', place ?? map),
      ...seenIn(known, contractId(contract, index), result),
      id: contractId(contract, index),
      region: regionId(region),
      ...writer.ofSet(holds, { kind: 'boolean' }),
      declared: null,
    };
  });
}

/** Returns a node for an output or contract, which is not a node of the core. */
function ending(kind: NodeKind, label: string, type: string, place: { readonly line: number; readonly column: number }) {
  const { line, column } = place;
  return { kind, label, type, monomer: null, literals: [], component: null, wire: label, line, column };
}

/** Returns the data flow of a graph: operands, results of regions, bound variables, outputs and contracts. */
export function edgesOf(graph: Graph, named: NamedCore): readonly EdgeView[] {
  return [...graph.nodes.flatMap((node, id) => edgesInto(graph, node, id, named)), ...outputEdges(graph), ...contractEdges(graph)];
}

function edgesInto(graph: Graph, node: Node, id: NodeId, named: NamedCore): readonly EdgeView[] {
  const to = nodeId(id);
  if (node.op === 'bound') {
    const source = boundFrom(graph, node, named);
    return source === undefined ? [] : [{ from: nodeId(source.node), to, kind: 'binding', port: source.port, place: source.place }];
  }
  const values = portsOf(node, named).map(
    ({ node: from, port, place }): EdgeView => ({ from: nodeId(from), to, kind: 'value', port, place }),
  );
  const results = regionsOwnedBy(node).flatMap(({ region, label, role }, place): readonly EdgeView[] => {
    const result = graph.regions[region]?.result ?? null;
    return result === null ? [] : [{ from: nodeId(result), to, kind: 'result', port: role === 'arm' ? label : role, place }];
  });
  return [...values, ...results];
}

/** Returns the owner's operand that gives a bound variable its values; the elements of a range begin at its first number. */
function boundFrom(graph: Graph, { region, index }: Extract<Node, { op: 'bound' }>, named: NamedCore): OperandPort | undefined {
  const owner = graph.regions[region]?.owner ?? null;
  if (owner === null) return undefined;
  const node = nodeAt(graph, owner);
  const ports = portsOf(node, named);
  return node.op === 'fold' && index === 0 ? ports.at(-1) : ports[0];
}

function outputEdges({ outputs }: Graph): readonly EdgeView[] {
  return outputs.flatMap(({ node }, index): readonly EdgeView[] =>
    node === null ? [] : [{ from: nodeId(node), to: outputId(index), kind: 'value', port: 'value', place: 0 }],
  );
}

function contractEdges(graph: Graph): readonly EdgeView[] {
  return (['require', 'ensure'] as const).flatMap((contract) =>
    (contract === 'require' ? graph.requires : graph.ensures).flatMap((region, index): readonly EdgeView[] => {
      const result = graph.regions[region]?.result ?? null;
      return result === null
        ? []
        : [{ from: nodeId(result), to: contractId(contract, index), kind: 'result', port: 'condition', place: 0 }];
    }),
  );
}

/** Returns the regions of a graph with their roles. */
export function regionsOf(graph: Graph, map: GraphMap): readonly RegionView[] {
  const faces = new Map<RegionId, { readonly role: RegionRole; readonly label: string }>([
    [graph.entry, { role: 'entry', label: 'inputs' }],
    [graph.body, { role: 'body', label: 'body' }],
    ...graph.requires.map((region, index) => [region, { role: 'require', label: map.requires[index]?.domain ?? '' }] as const),
    ...graph.ensures.map((region, index) => [region, { role: 'ensure', label: map.ensures[index]?.domain ?? '' }] as const),
    ...graph.nodes.flatMap((node) => regionsOwnedBy(node).map(({ region, role, label }) => [region, { role, label }] as const)),
  ]);
  return graph.regions.map(({ parent, owner }, index) => {
    const face = faces.get(index);
    if (face === undefined) throw new Error(`region ${index} has no role`);
    return {
      id: regionId(index),
      parent: parent === null ? null : regionId(parent),
      owner: owner === null ? null : nodeId(owner),
      ...face,
    };
  });
}

/** Returns the region of each node. */
export function regionOfNodes(graph: Graph): readonly RegionId[] {
  const found = graph.nodes.map((): RegionId => graph.entry);
  graph.regions.forEach(({ nodes }, region) => {
    for (const node of nodes) found[node] = region;
  });
  return found;
}
