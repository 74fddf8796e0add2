import type { Link } from '@kirchhoff/kernel/certificate/format';
import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import { type DifferenceTerm, nodeOfTerm, type RelationFact } from '@kirchhoff/kernel/monomers/relation';
import { add, type Int } from '@kirchhoff/kernel/types/integer';

/** Limit for the terms from which one search continues; it costs precision only. */
export const MAX_EXPANSIONS = 16;

export interface Reached {
  readonly bound: Int;
  readonly path: readonly Link[];
}

/** Searches `from - term <= bound` for `below`, `term - from <= bound` for `above`. */
export type Direction = 'below' | 'above';

/** Returns true if a search in the direction continues from the term along the fact. */
export function leadsFrom(term: DifferenceTerm, { minuend, subtrahend }: RelationFact<DifferenceTerm>, direction: Direction): boolean {
  return (direction === 'below' ? minuend : subtrahend) === term;
}

/** Chains of facts by number: the sum of the bounds, the number of the chain without the last link, that link's fact and its node. */
interface LinkedChains {
  readonly bounds: Int[];
  readonly shorter: number[];
  readonly facts: (RelationFact<DifferenceTerm> | null)[];
  readonly nodes: (NodeId | null)[];
}

/**
 * The chains that one search has found, by number, and the queue of the terms to expand. The first chain has no links. The lists
 * are kept for the next search, since a pass makes one for nearly every node: the counts tell how much of them is in use.
 */
export class Chains {
  private readonly queue: DifferenceTerm[] = [];
  private waiting = 0;
  private readonly linked: LinkedChains = { bounds: [], shorter: [], facts: [], nodes: [] };
  /** By chain: the number of its links. */
  private readonly lengths: number[] = [];
  private chains = 0;
  /** The reached terms in order, and the best chain to each. */
  private readonly found: DifferenceTerm[] = [];
  private readonly bestOf: number[] = [];
  private reachedTerms = 0;
  /** The terms from which the search has continued. */
  private readonly continued: DifferenceTerm[] = [];
  private continuations = 0;
  /** The links of the latest path. */
  private readonly path: Link[] = [];
  /**
   * By the number of a term: its place in the list of reached terms. A place counts only if the term stands there (a sparse set after
   * Briggs and Torczon, "An efficient representation for sparse sets", 1993), so that nothing is cleared between searches.
   */
  private places: Int32Array;
  private towards: Direction = 'below';
  private to: DifferenceTerm | undefined;

  /** @param nodes the number of nodes of the graph. */
  constructor(nodes: number) {
    this.places = new Int32Array(2 * nodes);
  }

  get direction(): Direction {
    return this.towards;
  }

  begin(direction: Direction, from: DifferenceTerm, to: DifferenceTerm | undefined): void {
    this.towards = direction;
    this.to = to;
    this.waiting = 0;
    this.continuations = 0;
    this.chains = 0;
    this.reachedTerms = 0;
    this.reach(from, this.add(0, 0, -1, null, null));
    this.wait(from);
  }

  /** Returns the term at a place of the queue; `undefined` behind its end. */
  waitingAt(place: number): DifferenceTerm | undefined {
    return place < this.waiting ? this.queue[place] : undefined;
  }

  /** Returns the best chain to a term; `undefined` if the search has not reached it. */
  best(term: DifferenceTerm): number | undefined {
    const place = this.placeOf(term);
    return place < 0 ? undefined : this.bestOf[place];
  }

  lengthOf(chain: number): number {
    return this.lengths[chain] ?? 0;
  }

  /** Takes note that the search continues from a term. */
  continueFrom(term: DifferenceTerm): void {
    this.continued[this.continuations] = term;
    this.continuations += 1;
  }

  /** Returns the terms from which the search has continued, in its order; one may occur several times. */
  continuedFrom(): readonly DifferenceTerm[] {
    return this.continued.slice(0, this.continuations);
  }

  /** Returns the bound of a chain with its links. */
  reached(chain: number): Reached {
    const { path, towards } = this;
    const { bounds, shorter, facts, nodes } = this.linked;
    const length = this.lengthOf(chain);
    for (let at = chain, i = 0; i < length; at = shorter[at] ?? -1, i += 1) {
      const fact = facts[at];
      if (fact) path[towards === 'below' ? length - 1 - i : i] = linkOf(nodes[at] ?? null, fact);
    }
    // Copied, so that the path takes no more memory than its links.
    return { bound: bounds[chain] ?? 0, path: path.slice(0, length) };
  }

  /** Returns all that the search has found, which the next search overwrites. */
  explored(): Explored {
    const { found, bestOf, reachedTerms, chains } = this;
    // The results of most arms are related to nothing, and each stays in memory until all arms are known.
    if (chains === 1) return new Explored(found.slice(0, 1), FIRST_CHAIN, NO_LINKS);
    const { bounds, shorter, facts, nodes } = this.linked;
    return new Explored(found.slice(0, reachedTerms), bestOf.slice(0, reachedTerms), {
      bounds: bounds.slice(0, chains),
      shorter: shorter.slice(0, chains),
      facts: facts.slice(0, chains),
      nodes: nodes.slice(0, chains),
    });
  }

  /** Extends the chain to a term by each fact about the term. */
  take(term: DifferenceTerm, here: number, via: NodeId | null, facts: readonly RelationFact<DifferenceTerm>[]): void {
    for (const fact of facts) if (leadsFrom(term, fact, this.towards)) this.extend(here, via, fact);
  }

