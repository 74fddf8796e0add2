import { type AbstractValue, isWithin, TRUE } from '@kirchhoff/kernel/abstract/abstract';
import { highest, lowest } from '@kirchhoff/kernel/abstract/ranges';
import { claimsOf } from '@kirchhoff/kernel/certificate/claims';
import type { Node, NodeId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt } from '@kirchhoff/kernel/graph/schedule';
import { DIAGNOSTICS } from '@kirchhoff/kernel/limits';
import { catalogEntry } from '@kirchhoff/language/catalog/catalog';
import { describe } from '@kirchhoff/language/diagnostics/describe';
import type { Diagnostic, Place } from '@kirchhoff/language/diagnostics/diagnostic';
import { placeKey, placeOf } from '@kirchhoff/language/diagnostics/place';
import { shorten } from '@kirchhoff/language/diagnostics/sink';
import type { ClaimedGraph } from './arm-warnings.js';

/** An `if`, MIN, MAX or CLAMP that may be reached, with the claims of its graph. */
interface Reached {
  readonly node: Node;
  readonly id: NodeId;
  readonly place: Place;
  readonly claim: (node: NodeId) => AbstractValue;
}

/**
 * Returns warnings on an `if` with a branch that is never taken, and on a MIN, MAX or CLAMP without effect, in a closed program.
 * A wire of a policy occurs in the graph of each action that reads it; the value of an arm with several patterns occurs once for
 * each pattern. The operation must be without effect in all of them. Unreached operations and those of pinned circuits get no
 * warning.
 */
export function needlessWarnings(graphs: readonly ClaimedGraph[]): readonly Diagnostic[] {
  const needless = new Map<string, Reached>();
  const needed: Reached[] = [];
  for (const graph of graphs) {
    for (const each of reachedOf(graph)) {
      if (!isNeedless(each)) needed.push(each);
      else if (!needless.has(placeKey(each.place))) needless.set(placeKey(each.place), each);
    }
  }
  if (needless.size > 0) for (const { place } of needed) needless.delete(placeKey(place));
  return [...needless.values()].slice(0, DIAGNOSTICS).map(warning);
}

function reachedOf({ graph, map, pass }: ClaimedGraph): readonly Reached[] {
  const reached: Reached[] = [];
  if (map.written.length === 0) return reached;
  const claim = claimsOf(graph, pass);
  for (const id of map.written) {
    const place = map.nodes[id];
    if (place !== undefined && claim(id).kind !== 'never') reached.push({ node: nodeAt(graph, id), id, place, claim });
  }
  return reached;
}

function isNeedless({ node, id, claim }: Reached): boolean {
  if (node.op === 'apply') return keptOperand(catalogEntry(node.monomer).name, claim(id), node.operands.map(claim)) !== null;
  const condition = node.op === 'select' ? claim(node.condition) : null;
  return condition?.kind === 'boolean' && condition.canBeFalse !== condition.canBeTrue;
}

function warning({ node, id, place, claim }: Reached): Diagnostic {
  const at = { severity: 'warning', ...placeOf(place) } as const;
  if (node.op !== 'apply') {
    const message =
      node.op === 'select' && isWithin(claim(node.condition), TRUE)
        ? 'this condition always holds: its `else` is never taken'
        : 'this condition never holds: what stands after it is never taken';
    return { ...at, code: 'unreachable-branch', message, text: 'if' };
  }
  const { name } = catalogEntry(node.monomer);
  const kept = keptOperand(name, claim(id), node.operands.map(claim)) ?? 0;
  const others = node.operands.filter((_, position) => position !== kept).map((operand) => shorten(describe(claim(operand))));
  const beside = name === 'CLAMP' ? `within ${others.join(' to ')}` : `never ${name === 'MIN' ? 'above' : 'below'} ${others.join()}`;
  const message = `this ${name} changes nothing: what it bounds is ${shorten(describe(claim(node.operands[kept] ?? id)))}, and ${beside}`;
  return { ...at, code: 'needless-bound', message, text: name };
}

/** Returns the position of the operand that is always the result; null if there is no such operand. */
function keptOperand(name: string, result: AbstractValue, [a, b, c]: readonly AbstractValue[]): number | null {
  switch (name) {
    case 'MIN':
      return isBelow(a, b) || isBelow(result, b, 1) ? 0 : isBelow(b, a) || isBelow(result, a, 1) ? 1 : null;
    case 'MAX':
      return isBelow(b, a) || isBelow(b, result, 1) ? 0 : isBelow(a, b) || isBelow(a, result, 1) ? 1 : null;
    default:
      return (isBelow(b, a) || isBelow(b, result, 1)) && (isBelow(a, c) || isBelow(result, c, 1)) ? 0 : null;
  }
}

/** Returns true if every value of `lesser` is at least `by` below every value of `greater`. */
function isBelow(lesser: AbstractValue | undefined, greater: AbstractValue | undefined, by: 0 | 1 = 0): boolean {
  if (lesser?.kind !== 'integer' || greater?.kind !== 'integer') return false;
  const high = highest(lesser.ranges);
  const low = lowest(greater.ranges);
  return by === 0 ? high <= low : high < low;
}
