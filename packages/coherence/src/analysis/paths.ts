import { nodeOfTerm, type RelationFact, type Relations, type Term } from '../catalog/relation.js';
import type { Difference, Link } from '../certificate/format.js';
import type { NodeId } from '../core/graph.js';
import { add, type Int } from '../integer.js';
import type { Board } from '../rules/board.js';
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
 * The least `k` with `from - to <= k` that a short chain of facts gives; undefined where none was found. Of a
 * literal nothing is looked for: its difference from a wire is what the view of the wire says.
 */
export function findDifference(board: Board, users: Users, from: Term, to: Term): Reached | undefined {
  if (from === to || isLiteral(board, from) || isLiteral(board, to)) return undefined;
  return explore(board, users, from, 'below', to).get(to);
}

function isLiteral({ graph }: Board, term: Term): boolean {
  return graph.nodes[nodeOfTerm(term)]?.op === 'literal';
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
    const term = waiting[count];
    if (term === undefined) break;
    const here = best.get(term);
    if (here === undefined || here.path.length >= MOST_LINKS || term === to) continue;
    const take = (via: NodeId | null, facts: readonly RelationFact<Term>[]): void => {
      for (const fact of facts) {
        if ((direction === 'below' ? fact.minuend : fact.subtrahend) !== term) continue;
        const far = direction === 'below' ? fact.subtrahend : fact.minuend;
        const bound = add(here.bound, fact.bound);
        const known = best.get(far);
        if (known !== undefined && known.bound <= bound) continue;
        const link: Link = { via, minuend: fact.minuend, subtrahend: fact.subtrahend, bound: fact.bound };
        best.set(far, { bound, path: direction === 'below' ? [...here.path, link] : [link, ...here.path] });
        waiting.push(far);
      }
    };
    take(null, board.given);
    // Nodes around the term: those that have its value, and those that read it, which are others.
    const node = nodeOfTerm(term);
    for (const via of board.evaluatedOf(node)) if (board.isLive(via)) take(via, users.factsOf(via));
    const readers = users.of(node, MOST_USERS);
    for (const via of readers) if (board.isLive(via)) take(via, users.factsOf(via));
    if (to === undefined || readers.length < MOST_USERS) continue;
    for (const via of users.ofBoth(node, nodeOfTerm(to), MOST_USERS)) if (board.isLive(via)) take(via, users.factsOf(via));
  }
  return best;
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
