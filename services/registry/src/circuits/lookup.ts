import { type Problem, parseIdentifier, problem } from '@kirchhoff/platform';
import type { Circuit } from './circuit.js';

/** Returns the pid of a path; `undefined` if the text is not a valid pid, so that no query is needed. */
export function parsePid(text: string): string | undefined {
  return parseIdentifier('circuit', text);
}

/** An unknown circuit and a hidden one get the same answer. */
export function noSuchCircuit(): Problem {
  return problem('not-found', 'No circuit with this id is visible to this caller.');
}

/** A circuit that the caller may see, or the problem: 404 or 410. */
export type FoundCircuit = { readonly kind: 'found'; readonly circuit: Circuit } | Problem;

/** Reads the current state of a circuit, without a check of visibility. */
export type ReadCircuit = (pid: string) => Promise<Circuit | undefined>;

/** Finds the circuit of a path. It is the one place that decides visibility. */
export class CircuitLookup {
  readonly #read: ReadCircuit;

  constructor(read: ReadCircuit) {
    this.#read = read;
  }

  /**
   * @param pid the text in the path; an invalid pid needs no query
   * @param accountId account of the caller; `undefined` without a key
   */
  async find(pid: string, accountId: string | undefined): Promise<FoundCircuit> {
    const found = await this.findKept(pid, accountId);
    return found.kind === 'problem' ? found : standing(found.circuit, accountId);
  }

  /** Finds a circuit even if it is withdrawn: a version that was pinned by its hash stays readable for the same callers. */
  async findKept(pid: string, accountId: string | undefined): Promise<FoundCircuit> {
    const parsed = parsePid(pid);
    const circuit = parsed === undefined ? undefined : await this.#read(parsed);
    return circuit === undefined || !maySee(circuit, accountId) ? noSuchCircuit() : { kind: 'found', circuit };
  }
}

/** Returns the circuit if the account may see it and it is not withdrawn. */
export function standing(circuit: Circuit, accountId: string | undefined): FoundCircuit {
  if (!maySee(circuit, accountId)) return noSuchCircuit();
  return circuit.withdrawnAt === null ? { kind: 'found', circuit } : withdrawnCircuit();
}

/** Everybody may see a public circuit; a private one is visible to its owner only. */
function maySee({ visibility, owner }: Circuit, accountId: string | undefined): boolean {
  return visibility === 'public' || owner === accountId;
}

/** The problem for callers who could see the circuit. */
export function withdrawnCircuit(): Problem {
  return problem('withdrawn', 'This circuit has been withdrawn.');
}
