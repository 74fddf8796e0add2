import { type Files, NO_FILES } from '@kirchhoff/coherence';
import { type Problem, problem, type Share } from '@kirchhoff/platform';
import type { Outbox } from '../../events/outbox.js';
import type { WriteLine } from '../../writes/write-line.js';
import type { CircuitDetail } from '../circuit.js';
import type { SourceReader } from '../source-reader.js';
import type { SourceNeed } from './plan.js';
import type { ChangeRepository, ChangeRequest, Reading } from './repository.js';

export interface ChangesParts {
  readonly changes: ChangeRepository;
  readonly sources: SourceReader;
  readonly outbox: Outbox;
  readonly writes: WriteLine;
}

/** Concurrent changes can make it necessary to read another source; it is read at most this many times. */
const MAX_READINGS = 5;

/** Changes circuits for their owners. */
export class Changes {
  readonly #parts: ChangesParts;

  constructor(parts: ChangesParts) {
    this.#parts = parts;
  }

  /** Applies a change, and returns the changed circuit. No lock is held while the engine reads the source. */
  async change(
    request: ChangeRequest,
    { traceparent, share }: { readonly traceparent: string; readonly share: Share },
  ): Promise<{ readonly kind: 'detail'; readonly detail: CircuitDetail } | Problem> {
    let reading: Reading | undefined;
    let asked = request;
    for (let attempt = 0; attempt <= MAX_READINGS; attempt++) {
      const [change, before] = [asked, reading];
      const applied = await this.#parts.writes.write(share, async () => this.#parts.changes.apply(change, before));
      if (applied.kind === 'problem') return applied;
      if (applied.kind === 'applied') {
        await this.#parts.outbox.dispatch(applied.deliveries, traceparent);
        return { kind: 'detail', detail: applied.detail };
      }
      // The files belong to the source of the change, not to a stored source.
      const files = applied.need.source === asked.change.source ? asked.files : NO_FILES;
      const read = await this.#read(applied.need, files, request.origin.accountId, share);
      if (read.kind === 'problem') return read;
      reading = read;
      // From here on the source has its files written out, so that it can be compared with the stored source.
      if (files.size > 0) asked = { ...asked, change: { ...asked.change, source: read.source }, files: NO_FILES };
    }
    return problem('conflict', 'This circuit was changed again and again while its source was read.');
  }

  async #read(
    { source, publicOnly }: SourceNeed,
    files: Files,
    accountId: string,
    share: Share,
  ): Promise<(Reading & { readonly kind: 'reading' }) | Problem> {
    const read = await this.#parts.sources.read({ source, files }, { accountId, publicOnly }, share);
    return read.kind === 'problem' ? read : { kind: 'reading', source: read.source, publicOnly, read };
  }
}
