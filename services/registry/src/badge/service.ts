import type { Circuit } from '../circuits/circuit.js';
import type { CircuitRepository } from '../circuits/repository.js';
import type { BadgeState } from './badge.js';

export class Badges {
  readonly #circuits: CircuitRepository;

  constructor(circuits: CircuitRepository) {
    this.#circuits = circuits;
  }

  /** What the badge of a circuit says; `unknown` is also what the account may not see. */
  async find(pid: string | undefined, accountId: string | undefined): Promise<BadgeState> {
    const circuit = pid === undefined ? undefined : await this.#circuits.findVisible(pid, accountId);
    return stateOf(circuit);
  }
}

function stateOf(circuit: Circuit | undefined): BadgeState {
  if (circuit === undefined) return { kind: 'unknown' };
  const { certified, certifiedAt, phiC } = circuit;
  if (phiC === null) return { kind: 'uncertified' };
  return certified && certifiedAt !== null ? { kind: 'certified', phiC, certifiedAt } : { kind: 'open', phiC };
}
