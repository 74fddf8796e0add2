import { type Files, NO_FILES } from '@kirchhoff/coherence';
import { type DatabaseSession, Prisma, type Problem, problem, type Share } from '@kirchhoff/platform';
import type { Outbox } from '../events/outbox.js';
import type { WriteLimiter } from '../writes/write-limiter.js';
import type { ChangeRepository, ChangeRequest, SourceReading } from './change-repository.js';
import type { Circuit, CircuitDetail, Visibility } from './circuit.js';
import type { SourceReader } from './source-reader.js';

/** The properties of a circuit that its owner sets. */
export interface CircuitText {
  readonly name: string;
  readonly description: string;
  readonly visibility: Visibility;
  readonly source: string;
}

/** The changes that an owner requests; absent properties stay as they are. */
export type CircuitChange = Readonly<Partial<CircuitText>>;

/** A source that must be read before a change is made. */
export interface SourceNeed {
  readonly source: string;
  /** True if the version will be public: then it may pin public circuits only. */
  readonly publicOnly: boolean;
}

/** The result of comparing the requested changes with the circuit. */
export interface ChangePlan {
  /** The circuit after the change. */
  readonly after: CircuitText;
  /** The properties that change; empty if there is no change. */
  readonly changed: readonly (keyof CircuitText)[];
  /** True if the circuit becomes visible to everybody. */
  readonly opened: boolean;
  /** `undefined` if the source was already read as required. */
  readonly need: SourceNeed | undefined;
}

const MEMBERS = ['name', 'description', 'visibility', 'source'] as const;

/** Compares the requested changes with the circuit. A new source must be read, and so must a source that becomes public. */
export function planChange(before: CircuitText, change: CircuitChange): ChangePlan {
  const after: CircuitText = {
    name: change.name ?? before.name,
    description: change.description ?? before.description,
    visibility: change.visibility ?? before.visibility,
    source: change.source ?? before.source,
  };
  const changed = MEMBERS.filter((member) => after[member] !== before[member]);
  const opened = before.visibility === 'private' && after.visibility === 'public';
  const need = changed.includes('source') || opened ? { source: after.source, publicOnly: after.visibility === 'public' } : undefined;
  return { after, changed, opened, need };
}

/** Returns true if the source that was read meets the need. */
export function meets(need: SourceNeed | undefined, read: SourceNeed | undefined): boolean {
  return need === undefined || (need.source === read?.source && need.publicOnly === read.publicOnly);
}

interface HiddenPin {
  readonly version: number;
  readonly pid: string;
}

/**
 * Returns the problem of making a private circuit public; `undefined` if it is allowed. Earlier versions stay readable and can be
 * pinned. Compiling a source that pins one reveals the operations of every circuit in it, so that all of them must be public.
 *
 * @param latest the last version to check; the version to be written is checked as a source
 */
export async function openingRefused(session: DatabaseSession, { pid, owner }: Circuit, latest: number): Promise<Problem | undefined> {
  const [hidden] = await session.$queryRaw<HiddenPin[]>(Prisma.sql`
    SELECT p.version, p.pinned_circuit_id AS pid
    FROM circuit_version_pins p JOIN circuits c ON c.id = p.pinned_circuit_id
    WHERE p.circuit_id = ${pid} AND p.version <= ${latest} AND c.visibility = 'private' AND c.account_id = ${owner}
    ORDER BY p.version DESC, p.place LIMIT 1`);
  if (hidden === undefined) return undefined;
  const detail = `Version ${hidden.version} would become public, but it pins ${hidden.pid}, which is private.`;
  return problem('conflict', detail, { members: { pid: hidden.pid } });
}

export interface ChangesDeps {
  readonly changes: ChangeRepository;
  readonly sources: SourceReader;
  readonly outbox: Outbox;
  readonly writes: WriteLimiter;
}

/** Concurrent changes can make it necessary to read another source; it is read at most this many times. */
const MAX_READINGS = 5;

/** Changes circuits for their owners. */
export class Changes {
  readonly #deps: ChangesDeps;

  constructor(deps: ChangesDeps) {
    this.#deps = deps;
  }

  /** Applies a change, and returns the changed circuit. No lock is held while the engine reads the source. */
  async change(
    request: ChangeRequest,
    { traceparent, share }: { readonly traceparent: string; readonly share: Share },
  ): Promise<{ readonly kind: 'detail'; readonly detail: CircuitDetail } | Problem> {
    let reading: SourceReading | undefined;
    let asked = request;
    for (let attempt = 0; attempt <= MAX_READINGS; attempt++) {
      const [change, before] = [asked, reading];
      const applied = await this.#deps.writes.write(share, async () => this.#deps.changes.apply(change, before));
      if (applied.kind === 'problem') return applied;
      if (applied.kind === 'applied') {
        await this.#deps.outbox.dispatch(applied.deliveries, traceparent);
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
    return problem('conflict', 'This circuit changed too often while its source was read. Try again.');
  }

  async #read(
    { source, publicOnly }: SourceNeed,
    files: Files,
    accountId: string,
    share: Share,
  ): Promise<(SourceReading & { readonly kind: 'reading' }) | Problem> {
    const read = await this.#deps.sources.read({ source, files }, { accountId, publicOnly }, share);
    return read.kind === 'problem' ? read : { kind: 'reading', source: read.source, publicOnly, read };
  }
}
