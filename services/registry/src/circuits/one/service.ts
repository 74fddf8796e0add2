import type { Problem } from '@kirchhoff/platform';
import type { CircuitDetail } from '../circuit.js';
import type { CircuitLookup } from '../lookup.js';
import type { CircuitRepository } from '../repository.js';

/** Reads one circuit with all that its own page shows. */
export class Circuits {
  readonly #circuits: CircuitRepository;
  readonly #lookup: CircuitLookup;

  constructor(circuits: CircuitRepository, lookup: CircuitLookup) {
    this.#circuits = circuits;
    this.#lookup = lookup;
  }

  /** The circuit of a path, where the account may see it. */
  async find(pid: string, accountId: string | undefined): Promise<{ readonly kind: 'detail'; readonly detail: CircuitDetail } | Problem> {
    const found = await this.#lookup.find(pid, accountId);
    return found.kind === 'problem' ? found : { kind: 'detail', detail: await this.#circuits.detailOf(found.circuit) };
  }
}
