import { createHash } from 'node:crypto';
import type { Files } from '@kirchhoff/coherence';
import { type Origin, type Problem, problem, type Share } from '@kirchhoff/platform';
import type { Outbox, RegistryEvent } from '../events/outbox.js';
import type { WriteLimiter } from '../writes/write-limiter.js';
import type { Circuit, Visibility } from './circuit.js';
import type { NewCircuit, PublicationRepository, WrittenCircuit } from './publish-repository.js';
import { type ReadSource, type SourceReader, signatureBytes } from './source-reader.js';

/** SHA-256 over owner, name and source; equal exactly if a second publication would change no row. */
export function publicationDigest(accountId: string, name: string, source: string): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify([accountId, name, source]);
  return new Uint8Array(createHash('sha256').update(text, 'utf8').digest());
}

/** A version that has just been published. */
export interface PublishedVersion {
  readonly pid: string;
  readonly name: string;
  readonly version: number;
  readonly hash: string;
  readonly visibility: Visibility;
}

/** Returns the webhook event of a publication. */
export function publishedEvent(accountId: string, { pid, name, version, hash, visibility }: PublishedVersion): RegistryEvent {
  return { accountId, type: 'circuit.published', data: { pid, name, version, hash, visibility } };
}

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

export type PublishResult = { readonly kind: 'created' | 'existed'; readonly circuit: Circuit } | Problem;

export interface PublicationsDeps {
  readonly publications: PublicationRepository;
  readonly sources: SourceReader;
  readonly outbox: Outbox;
  readonly writes: WriteLimiter;
}

/** A conflicting row may disappear; then the write is tried again, at most this many times. */
const MAX_ATTEMPTS = 5;

export class Publications {
  readonly #deps: PublicationsDeps;

  constructor(deps: PublicationsDeps) {
    this.#deps = deps;
  }

  /** Reads the source in the pool, then writes it. Only a source that parses and type-checks is stored. */
  async publish(publication: Publication): Promise<PublishResult> {
    const { source, files, visibility, origin, share } = publication;
    const reader = { accountId: origin.accountId, publicOnly: visibility === 'public' };
    const read = await this.#deps.sources.read({ source, files }, reader, share);
    if (read.kind === 'problem') return read;
    const written = await this.#deps.writes.write(share, async () => this.#write(newCircuit(publication, read), origin));
    if (written?.kind === 'problem') return written;
    if (written === undefined) return problem('conflict', 'The circuit with this name and source was changed at the same time.');
    await this.#deps.outbox.dispatch(written.deliveries, publication.traceparent);
    return { kind: written.created ? 'created' : 'existed', circuit: written.circuit };
  }

  async #write(circuit: NewCircuit, origin: Origin): Promise<WrittenCircuit | Problem | undefined> {
    const { pid, accountId, name, hash, visibility } = circuit;
    const detail = { name, version: 1, hash, visibility };
    const publishing = {
      change: { origin, action: 'circuit.published', subject: pid, detail },
      event: this.#deps.outbox.identify(publishedEvent(accountId, { pid, ...detail })),
    } as const;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const written = await this.#deps.publications.publish(circuit, publishing);
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
    signature: signatureBytes(inspection),
    pinned,
    publicationDigest: publicationDigest(accountId, name, source),
  };
}
