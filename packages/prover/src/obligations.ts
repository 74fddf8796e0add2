import { isWithin, meet, ofDomain, TRUE } from '@kirchhoff/kernel/abstract/abstract';
import { type Difference, type Evidence, PLAIN_EVIDENCE } from '@kirchhoff/kernel/certificate/format';
import type { Graph, Node, NodeId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt } from '@kirchhoff/kernel/graph/schedule';
import { LIST_LENGTH } from '@kirchhoff/kernel/limits';
import { accumulatorHolds, timesOf } from '@kirchhoff/kernel/rules/loops';
import { parameterFacts } from '@kirchhoff/kernel/rules/parameters';
import type { Summary } from '@kirchhoff/kernel/rules/state';
import { RecordedRelations } from './difference-chains.js';
import { measuresOf } from './measure.js';
import { GraphSearch } from './prove-graph.js';

/** Limit for the parameters of a call whose differences are searched. */
const MAX_PARAMETERS = 8;

/** Returns evidence for the closure domain that a node opens, at the node's point; null if the search fails. */
export function obligationOf(search: GraphSearch, summaries: readonly Summary[], id: NodeId): Evidence | null {
  const node = nodeAt(search.graph, id);
  switch (node.op) {
    case 'apply': {
      const differences = search.proveNeed(id);
      return differences === null || differences.length === 0 ? plainly(differences !== null) : { by: 'analysis', differences };
    }
    case 'narrow':
    case 'state':
      return plainly(isWithin(search.environment.view(node.operand), ofDomain(node.domain)));
    case 'hold':
      return plainly(isWithin(search.environment.resultView(node.condition), TRUE));
    case 'match':
      return plainly(search.environment.arms(id).covered);
    case 'fold':
      return plainly(node.domain === null || accumulatorHolds(search.environment, node, node.domain));
    case 'loop':
      return plainly(timesOf(search.environment, node.source).most <= LIST_LENGTH);
    case 'call':
      return callObligation(search, summaries, node);
    default:
      // The node opens no closure domain.
      return PLAIN_EVIDENCE;
  }
}

/** Returns evidence without differences; null if the claims alone do not prove the domain. */
export function plainly(holds: boolean): Evidence | null {
  return holds ? PLAIN_EVIDENCE : null;
}

function callObligation(search: GraphSearch, summaries: readonly Summary[], node: Extract<Node, { op: 'call' }>): Evidence | null {
  const component = search.environment.core.components[node.component];
  if (component === undefined) throw new Error(`no component ${node.component}`);
  const fits = component.parameters.every(({ domain }, index) =>
    isWithin(search.environment.view(node.arguments[index] ?? -1), ofDomain(domain)),
  );
  if (!fits) return null;
  if (component.requires.length === 0) return plainly(true);
  return requiresHold(search, summaries, node.arguments, component);
}

function requiresHold(search: GraphSearch, summaries: readonly Summary[], args: readonly NodeId[], component: Graph): Evidence | null {
  const given = differencesBetween(search, args);
  const parameters = component.parameters.map(({ domain }, index) => meet(ofDomain(domain), search.environment.view(args[index] ?? -1)));
  const facts = parameterFacts(component, given);
  const inner = new GraphSearch(
    search.environment.core,
    component,
    'requires',
    { parameters, facts, meter: search.environment.meter },
    summaries,
  );
  inner.run(() => undefined);
  const hold = component.requires.every((region) => isWithin(inner.environment.resultView(region), TRUE));
  return hold ? { by: 'call', given, requires: inner.proof() } : null;
}

/** Returns the differences between the integer arguments and the lengths of the other arguments. */
function differencesBetween(search: GraphSearch, args: readonly NodeId[]): readonly Difference[] {
  const relations = new RecordedRelations(search.environment, search.users, args);
  const positions = args.slice(0, MAX_PARAMETERS).flatMap((node, position) => measuresOf(search.graph.types[node], position));
  for (const minuend of positions) {
    for (const subtrahend of positions) if (minuend !== subtrahend) relations.difference(minuend, subtrahend);
  }
  return relations.used;
}
