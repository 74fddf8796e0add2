import type { LoopSource, Node, NodeId, RegionId } from './graph.js';

/** The ids of a copy, by those of the original. */
export interface Renaming {
  readonly node: (id: NodeId) => NodeId;
  readonly region: (id: RegionId) => RegionId;
}

/** Returns the node with its operands, and the regions that it owns or is bound by, replaced by their copies. */
export function renamed(node: Node, { node: of, region }: Renaming): Node {
  const source = (from: LoopSource): LoopSource =>
    from.over === 'value' ? { over: 'value', node: of(from.node) } : { over: 'range', lo: of(from.lo), hi: of(from.hi) };
  switch (node.op) {
    case 'parameter':
    case 'literal':
      return node;
    case 'bound':
      return { ...node, region: region(node.region) };
    case 'list':
      return { ...node, items: node.items.map(of) };
    case 'record':
      return { ...node, fields: node.fields.map((field) => ({ name: field.name, node: of(field.node) })) };
    case 'some':
      return { ...node, value: of(node.value) };
    case 'apply':
      return { ...node, operands: node.operands.map(of) };
    case 'field':
      return { ...node, record: of(node.record) };
    case 'select':
      return { ...node, condition: of(node.condition), whenTrue: region(node.whenTrue), whenFalse: region(node.whenFalse) };
    case 'shortCircuit':
      return { ...node, left: of(node.left), right: region(node.right) };
    case 'unwrapOr':
      return { ...node, option: of(node.option), otherwise: region(node.otherwise) };
    case 'match':
      return { ...node, subject: of(node.subject), arms: node.arms.map((arm) => ({ pattern: arm.pattern, region: region(arm.region) })) };
    case 'loop':
      return { ...node, source: source(node.source), body: region(node.body) };
    case 'fold':
      return { ...node, source: source(node.source), initial: of(node.initial), body: region(node.body) };
    case 'narrow':
    case 'state':
      return { ...node, operand: of(node.operand) };
    case 'hold':
      return { ...node, operand: of(node.operand), condition: region(node.condition) };
    case 'call':
      return { ...node, arguments: node.arguments.map(of) };
  }
}
