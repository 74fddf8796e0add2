import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import { type DifferenceTerm, nodeOfTerm, type RelationFact } from '@kirchhoff/kernel/monomers/relation';
import type { Environment } from '@kirchhoff/kernel/rules/environment';
import { fieldAt } from '@kirchhoff/kernel/rules/parts';
import { type Direction, leadsFrom } from './chains.js';

/** Limit for the readers of a term whose facts one search takes. */
export const MAX_NEAR_USERS = 8;
/** The number of searches that continue from a term before its facts are cached: in a long chain, about eight continue from each. */
const OFTEN = 16;

/** The readers of each node, in the order of their ids. */
export interface Readers {
  all(node: NodeId): readonly NodeId[];
}

/** Receives the facts that a node states, of which some are about the term. */
interface FactTaker {
  take(term: DifferenceTerm, here: number, via: NodeId | null, facts: readonly RelationFact<DifferenceTerm>[]): void;
}

/**
 * Takes the facts that are stated near a term: by the caller of the component, by nodes with the value of the term's node, and by the
 * first nodes that read it. These sets of nodes are disjoint. At a join, the node states the facts about a record's field that all
 * arms keep.
 *
 * @param here passed on to the taker.
 * @param whole another record whose facts about fields are taken.
 */
export function takeNear(
  environment: Environment,
  users: Readers,
  to: FactTaker,
  term: DifferenceTerm,
  here: number,
  whole?: NodeId,
): void {
  to.take(term, here, null, environment.given);
  const node = nodeOfTerm(term);
  if (!environment.isAlone(node)) {
    for (const via of environment.evaluatedOf(node)) if (environment.isLive(via)) to.take(term, here, via, environment.facts(via));
  } else if (environment.isLive(node)) to.take(term, here, node, environment.facts(node));
  const record = fieldAt(environment, node)?.record;
  if (record !== undefined) takeJoined(environment, to, term, here, record);
  if (whole !== undefined) takeJoined(environment, to, term, here, whole);
  const readers = users.all(node);
  for (let i = 0; i < readers.length && i < MAX_NEAR_USERS; i += 1) {
    const via = readers[i];
    if (via !== undefined && environment.isLive(via)) to.take(term, here, via, environment.facts(via));
  }
}

/** Takes the facts that all arms of a node keep about a field of its record. */
function takeJoined(environment: Environment, to: FactTaker, term: DifferenceTerm, here: number, record: NodeId): void {
  for (const via of environment.evaluatedOf(record)) if (environment.isLive(via)) to.take(term, here, via, environment.joined(via));
}

/** A fact about a term, and the node that states it; `null`: the caller of the component guarantees it. */
export interface StatedFact {
  readonly via: NodeId | null;
  readonly fact: RelationFact<DifferenceTerm>;
}

/** The facts from which a search continues from one term. */
export interface KeptFacts {
  readonly facts: readonly StatedFact[];
  /** The steps that {@link takeNear} spends on the term. */
  readonly work: number;
}

interface Kept extends KeptFacts {
  /** The version of the environment when the facts were collected. */
  readonly version: number;
}

/**
 * Caches the facts along which searches continue from the terms that they meet often, such as an input that many nodes read. The
 * facts are those of {@link takeNear} in its order. They stay the same while the environment has the same version and all nodes
 * that may state them have been evaluated.
 */
export class NearbyFacts {
  /** By twice the number of a node, for its value and its length, and by direction: how often searches have continued from there. */
  private readonly met: Uint8Array;
  private readonly kept = new Map<number, Kept>();

  constructor(
    private readonly environment: Environment,
    private readonly users: Readers,
  ) {
    this.met = new Uint8Array(4 * environment.graph.nodes.length);
  }

  /** Returns the facts from which a search in the direction continues from a term; null if they are not cached. */
  of(term: DifferenceTerm, direction: Direction): readonly StatedFact[] | null {
    const key = keyOf(term, direction);
    const met = this.met[key];
    if (met === undefined) return null;
    if (met < OFTEN) {
      this.met[key] = met + 1;
      return met + 1 === OFTEN ? this.collect(term, direction, key) : null;
    }
    const kept = this.kept.get(key);
    if (kept?.version === this.environment.version) {
      // As many as without the cache, so that a verdict does not depend on it.
      this.environment.spend(nodeOfTerm(term), kept.work);
      return kept.facts;
    }
    // Counted anew, so that facts that change at every search are not collected at every search.
    this.met[key] = 0;
    return null;
  }

  /** Returns the facts, of the direction `below`, that {@link of} has just returned. */
  latestBelow(term: DifferenceTerm): KeptFacts {
    const kept = this.kept.get(keyOf(term, 'below'));
    if (kept === undefined) throw new Error(`no facts are kept near term ${term}`);
    return kept;
  }

  private collect(term: DifferenceTerm, direction: Direction, key: number): readonly StatedFact[] | null {
    const work = this.completeWork(nodeOfTerm(term));
    if (work === null) return null;
    const facts: StatedFact[] = [];
    const take = (_term: DifferenceTerm, _here: number, via: NodeId | null, stated: readonly RelationFact<DifferenceTerm>[]): void => {
      for (const fact of stated) if (leadsFrom(term, fact, direction)) facts.push({ via, fact });
    };
    takeNear(this.environment, this.users, { take }, term, 0);
    this.kept.set(key, { version: this.environment.version, facts, work });
    return facts;
  }

  /**
   * The steps of {@link takeNear} for a term of the node; null if the evaluation of a further node may add a fact. A reader that has
   * been evaluated in a region that is not reached here states nothing as long as the version is the same.
   */
  private completeWork(node: NodeId): number | null {
    const { environment } = this;
    if (!environment.isAlone(node) || !environment.isLive(node) || fieldAt(environment, node) !== undefined) return null;
    const readers = this.users.all(node);
    let work = 1;
    for (let i = 0; i < readers.length && i < MAX_NEAR_USERS; i += 1) {
      const reader = readers[i] ?? node;
      if (!environment.wasEvaluated(reader)) return null;
      if (environment.isLive(reader)) work += 1;
    }
    return work;
  }
}

function keyOf(term: DifferenceTerm, direction: Direction): number {
  return 4 * nodeOfTerm(term) + (term < 0 ? 2 : 0) + (direction === 'below' ? 1 : 0);
}
