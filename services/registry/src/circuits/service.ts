import { makeIdentifier, type Problem, problem, type Randomness } from '@kirchhoff/platform';
import type { Engine } from '../engine/engine.js';
import type { Circuit, CircuitDetail, Visibility } from './circuit.js';
import type { CircuitFilter, CircuitListRepository, CircuitPage } from './list-repository.js';
import { publicationDigest } from './publication.js';
import type { CircuitRepository } from './repository.js';

export interface Publication {
  readonly accountId: string;
  readonly name: string;
  readonly source: string;
  readonly description: string;
  readonly visibility: Visibility;
}

export type Published = { readonly kind: 'created' | 'existed'; readonly circuit: Circuit } | Problem;

export interface CircuitsParts {
  readonly circuits: CircuitRepository;
  readonly lists: CircuitListRepository;
  readonly engine: Engine;
  readonly randomness: Randomness;
}

export class Circuits {
  readonly #parts: CircuitsParts;

  constructor(parts: CircuitsParts) {
    this.#parts = parts;
  }

  /** Reads the source in the pool, then writes: nothing that does not parse and type-check is ever stored. */
  async publish(publication: Publication): Promise<Published> {
    const { accountId, name, source, description, visibility } = publication;
    const inspected = await this.#parts.engine.inspect(source);
    if (inspected.kind === 'problem') return inspected;
    if (inspected.kind === 'diagnostics') return invalidProgram(inspected.diagnostics);
    return this.#parts.circuits.publish({
      pid: makeIdentifier('circuit', this.#parts.randomness),
      accountId,
      name,
      description,
      visibility,
      source,
      hash: inspected.hash,
      proofKey: inspected.proofKey,
      languageVersion: inspected.languageVersion,
      signature: new Uint8Array(Buffer.from(JSON.stringify(inspected.signature), 'utf8')),
      publicationDigest: publicationDigest(accountId, name, source),
    });
  }

  /** The circuit where the account may see it. */
  async find(pid: string, accountId: string | undefined): Promise<CircuitDetail | undefined> {
    return this.#parts.circuits.findDetail(pid, accountId);
  }

  async list(filter: CircuitFilter, page: number, limit: number): Promise<CircuitPage> {
    return this.#parts.lists.page(filter, page, limit);
  }
}

function invalidProgram(diagnostics: readonly unknown[]): Problem {
  const detail = diagnostics.length === 1 ? 'The source has one mistake.' : `The source has ${diagnostics.length} mistakes.`;
  return problem('invalid-program', detail, { members: { diagnostics } });
}
