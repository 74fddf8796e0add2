import type { Link } from '@kirchhoff/kernel/certificate/format';
import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import type { DifferenceTerm, RelationFact } from '@kirchhoff/kernel/monomers/relation';
import { add, type Int } from '@kirchhoff/kernel/types/integer';

/** Limit for the terms from which one search continues; it costs precision only. */
export const MAX_EXPANSIONS = 16;

export interface Reached {
  readonly bound: Int;
  readonly path: readonly Link[];
}

/** Searches `from - term <= bound` for `below`, `term - from <= bound` for `above`. */
export type Direction = 'below' | 'above';

/** More terms are looked up by a map. */
const FEW_TERMS = 32;

/**
 * The chains that one search has found, by number, and the queue of the terms to expand. The first chain has no links. The lists
 * are kept for the next search, since a pass makes one for nearly every node: the counts tell how much of them is in use.
 */
export class Chains {
  private readonly queue: DifferenceTerm[] = [];
  private waiting = 0;
  /** By chain: the sum of its bounds, the number of its links, the chain without its last link, that link's fact and its node. */
  private readonly bounds: Int[] = [];
  private readonly lengths: number[] = [];
  private readonly shorter: number[] = [];
  private readonly facts: (RelationFact<DifferenceTerm> | null)[] = [];
  private readonly nodes: (NodeId | null)[] = [];
  private chains = 0;
  /** The reached terms in order, and the best chain to each. */
  private readonly found: DifferenceTerm[] = [];
  private readonly bestOf: number[] = [];
  private reachedTerms = 0;
  /** The places of the terms in these lists, once they are many. */
  private places: Map<DifferenceTerm, number> | null = null;
  private isBelow = true;
  private to: DifferenceTerm | undefined;

  begin(direction: Direction, from: DifferenceTerm, to: DifferenceTerm | undefined): void {
    this.isBelow = direction === 'below';
    this.to = to;
    this.waiting = 0;
    this.chains = 0;
    this.reachedTerms = 0;
    this.places = null;
    this.reach(from, this.add(0, 0, -1, null, null));
    this.wait(from);
  }

  terms(): readonly DifferenceTerm[] {
    return this.found.slice(0, this.reachedTerms);
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

  /** Returns the bound of a chain with its links. */
  reached(chain: number, direction: Direction): Reached {
    const path: Link[] = [];
    for (let at = chain; at >= 0; at = this.shorter[at] ?? -1) {
      const fact = this.facts[at] ?? null;
      if (fact !== null) path.push({ via: this.nodes[at] ?? null, minuend: fact.minuend, subtrahend: fact.subtrahend, bound: fact.bound });
    }
    return { bound: this.bounds[chain] ?? 0, path: direction === 'below' ? path.toReversed() : path };
  }

  /** Extends the chain to a term by each fact about the term. */
  take(term: DifferenceTerm, here: number, via: NodeId | null, facts: readonly RelationFact<DifferenceTerm>[]): void {
    const { isBelow } = this;
    for (const fact of facts) {
      if ((isBelow ? fact.minuend : fact.subtrahend) !== term) continue;
      const far = isBelow ? fact.subtrahend : fact.minuend;
      const place = this.placeOf(far);
      if (place < 0 && this.isUseless(far)) continue;
      const bound = add(this.bounds[here] ?? 0, fact.bound);
      if (place >= 0 && (this.bounds[this.bestOf[place] ?? 0] ?? 0) <= bound) continue;
      const chain = this.add(bound, this.lengthOf(here) + 1, here, fact, via);
      if (place >= 0) this.bestOf[place] = chain;
      else this.reach(far, chain);
      if (this.waiting < MAX_EXPANSIONS) this.wait(far);
    }
  }

  private add(bound: Int, length: number, shorter: number, fact: RelationFact<DifferenceTerm> | null, via: NodeId | null): number {
    const chain = this.chains;
    this.bounds[chain] = bound;
    this.lengths[chain] = length;
    this.shorter[chain] = shorter;
    this.facts[chain] = fact;
    this.nodes[chain] = via;
    this.chains = chain + 1;
    return chain;
  }

  private reach(term: DifferenceTerm, chain: number): void {
    const place = this.reachedTerms;
    this.found[place] = term;
    this.bestOf[place] = chain;
    this.reachedTerms = place + 1;
    if (this.places !== null) this.places.set(term, place);
    else if (place >= FEW_TERMS) this.places = new Map(this.terms().map((each, at) => [each, at]));
  }

  private wait(term: DifferenceTerm): void {
    this.queue[this.waiting] = term;
    this.waiting += 1;
  }

  private placeOf(term: DifferenceTerm): number {
    if (this.places !== null) return this.places.get(term) ?? -1;
    for (let place = 0; place < this.reachedTerms; place += 1) if (this.found[place] === term) return place;
    return -1;
  }

  /** Returns true for a term that need not be stored: it is not the target, and the search will not continue from it. */
  private isUseless(far: DifferenceTerm): boolean {
    return this.to !== undefined && far !== this.to && this.waiting >= MAX_EXPANSIONS;
  }
}
