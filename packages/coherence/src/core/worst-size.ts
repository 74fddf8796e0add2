import { monomerAt } from '../catalog/catalog.js';
import type { Domain } from '../domain.js';
import { TEXT_LENGTH } from '../limits.js';
import { codePointLength } from '../values/text.js';
import type { Value } from '../values/value.js';
import type { Core, CorePattern, Graph, Node, NodeId } from './graph.js';
import { operandsOf, ownedRegions } from './schedule.js';

/** The most elements (code points of a text) that a value of a domain has; 0 where it has none. */
export function domainSize(domain: Domain): number {
  switch (domain.kind) {
    case 'integer':
    case 'boolean':
    case 'enumeration':
      return 0;
    case 'text':
    case 'bytes':
      return domain.hi;
    case 'list':
      return domain.hi * (1 + domainSize(domain.element));
    case 'record':
      return domain.fields.reduce((total, field) => total + domainSize(field.domain), 0);
    case 'option':
      return domainSize(domain.value);
  }
}

/** The most elements that the value of a node has, by declared domains; `sizes` has those of the nodes before it. */
export function worstSize(core: Core, graph: Graph, id: NodeId, node: Node, sizes: readonly number[]): number {
  switch (node.op) {
    case 'parameter': {
      const port = graph.parameters[node.index];
      return port === undefined ? 0 : domainSize(port.domain);
    }
    case 'literal':
      return graph.kinds[id]?.kind === 'text' ? literalSize(node.value) : 0;
    case 'narrow':
    case 'state':
      return Math.min(domainSize(node.domain), sizes[node.operand] ?? 0);
    case 'call': {
      const output = core.components[node.component]?.outputs[0];
      return output === undefined ? 0 : domainSize(output.domain);
    }
    case 'select':
    case 'match':
      return worstResult(graph, node, sizes);
    case 'apply':
      return graph.kinds[id]?.kind === 'text' ? textSize(node, sizes) : 0;
    case 'shortCircuit':
      return 0;
    case 'bound':
    case 'list':
    case 'record':
    case 'some':
    case 'field':
    case 'unwrapOr':
    case 'loop':
    case 'fold':
      throw new Error(`no size of a ${node.op} yet: no source that has one is read`);
  }
}

/** Of the monomers that give a text whose length their operands bound; the others may give as much as a text may have. */
const TEXT_SIZES: ReadonlyMap<string, (sizes: readonly number[]) => number> = new Map([
  ['CONCAT', sum],
  ['SUBSTRING', longest],
  ['UPPER', longest],
  ['LOWER', longest],
  ['TRIM', longest],
  ['UUID', () => 36],
]);

function textSize(node: Extract<Node, { op: 'apply' }>, sizes: readonly number[]): number {
  const bound = TEXT_SIZES.get(monomerAt(node.monomer).name);
  return bound === undefined ? TEXT_LENGTH : Math.min(bound(node.operands.map((operand) => sizes[operand] ?? 0)), TEXT_LENGTH);
}

function worstResult(graph: Graph, node: Node, sizes: readonly number[]): number {
  return ownedRegions(node).reduce((most, region) => Math.max(most, sizes[graph.regions[region]?.result ?? -1] ?? 0), 0);
}

/** Those that may try their second argument anew at every place of the first; no target promises to do better. */
const SEARCHES: ReadonlySet<string> = new Set(['MATCHES_GLOB', 'INCLUDES', 'INDEX_OF', 'SPLIT', 'REPLACE']);

/** The most elements that an application looks at, the regions that it owns not included. */
export function touched(node: Node, size: number, sizes: readonly number[]): number {
  if (node.op === 'match') return node.arms.reduce((total, arm) => total + 1 + patternSize(arm.pattern), 0);
  // What these give is one of the values that they had: nothing is copied.
  if (node.op === 'select' || node.op === 'shortCircuit' || node.op === 'call') return 0;
  const operands = operandsOf(node).map((operand) => sizes[operand] ?? 0);
  const literals = node.op === 'apply' ? node.literals.map((literal) => (literal === null ? 0 : literalSize(literal))) : [];
  if (node.op === 'apply' && SEARCHES.has(monomerAt(node.monomer).name)) return product([...operands, ...literals]) + size;
  return sum(operands) + sum(literals) + (node.op === 'narrow' ? 0 : size);
}

function patternSize(pattern: CorePattern): number {
  return pattern.pattern === 'value' ? literalSize(pattern.value) : 0;
}

function literalSize(value: Value): number {
  return typeof value === 'string' ? codePointLength(value) : value instanceof Uint8Array ? value.length : 0;
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}

function longest(sizes: readonly number[]): number {
  return sizes.reduce((most, size) => Math.max(most, size), 0);
}

/** Texts of length 0 count as 1. */
function product(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total * Math.max(size, 1), 1);
}
