import type { Abstract } from '@kirchhoff/kernel/abstract/abstract';
import { claimsOf } from '@kirchhoff/kernel/certificate/claims';
import type { PassProof } from '@kirchhoff/kernel/certificate/format';
import type { CorePattern, Graph } from '@kirchhoff/kernel/graph/graph';
import { DIAGNOSTICS } from '@kirchhoff/kernel/limits';
import { armViews } from '@kirchhoff/kernel/rules/patterns';
import { describe, describePattern } from '@kirchhoff/language/diagnostics/describe';
import type { Diagnostic, Place } from '@kirchhoff/language/diagnostics/diagnostic';
import { placeKey, placeOf } from '@kirchhoff/language/diagnostics/place';
import { shorten } from '@kirchhoff/language/diagnostics/sink';
import { showUnseen } from '@kirchhoff/language/diagnostics/unseen';
import type { GraphMap } from '@kirchhoff/language/program/source-map';

/** A graph with the proof that claims what its nodes can be, and its places in the source. */
export interface ClaimedGraph {
  readonly graph: Graph;
  readonly map: GraphMap;
  readonly pass: PassProof;
}

/** What the claims of a graph say of an arm. */
interface ArmStanding {
  readonly place: Place;
  readonly pattern: CorePattern;
  readonly subject: Abstract;
  readonly never: boolean;
}

/**
 * Warnings on arms that can never match, because the subject has no such value there or the arms before take them all.
 * A wire of a policy stands in the graph of each action that reads it: its arm can never match only if it cannot in any.
 * Of a match that is itself never reached nothing is said.
 */
export function armWarnings(graphs: readonly ClaimedGraph[]): readonly Diagnostic[] {
  const all = graphs.flatMap(standings);
  const dead = new Map<string, ArmStanding>();
  for (const standing of all) if (standing.never && !dead.has(placeKey(standing.place))) dead.set(placeKey(standing.place), standing);
  if (dead.size > 0) for (const { never, place } of all) if (!never) dead.delete(placeKey(place));
  return [...dead.values()].slice(0, DIAGNOSTICS).map(warning);
}

function standings({ graph, map, pass }: ClaimedGraph): readonly ArmStanding[] {
  if (!graph.nodes.some(({ op }) => op === 'match')) return [];
  const claim = claimsOf(graph, pass);
  return graph.nodes.flatMap((node, id) => {
    if (node.op !== 'match' || claim(id).kind === 'never') return [];
    const subject = claim(node.subject);
    const { subjects } = armViews(subject, node.arms);
    return node.arms.flatMap(({ pattern, region }, index) => {
      const place = map.arms.get(region);
      return place === undefined ? [] : [{ place, pattern, subject, never: subjects[index]?.kind === 'never' }];
    });
  });
}

function warning({ place, pattern, subject }: ArmStanding): Diagnostic {
  const message = `this arm can never match: what is matched here is ${shorten(showUnseen(describe(subject)))}, and no such value is left for it`;
  return { severity: 'warning', code: 'unreachable-arm', message, ...placeOf(place), text: shorten(showUnseen(describePattern(pattern))) };
}
