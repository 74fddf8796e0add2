import type { Fault, GraphReference } from '@kirchhoff/kernel/evaluate/evaluation';
import type { Graph, NodeId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt } from '@kirchhoff/kernel/graph/schedule';
import { catalogEntry } from '../catalog/catalog.js';
import type { Place } from '../diagnostics/diagnostic.js';
import { placeOf } from '../diagnostics/place.js';
import type { Program } from './program.js';
import type { GraphMap, NamedPlace } from './source-map.js';

/** The failure of a run, at its place in the source. */
export interface FaultPlace extends Place {
  readonly message: string;
  /** The author's name for it. */
  readonly domain: string;
}

/** Returns the place of a fault in the source, with its message. */
export function faultPlace(program: Program, fault: Fault): FaultPlace {
  const { graph, map } = partOf(program, fault.graph);
  switch (fault.reason) {
    case 'operation':
    case 'stated':
    case 'match':
    case 'argument':
    case 'precondition':
      return at(map.nodes[fault.node ?? -1], map, nodeMessage(graph, fault));
    case 'invariant':
      return at(map.nodes[fault.node ?? -1], map, 'the condition that the fold keeps does not hold');
    case 'output':
      return at(map.outputs[fault.index ?? -1], map, 'the value of the output is outside of its domain');
    case 'unproduced':
      return at(map.outputs[fault.index ?? -1], map, 'no wire produces the output');
    case 'ensure':
      return at(map.ensures[fault.index ?? -1], map, 'a promise of the circuit does not hold');
  }
}

/** Returns the place of an entropy source. */
export function entropyPlace(program: Program, reference: GraphReference, node: NodeId): FaultPlace {
  const { graph, map } = partOf(program, reference);
  const source = nodeAt(graph, node);
  const name = source.op === 'apply' ? catalogEntry(source.monomer).name : 'the operation';
  return at(map.nodes[node], map, `${name} is not determined by the inputs`);
}

function partOf({ core, sourceMap }: Program, reference: GraphReference): { readonly graph: Graph; readonly map: GraphMap } {
  const [graph, map] =
    'graph' in reference
      ? [core.graphs[reference.graph], sourceMap.graphs[reference.graph]]
      : [core.components[reference.component], sourceMap.components[reference.component]];
  if (graph === undefined || map === undefined) throw new RangeError('a fault without a place in the program');
  return { graph, map };
}

/** A node without a place of its own gets the first line of its graph. */
function at(place: NamedPlace | undefined, map: GraphMap, message: string): FaultPlace {
  return { message, domain: place?.domain ?? map.name, ...placeOf(place ?? map) };
}

function nodeMessage(graph: Graph, { reason, node: id, index, value }: Fault): string {
  const found = typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean' ? `: it is ${value}` : '';
  switch (reason) {
    case 'match':
      return `no arm matches the value${found}`;
    case 'argument':
      return `argument ${(index ?? 0) + 1} is outside of the domain of its parameter${found}`;
    case 'precondition':
      return `the arguments do not satisfy require ${(index ?? 0) + 1} of the component`;
    default: {
      const node = nodeAt(graph, id ?? -1);
      if (node.op !== 'apply') return `the value is outside of the stated domain${found}`;
      const { name, needs } = catalogEntry(node.monomer);
      return `${name} needs ${needs ?? 'operands for which it is defined'}`;
    }
  }
}
