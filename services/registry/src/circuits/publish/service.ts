import type { Files } from '@kirchhoff/coherence';
import { type Origin, type Problem, problem, type Share } from '@kirchhoff/platform';
import type { Outbox } from '../../events/outbox.js';
import type { WriteLine } from '../../writes/write-line.js';
import type { Circuit, Visibility } from '../circuit.js';
import { publicationDigest } from '../publication.js';
import { publishedEvent } from '../published-event.js';
import { type ReadSource, type SourceReader, signatureOctets } from '../source-reader.js';
import type { NewCircuit, PublicationRepository, Written } from './repository.js';

export interface Publication {
  /** Derived from the request, so that a repeated request has the same one. */
  readonly pid: string;
  readonly origin: Origin;
  readonly share: Share;
  readonly traceparent: string;
  readonly name: string;
  readonly source: string;
  /** The files that accompany the source. */
  readonly files: Files;
  readonly description: string;
  readonly visibility: Visibility;
}

export type Published = { readonly kind: 'created' | 'existed'; readonly circuit: Circuit } | Problem;

export interface PublicationsParts {
  readonly publications: PublicationRepository;
  readonly sources: SourceReader;
  readonly outbox: Outbox;
  readonly writes: WriteLine;
}

/** A conflicting row may disappear; then the write is tried again, at most this many times. */
const MAX_ATTEMPTS = 5;

export class Publications {
  readonly #parts: PublicationsParts;

  constructor(parts: PublicationsParts) {
    this.#parts = parts;
  }

  /** Reads the source in the pool, then writes it. Only a source that parses and type-checks is stored. */
  async publish(publication: Publication): Promise<Published> {
    const { source, files, visibility, origin, share } = publication;
    const reader = { accountId: origin.accountId, publicOnly: visibility === 'public' };
    const read = await this.#parts.sources.read({ source, files }, reader, share);
    if (read.kind === 'problem') return read;
    const written = await this.#parts.writes.write(share, async () => this.#write(newCircuit(publication, read), origin));
    if (written?.kind === 'problem') return written;
    if (written === undefined) return problem('conflict', 'The circuit with this name and source was changed at the same time.');
    await this.#parts.outbox.dispatch(written.deliveries, publication.traceparent);
    return { kind: written.created ? 'created' : 'existed', circuit: written.circuit };
  }

  async #write(circuit: NewCircuit, origin: Origin): Promise<Written | Problem | undefined> {
    const { pid, accountId, name, hash, visibility } = circuit;
    const detail = { name, version: 1, hash, visibility };
    const publishing = {
      change: { origin, action: 'circuit.published', subject: pid, detail },
      event: this.#parts.outbox.identify(publishedEvent(accountId, { pid, ...detail })),
    } as const;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const written = await this.#parts.publications.publish(circuit, publishing);
      if (written !== undefined) return written;
    }
    return undefined;
  }
}

function newCircuit({ pid, origin, name, description, visibility }: Publication, { source, inspection, pinned }: ReadSource): NewCircuit {
  const { accountId } = origin;
  const { hash, proofKey, languageVersion } = inspection;
  return {
    pid,
    accountId,
    name,
    description,
    visibility,
    source,
    hash,
    proofKey,
    languageVersion,
    signature: signatureOctets(inspection),
    pinned,
    publicationDigest: publicationDigest(accountId, name, source),
  };
}
