import { makeIdentifier, type Problem, type Randomness } from '@kirchhoff/platform';
import type { Circuit, CircuitDetail, Visibility } from './circuit.js';
import type { CircuitLookup } from './lookup.js';
import { publicationDigest } from './publication.js';
import type { CircuitRepository } from './repository.js';
import type { SourceReader } from './source-reader.js';

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
  readonly lookup: CircuitLookup;
  readonly sources: SourceReader;
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
    const read = await this.#parts.sources.read(source, { accountId, publicOnly: visibility === 'public' });
    if (read.kind === 'problem') return read;
    const { inspection, pinned } = read;
    return this.#parts.circuits.publish({
      pid: makeIdentifier('circuit', this.#parts.randomness),
      accountId,
      name,
      description,
      visibility,
      source,
      hash: inspection.hash,
      proofKey: inspection.proofKey,
      languageVersion: inspection.languageVersion,
      signature: new Uint8Array(Buffer.from(JSON.stringify(inspection.signature), 'utf8')),
      pinned,
      publicationDigest: publicationDigest(accountId, name, source),
    });
  }

  /** The circuit of a path, where the account may see it. */
  async find(pid: string, accountId: string | undefined): Promise<{ readonly kind: 'detail'; readonly detail: CircuitDetail } | Problem> {
    const found = await this.#parts.lookup.find(pid, accountId);
    return found.kind === 'problem' ? found : { kind: 'detail', detail: await this.#parts.circuits.detailOf(found.circuit) };
  }
}