  /** Extends a chain by a fact about its last term. */
  extend(here: number, via: NodeId | null, fact: RelationFact<DifferenceTerm>): void {
    const far = this.towards === 'below' ? fact.subtrahend : fact.minuend;
    const place = this.placeOf(far);
    if (place < 0 && this.isUseless(far)) return;
    const { bounds } = this.linked;
    const bound = add(bounds[here] ?? 0, fact.bound);
    if (place >= 0 && (bounds[this.bestOf[place] ?? 0] ?? 0) <= bound) return;
    const chain = this.add(bound, this.lengthOf(here) + 1, here, fact, via);
    if (place >= 0) this.bestOf[place] = chain;
    else this.reach(far, chain);
    if (this.waiting < MAX_EXPANSIONS) this.wait(far);
  }

  private add(bound: Int, length: number, shorter: number, fact: RelationFact<DifferenceTerm> | null, via: NodeId | null): number {
    const { chains, linked } = this;
    linked.bounds[chains] = bound;
    linked.shorter[chains] = shorter;
    linked.facts[chains] = fact;
    linked.nodes[chains] = via;
    this.lengths[chains] = length;
    this.chains = chains + 1;
    return chains;
  }

  private reach(term: DifferenceTerm, chain: number): void {
    const place = this.reachedTerms;
    const number = numberOf(term);
    // The fields of records have numbers beyond those of the nodes.
    if (number >= this.places.length) this.places = grown(this.places, number + 1);
    this.places[number] = place;
    this.found[place] = term;
    this.bestOf[place] = chain;
    this.reachedTerms = place + 1;
  }

  private wait(term: DifferenceTerm): void {
    this.queue[this.waiting] = term;
    this.waiting += 1;
  }

  private placeOf(term: DifferenceTerm): number {
    const place = this.places[numberOf(term)] ?? -1;
    return place < this.reachedTerms && this.found[place] === term ? place : -1;
  }

  /** Returns true for a term that need not be stored: it is not the target, and the search will not continue from it. */
  private isUseless(far: DifferenceTerm): boolean {
    return this.to !== undefined && far !== this.to && this.waiting >= MAX_EXPANSIONS;
  }
}

/** The chains of a search that has found none but the first. */
const NO_LINKS: LinkedChains = { bounds: [0], shorter: [-1], facts: [null], nodes: [null] };
const FIRST_CHAIN: readonly number[] = [0];

/** A chain that outlives its search. Chains share what they have in common. */
export interface KeptChain {
  readonly via: NodeId | null;
  readonly fact: RelationFact<DifferenceTerm>;
  /** The chain without the last link; null if it has no links. */
  readonly shorter: KeptChain | null;
}

/** Returns the links of a kept chain, as a search in the direction has found them. */
export function pathOf(chain: KeptChain | null, direction: Direction): readonly Link[] {
  const path: Link[] = [];
  for (let at = chain; at !== null; at = at.shorter) path.push(linkOf(at.via, at.fact));
  return direction === 'below' ? path.toReversed() : path;
}

/** More terms are looked up by a map. */
const FEW_TERMS = 16;

/** The terms that a search has reached, in its order, with the best chain to each. */
export class Explored {
  private places: ReadonlyMap<DifferenceTerm, number> | null = null;
  /** By chain. */
  private kept: (KeptChain | undefined)[] | null = null;

  constructor(
    readonly terms: readonly DifferenceTerm[],
    private readonly bestOf: readonly number[],
    private readonly linked: LinkedChains,
  ) {}

  has(term: DifferenceTerm): boolean {
    return this.placeOf(term) >= 0;
  }

  /** Returns the bound of the best chain to a term; `undefined` if the search has not reached it. */
  boundOf(term: DifferenceTerm): Int | undefined {
    const chain = this.bestOf[this.placeOf(term)];
    return chain === undefined ? undefined : this.linked.bounds[chain];
  }

  /** Returns the best chain to a term; null if it has no links, or the search has not reached the term. */
  chainTo(term: DifferenceTerm): KeptChain | null {
    return this.keep(this.bestOf[this.placeOf(term)] ?? -1);
  }

  private keep(chain: number): KeptChain | null {
    const { facts, nodes, shorter } = this.linked;
    const fact = facts[chain] ?? null;
    if (fact === null) return null;
    this.kept ??= [];
    const kept = this.kept[chain] ?? { via: nodes[chain] ?? null, fact, shorter: this.keep(shorter[chain] ?? -1) };
    this.kept[chain] = kept;
    return kept;
  }

  private placeOf(term: DifferenceTerm): number {
    if (this.terms.length <= FEW_TERMS) return this.terms.indexOf(term);
    this.places ??= new Map(this.terms.map((each, place) => [each, place]));
    return this.places.get(term) ?? -1;
  }
}

function linkOf(via: NodeId | null, { minuend, subtrahend, bound }: RelationFact<DifferenceTerm>): Link {
  return { via, minuend, subtrahend, bound };
}

/** Numbers the values of nodes and their lengths. */
function numberOf(term: DifferenceTerm): number {
  return term < 0 ? 2 * nodeOfTerm(term) + 1 : 2 * term;
}

function grown(places: Int32Array, least: number): Int32Array {
  const more = new Int32Array(Math.max(least, 2 * places.length));
  more.set(places);
  return more;
}
