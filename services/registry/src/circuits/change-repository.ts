import type { Files } from '@kirchhoff/coherence';
import {
  type Database,
  type DatabaseSession,
  type Origin,
  Prisma,
  type Problem,
  pinRows,
  problem,
  recordChange,
  type StorageRoom,
  storedBytes,
  transact,
} from '@kirchhoff/platform';
import type { DeliveryJob } from '../events/delivery.js';
import type { Outbox } from '../events/outbox.js';
import { type ChangePlan, type CircuitChange, meets, openingRefused, planChange, type SourceNeed } from './change.js';
import type { Circuit, CircuitDetail } from './circuit.js';
import { withdrawnCircuit } from './lookup.js';
import { publicationDigest, publishedEvent } from './publish.js';
import { CircuitRepository, lockOwned } from './repository.js';
import { type ReadSource, signatureBytes } from './source-reader.js';
import type { ChangePrecondition } from './view.js';

export interface ChangeRequest {
  readonly pid: string;
  readonly origin: Origin;
  readonly change: CircuitChange;
  /** The files that accompany the source. */
  readonly files: Files;
  readonly precondition: ChangePrecondition;
}

/** A source that was read, with the need for which it was read. */
export interface SourceReading extends SourceNeed {
  readonly read: ReadSource;
}

/** `unread`: no row was written, since this source must be read first. */
export type Applied =
  | { readonly kind: 'applied'; readonly detail: CircuitDetail; readonly deliveries: readonly DeliveryJob[] }
  | { readonly kind: 'unread'; readonly need: SourceNeed }
  | Problem;

export class ChangeRepository {
  readonly #database: Database;
  readonly #outbox: Outbox;
  readonly #room: StorageRoom;

  constructor(database: Database, outbox: Outbox, room: StorageRoom) {
    this.#database = database;
    this.#outbox = outbox;
    this.#room = room;
  }

  /** Decides and writes a change in one transaction, under the lock of the circuit. */
  async apply(request: ChangeRequest, reading: SourceReading | undefined): Promise<Applied> {
    return transact(this.#database, async (session) => {
      await lockPinned(session, reading);
      const owned = await lockOwned(session, request.pid, request.origin);
      if (owned.kind === 'problem') return owned;
      const { circuit } = owned;
      if (circuit.withdrawnAt !== null) return withdrawnCircuit();
      const before = await new CircuitRepository(session).detail(circuit.pid);
      const refused = request.precondition(before);
      if (refused !== undefined) return refused;
      const plan = planChange({ ...circuit, source: before.source }, request.change);
      if (plan.changed.length === 0) return { kind: 'applied', detail: before, deliveries: [] };
      if (plan.need !== undefined && !meets(plan.need, reading)) return { kind: 'unread', need: plan.need };
      return this.#write(session, circuit, plan, reading?.read, request.origin);
    });
  }

  async #write(
    session: DatabaseSession,
    before: Circuit,
    plan: ChangePlan,
    read: ReadSource | undefined,
    origin: Origin,
  ): Promise<Applied> {
    const { pid, owner } = before;
    const digest = publicationDigest(owner, plan.after.name, plan.after.source);
    const same = await session.circuit.findUnique({ where: { publicationDigest: digest }, select: { id: true } });
    if (same !== null && same.id !== pid) return duplicate(same.id);
    const newVersion = plan.changed.includes('source');
    const refused = plan.opened ? await openingRefused(session, before, newVersion ? before.version : before.version - 1) : undefined;
    if (refused !== undefined) return refused;
    const full = newVersion ? await this.#room.refusal(session, owner, addingOf(read)) : undefined;
    if (full !== undefined) return full;
    if (newVersion) await writeVersion(session, before, read);
    await session.$executeRaw(circuitUpdate(before, plan, digest, newVersion));
    const detail = await new CircuitRepository(session).detail(pid);
    const after = detail.circuit;
    await recordChange(session, { origin, action: 'circuit.updated', subject: pid, detail: recorded(after, plan) });
    const deliveries = newVersion ? await this.#outbox.record(session, publishedEvent(owner, after)) : [];
    return { kind: 'applied', detail, deliveries };
  }
}

/**
 * A version's foreign keys lock the circuits that it pins. The end of a certification locks the version and then its circuit: the
 * same order here avoids a deadlock.
 */
async function lockPinned(session: DatabaseSession, reading: SourceReading | undefined): Promise<void> {
  const pinned = reading?.read.pinned ?? [];
  if (pinned.length === 0) return;
  await session.$queryRaw(Prisma.sql`
    SELECT 1 FROM circuit_versions v
    JOIN unnest(${pinned.map(({ circuitId }) => circuitId)}::text[], ${pinned.map(({ version }) => version)}::integer[]) pin (id, version)
      ON v.circuit_id = pin.id AND v.version = pin.version
    ORDER BY v.circuit_id, v.version FOR KEY SHARE OF v`);
}

/** Returns the bytes that a version adds to the account's storage. */
function addingOf(read: ReadSource | undefined) {
  return { octets: read === undefined ? 0 : storedBytes(read.source, signatureBytes(read.inspection)), versions: 1 };
}

async function writeVersion(session: DatabaseSession, { pid, version }: Circuit, read: ReadSource | undefined): Promise<void> {
  if (read === undefined) throw new Error('a version needs a source that was read');
  const { inspection, pinned, source } = read;
  const { hash, proofKey, languageVersion } = inspection;
  const signature = signatureBytes(inspection);
  const pins = { create: pinRows(pinned) };
  await session.circuitVersion.create({
    data: { circuitId: pid, version: version + 1, source, hash, proofKey, languageVersion, signature, pins },
    select: { version: true },
  });
}

/** `now()` is the start of the transaction, which may be earlier than the commit that it waited for. */
function circuitUpdate({ pid }: Circuit, { after }: ChangePlan, digest: Uint8Array<ArrayBuffer>, newVersion: boolean): Prisma.Sql {
  const current = newVersion ? Prisma.sql`, current_version = current_version + 1, certified = false, assurance = NULL` : Prisma.empty;
  return Prisma.sql`
    UPDATE circuits SET name = ${after.name}, description = ${after.description}, visibility = ${after.visibility}::visibility,
      publication_digest = ${digest}, revision = revision + 1, updated_at = greatest(updated_at, clock_timestamp())${current}
    WHERE id = ${pid}`;
}

function recorded({ name, version, hash, visibility }: Circuit, { changed }: ChangePlan) {
  return { changed, name, version, hash, visibility };
}

function duplicate(pid: string): Problem {
  return problem('conflict', `This account already has a circuit ${pid} with this name and source.`, { members: { pid } });
}
