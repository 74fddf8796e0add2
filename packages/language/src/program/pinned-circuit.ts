import type { Graph, Node, Output } from '@kirchhoff/kernel/graph/graph';
import { monomerAt } from '@kirchhoff/kernel/monomers/catalog';
import { type Domain, typeOf } from '@kirchhoff/kernel/types/domain';
import type { Span } from '../diagnostics/diagnostic.js';
import { placeOf } from '../diagnostics/place.js';
import type { HashedComponent } from '../elaborate/link.js';
import type { CircuitProgram } from './program.js';
import type { GraphMap, NamedPlace } from './source-map.js';

/** Returns the domain of a circuit call's result: that of the one output, or a record of all outputs. */
export function resultOf(outputs: readonly Output[]): Domain | null {
  const [only, other] = outputs;
  if (only === undefined) return null;
  return other === undefined ? only.domain : { kind: 'record', fields: sorted(outputs).map(({ name, domain }) => ({ name, domain })) };
}

function sorted(outputs: readonly Output[]): readonly Output[] {
  return outputs.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Returns a published circuit as components of the source that pins it: its callees, and last itself, by position from `first` on.
 * Its messages have the place of the pin, and its name in this source.
 *
 * @param hashes those of its components, as in `program.core.components`
 * @param pin its own hash
 */
export function pinnedComponents(
  program: CircuitProgram,
  hashes: readonly string[],
  pin: string,
  first: number,
  place: { readonly name: string; readonly span: Span },
): readonly HashedComponent[] {
  const { core, sourceMap } = program;
  const components: HashedComponent[] = [];
  const add = (graph: Graph, map: GraphMap | undefined, hash: string) => {
    const moved = { ...graph, nodes: graph.nodes.map((node) => moveCall(node, first)) };
    const hasSource = moved.nodes.some((node) => isSource(node, first, components));
    components.push({ canonical: { graph: moved, map: mapAt(map, graph, place), hasSource }, hash, imported: true });
  };
  core.components.slice(0, core.calledComponents).forEach((graph, i) => add(graph, sourceMap.components[i], hashes[i] ?? ''));
  const [circuit] = core.graphs;
  if (circuit !== undefined) add(asComponent(circuit, pin), sourceMap.graphs[0], pin);
  return components;
}

function moveCall(node: Node, first: number): Node {
  return node.op === 'call' ? { ...node, component: node.component + first } : node;
}

function isSource(node: Node, first: number, before: readonly HashedComponent[]): boolean {
  if (node.op === 'apply') return monomerAt(node.monomer).effect === 'source';
  return node.op === 'call' && before[node.component - first]?.canonical.hasSource === true;
}

/** Returns the circuit with its ports by position and one output. An unproduced output remains null. */
function asComponent(circuit: Graph, pin: string): Graph {
  const parameters = circuit.parameters.map(({ domain }) => ({ name: '', domain }));
  const component: Graph = { ...circuit, role: 'component', pin, parameters };
  const domain = resultOf(circuit.outputs);
  const [only, other] = circuit.outputs;
  if (domain === null || only === undefined) return component;
  if (other === undefined) return { ...component, outputs: [{ name: '', domain, node: only.node }] };
  const fields = sorted(circuit.outputs).flatMap(({ name, node }) => (node === null ? [] : [{ name, node }]));
  if (fields.length < circuit.outputs.length) return { ...component, outputs: [{ name: '', domain, node: null }] };
  const node = circuit.nodes.length;
  const regions = circuit.regions.map((region, id) => (id === circuit.body ? { ...region, nodes: [...region.nodes, node] } : region));
  return {
    ...component,
    nodes: [...circuit.nodes, { op: 'record', fields }],
    types: [...circuit.types, typeOf(domain)],
    regions,
    outputs: [{ name: '', domain, node }],
  };
}

function mapAt(map: GraphMap | undefined, graph: Graph, { name, span }: { readonly name: string; readonly span: Span }): GraphMap {
  const place = placeOf(span);
  const at = (part: NamedPlace | undefined): NamedPlace => ({ domain: part === undefined ? name : `${name}.${part.domain}`, ...place });
  return {
    name,
    ...place,
    parameters: graph.parameters.map((_, i) => ({ ...at(map?.parameters[i]), order: map?.parameters[i]?.order ?? null })),
    nodes: graph.nodes.map((_, i) => at(map?.nodes[i])),
    arms: [],
    guarded: [],
    written: [],
    outputs: graph.outputs.map(() => ({ ...at(undefined), order: null })),
    requires: graph.requires.map((_, i) => at(map?.requires[i])),
    ensures: graph.ensures.map((_, i) => at(map?.ensures[i])),
    sameEnsures: graph.ensures.map(() => []),
  };
}
