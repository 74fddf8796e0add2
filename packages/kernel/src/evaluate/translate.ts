import type { Node, NodeId } from '../graph/graph.js';
import { oncePerGraph } from '../graph/once-per-graph.js';
import { translateHold, translateMatch, translateSelect, translateShortCircuit, translateUnwrapOr } from './branches.js';
import type { Code } from './instruction.js';
import { CodeLayout, type LayoutTask } from './layout.js';
import { translateFold, translateLoop } from './loops.js';

/** The code of a graph. Total for every well-formed graph, however deep its regions nest. */
export const codeOf = oncePerGraph((graph): Code => {
  const layout = new CodeLayout(graph, translateNode);
  layout.schedule([
    () => layout.region(graph.entry),
    ...graph.requires.flatMap((region, index) => [
      () => layout.region(region),
      () => layout.emit({ do: 'require', index, condition: layout.resultOf(region) }),
    ]),
    () => layout.region(graph.body),
    ...graph.outputs.map((_, index) => () => layout.section([() => layout.emit({ do: 'output', index })])),
    ...graph.ensures.map((region, index) => () => {
      layout.section([() => layout.region(region), () => layout.emit({ do: 'ensure', index, condition: layout.resultOf(region) })]);
    }),
    () => layout.emit({ do: 'return' }),
  ]);
  return layout.finish();
});

/** Lays out a node at once, or returns the tasks that do. */
function translateNode(layout: CodeLayout, id: NodeId, node: Node): readonly LayoutTask[] {
  switch (node.op) {
    case 'parameter':
      layout.emit({ do: 'input', to: id, index: node.index });
      return [];
    case 'bound':
      layout.emit({ do: 'copy', to: id, from: layout.boundRegister(node.region, node.index) });
      return [];
    case 'literal':
      layout.emit({ do: 'set', to: id, value: node.value });
      return [];
    case 'list':
      layout.emit({ do: 'list', to: id, items: node.items });
      return [];
    case 'record':
      layout.emit({ do: 'record', to: id, fields: node.fields });
      return [];
    case 'some':
      layout.emit({ do: 'some', to: id, from: node.value });
      return [];
    case 'apply':
      layout.emit({ do: 'apply', to: id, monomer: node.monomer, operands: node.operands, literals: node.literals });
      return [];
    case 'field':
      layout.emit({ do: 'field', to: id, from: node.record, name: node.name });
      return [];
    case 'narrow':
    case 'state':
      layout.emit({
        do: 'check',
        from: node.operand,
        domain: node.domain,
        reason: node.op === 'narrow' ? 'operation' : 'stated',
        node: id,
      });
      layout.emit({ do: 'copy', to: id, from: node.operand });
      return [];
    case 'hold':
      return translateHold(layout, id, node);
    case 'call':
      layout.emit({ do: 'call', to: id, component: node.component, arguments: node.arguments });
      return [];
    case 'select':
      return translateSelect(layout, id, node);
    case 'shortCircuit':
      return translateShortCircuit(layout, id, node);
    case 'unwrapOr':
      return translateUnwrapOr(layout, id, node);
    case 'match':
      return translateMatch(layout, id, node);
    case 'loop':
      return translateLoop(layout, id, node);
    case 'fold':
      return translateFold(layout, id, node);
  }
}
