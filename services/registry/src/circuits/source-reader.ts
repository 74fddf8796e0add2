import type { Files } from '@kirchhoff/coherence';
import { invalidProgram, withPins } from '@kirchhoff/engine-host';
import { type Database, type PinnedVersion, type PinReader, type Problem, resolvePins, type Share } from '@kirchhoff/platform';
import type { RegistryEngine } from '../engine/engine.js';
import type { Inspection } from '../engine/work.js';

/** A source that can be published, with its resolved pins. */
export interface ReadSource {
  readonly kind: 'read';
  /** The source to store, with its files written out. */
  readonly source: string;
  readonly inspection: Inspection & { readonly kind: 'circuit' };
  readonly pinned: readonly PinnedVersion[];
}

/** A source as the author submits it. */
export interface GivenSource {
  readonly source: string;
  /** The files that accompany the source. */
  readonly files: Files;
}

/** Reads the sources to be published: in the pool, with the circuits that they pin. */
export class SourceReader {
  readonly #engine: RegistryEngine;
  readonly #database: Database;

  constructor(engine: RegistryEngine, database: Database) {
    this.#engine = engine;
    this.#database = database;
  }

  /** Resolves the pins of a source once, and reads it. A fault in the source is a 422. */
  async read(given: GivenSource, reader: PinReader, share: Share): Promise<ReadSource | Problem> {
    const { outcome, pinned } = await withPins(
      async (pins) => this.#engine.inspect({ ...given, pins }, share),
      async (pins) => resolvePins(this.#database, pins, reader),
    );
    switch (outcome.kind) {
      case 'circuit':
        return { kind: 'read', source: outcome.source, inspection: outcome, pinned };
      case 'diagnostics':
        return invalidProgram(outcome);
      case 'problem':
        return outcome;
    }
  }
}

/** Encodes the ports of a version: the JSON that the API shows. */
export function signatureBytes({ signature }: ReadSource['inspection']): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(JSON.stringify(signature), 'utf8'));
}
