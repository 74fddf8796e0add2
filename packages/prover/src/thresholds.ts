import type { Graph } from '@kirchhoff/kernel/graph/graph';
import { monomerNamed } from '@kirchhoff/kernel/monomers/catalog';
import { add, compare, fitsInt64, type Int, negate, subtract } from '@kirchhoff/kernel/types/integer';

const MAX_THRESHOLDS = 64;

/** The integers that stand in a graph, in literals, patterns and stated domains, with their neighbours, ascending. */
export function thresholdsOf(graph: Graph): readonly Int[] {
  const found = new Set<Int>([0]);
  for (const node of graph.nodes) {
    if (found.size >= MAX_THRESHOLDS) break;
    if (node.op === 'literal' && (typeof node.value === 'number' || typeof node.value === 'bigint')) found.add(node.value);
    else if ((node.op === 'state' || node.op === 'narrow') && node.domain.kind === 'integer') found.add(node.domain.lo).add(node.domain.hi);
    else if (node.op === 'match') {
      for (const { pattern } of node.arms.slice(0, MAX_THRESHOLDS)) if (pattern.pattern === 'range') found.add(pattern.lo).add(pattern.hi);
    }
  }
  for (const { domain } of [...graph.parameters, ...graph.outputs]) if (domain.kind === 'integer') found.add(domain.lo).add(domain.hi);
  const near = [...found].flatMap((value) => [subtract(value, 1), value, add(value, 1)]);
  return [...new Set(near)].filter(fitsInt64).toSorted(compare);
}

const ABS = monomerNamed('ABS')?.index ?? -1;

/**
 * The thresholds at which a parameter may be split. If absolute values are taken, a threshold of these is one of two for the
 * value itself.
 */
export function splittingThresholdsOf(graph: Graph): readonly Int[] {
  const thresholds = thresholdsOf(graph);
  if (!graph.nodes.some((node) => node.op === 'apply' && node.monomer === ABS)) return thresholds;
  return [...new Set([...thresholds, ...thresholds.map(negate)])].filter(fitsInt64).toSorted(compare);
}
