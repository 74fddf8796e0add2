import type { GraphReference, Run } from '@kirchhoff/kernel/evaluate/evaluation';
import type { Core, Graph, NodeId } from '@kirchhoff/kernel/graph/graph';
import { schedule } from '@kirchhoff/kernel/graph/schedule';
import { encodeValue } from '@kirchhoff/kernel/values/json';
import type { Value } from '@kirchhoff/kernel/values/value';
import type { ProvingMeter } from './meter.js';
import type { GraphSearch } from './prove-graph.js';
import { ascendingInputs, sampleInputs, sampleRuns } from './samples.js';

const MAX_TRIES = 1_024;

/**
 * Returns inputs that satisfy the requires of a graph, confirmed by the evaluator, in the JSON form by position; null if the
 * search fails. It searches within the parameters' views after the requires.
 */
export function findWitness(core: Core, part: GraphReference, search: GraphSearch, meter: ProvingMeter): readonly unknown[] | null {
  const { graph, admitted } = search;
  if (admitted === null) return null;
  const requires = requireNodes(graph);
  const tries = { views: admitted, most: MAX_TRIES, meter };
  for (const among of [sampleInputs(core, admitted), ascendingInputs(core, admitted)]) {
    for (const { inputs, result } of sampleRuns(core, part, graph, tries, among)) {
      if (isAdmitted(requires, result)) return encode(graph, inputs);
    }
  }
  return null;
}

function encode(graph: Graph, inputs: readonly Value[]): readonly unknown[] {
  return graph.parameters.map(({ domain }, index) => encodeValue(domain, inputs[index] ?? false));
}

/** Returns true if the run passed the requires, given as nodes. */
function isAdmitted(requires: ReadonlySet<NodeId>, result: Run): boolean {
  switch (result.type) {
    case 'outputs':
      return true;
    case 'refused':
    case 'exhausted':
      return false;
    case 'entropy':
      return !requires.has(result.node);
    case 'fault':
      return result.fault.node === null || !requires.has(result.fault.node);
  }
}

function requireNodes(graph: Graph): ReadonlySet<NodeId> {
  return new Set(schedule(graph, 'requires').flatMap((event) => (event.event === 'node' ? [event.node] : [])));
}
