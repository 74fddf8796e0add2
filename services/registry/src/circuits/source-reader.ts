import type { Files } from '@kirchhoff/coherence';
import { type Database, type PinnedVersion, type PinReader, type Problem, problem, resolvePins, type Share } from '@kirchhoff/platform';
import type { Engine } from '../engine/engine.js';
import type { Inspection } from '../engine/work.js';

/** A source that is fit to be published, with what its pins were resolved to. */
export interface ReadSource {
  readonly kind: 'read';
  /** With the files that it uses written out in it: what is stored. */
  readonly source: string;
  readonly inspection: Inspection & { readonly kind: 'circuit' };
  readonly pinned: readonly PinnedVersion[];
}

/** A source as its author gives it. */
export interface GivenSource {
  readonly source: string;
  /** Those beside it. */
  readonly files: Files;
}

/** Reads sources that are to be published: in the pool, and with the circuits that they pin. */
export class SourceReader {
  readonly #engine: Engine;
  readonly #database: Database;

  constructor(engine: Engine, database: Database) {
    this.#engine = engine;
    this.#database = database;
  }

  /** Resolves the pins of a source, once, and reads it; what is wrong with it is a 422. */
  async read(given: GivenSource, reader: PinReader, share: Share): Promise<ReadSource | Problem> {
    const first = await this.#engine.inspect({ ...given, pins: undefined }, share);
    if (first.kind !== 'pins') return outcomeOf(first, []);
    const { pinned, refused } = await resolvePins(this.#database, first.pins, reader);
    return outcomeOf(await this.#engine.inspect({ ...given, pins: { pinned, refused } }, share), pinned);
  }
}

/** The bytes that a version keeps of its ports: the JSON that the API shows. */
export function signatureOctets({ signature }: ReadSource['inspection']): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(JSON.stringify(signature), 'utf8'));
}

function outcomeOf(inspection: Inspection | Problem, pinned: readonly PinnedVersion[]): ReadSource | Problem {
  switch (inspection.kind) {
    case 'circuit':
      return { kind: 'read', source: inspection.source, inspection, pinned };
    case 'diagnostics':
      return invalidProgram(inspection.diagnostics);
    case 'pins':
      throw new Error('the pins of this source have been resolved');
    case 'problem':
      return inspection;
  }
}

function invalidProgram(diagnostics: readonly unknown[]): Problem {
  const detail = diagnostics.length === 1 ? 'The source has one mistake.' : `The source has ${diagnostics.length} mistakes.`;
  return problem('invalid-program', detail, { members: { diagnostics } });
}
