import { type Domain, describeDomain, type Graph, type GraphMap, monomerAt, type Node, nodeAt, type Type } from '@kirchhoff/coherence';
import { argumentNames, type NamedCore, parameterNames } from './ports.js';
import { cut, literalText } from './text.js';
import type { NodeKind } from './view.js';

/** The label of a node and its monomer. */
export interface Face {
  readonly kind: NodeKind;
  readonly label: string;
  /** The index of its monomer; `null` for other nodes. */
  readonly monomer: number | null;
  readonly declared: Domain | null;
}

/** The graph of a node, with the names of its source. */
export interface NodeContext extends NamedCore {
  readonly graph: Graph;
  readonly map: GraphMap;
}

const FIELD = 47;
const SELECT = 48;
const MATCH = 49;
const LOOPS = { map: 50, filter: 51, any: 53, all: 54, count: 55 } as const;
const FOLD = 52;
const CONNECTIVES = { and: 16, or: 17, implies: 20 } as const;
const UNWRAP_OR = 58;
const NARROW = 60;
const CALL = 63;

/** Returns the label of a node and its monomer. */
export function faceOf(node: Node, type: Type, { graph, map, sourceMap }: NodeContext): Face {
  switch (node.op) {
    case 'parameter':
      return face('input', parameterNames(map)[node.index] ?? '', null, graph.parameters[node.index]?.domain ?? null);
    case 'bound':
      return face('variable', boundName(graph, node), null);
    case 'literal':
      return face('constant', literalText(node.value, type), null);
    case 'list':
      return face('construction', '[…]', null);
    case 'record':
      return face('construction', cut(`(${node.fields.map(({ name }) => name).join(', ')})`), null);
    case 'some':
      return face('construction', 'some value', null);
    case 'apply':
      return face('operation', applicationLabel(node.monomer), node.monomer);
    case 'field':
      return face('operation', `record.${node.name}`, FIELD);
    case 'select':
      return face('operation', 'if', SELECT);
    case 'shortCircuit':
      return face('operation', `left ${node.connective} right`, CONNECTIVES[node.connective]);
    case 'unwrapOr':
      return face('operation', 'option ?? default', UNWRAP_OR);
    case 'match':
      return face('operation', 'match', MATCH);
    case 'loop':
      return face('operation', sourced(node.loop, node.source.over), LOOPS[node.loop]);
    case 'fold':
      return face('operation', sourced('fold', node.source.over), FOLD, node.domain);
    case 'narrow':
      return face('operation', cut(`value as ${describeDomain(node.domain)}`), NARROW, node.domain);
    case 'state':
      return face('statement', cut(`value in ${describeDomain(node.domain)}`), null, node.domain);
    case 'hold':
      return face('statement', node.by === 'contract' ? 'value to keep' : 'value kept', null);
    case 'call': {
      const component = sourceMap.components[node.component];
      return face('call', cut(`${component?.name ?? ''}(${parameterNames(component).join(', ')})`), CALL);
    }
  }
}

function face(kind: NodeKind, label: string, monomer: number | null, declared: Domain | null = null): Face {
  return { kind, label, monomer, declared };
}

function applicationLabel(index: number): string {
  const { name, operator } = monomerAt(index);
  return operator ?? `${name}(${argumentNames(index).join(', ')})`;
}

function sourced(loop: string, over: 'value' | 'range'): string {
  return over === 'value' ? `${loop} over source` : `${loop} over from..to`;
}

/** Returns the name of a bound variable, by the owner of its region. */
function boundName(graph: Graph, { region, index }: Extract<Node, { op: 'bound' }>): string {
  const owner = graph.regions[region]?.owner ?? null;
  const node = owner === null ? undefined : nodeAt(graph, owner);
  if (node?.op === 'fold') return index === 0 ? 'accumulator' : 'element';
  if (node?.op === 'hold') return 'accumulator';
  return node?.op === 'loop' ? 'element' : 'content';
}
