import type { Difference } from '@kirchhoff/kernel/certificate/format';
import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import { type DifferenceTerm, nodeOfTerm, type Relations } from '@kirchhoff/kernel/monomers/relation';
import type { Environment } from '@kirchhoff/kernel/rules/environment';
import { apartAtMost, fieldAt } from '@kirchhoff/kernel/rules/parts';
import { termOf } from '@kirchhoff/kernel/rules/terms';
import type { Int } from '@kirchhoff/kernel/types/integer';
import { type Chains, type Direction, type Explored, MAX_EXPANSIONS, type Reached } from './chains.js';
import type { DefUseChains } from './def-use-chains.js';
import { MAX_NEAR_USERS, takeNear } from './nearby-facts.js';

/** Length limit for chains of differences; a longer chain is not found, which costs precision only. */
const MAX_LINKS = 5;

/**
 * Returns the least `k` with `from - to <= k` that a short chain of facts gives; `undefined` if the search fails. Literals are
 * skipped: the range of a wire gives its difference from a literal.
 */
export function findDifference(
  environment: Environment,
  users: DefUseChains,
  from: DifferenceTerm,
  to: DifferenceTerm,
): Reached | undefined {
  const reached = seeDifference(environment, users, from, to);
  if (reached !== undefined) users.rely(reached.path);
  return reached;
}

/** Like {@link findDifference}, without recording a use. */
export function seeDifference(
  environment: Environment,
  users: DefUseChains,
  from: DifferenceTerm,
  to: DifferenceTerm,
): Reached | undefined {
  if (from === to || isLiteral(environment, from) || isLiteral(environment, to)) return undefined;
  const { chains, deadEnds } = users;
  if (deadEnds?.isOne(from, to) === true) return undefined;
  chains.begin('below', from, to);
  const alongKept = search(environment, users, chains, to);
  const chain = chains.best(to);
  if (chain !== undefined) return chains.reached(chain);
  if (alongKept) deadEnds?.note(from, () => chains.continuedFrom());
  return undefined;
}

/** Returns the smaller of two bounds: by a chain of facts, and by the ranges of both terms; `undefined` if neither is known. */
export function seeApart(environment: Environment, users: DefUseChains, from: DifferenceTerm, to: DifferenceTerm): Reached | undefined {
  const reached = seeDifference(environment, users, from, to);
  const apart = apartAtMost(environment, from, to);
  return apart === null || (reached !== undefined && reached.bound <= apart) ? reached : { bound: apart, path: [] };
}

function isLiteral({ graph }: Environment, term: DifferenceTerm): boolean {
  return graph.nodes[nodeOfTerm(term)]?.op === 'literal';
}

/**
 * Returns every term that a short chain of facts reaches: `from - term <= bound` for `below`, `term - from <= bound` for `above`.
 * The paths are made when they are asked for, since few of them are kept.
 */
export function explore(environment: Environment, users: DefUseChains, from: DifferenceTerm, direction: Direction): Explored {
  const { chains } = users;
  chains.begin(direction, from, undefined);
  search(environment, users, chains);
  return chains.explored();
}

/**
 * Searches shortest paths over difference constraints by label correction (Cormen et al., "Difference constraints and shortest
 * paths"). The number of expansions is limited; the search does not continue from `to`. Returns true if it continued along kept
 * facts alone.
 */
function search(environment: Environment, users: DefUseChains, chains: Chains, to?: DifferenceTerm): boolean {
  const { nearby } = users;
  const whole = to === undefined ? undefined : fieldAt(environment, nodeOfTerm(to))?.record;
  let alongKept = true;
  for (let count = 0; count < MAX_EXPANSIONS; count += 1) {
    const term = chains.waitingAt(count);
    if (term === undefined) break;
    const here = chains.best(term);
    if (here === undefined || chains.lengthOf(here) >= MAX_LINKS || term === to) continue;
    const cached = whole === undefined && nearby !== null ? nearby.of(term, chains.direction) : null;
    chains.continueFrom(term);
    if (cached === null) {
      alongKept = false;
      takeNear(environment, users, chains, term, here, whole);
    } else for (const { via, fact } of cached) chains.extend(here, via, fact);
    const node = nodeOfTerm(term);
    if (to === undefined || users.all(node).length < MAX_NEAR_USERS) continue;
    for (const via of users.ofBoth(node, nodeOfTerm(to), MAX_NEAR_USERS)) {
      if (!environment.isLive(via)) continue;
      alongKept = false;
      chains.take(term, here, via, environment.facts(via));
    }
  }
  return alongKept;
}

/** The relations between the arguments of an application, with a record of questions and answers. */
export class RecordedRelations implements Relations {
  readonly used: Difference[] = [];

  constructor(
    private readonly environment: Environment,
    private readonly users: DefUseChains,
    private readonly nodes: readonly (NodeId | null)[],
  ) {}

  difference(i: number, j: number): Int | undefined {
    const known = this.used.find((difference) => difference.minuend === i && difference.subtrahend === j);
    if (known !== undefined) return known.bound;
    const from = termOf(this.environment, this.nodes, -1, i);
    const to = termOf(this.environment, this.nodes, -1, j);
    if (from === undefined || to === undefined) return undefined;
    const found = findDifference(this.environment, this.users, from, to);
    if (found === undefined) return undefined;
    this.used.push({ minuend: i, subtrahend: j, bound: found.bound, path: found.path });
    return found.bound;
  }

  same(i: number, j: number): boolean {
    const a = this.nodes[i];
    const b = this.nodes[j];
    return typeof a === 'number' && typeof b === 'number' && this.environment.classOf(a) === this.environment.classOf(b);
  }
}
