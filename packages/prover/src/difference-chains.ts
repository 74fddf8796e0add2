import type { Difference, Link } from '@kirchhoff/kernel/certificate/format';
import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import { type DifferenceTerm, nodeOfTerm, type RelationFact, type Relations } from '@kirchhoff/kernel/monomers/relation';
import type { Environment } from '@kirchhoff/kernel/rules/environment';
import { apartAtMost, fieldAt } from '@kirchhoff/kernel/rules/parts';
import { termOf } from '@kirchhoff/kernel/rules/terms';
import { add, type Int } from '@kirchhoff/kernel/types/integer';
import type { DefUseChains } from './def-use-chains.js';

/** Length limit for chains of differences; a longer chain is not found, which costs precision only. */
const MAX_EXPANSIONS = 16;
const MAX_USERS = 8;
const MAX_LINKS = 5;

export interface Reached {
  readonly bound: Int;
  readonly path: readonly Link[];
}

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
  const label = search(environment, users, from, 'below', to).get(to);
  return label && reachedBy(label, 'below');
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

type Direction = 'below' | 'above';

/**
 * Returns every term that a short chain of facts reaches: `from - term <= bound` for `below`, `term - from <= bound` for `above`.
 * The paths are made when they are asked for, since few of them are kept.
 */
export function explore(environment: Environment, users: DefUseChains, from: DifferenceTerm, direction: Direction): Explored {
  return new Explored(search(environment, users, from, direction), direction);
}

/** The terms that a search has reached, in its order. */
export class Explored {
  constructor(
    private readonly labels: ReadonlyMap<DifferenceTerm, Label>,
    private readonly direction: Direction,
  ) {}

  terms(): Iterable<DifferenceTerm> {
    return this.labels.keys();
  }

  has(term: DifferenceTerm): boolean {
    return this.labels.has(term);
  }

  get(term: DifferenceTerm): Reached | undefined {
    const label = this.labels.get(term);
    return label && reachedBy(label, this.direction);
  }
}

/** The fact by which a term was reached from the previous one; null for the first term of the search. */
interface Label {
  readonly bound: Int;
  readonly length: number;
  readonly fact: RelationFact<DifferenceTerm> | null;
  readonly via: NodeId | null;
  readonly before: Label | null;
}

const BEGINNING: Label = { bound: 0, length: 0, fact: null, via: null, before: null };

function reachedBy(label: Label, direction: Direction): Reached {
  const path: Link[] = [];
  for (let at: Label | null = label; at !== null; at = at.before) {
    if (at.fact !== null) path.push({ via: at.via, minuend: at.fact.minuend, subtrahend: at.fact.subtrahend, bound: at.fact.bound });
  }
  return { bound: label.bound, path: direction === 'below' ? path.toReversed() : path };
}

/**
 * Searches shortest paths over difference constraints by label correction (Cormen et al., "Difference constraints and shortest
 * paths"). The number of expansions is limited; the search does not continue from `to`.
 */
function search(
  environment: Environment,
  users: DefUseChains,
  from: DifferenceTerm,
  direction: Direction,
  to?: DifferenceTerm,
): ReadonlyMap<DifferenceTerm, Label> {
  const labels = new Labels(direction, from, to);
  // At a join, the node states the facts about a record's field that all arms keep.
  const whole = to === undefined ? undefined : fieldAt(environment, nodeOfTerm(to))?.record;
  for (let count = 0; count < MAX_EXPANSIONS; count += 1) {
    const term = labels.waiting[count];
    if (term === undefined) break;
    const here = labels.best.get(term);
    if (here === undefined || here.length >= MAX_LINKS || term === to) continue;
    labels.take(term, here, null, environment.given);
    // Facts near the term come from nodes with its value and from nodes that read it. These sets are disjoint.
    const node = nodeOfTerm(term);
    for (const via of environment.evaluatedOf(node)) if (environment.isLive(via)) labels.take(term, here, via, environment.facts(via));
    const record = fieldAt(environment, node)?.record;
    if (record !== undefined) takeJoined(environment, labels, term, here, record);
    if (whole !== undefined) takeJoined(environment, labels, term, here, whole);
    const readers = users.all(node);
    for (let i = 0; i < readers.length && i < MAX_USERS; i += 1) {
      const via = readers[i];
      if (via !== undefined && environment.isLive(via)) labels.take(term, here, via, environment.facts(via));
    }
    if (to === undefined || readers.length < MAX_USERS) continue;
    for (const via of users.ofBoth(node, nodeOfTerm(to), MAX_USERS)) {
      if (environment.isLive(via)) labels.take(term, here, via, environment.facts(via));
    }
  }
  return labels.best;
}

/** Takes the facts that all arms of a node keep about a field of its record. */
function takeJoined(environment: Environment, labels: Labels, term: DifferenceTerm, here: Label, record: NodeId): void {
  for (const via of environment.evaluatedOf(record)) if (environment.isLive(via)) labels.take(term, here, via, environment.joined(via));
}

/** The terms that one search has reached, and the queue of those to expand. */
class Labels {
  readonly best = new Map<DifferenceTerm, Label>();
  readonly waiting: DifferenceTerm[];
  private readonly isBelow: boolean;

  constructor(
    direction: Direction,
    from: DifferenceTerm,
    private readonly to: DifferenceTerm | undefined,
  ) {
    this.isBelow = direction === 'below';
    this.best.set(from, BEGINNING);
    this.waiting = [from];
  }

  /** Extends the path from a term by each fact about the term. */
  take(term: DifferenceTerm, here: Label, via: NodeId | null, facts: readonly RelationFact<DifferenceTerm>[]): void {
    const { isBelow } = this;
    for (const fact of facts) {
      if ((isBelow ? fact.minuend : fact.subtrahend) !== term) continue;
      const far = isBelow ? fact.subtrahend : fact.minuend;
      const known = this.best.get(far);
      if (known === undefined && this.isUseless(far)) continue;
      const bound = add(here.bound, fact.bound);
      if (known !== undefined && known.bound <= bound) continue;
      this.best.set(far, { bound, length: here.length + 1, fact, via, before: here });
      if (this.waiting.length < MAX_EXPANSIONS) this.waiting.push(far);
    }
  }

  /** Returns true for a term that need not be stored: it is not the target, and the search will not continue from it. */
  private isUseless(far: DifferenceTerm): boolean {
    return this.to !== undefined && far !== this.to && this.waiting.length >= MAX_EXPANSIONS;
  }
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
