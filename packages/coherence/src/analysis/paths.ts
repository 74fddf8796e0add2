import type { Relations } from '../catalog/relation.js';
import type { Difference, Link } from '../certificate/format.js';
import type { NodeId } from '../core/graph.js';
import { add, type Int } from '../integer.js';
import { aliasOf } from '../rules/alias.js';
import type { Board } from '../rules/board.js';
import { factsOf } from '../rules/facts.js';
import type { Users } from './users.js';

/** How far the search for a chain of differences goes; a longer chain is not found, which is no error. */
const MOST_EXPANSIONS = 16;
const MOST_USERS = 8;
const MOST_LINKS = 5;

interface Reached {
  readonly bound: Int;
  readonly path: readonly Link[];
}

/**
 * The least `k` with `from - to <= k` that a short chain of facts gives: a label-correcting shortest-path
 * search over difference constraints (Cormen et al., "Difference constraints and shortest paths"), bounded.
 */
export function findDifference(board: Board, users: Users, from: NodeId, to: NodeId): Reached | undefined {
  const best = new Map<NodeId, Reached>([[from, { bound: 0, path: [] }]]);
  const waiting: NodeId[] = [from];
  for (let count = 0; count < MOST_EXPANSIONS; count += 1) {
    const node = waiting.shift();
    if (node === undefined) break;
    const here = best.get(node);
    if (here === undefined || here.path.length >= MOST_LINKS || node === to) continue;
    for (const link of linksFrom(board, users, node)) {
      const bound = add(here.bound, link.bound);
      const known = best.get(link.subtrahend);
      if (known !== undefined && known.bound <= bound) continue;
      best.set(link.subtrahend, { bound, path: [...here.path, link] });
      waiting.push(link.subtrahend);
    }
  }
  return from === to ? undefined : best.get(to);
}

function linksFrom(board: Board, users: Users, node: NodeId): readonly Link[] {
  const links: Link[] = board.given.filter((fact) => fact.minuend === node).map((fact) => ({ via: null, ...fact }));
  for (const via of [node, ...users.of(node, MOST_USERS)]) {
    if (!board.isLive(via)) continue;
    for (const fact of factsOf(board, via)) if (fact.minuend === node) links.push({ via, ...fact });
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
    const from = this.nodes[i];
    const to = this.nodes[j];
    if (typeof from !== 'number' || typeof to !== 'number') return undefined;
    const found = findDifference(this.board, this.users, from, to);
    if (found === undefined) return undefined;
    this.used.push({ minuend: i, subtrahend: j, bound: found.bound, path: found.path });
    return found.bound;
  }

  same(i: number, j: number): boolean {
    const a = this.nodes[i];
    const b = this.nodes[j];
    return typeof a === 'number' && typeof b === 'number' && aliasOf(this.board.graph, a) === aliasOf(this.board.graph, b);
  }
}
