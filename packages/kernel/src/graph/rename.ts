import type { LoopSource, Node, NodeId, RegionId } from './graph.js';

/** The ids of a copy, by those of the original. */
export interface Renaming {
  readonly node: (id: NodeId) => NodeId;
  readonly region: (id: RegionId) => RegionId;
}

/**
 * Returns the node with its operands, and the regions that it owns or is bound by, replaced by their copies. An application whose
 * operands keep their ids is returned itself: most of a source are applications in canonical order.
 */
export function renamed(node: Node, { node: of, region }: Renaming): Node {
  switch (node.op) {
    case 'parameter':
    case 'literal':
      return node;
    case 'bound':
      return { op: 'bound', region: region(node.region), index: node.index };
    case 'list':
      return { op: 'list', items: node.items.map(of) };
    case 'record':
      return { op: 'record', fields: node.fields.map((field) => ({ name: field.name, node: of(field.node) })) };
    case 'some':
      return { op: 'some', value: of(node.value) };
    case 'apply': {
      const operands = renamedAll(node.operands, of);
      return operands === node.operands ? node : { op: 'apply', monomer: node.monomer, operands, literals: node.literals };
    }
    case 'field':
      return { op: 'field', record: of(node.record), name: node.name };
    case 'select':
      return { op: 'select', condition: of(node.condition), whenTrue: region(node.whenTrue), whenFalse: region(node.whenFalse) };
    case 'shortCircuit':
      return { op: 'shortCircuit', connective: node.connective, left: of(node.left), right: region(node.right) };
    case 'unwrapOr':
      return { op: 'unwrapOr', option: of(node.option), otherwise: region(node.otherwise) };
    case 'match':
      return {
        op: 'match',
        subject: of(node.subject),
        arms: node.arms.map((arm) => ({ pattern: arm.pattern, region: region(arm.region) })),
      };
    case 'loop':
      return { op: 'loop', loop: node.loop, source: renamedSource(node.source, of), body: region(node.body) };
    case 'fold':
      return {
        op: 'fold',
        source: renamedSource(node.source, of),
        initial: of(node.initial),
        domain: node.domain,
        body: region(node.body),
      };
    case 'narrow':
    case 'state':
      return { op: node.op, operand: of(node.operand), domain: node.domain };
    case 'hold':
      return { op: 'hold', operand: of(node.operand), condition: region(node.condition), by: node.by };
    case 'call':
      return { op: 'call', component: node.component, arguments: node.arguments.map(of) };
  }
}

/** Returns the list itself if no id changes. */
function renamedAll(ids: readonly NodeId[], of: Renaming['node']): readonly NodeId[] {
  for (const id of ids) if (of(id) !== id) return ids.map(of);
  return ids;
}

function renamedSource(source: LoopSource, of: Renaming['node']): LoopSource {
  return source.over === 'value' ? { over: 'value', node: of(source.node) } : { over: 'range', lo: of(source.lo), hi: of(source.hi) };
}
