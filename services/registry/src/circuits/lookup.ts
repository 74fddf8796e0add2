import { type Problem, problem } from '@kirchhoff/platform';
import type { Circuit } from './circuit.js';
import { noSuchCircuit, parsePid } from './identifier.js';

/** A circuit that the caller may see, or the problem: 404, 410. */
export type Found = { readonly kind: 'found'; readonly circuit: Circuit } | Problem;

/** Reads a circuit as it is now, whoever may see it. */
export type ReadCircuit = (pid: string) => Promise<Circuit | undefined>;

/** Finds the circuit of a path: the one place that decides who sees what. */
export class CircuitLookup {
  readonly #read: ReadCircuit;

  constructor(read: ReadCircuit) {
    this.#read = read;
  }

  /**
   * @param pid as it stands in the path: what cannot be one is not looked up
   * @param accountId of the caller; undefined without a key
   */
  async find(pid: string, accountId: string | undefined): Promise<Found> {
    const found = await this.findKept(pid, accountId);
    return found.kind === 'problem' ? found : standing(found.circuit, accountId);
  }

  /** The same, withdrawn or not: a circuit that was pinned by its hash stays readable for whoever could see it. */
  async findKept(pid: string, accountId: string | undefined): Promise<Found> {
    const parsed = parsePid(pid);
    const circuit = parsed === undefined ? undefined : await this.#read(parsed);
    return circuit === undefined || !maySee(circuit, accountId) ? noSuchCircuit() : { kind: 'found', circuit };
  }
}

/** A circuit that was read, where the account may see it and it stands. */
export function standing(circuit: Circuit, accountId: string | undefined): Found {
  if (!maySee(circuit, accountId)) return noSuchCircuit();
  return circuit.withdrawnAt === null ? { kind: 'found', circuit } : withdrawnCircuit();
}

/** Everybody may see a public circuit, and its owner a private one. */
function maySee({ visibility, owner }: Circuit, accountId: string | undefined): boolean {
  return visibility === 'public' || owner === accountId;
}

/** The answer to callers who could see it. */
export function withdrawnCircuit(): Problem {
  return problem('withdrawn', 'This circuit has been withdrawn.');
}
