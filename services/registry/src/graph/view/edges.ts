import { type Graph, type Node, type NodeId, nodeAt } from '@kirchhoff/coherence';
import type { EdgeView } from './graph-view.js';
import { contractId, nodeId, outputId } from './identifiers.js';
import { type Named, type Port, portsOf, regionsOwnedBy } from './ports.js';

/** Returns the data flow of a graph: operands, results of regions, bound variables, outputs and contracts. */
export function edgesOf(graph: Graph, named: Named): readonly EdgeView[] {
  return [...graph.nodes.flatMap((node, id) => edgesInto(graph, node, id, named)), ...outputEdges(graph), ...contractEdges(graph)];
}

function edgesInto(graph: Graph, node: Node, id: NodeId, named: Named): readonly EdgeView[] {
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
function boundFrom(graph: Graph, { region, index }: Extract<Node, { op: 'bound' }>, named: Named): Port | undefined {
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
