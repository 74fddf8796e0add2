import type { AbstractValue } from '@kirchhoff/kernel/abstract/abstract';
import { claimsOf } from '@kirchhoff/kernel/certificate/claims';
import type { Graph, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt } from '@kirchhoff/kernel/graph/schedule';
import { DIAGNOSTICS } from '@kirchhoff/kernel/limits';
import { armViews } from '@kirchhoff/kernel/rules/patterns';
import { describePattern } from '@kirchhoff/language/diagnostics/describe';
import type { Diagnostic } from '@kirchhoff/language/diagnostics/diagnostic';
import { placeKey, placeOf } from '@kirchhoff/language/diagnostics/place';
import { shorten } from '@kirchhoff/language/diagnostics/sink';
import { showUnseen } from '@kirchhoff/language/diagnostics/unseen';
import type { GuardedArm } from '@kirchhoff/language/program/source-map';
import type { ClaimedGraph } from './arm-warnings.js';

/**
 * The reachability of a region. `refused`: its condition never holds. `unreached`: its owner is never evaluated with a matching
 * value.
 */
type Standing = 'entered' | 'refused' | 'unreached';

/**
 * Returns warnings on arms that can never match, for matches with conditions on arms. Such a match is an `if` within the arms of
 * another match, so that the value of one arm may occur in several regions. All of these must be unreachable, in every graph with
 * the arm. A match that is itself never reached gets no warning.
 */
export function guardedArmWarnings(graphs: readonly ClaimedGraph[]): readonly Diagnostic[] {
  const live = new Set<string>();
  const dead = new Map<string, Diagnostic>();
  for (const { graph, map, pass } of graphs) {
    if (map.guarded.length === 0) continue;
    const claim = claimsOf(graph, pass);
    for (const arms of map.guarded) {
      const standings = arms.map(({ regions }) => standingOf(graph, regions, claim));
      if (!standings.includes('entered')) continue;
      for (const [index, arm] of arms.entries()) {
        const standing = standings[index] ?? 'entered';
        if (standing === 'entered') live.add(placeKey(arm));
        else if (!dead.has(placeKey(arm))) dead.set(placeKey(arm), warning(arm, standing));
      }
    }
  }
  return [...dead].flatMap(([key, said]) => (live.has(key) ? [] : [said])).slice(0, DIAGNOSTICS);
}

/** Returns the common reachability of all regions of an arm. */
function standingOf(graph: Graph, regions: GuardedArm['regions'], claim: (node: NodeId) => AbstractValue): Standing {
  if (regions === null) return 'entered';
  const standings = regions.map((region) => regionStanding(graph, region, claim));
  if (standings.includes('entered')) return 'entered';
  return standings.includes('refused') ? 'refused' : 'unreached';
}

function regionStanding(graph: Graph, region: RegionId, claim: (node: NodeId) => AbstractValue): Standing {
  const owner = graph.regions[region]?.owner ?? null;
  if (owner === null) return 'entered';
  if (claim(owner).kind === 'never') return 'unreached';
  const node = nodeAt(graph, owner);
  if (node.op === 'match') {
    const at = node.arms.findIndex((arm) => arm.region === region);
    return armViews(claim(node.subject), node.arms).subjects[at]?.kind === 'never' ? 'unreached' : 'entered';
  }
  if (node.op !== 'select') return 'entered';
  const condition = claim(node.condition);
  if (condition.kind !== 'boolean') return 'entered';
  if (region === node.whenTrue) return condition.canBeTrue ? 'entered' : 'refused';
  return condition.canBeFalse ? 'entered' : 'unreached';
}

function warning(arm: GuardedArm, standing: 'refused' | 'unreached'): Diagnostic {
  const why = standing === 'refused' ? 'its condition never holds where its pattern does' : 'no value is left for it';
  const patterns = arm.patterns.map(describePattern);
  const text = shorten(showUnseen(patterns.length === 1 ? patterns.join('') : `(${patterns.join(', ')})`));
  return { severity: 'warning', code: 'unreachable-arm', message: `this arm can never match: ${why}`, ...placeOf(arm), text };
}
