import { abstract, kindOf, mcCode, monomerAt, type Node, type NodeDomains, type NodeId, type Value } from '@kirchhoff/coherence';
import type { DomainWriter } from './domain-words.js';
import type { NodeKind, NodeView } from './graph-view.js';
import { componentId, contractId, nodeId, outputId, regionId } from './identifiers.js';
import { faceOf, type Surroundings } from './labels.js';
import { argumentNames } from './ports.js';
import type { Standing } from './program-view.js';
import { regionOfNodes } from './regions.js';
import { kindText, literalText } from './words.js';

/** A graph with the analysis results of its nodes. */
export interface Known extends Surroundings {
  readonly domains: NodeDomains;
  readonly writer: DomainWriter;
  readonly standing: Standing;
  /** The id of the graph. */
  readonly id: string;
}

/** Returns the nodes of a graph, and one more for each output and contract. */
export function nodesOf(known: Known): readonly NodeView[] {
  const regions = regionOfNodes(known.graph);
  const inside = known.graph.nodes.map((node, id) => innerNode(known, node, id, regions[id] ?? known.graph.entry));
  return [...inside, ...outputs(known), ...contracts(known, 'require'), ...contracts(known, 'ensure')];
}

function innerNode(known: Known, node: Node, id: NodeId, region: number): NodeView {
  const kind = known.graph.kinds[id];
  const place = known.map.nodes[id];
  if (kind === undefined || place === undefined) throw new Error(`node ${id} has no kind or no place`);
  const { declared, monomer, ...face } = faceOf(node, kind, known);
  return {
    id: nodeId(id),
    ...face,
    region: regionId(region),
    monomer: monomer === null ? null : monomerView(monomer),
    type: kindText(kind),
    ...known.writer.ofSet(known.domains(id), kind),
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
function seenIn({ standing, id: graph }: Known, id: string, node: NodeId | null): Pick<NodeView, 'open' | 'value'> {
  if (standing.kind !== 'open') return { open: null, value: null };
  const { places } = standing;
  return { open: places.at(graph, id), value: node === null ? null : (places.run?.valueOf(graph, node) ?? null) };
}

function outputs(known: Known): readonly NodeView[] {
  const { graph, map, domains, writer } = known;
  return graph.outputs.map(({ name, domain, node }, index) => {
    const kind = kindOf(domain);
    const held = node === null ? abstract.NEVER : abstract.meet(domains(node), abstract.ofDomain(domain));
    return {
      ...ending('output', name === '' ? 'result' : name, kindText(kind), map.outputs[index] ?? map),
      ...seenIn(known, outputId(index), node),
      id: outputId(index),
      region: regionId(graph.body),
      ...writer.ofSet(held, kind),
      declared: writer.declared(domain),
    };
  });
}

function contracts(known: Known, contract: 'require' | 'ensure'): readonly NodeView[] {
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
