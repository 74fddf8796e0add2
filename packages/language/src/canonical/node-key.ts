import type { CorePattern, LoopSource, Node, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import type { Type } from '@kirchhoff/kernel/types/domain';
import type { Value } from '@kirchhoff/kernel/values/value';
import { bytesToHex } from '@noble/hashes/utils';

/** The context of a node's key. All of it is canonical: equal for all sources with the same meaning. */
export interface KeyContext {
  readonly rank: (node: NodeId) => number;
  readonly regionKey: (region: RegionId) => string;
  readonly depthOf: (region: RegionId) => number;
  readonly typeOf: (node: NodeId) => Type;
  /** The hash of a component's graph. */
  readonly componentHash: (component: number) => string;
  /** A short name of an enumeration or domain within the graph. */
  readonly domainKey: (domain: object) => string;
}

/**
 * Returns a text for a node, without the arms of a match. Two nodes of regions at the same depth have the same text, and the same
 * {@link armsKey}, if and only if they are the same operation on the same operands.
 */
export function nodeKey(node: Node, id: NodeId, context: KeyContext): string {
  const { rank, regionKey } = context;
  switch (node.op) {
    case 'parameter':
      return `P${String(node.index).padStart(6, '0')}`;
    case 'bound':
      return `B${context.depthOf(node.region)}.${node.index}`;
    case 'literal':
      return `L${literalKey(node.value, context.typeOf(id), context)}`;
    case 'list':
      return `I${context.domainKey(context.typeOf(id))}:${ranks(node.items, context)}`;
    case 'record':
      return `R${node.fields.map((field) => `${field.name}:${rank(field.node)}`).join()}`;
    case 'some':
      return `O${rank(node.value)}`;
    case 'apply':
      return `A${node.monomer}:${ranks(node.operands, context)}${literalsKey(node.literals)}`;
    case 'field':
      return `F${rank(node.record)}.${node.name}`;
    case 'select':
      return `S${rank(node.condition)}${regionKey(node.whenTrue)}${regionKey(node.whenFalse)}`;
    case 'shortCircuit':
      return `K${node.connective}:${rank(node.left)}${regionKey(node.right)}`;
    case 'unwrapOr':
      return `U${rank(node.option)}${regionKey(node.otherwise)}`;
    case 'match':
      return `M${rank(node.subject)}`;
    case 'loop':
      return `W${node.loop}:${sourceKey(node.source, context)}${regionKey(node.body)}`;
    case 'fold': {
      const domain = node.domain === null ? '' : context.domainKey(node.domain);
      return `G${sourceKey(node.source, context)},${rank(node.initial)}:${domain}${regionKey(node.body)}`;
    }
    case 'narrow':
      return `N${rank(node.operand)}:${context.domainKey(node.domain)}`;
    case 'state':
      return `D${rank(node.operand)}:${context.domainKey(node.domain)}`;
    case 'hold':
      return `H${node.by}:${rank(node.operand)}${regionKey(node.condition)}`;
    case 'call':
      return `C${context.componentHash(node.component)}:${ranks(node.arguments, context)}`;
  }
}

/** Returns the text that follows the key of a node: the arms of a match. */
export function armsKey(node: Node, { regionKey }: KeyContext): string {
  return node.op === 'match' ? node.arms.map((arm) => patternKey(arm.pattern) + regionKey(arm.region)).join('') : '';
}

function ranks(nodes: readonly NodeId[], { rank }: KeyContext): string {
  const [first, second] = nodes;
  if (first !== undefined && second !== undefined && nodes.length === 2) return `${rank(first)},${rank(second)}`;
  return nodes.map(rank).join();
}

function literalsKey(literals: readonly (Value | null)[]): string {
  return literals.length === 0 ? '' : literals.map((literal) => `;${literal === null ? '' : valueKey(literal)}`).join('');
}

function sourceKey(source: LoopSource, context: KeyContext): string {
  return source.over === 'value' ? `${context.rank(source.node)}` : `${context.rank(source.lo)}..${context.rank(source.hi)}`;
}

function literalKey(value: Value, type: Type, context: KeyContext): string {
  if (type.kind === 'option') return `${context.domainKey(type)}none`;
  return type.kind === 'enumeration' && typeof value === 'string' ? `${context.domainKey(type)}.${value}` : valueKey(value);
}

/** A literal of the catalog, or one whose form determines its type. */
function valueKey(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean') return `b${value}`;
  if (typeof value === 'number' || typeof value === 'bigint') return `i${value}`;
  if (value instanceof Uint8Array) return `x${bytesToHex(value)}`;
  throw new Error('no literal has such a value');
}

function patternKey(pattern: CorePattern): string {
  switch (pattern.pattern) {
    case 'any':
      return '_';
    case 'none':
      return '0';
    case 'some':
      return `s${patternKey(pattern.inner)}`;
    case 'tag':
      return `.${pattern.tag}`;
    case 'range':
      return `r${pattern.lo}..${pattern.hi}`;
    case 'value':
      return valueKey(pattern.value);
  }
}
