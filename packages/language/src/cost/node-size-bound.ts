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
import type { Growth } from './growth.js';
import { costOf } from './monomer-cost.js';
import {
  ANY_INTEGER,
  elementOf,
  lengthOf,
  listSizeBound,
  narrowest,
  type SizeBound,
  SMALL,
  sizeBoundOf,
  weightOf,
  widest,
} from './size-bound.js';

/** A graph whose size bounds are being computed, with those of the nodes so far. */
export interface Sized {
  readonly core: Core;
  readonly graph: Graph;
  readonly sizeBounds: readonly SizeBound[];
  /** The patterns of options in the arms of matches, by region. */
  readonly patterns: ReadonlyMap<RegionId, CorePattern>;
  /** The size bounds of accumulators without a stated domain; an accumulator that is missing has the size bound of its first value. */
  readonly accumulators: Accumulators;
  /** Known bounds of the lengths of accumulators, by the region of the body. */
  readonly growth: ReadonlyMap<RegionId, Growth>;
}

/** Above every affordable count of rounds. */
const MAX_ROUNDS = 2 ** 50;

/** Returns the size bound of the next node's values, by declared domains. */
export function nodeSizeBound(sized: Sized, id: NodeId, node: Node): SizeBound {
  const { graph, core } = sized;
  switch (node.op) {
    case 'parameter': {
      const port = graph.parameters[node.index];
      return port === undefined ? SMALL : sizeBoundOf(port.domain);
    }
    case 'bound':
      return boundSizeBound(sized, node.region, node.index, typeAt(graph, id));
    case 'literal':
      return literalSizeBound(node.value, typeAt(graph, id));
    case 'list':
      return listSizeBound(
        node.items.length,
        widestOf(node.items.map((item) => at(sized, item))),
        node.items.reduce((total, item) => total + weightOf(at(sized, item)), 0),
      );
    case 'record':
      return { kind: 'record', fields: node.fields.map((field) => at(sized, field.node)) };
    case 'some':
      return { kind: 'option', value: at(sized, node.value) };
    case 'field':
      return fieldSizeBound(sized, node.record, node.name);
    case 'apply': {
      const { monomer, operands, literals } = node;
      return costOf(monomer).size({ operands, sizeBounds: sized.sizeBounds, literals }, typeAt(graph, id));
    }
    case 'narrow':
    case 'state':
      return narrowest(at(sized, node.operand), sizeBoundOf(node.domain));
    case 'hold':
      return at(sized, node.operand);
    case 'call': {
      const output = core.components[node.component]?.outputs[0];
      return output === undefined ? SMALL : sizeBoundOf(output.domain);
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
      return loopSizeBound(sized, node);
    case 'fold':
      return narrowest(widest(at(sized, node.initial), results(sized, node)), accumulatorSizeBound(sized, node));
  }
}

/** Returns the maximal number of rounds of a loop over a source. */
export function roundsOf({ sizeBounds }: Sized, source: LoopSource): number {
  if (source.over === 'value') return lengthOf(sizeBounds[source.node] ?? SMALL);
  const { lo, hi } = rangeOf(sizeBounds, source);
  return Number(maximum(0, minimum(add(subtract(hi, lo), 1), MAX_ROUNDS)));
}

function rangeOf(sizeBounds: readonly SizeBound[], source: Extract<LoopSource, { over: 'range' }>): { readonly lo: Int; readonly hi: Int } {
  const lo = sizeBounds[source.lo];
  const hi = sizeBounds[source.hi];
  const all = ANY_INTEGER.kind === 'integer' ? ANY_INTEGER : { lo: 0, hi: 0 };
  return { lo: lo?.kind === 'integer' ? lo.lo : all.lo, hi: hi?.kind === 'integer' ? hi.hi : all.hi };
}

function at({ sizeBounds }: Sized, node: NodeId): SizeBound {
  return sizeBounds[node] ?? SMALL;
}

function typeAt(graph: Graph, id: NodeId): Type {
  return graph.types[id] ?? { kind: 'boolean' };
}

function results({ graph, sizeBounds }: Sized, node: Node): SizeBound {
  const owned = ownedRegions(node);
  const resultOf = (region: RegionId | undefined) => sizeBounds[graph.regions[region ?? -1]?.result ?? -1] ?? SMALL;
  return owned.length === 1 ? resultOf(owned[0]) : widestOf(owned.map(resultOf));
}

/** So few size bounds are joined faster than they are compared; those of integers always are. */
const FEW = 4;

/** Thousands of items or arms often have few different size bounds. */
function widestOf(sizeBounds: readonly SizeBound[]): SizeBound {
  let all = SMALL;
  const different = sizeBounds.length > FEW && sizeBounds[0]?.kind !== 'integer' ? new Set(sizeBounds) : sizeBounds;
  for (const sizeBound of different) all = widest(all, sizeBound);
  return all;
}

function literalSizeBound(value: Value, type: Type): SizeBound {
  if (typeof value === 'number' || typeof value === 'bigint') return { kind: 'integer', lo: value, hi: value };
  if (value instanceof Uint8Array) return { kind: 'bytes', length: value.length };
  if (value instanceof OptionValue) return { kind: 'option', value: SMALL };
  if (typeof value !== 'string') return SMALL;
  return type.kind === 'text' ? { kind: 'text', length: codePointLength(value) } : { kind: 'tag', steps: textSteps(value) };
}

function fieldSizeBound({ graph, sizeBounds }: Sized, record: NodeId, name: string): SizeBound {
  const type = graph.types[record];
  const sizeBound = sizeBounds[record];
  if (type?.kind !== 'record' || sizeBound?.kind !== 'record') return SMALL;
  return sizeBound.fields[fieldIndex(type.fields, name)] ?? SMALL;
}

/**
 * Returns the size bound of an element, of the content of the last `some` of a pattern, or of an accumulator, which may be its stated
 * domain.
 */
function boundSizeBound(sized: Sized, region: RegionId, index: number, type: Type): SizeBound {
  const { graph, sizeBounds } = sized;
  const owner = graph.nodes[graph.regions[region]?.owner ?? -1];
  switch (owner?.op) {
    case 'loop':
      return elementSizeBound(sizeBounds, owner.source);
    case 'fold':
      if (index === 1) return elementSizeBound(sizeBounds, owner.source);
      return accumulatorSizeBound(sized, owner);
    case 'match': {
      let pattern = sized.patterns.get(region);
      let sizeBound = at(sized, owner.subject);
      for (; pattern?.pattern === 'some'; pattern = pattern.inner) sizeBound = sizeBound.kind === 'option' ? sizeBound.value : SMALL;
      return sizeBound;
    }
    case 'hold':
      return at(sized, owner.operand);
    default:
      return sizeBoundOf(type);
  }
}

/** Returns the stated or known size bound; for a sequence at most what all steps can add. */
function accumulatorSizeBound(sized: Sized, fold: Extract<Node, { op: 'fold' }>): SizeBound {
  const known = sized.accumulators.get(fold.body) ?? at(sized, fold.initial);
  const sizeBound = fold.domain === null ? known : sizeBoundOf(fold.domain);
  const growth = sized.growth.get(fold.body);
  if (growth === undefined || (sizeBound.kind !== 'text' && sizeBound.kind !== 'bytes' && sizeBound.kind !== 'list')) return sizeBound;
  const grown = Math.max(lengthOf(at(sized, fold.initial)), growth.floor) + roundsOf(sized, fold.source) * growth.by;
  if (grown >= sizeBound.length) return sizeBound;
  return sizeBound.kind === 'list' ? listSizeBound(grown, sizeBound.element, sizeBound.content) : { kind: sizeBound.kind, length: grown };
}

function elementSizeBound(sizeBounds: readonly SizeBound[], source: LoopSource): SizeBound {
  if (source.over === 'value') return elementOf(sizeBounds[source.node] ?? SMALL);
  const { lo, hi } = rangeOf(sizeBounds, source);
  return { kind: 'integer', lo, hi: maximum(lo, hi) };
}

function loopSizeBound(sized: Sized, node: Extract<Node, { op: 'loop' }>): SizeBound {
  const rounds = roundsOf(sized, node.source);
  switch (node.loop) {
    case 'map':
      return listSizeBound(Math.min(rounds, LIST_LENGTH), results(sized, node));
    case 'filter':
      if (node.source.over === 'value') return at(sized, node.source.node);
      return listSizeBound(Math.min(rounds, LIST_LENGTH), elementSizeBound(sized.sizeBounds, node.source));
    case 'count':
      return { kind: 'integer', lo: 0, hi: rounds };
    case 'any':
    case 'all':
      return SMALL;
  }
}
