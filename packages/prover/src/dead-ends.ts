import { type DifferenceTerm, nodeOfTerm } from '@kirchhoff/kernel/monomers/relation';
import type { Environment } from '@kirchhoff/kernel/rules/environment';
import { fieldAt } from '@kirchhoff/kernel/rules/parts';
import { MAX_NEAR_USERS, type NearbyFacts, type Readers } from './nearby-facts.js';

/** The number of failed searches from a term before its dead end is kept: few searches begin at most terms. */
const OFTEN = 8;

/** A failed search that continued along kept facts alone. */
interface DeadEnd {
  /** The version of the environment at the search. */
  readonly version: number;
  /** The terms at the far ends of the facts of all terms from which the search continued. */
  readonly met: ReadonlySet<DifferenceTerm>;
  /** The work of the search. */
  readonly work: number;
}

/**
 * Knows which searches for differences fail. Many searches begin at an input that many wires read, each with another target. If
 * all facts on its way are kept ({@link NearbyFacts}), a search meets the same terms for each target that no common reader connects
 * with one of them.
 */
export class DeadEnds {
  private readonly failures = new Map<DifferenceTerm, number>();
  private readonly known = new Map<DifferenceTerm, DeadEnd>();

  constructor(
    private readonly environment: Environment,
    private readonly users: Readers,
    private readonly nearby: NearbyFacts,
  ) {}

  /** Returns true if a search for the target, which has few readers, is known to fail; then its work is counted. */
  isOne(from: DifferenceTerm, to: DifferenceTerm): boolean {
    const found = this.known.get(from);
    if (found?.version !== this.environment.version || found.met.has(to)) return false;
    const target = nodeOfTerm(to);
    const readers = this.users.all(target);
    if (readers.length >= MAX_NEAR_USERS || fieldAt(this.environment, target) !== undefined) return false;
    for (const reader of readers) if (this.environment.isLive(reader)) return false;
    // As much as without this, so that a verdict does not depend on it.
    this.environment.spend(nodeOfTerm(from), found.work);
    return true;
  }

  /** Takes note of a failed search that continued from these terms along kept facts alone. */
  note(from: DifferenceTerm, terms: () => readonly DifferenceTerm[]): void {
    const failures = (this.failures.get(from) ?? 0) + 1;
    this.failures.set(from, failures % OFTEN);
    if (failures < OFTEN) return;
    const met = new Set<DifferenceTerm>();
    let work = 0;
    for (const term of terms()) {
      const near = this.nearby.latestBelow(term);
      for (const { fact } of near.facts) met.add(fact.subtrahend);
      work += near.work;
    }
    this.known.set(from, { version: this.environment.version, met, work });
  }
}
