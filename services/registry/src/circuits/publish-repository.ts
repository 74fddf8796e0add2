import {
  auditInsert,
  type Change,
  type Database,
  type PinnedVersion,
  Prisma,
  type Problem,
  type StorageRoom,
  storedBytes,
} from '@kirchhoff/platform';
import type { DeliveryJob } from '../events/delivery.js';
import { deliveryInsert, type IdentifiedEvent } from '../events/outbox.js';
import type { Circuit, Visibility } from './circuit.js';
import { CIRCUIT_COLUMNS, CIRCUIT_WITH_CURRENT_VERSION, type CircuitRow, circuitOfRow } from './repository.js';

/** The columns of a new circuit. */
export interface NewCircuit {
  readonly pid: string;
  readonly accountId: string;
  readonly name: string;
  readonly description: string;
  readonly visibility: Visibility;
  readonly source: string;
  readonly hash: string;
  readonly proofKey: string;
  readonly languageVersion: string;
  readonly signature: Uint8Array<ArrayBuffer>;
  /** The versions that its pins resolve to. */
  readonly pinned: readonly PinnedVersion[];
  /** Equal for the same owner, name and source. */
  readonly publicationDigest: Uint8Array<ArrayBuffer>;
}

/** Rows that are written with a circuit in the same transaction. */
export interface Publishing {
  readonly change: Change;
  readonly event: IdentifiedEvent;
}

export interface WrittenCircuit {
  readonly kind: 'written';
  readonly created: boolean;
  readonly circuit: Circuit;
  /** Jobs to dispatch after the commit. */
  readonly deliveries: readonly DeliveryJob[];
}

interface CreatedRow {
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deliveries: readonly DeliveryJob[];
}

export class PublicationRepository {
  readonly #database: Database;
  readonly #room: StorageRoom;

  constructor(database: Database, room: StorageRoom) {
    this.#database = database;
    this.#room = room;
  }

  /**
   * Writes a circuit with its first version in one statement, unless the owner has the same source under the same name. The
   * unique digest makes two concurrent publications write one circuit.
   *
   * @returns `undefined` if the conflicting circuit was withdrawn or changed at that moment; a problem if the account's storage
   * is full
   */
  async publish(circuit: NewCircuit, publishing: Publishing): Promise<WrittenCircuit | Problem | undefined> {
    const [row] = await this.#database.$queryRaw<CreatedRow[]>(
      insert(circuit, publishing, this.#room.select(circuit.accountId, addingOf(circuit))),
    );
    if (row !== undefined) return { kind: 'written', created: true, circuit: createdCircuit(circuit, row), deliveries: row.deliveries };
    const existing = await this.#existing(circuit);
    if (existing === undefined) return this.#room.refusal(this.#database, circuit.accountId, addingOf(circuit));
    // Equal identifiers: the same request wrote it earlier, before its process died.
    return { kind: 'written', created: existing.pid === circuit.pid, circuit: existing, deliveries: [] };
  }

  async #existing({ pid, publicationDigest }: NewCircuit): Promise<Circuit | undefined> {
    const [row] = await this.#database.$queryRaw<CircuitRow[]>(Prisma.sql`
      SELECT ${CIRCUIT_COLUMNS} FROM ${CIRCUIT_WITH_CURRENT_VERSION}
      WHERE c.id = ${pid} OR c.publication_digest = ${publicationDigest} ORDER BY (c.id = ${pid}) DESC LIMIT 1`);
    return row === undefined ? undefined : circuitOfRow(row);
  }
}

/** Returns the bytes that publishing adds to the account's storage. */
function addingOf({ source, signature }: NewCircuit) {
  return { octets: storedBytes(source, signature), circuits: 1, versions: 1 };
}

function insert(circuit: NewCircuit, { change, event }: Publishing, room: Prisma.Sql): Prisma.Sql {
  const { pid, name, description, visibility, source, hash, proofKey, languageVersion, signature, pinned } = circuit;
  const written = Prisma.sql`EXISTS (SELECT 1 FROM circuit)`;
  return Prisma.sql`/* prepared: circuit-publish */
    WITH room AS (${room}), circuit AS (
      INSERT INTO circuits (id, account_id, name, description, visibility, current_version, publication_digest)
      SELECT ${pid}, room.account_id, ${name}, ${description}, ${visibility}::visibility, 1, ${circuit.publicationDigest} FROM room
      ON CONFLICT DO NOTHING RETURNING id, created_at, updated_at
    ), version AS (
      INSERT INTO circuit_versions (circuit_id, version, source, hash, proof_key, language_version, signature)
      SELECT id, 1, ${source}, ${hash}, ${proofKey}, ${languageVersion}, ${signature} FROM circuit
    ), pins AS (
      INSERT INTO circuit_version_pins (circuit_id, version, place, pinned_circuit_id, pinned_version)
      SELECT circuit.id, 1, pin.rank - 1, pin.id, pin.version
      FROM circuit, unnest(${pinned.map(({ circuitId }) => circuitId)}::text[], ${pinned.map(({ version }) => version)}::integer[])
        WITH ORDINALITY pin (id, version, rank)
    ), audit AS (${auditInsert(change, written)}), new_deliveries AS (${deliveryInsert(event, written)})
    SELECT created_at, updated_at, (SELECT coalesce(json_agg(new_deliveries), '[]') FROM new_deliveries) AS deliveries FROM circuit`;
}

function createdCircuit({ pid, accountId, name, description, visibility, hash }: NewCircuit, row: CreatedRow): Circuit {
  return {
    pid,
    name,
    description,
    visibility,
    owner: accountId,
    version: 1,
    hash,
    certified: false,
    phiC: null,
    assurance: null,
    certifiedAt: null,
    engineVersion: null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    withdrawnAt: null,
    revision: 1,
  };
}
