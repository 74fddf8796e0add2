import type { Circuit } from '../circuits/circuit.js';
import type { CircuitLookup } from '../circuits/lookup.js';
import type { BadgeState } from './badge.js';

export class Badges {
  readonly #circuits: CircuitLookup;

  constructor(circuits: CircuitLookup) {
    this.#circuits = circuits;
  }

  /** What the badge of a circuit says; `unknown` is also what the account may not see, and what was withdrawn. */
  async find(pid: string, accountId: string | undefined): Promise<BadgeState> {
    const found = await this.#circuits.find(pid, accountId);
    return found.kind === 'found' ? stateOf(found.circuit) : { kind: 'unknown' };
  }
}

function stateOf({ certified, certifiedAt, phiC, assurance }: Circuit): BadgeState {
  if (phiC === null) return { kind: 'uncertified' };
  return certified && certifiedAt !== null ? { kind: 'certified', phiC, assurance, certifiedAt } : { kind: 'open', phiC };
}
