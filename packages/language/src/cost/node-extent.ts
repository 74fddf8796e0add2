import type { Core, CorePattern, Graph, LoopSource, Node, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { ownedRegions } from '@kirchhoff/kernel/graph/schedule';
import { LIST_LENGTH } from '@kirchhoff/kernel/limits';
import type { Type } from '@kirchhoff/kernel/types/domain';
import { add, type Int, maximum, minimum, subtract } from '@kirchhoff/kernel/types/integer';
import { textSteps } from '@kirchhoff/kernel/values/meter';
import { codePointLength } from '@kirchhoff/kernel/values/text';
import { OptionValue, type Value } from '@kirchhoff/kernel/values/value';
import { fieldIndex } from '../elaborate/field-index.js';
import type { Accumulators } from './accumulators.js';
import { ANY_INTEGER, type Extent, elementOf, extentOf, lengthOf, listExtent, narrowest, SMALL, weightOf, widest } from './extent.js';
import type { Growth } from './growth.js';
import { costOf } from './monomer-cost.js';

/** A graph whose extents are being computed, with those of the nodes so far. */
export interface Sized {
  readonly core: Core;
  readonly graph: Graph;
  readonly extents: readonly Extent[];
  /** The patterns of the arms of matches, by region. */
  readonly patterns: ReadonlyMap<RegionId, CorePattern>;
  /** The extents of accumulators without a stated domain; an accumulator that is missing has the extent of its first value. */
  readonly accumulators: Accumulators;
  /** Known bounds of the lengths of accumulators, by the region of the body. */
  readonly growth: ReadonlyMap<RegionId, Growth>;
}

/** Above every affordable count of rounds. */
const MAX_ROUNDS = 2 ** 50;

/** Returns the extent of the next node's values, by declared domains. */
export function nodeExtent(sized: Sized, id: NodeId, node: Node): Extent {
  const { graph, core } = sized;
  switch (node.op) {
    case 'parameter': {
      const port = graph.parameters[node.index];
      return port === undefined ? SMALL : extentOf(port.domain);
    }
    case 'bound':
      return boundExtent(sized, node.region, node.index, typeAt(graph, id));
    case 'literal':
      return literalExtent(node.value, typeAt(graph, id));
    case 'list':
      return listExtent(
        node.items.length,
        widestOf(node.items.map((item) => at(sized, item))),
        node.items.reduce((total, item) => total + weightOf(at(sized, item)), 0),
      );
    case 'record':
      return { kind: 'record', fields: node.fields.map((field) => at(sized, field.node)) };
    case 'some':
      return { kind: 'option', value: at(sized, node.value) };
    case 'field':
      return fieldExtent(sized, node.record, node.name);
    case 'apply': {
      const operands = node.operands.map((operand) => at(sized, operand));
      return costOf(node.monomer).size({ operands, literals: node.literals }, typeAt(graph, id));
    }
    case 'narrow':
    case 'state':
      return narrowest(at(sized, node.operand), extentOf(node.domain));
    case 'hold':
      return at(sized, node.operand);
    case 'call': {
      const output = core.components[node.component]?.outputs[0];
      return output === undefined ? SMALL : extentOf(output.domain);
    }
    case 'select':
    case 'match':
      return results(sized, node);
    case 'unwrapOr': {
      const option = at(sized, node.option);
      return widest(option.kind === 'option' ? option.value : SMALL, results(sized, node));
    }
    case 'shortCircuit':
      return SMALL;
    case 'loop':
      return loopExtent(sized, node);
    case 'fold':
      return narrowest(widest(at(sized, node.initial), results(sized, node)), accumulatorExtent(sized, node));
  }
}

/** Returns the maximal number of rounds of a loop over a source. */
export function roundsOf({ extents }: Sized, source: LoopSource): number {
  if (source.over === 'value') return lengthOf(extents[source.node] ?? SMALL);
  const { lo, hi } = rangeOf(extents, source);
  return Number(maximum(0, minimum(add(subtract(hi, lo), 1), MAX_ROUNDS)));
}

function rangeOf(extents: readonly Extent[], source: Extract<LoopSource, { over: 'range' }>): { readonly lo: Int; readonly hi: Int } {
  const lo = extents[source.lo];
  const hi = extents[source.hi];
  const all = ANY_INTEGER.kind === 'integer' ? ANY_INTEGER : { lo: 0, hi: 0 };
  return { lo: lo?.kind === 'integer' ? lo.lo : all.lo, hi: hi?.kind === 'integer' ? hi.hi : all.hi };
}

function at({ extents }: Sized, node: NodeId): Extent {
  return extents[node] ?? SMALL;
}

function typeAt(graph: Graph, id: NodeId): Type {
  return graph.types[id] ?? { kind: 'boolean' };
}

function results({ graph, extents }: Sized, node: Node): Extent {
  const given = ownedRegions(node).map((region) => extents[graph.regions[region]?.result ?? -1] ?? SMALL);
  return widestOf(given);
}

/** Thousands of items or arms often have few different extents. */
function widestOf(extents: readonly Extent[]): Extent {
  return [...new Set(extents)].reduce(widest, SMALL);
}

function literalExtent(value: Value, type: Type): Extent {
  if (typeof value === 'number' || typeof value === 'bigint') return { kind: 'integer', lo: value, hi: value };
  if (value instanceof Uint8Array) return { kind: 'bytes', length: value.length };
  if (value instanceof OptionValue) return { kind: 'option', value: SMALL };
  if (typeof value !== 'string') return SMALL;
  return type.kind === 'text' ? { kind: 'text', length: codePointLength(value) } : { kind: 'tag', steps: textSteps(value) };
}

function fieldExtent({ graph, extents }: Sized, record: NodeId, name: string): Extent {
  const type = graph.types[record];
  const extent = extents[record];
  if (type?.kind !== 'record' || extent?.kind !== 'record') return SMALL;
  return extent.fields[fieldIndex(type.fields, name)] ?? SMALL;
}

/**
 * Returns the extent of an element, of the content of the last `some` of a pattern, or of an accumulator, which may be its stated
 * domain.
 */
function boundExtent(sized: Sized, region: RegionId, index: number, type: Type): Extent {
  const { graph, extents } = sized;
  const owner = graph.nodes[graph.regions[region]?.owner ?? -1];
  switch (owner?.op) {
    case 'loop':
      return elementExtent(extents, owner.source);
    case 'fold':
      if (index === 1) return elementExtent(extents, owner.source);
      return accumulatorExtent(sized, owner);
    case 'match': {
      let pattern = sized.patterns.get(region);
      let extent = at(sized, owner.subject);
      for (; pattern?.pattern === 'some'; pattern = pattern.inner) extent = extent.kind === 'option' ? extent.value : SMALL;
      return extent;
    }
    case 'hold':
      return at(sized, owner.operand);
    default:
      return extentOf(type);
  }
}

/** Returns the stated or known extent; for a sequence at most what all steps can add. */
function accumulatorExtent(sized: Sized, fold: Extract<Node, { op: 'fold' }>): Extent {
  const known = sized.accumulators.get(fold.body) ?? at(sized, fold.initial);
  const extent = fold.domain === null ? known : extentOf(fold.domain);
  const growth = sized.growth.get(fold.body);
  if (growth === undefined || (extent.kind !== 'text' && extent.kind !== 'bytes' && extent.kind !== 'list')) return extent;
  const grown = Math.max(lengthOf(at(sized, fold.initial)), growth.floor) + roundsOf(sized, fold.source) * growth.by;
  if (grown >= extent.length) return extent;
  return extent.kind === 'list' ? listExtent(grown, extent.element, extent.content) : { kind: extent.kind, length: grown };
}

function elementExtent(extents: readonly Extent[], source: LoopSource): Extent {
  if (source.over === 'value') return elementOf(extents[source.node] ?? SMALL);
  const { lo, hi } = rangeOf(extents, source);
  return { kind: 'integer', lo, hi: maximum(lo, hi) };
}

function loopExtent(sized: Sized, node: Extract<Node, { op: 'loop' }>): Extent {
  const rounds = roundsOf(sized, node.source);
  switch (node.loop) {
    case 'map':
      return listExtent(Math.min(rounds, LIST_LENGTH), results(sized, node));
    case 'filter':
      if (node.source.over === 'value') return at(sized, node.source.node);
      return listExtent(Math.min(rounds, LIST_LENGTH), elementExtent(sized.extents, node.source));
    case 'count':
      return { kind: 'integer', lo: 0, hi: rounds };
    case 'any':
    case 'all':
      return SMALL;
  }
}
