import type { Assurance } from '@kirchhoff/coherence';
import { Prisma } from '@kirchhoff/platform';
import type { Circuit, Visibility } from './circuit.js';

/** A circuit joined with its current version, as every query for a `Circuit` returns it. */
export interface CircuitRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly visibility: Visibility;
  readonly account_id: string;
  readonly version: number;
  readonly hash: string;
  readonly certified: boolean;
  readonly phi_c: number | null;
  readonly assurance: Assurance | null;
  readonly certified_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly withdrawn_at: Date | null;
  readonly revision: number;
}

/** The columns of a `CircuitRow`, with the circuit as `c` and its current version as `v`. */
export const CIRCUIT_COLUMNS = Prisma.sql`c.id, c.name, c.description, c.visibility::text AS visibility, c.account_id,
  v.version, v.hash, v.certified, v.phi_c, v.assurance::text AS assurance, v.certified_at, c.created_at, c.updated_at, c.withdrawn_at, c.revision`;

/** Circuits joined with their current versions. */
export const CIRCUIT_WITH_CURRENT_VERSION = Prisma.sql`circuits c
  JOIN circuit_versions v ON v.circuit_id = c.id AND v.version = c.current_version`;

/** Condition: the account may see the circuit, withdrawn or not. `undefined` is a caller without a key. */
export function visibleTo(accountId: string | undefined): Prisma.Sql {
  return accountId === undefined
    ? Prisma.sql`c.visibility = 'public'`
    : Prisma.sql`(c.visibility = 'public' OR c.account_id = ${accountId})`;
}

export function circuitOfRow(row: CircuitRow): Circuit {
  return {
    pid: row.id,
    name: row.name,
    description: row.description,
    visibility: row.visibility,
    owner: row.account_id,
    version: row.version,
    hash: row.hash,
    certified: row.certified,
    phiC: row.phi_c,
    assurance: row.assurance,
    certifiedAt: row.certified_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    withdrawnAt: row.withdrawn_at,
    revision: row.revision,
  };
}
