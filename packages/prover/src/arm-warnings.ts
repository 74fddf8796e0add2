import type { AbstractValue } from '@kirchhoff/kernel/abstract/abstract';
import { claimsOf } from '@kirchhoff/kernel/certificate/claims';
import type { PassProof } from '@kirchhoff/kernel/certificate/format';
import type { Arm, CorePattern, Graph } from '@kirchhoff/kernel/graph/graph';
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

/** A match that may be reached, with what the claims of its graph leave of the subject in each arm. */
interface Reached {
  readonly arms: readonly Arm[];
  readonly subject: AbstractValue;
  readonly subjects: readonly AbstractValue[];
  readonly map: GraphMap;
}

/**
 * Returns warnings on arms that can never match, because the subject has no such value there or earlier arms cover it. A wire of
 * a policy occurs in the graph of each action that reads it: its arm gets a warning only if it can never match in any of them. A
 * match that is itself never reached gets no warning.
 */
export function armWarnings(graphs: readonly ClaimedGraph[]): readonly Diagnostic[] {
  const matches = graphs.flatMap(reachedMatches);
  if (!matches.some(({ subjects }) => subjects.some(isNever))) return [];
  const live = new Set(matches.flatMap(livePlaces).map(placeKey));
  const dead = new Map<string, Diagnostic>();
  for (const { arms, subject, subjects, map } of matches) {
    for (const [index, { pattern, region }] of arms.entries()) {
      const place = subjects[index]?.kind === 'never' ? map.arms[region] : undefined;
      if (place === undefined) continue;
      const key = placeKey(place);
      if (live.has(key) || dead.has(key)) continue;
      dead.set(key, warning(place, pattern, subject));
      if (dead.size === DIAGNOSTICS) return [...dead.values()];
    }
  }
  return [...dead.values()];
}

function reachedMatches({ graph, map, pass }: ClaimedGraph): readonly Reached[] {
  if (!graph.nodes.some(({ op }) => op === 'match')) return [];
  const claim = claimsOf(graph, pass);
  return graph.nodes.flatMap((node, id) => {
    if (node.op !== 'match' || claim(id).kind === 'never') return [];
    const subject = claim(node.subject);
    return [{ arms: node.arms, subject, subjects: armViews(subject, node.arms).subjects, map }];
  });
}

function isNever({ kind }: AbstractValue): boolean {
  return kind === 'never';
}

function livePlaces({ arms, subjects, map }: Reached): readonly Place[] {
  return arms.flatMap(({ region }, index) => (subjects[index]?.kind === 'never' ? [] : (map.arms[region] ?? [])));
}

function warning(place: Place, pattern: CorePattern, subject: AbstractValue): Diagnostic {
  const message = `this arm can never match: what is matched here is ${shorten(showUnseen(describe(subject)))}, and no such value is left for it`;
  return { severity: 'warning', code: 'unreachable-arm', message, ...placeOf(place), text: shorten(showUnseen(describePattern(pattern))) };
}
