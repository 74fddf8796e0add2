import { type Problem, problem } from '@kirchhoff/platform';
import type { Circuit } from './circuit.js';
import { noSuchCircuit, parsePid } from './identifier.js';
import type { CircuitRepository } from './repository.js';

/** A circuit that stands and that the caller may see, or why there is none: 404, 410. */
export type Found = { readonly kind: 'found'; readonly circuit: Circuit } | Problem;

/** Finds the circuit of a path: the one place that decides who sees what. */
export class CircuitLookup {
  readonly #circuits: CircuitRepository;

  constructor(circuits: CircuitRepository) {
    this.#circuits = circuits;
  }

  /**
   * @param pid as it stands in the path: what cannot be one is not looked up
   * @param accountId of the caller; undefined without a key
   */
  async find(pid: string, accountId: string | undefined): Promise<Found> {
    const found = await this.findKept(pid, accountId);
    return found.kind === 'found' && found.circuit.withdrawnAt !== null ? withdrawnCircuit() : found;
  }

  /** The same, withdrawn or not: what was pinned by its hash stays readable for those who could see the circuit. */
  async findKept(pid: string, accountId: string | undefined): Promise<Found> {
    const parsed = parsePid(pid);
    const circuit = parsed === undefined ? undefined : await this.#circuits.findVisible(parsed, accountId);
    return circuit === undefined ? noSuchCircuit() : { kind: 'found', circuit };
  }
}

/** What those are told who could see it. */
export function withdrawnCircuit(): Problem {
  return problem('withdrawn', 'This circuit has been withdrawn.');
}
