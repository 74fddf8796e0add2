import { nodeOfTerm, type Relations, type Term } from '../catalog/relation.js';
import type { Difference, Link } from '../certificate/format.js';
import type { NodeId } from '../core/graph.js';
import { add, type Int } from '../integer.js';
import type { Board } from '../rules/board.js';
import { factsOf } from '../rules/facts.js';
import { termOf } from '../rules/terms.js';
import type { Users } from './users.js';

/** How far the search for a chain of differences goes; a longer chain is not found, which is no error. */
const MOST_EXPANSIONS = 16;
const MOST_USERS = 8;
const MOST_LINKS = 5;

export interface Reached {
  readonly bound: Int;
  readonly path: readonly Link[];
}

/**
 * The least `k` with `from - to <= k` that a short chain of facts gives; undefined where none was found.
 */
export function findDifference(board: Board, users: Users, from: Term, to: Term): Reached | undefined {
  return from === to ? undefined : explore(board, users, from, 'below', to).get(to);
}

/**
 * Every term that a short chain of facts leads to: `from - term <= bound` for `below`, `term - from <= bound` for
 * `above`. A label-correcting shortest-path search over difference constraints (Cormen et al., "Difference
 * constraints and shortest paths"), bounded; it does not go on from `to`.
 */
export function explore(board: Board, users: Users, from: Term, direction: 'below' | 'above', to?: Term): ReadonlyMap<Term, Reached> {
  const best = new Map<Term, Reached>([[from, { bound: 0, path: [] }]]);
  const waiting: Term[] = [from];
  for (let count = 0; count < MOST_EXPANSIONS; count += 1) {
    const term = waiting.shift();
    if (term === undefined) break;
    const here = best.get(term);
    if (here === undefined || here.path.length >= MOST_LINKS || term === to) continue;
    for (const link of linksAt(board, users, term)) {
      const [near, far] = direction === 'below' ? [link.minuend, link.subtrahend] : [link.subtrahend, link.minuend];
      const bound = add(here.bound, link.bound);
      const known = best.get(far);
      if (near !== term || (known !== undefined && known.bound <= bound)) continue;
      best.set(far, { bound, path: direction === 'below' ? [...here.path, link] : [link, ...here.path] });
      waiting.push(far);
    }
  }
  return best;
}

/** The facts that nodes around a term vouch for. */
function linksAt(board: Board, users: Users, term: Term): readonly Link[] {
  const links: Link[] = board.given.map((fact) => ({ via: null, ...fact }));
  const node = nodeOfTerm(term);
  for (const via of new Set([...board.evaluatedOf(node), ...users.of(node, MOST_USERS)])) {
    if (board.isLive(via)) for (const fact of factsOf(board, via)) links.push({ via, ...fact });
  }
  return links;
}

/** The relations between the arguments of an application, with a record of what was asked and found. */
export class RecordedRelations implements Relations {
  readonly used: Difference[] = [];

  constructor(
    private readonly board: Board,
    private readonly users: Users,
    private readonly nodes: readonly (NodeId | null)[],
  ) {}

  difference(i: number, j: number): Int | undefined {
    const known = this.used.find((difference) => difference.minuend === i && difference.subtrahend === j);
    if (known !== undefined) return known.bound;
    const from = termOf(this.board, this.nodes, -1, i);
    const to = termOf(this.board, this.nodes, -1, j);
    if (from === undefined || to === undefined) return undefined;
    const found = findDifference(this.board, this.users, from, to);
    if (found === undefined) return undefined;
    this.used.push({ minuend: i, subtrahend: j, bound: found.bound, path: found.path });
    return found.bound;
  }

  same(i: number, j: number): boolean {
    const a = this.nodes[i];
    const b = this.nodes[j];
    return typeof a === 'number' && typeof b === 'number' && this.board.classOf(a) === this.board.classOf(b);
  }
}
