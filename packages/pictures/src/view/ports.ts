import {
  type Core,
  describePattern,
  type GraphMap,
  type LoopSource,
  monomerAt,
  type Node,
  type NodeId,
  ownedRegions,
  type RegionId,
  type SourceMap,
} from '@kirchhoff/coherence';
import { cut } from './text.js';
import type { RegionRole } from './view.js';

/** An operand of a node, by name and position. */
export interface OperandPort {
  readonly node: NodeId;
  readonly port: string;
  readonly place: number;
}

/** The core and the names of its source. */
export interface NamedCore {
  readonly core: Core;
  readonly sourceMap: SourceMap;
}

/** Returns the operands of a node with the names of their ports. */
export function portsOf(node: Node, named: NamedCore): readonly OperandPort[] {
  switch (node.op) {
    case 'parameter':
    case 'bound':
    case 'literal':
      return [];
    case 'list':
      return inOrder(node.items.map((item, place) => [String(place), item]));
    case 'record':
      return inOrder(node.fields.map((field) => [field.name, field.node]));
    case 'some':
      return inOrder([['value', node.value]]);
    case 'apply':
      return argumentPorts(node);
    case 'field':
      return inOrder([['record', node.record]]);
    case 'select':
      return inOrder([['condition', node.condition]]);
    case 'shortCircuit':
      return inOrder([['left', node.left]]);
    case 'unwrapOr':
      return inOrder([['option', node.option]]);
    case 'match':
      return inOrder([['subject', node.subject]]);
    case 'loop':
      return inOrder(sourcePorts(node.source));
    case 'fold':
      return inOrder([...sourcePorts(node.source), ['initial', node.initial]]);
    case 'narrow':
    case 'state':
    case 'hold':
      return inOrder([['value', node.operand]]);
    case 'call': {
      const names = parameterNames(named.sourceMap.components[node.component]);
      return inOrder(node.arguments.map((argument, place) => [names[place] ?? String(place), argument]));
    }
  }
}

function inOrder(ports: readonly (readonly [string, NodeId])[]): readonly OperandPort[] {
  return ports.map(([port, node], place) => ({ node, port, place }));
}

function sourcePorts(source: LoopSource): readonly (readonly [string, NodeId])[] {
  return source.over === 'value'
    ? [['source', source.node]]
    : [
        ['from', source.lo],
        ['to', source.hi],
      ];
}

type Application = Extract<Node, { op: 'apply' }>;

/** Returns the names of a monomer's arguments, literal ones included. */
export function argumentNames(monomer: number): readonly string[] {
  return monomerAt(monomer).overloads[0]?.parameters.map(({ name }) => name) ?? [];
}

function argumentPorts({ monomer, operands, literals }: Application): readonly OperandPort[] {
  const names = argumentNames(monomer);
  const places = literals.length === 0 ? [...operands.keys()] : [...literals.keys()].filter((place) => literals[place] === null);
  return operands.map((node, index) => {
    const place = places[index] ?? index;
    return { node, port: names[place] ?? String(place), place };
  });
}

/** Returns the names of the parameters, without the component's name that precedes them in the source map. */
export function parameterNames(map: GraphMap | undefined): readonly string[] {
  return map?.parameters.map(({ domain }) => domain.slice(domain.indexOf('.') + 1)) ?? [];
}

/** A region that a node owns. */
export interface OwnedRegion {
  readonly region: RegionId;
  readonly role: RegionRole;
  readonly label: string;
}

/** Returns the regions that a node owns, with their roles. */
export function regionsOwnedBy(node: Node): readonly OwnedRegion[] {
  if (node.op === 'match') {
    return node.arms.map(({ pattern, region }) => ({ region, role: 'arm', label: cut(describePattern(pattern)) }));
  }
  const roles = rolesOf(node);
  return ownedRegions(node).flatMap((region, index) => {
    const role = roles[index];
    return role === undefined ? [] : [{ region, role, label: regionLabel(node, role) }];
  });
}

/** Returns the label of a region: when, or how often, it is evaluated. */
function regionLabel(node: Node, role: RegionRole): string {
  if (node.op === 'shortCircuit') return node.connective === 'or' ? 'where the left is false' : 'where the left is true';
  if (role === 'default') return 'where it is none';
  return role === 'each' || role === 'step' ? 'for each element' : role;
}

function rolesOf(node: Exclude<Node, { op: 'match' }>): readonly RegionRole[] {
  switch (node.op) {
    case 'select':
      return ['then', 'else'];
    case 'shortCircuit':
      return ['right'];
    case 'unwrapOr':
      return ['default'];
    case 'loop':
      return ['each'];
    case 'fold':
      return ['step'];
    case 'hold':
      return ['condition'];
    case 'parameter':
    case 'bound':
    case 'literal':
    case 'list':
    case 'record':
    case 'some':
    case 'apply':
    case 'field':
    case 'narrow':
    case 'state':
    case 'call':
      return [];
  }
}
