import type { LoopSource, Node, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';

/** The node with other numbers for its operands and for the regions that it owns or is bound by. */
export function mapNode(node: Node, operand: (id: NodeId) => NodeId, region: (id: RegionId) => RegionId): Node {
  switch (node.op) {
    case 'parameter':
    case 'literal':
      return node;
    case 'bound':
      return { ...node, region: region(node.region) };
    case 'list':
      return { ...node, items: node.items.map(operand) };
    case 'record':
      return { ...node, fields: node.fields.map((field) => ({ name: field.name, node: operand(field.node) })) };
    case 'some':
      return { ...node, value: operand(node.value) };
    case 'apply':
      return { ...node, operands: node.operands.map(operand) };
    case 'field':
      return { ...node, record: operand(node.record) };
    case 'select':
      return { ...node, condition: operand(node.condition), whenTrue: region(node.whenTrue), whenFalse: region(node.whenFalse) };
    case 'shortCircuit':
      return { ...node, left: operand(node.left), right: region(node.right) };
    case 'unwrapOr':
      return { ...node, option: operand(node.option), otherwise: region(node.otherwise) };
    case 'match': {
      const arms = node.arms.map((arm) => ({ pattern: arm.pattern, region: region(arm.region) }));
      return { ...node, subject: operand(node.subject), arms };
    }
    case 'loop':
      return { ...node, source: mapSource(node.source, operand), body: region(node.body) };
    case 'fold':
      return { ...node, source: mapSource(node.source, operand), initial: operand(node.initial), body: region(node.body) };
    case 'narrow':
    case 'state':
      return { ...node, operand: operand(node.operand) };
    case 'hold':
      return { ...node, operand: operand(node.operand), condition: region(node.condition) };
    case 'call':
      return { ...node, arguments: node.arguments.map(operand) };
  }
}

function mapSource(source: LoopSource, operand: (id: NodeId) => NodeId): LoopSource {
  return source.over === 'value'
    ? { over: 'value', node: operand(source.node) }
    : { over: 'range', lo: operand(source.lo), hi: operand(source.hi) };
}
