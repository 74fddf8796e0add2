import type { Circuit } from '../circuits/circuit.js';
import type { CircuitLookup } from '../circuits/lookup.js';
import type { BadgeState } from './badge.js';

export class Badges {
  readonly #circuits: CircuitLookup;

  constructor(circuits: CircuitLookup) {
    this.#circuits = circuits;
  }

  /** Returns the state of a circuit's badge; `unknown` also for a circuit that is withdrawn or hidden from the account. */
  async find(pid: string, accountId: string | undefined): Promise<BadgeState> {
    const found = await this.#circuits.find(pid, accountId);
    return found.kind === 'found' ? stateOf(found.circuit) : { kind: 'unknown' };
  }
}

function stateOf({ certified, certifiedAt, phiC, assurance }: Circuit): BadgeState {
  if (phiC === null) return { kind: 'uncertified' };
  return certified && certifiedAt !== null ? { kind: 'certified', phiC, assurance, certifiedAt } : { kind: 'open', phiC };
}
