import { NO_FILES } from '@kirchhoff/coherence';
import { postgresConnection, type ServerAddress } from '@kirchhoff/platform';
import { inspect } from '@kirchhoff/registry/dist/engine/tasks.js';
import { Client } from 'pg';
import {
  ACCOUNT_COLUMNS,
  accountRow,
  CIRCUIT_COLUMNS,
  type CircuitRows,
  circuitRows,
  type InspectedProgram,
  type SeedPlan,
  VERSION_COLUMNS,
} from './circuits.js';
import { copyRows } from './copy.js';
import { SOURCES } from './programs.js';

export interface SeedOptions {
  readonly url: ServerAddress;
  readonly circuits: number;
  /** Equal seeds make equal circuits. */
  readonly seed: string;
  /** Add circuits to a database that already has some. */
  readonly force: boolean;
  /** The moment of the newest circuit. */
  readonly now: Date;
}

/** `refused`: the reason for which no row was written. */
export type Seeded = { readonly kind: 'seeded' } | { readonly kind: 'not-empty'; readonly circuits: number };

const BATCH = 10_000;
const CIRCUITS_FOR_AN_ACCOUNT = 20;
const MIN_ACCOUNTS = 3;
/** Seeded circuits are of the two years up to a day ago. */
const DAY = 86_400_000;
const YEARS = 730 * DAY;

/**
 * Fills a migrated database with accounts and circuits for measurements. Batches are committed one by one.
 * @param onProgress called after each batch with the number of circuits so far
 * @throws if Postgres is out or refuses
 */
export async function seed(options: SeedOptions, onProgress: (circuits: number) => void): Promise<Seeded> {
  const client = new Client({ ...postgresConnection(options.url), application_name: 'kirchhoff-seed' });
  await client.connect();
  try {
    const there = await whatIsThere(client);
    if (there.circuits > 0 && !options.force) return { kind: 'not-empty', circuits: there.circuits };
    await client.query('SET synchronous_commit = off');
    // The number of existing rows is part of the seed, so that the same seed makes other rows.
    const plan = await planOf(client, { ...options, seed: `${options.seed} ${there.accounts} ${there.circuits}` });
    await writeCircuits(client, plan, onProgress);
    await client.query('VACUUM (ANALYZE) accounts, circuits, circuit_versions');
    return { kind: 'seeded' };
  } finally {
    await client.end();
  }
}

async function whatIsThere(client: Client): Promise<{ readonly accounts: number; readonly circuits: number }> {
  const { rows } = await client.query<{ accounts: number; circuits: number }>(
    'SELECT (SELECT count(*) FROM accounts)::integer AS accounts, (SELECT count(*) FROM circuits)::integer AS circuits',
  );
  return rows[0] ?? { accounts: 0, circuits: 0 };
}

async function planOf(client: Client, { seed: text, circuits, now }: SeedOptions): Promise<SeedPlan> {
  const programs = SOURCES.map(programOf);
  const to = new Date(now.getTime() - DAY);
  const from = new Date(to.getTime() - YEARS);
  const count = Math.max(MIN_ACCOUNTS, Math.ceil(circuits / CIRCUITS_FOR_AN_ACCOUNT));
  const accounts = Array.from({ length: count }, (_, number) => accountRow(text, number, from));
  await copyRows(client, 'accounts', ACCOUNT_COLUMNS, accounts);
  return { seed: text, from, to, circuits, accountIds: accounts.map(({ id }) => String(id)), programs };
}

function programOf(source: string): InspectedProgram {
  const inspection = inspect({ source, files: NO_FILES, pins: undefined });
  if (inspection.kind !== 'circuit') throw new Error(`a program to seed with is none: ${source}`);
  return { source, inspection };
}

async function writeCircuits(client: Client, plan: SeedPlan, onProgress: (circuits: number) => void): Promise<void> {
  const digests = new Set<string>();
  for (let start = 0; start < plan.circuits; start += BATCH) {
    const length = Math.min(BATCH, plan.circuits - start);
    const rows = Array.from({ length }, (_, index) => firstOfItsKind(circuitRows(plan, start + index), digests));
    // oxlint-disable-next-line no-await-in-loop -- batches go one after the other through one connection
    await writeBatch(client, rows);
    onProgress(start + length);
  }
}

/** Only the first circuit of an owner, name and source: publishing it again would return the first. */
function firstOfItsKind({ circuit, version }: CircuitRows, digests: Set<string>): CircuitRows {
  const { publication_digest: digest } = circuit;
  if (!(digest instanceof Uint8Array)) return { circuit, version };
  const text = Buffer.from(digest).toString('latin1');
  if (digests.has(text)) return { circuit: { ...circuit, publication_digest: null }, version };
  digests.add(text);
  return { circuit, version };
}

async function writeBatch(client: Client, rows: readonly CircuitRows[]): Promise<void> {
  await client.query('BEGIN');
  await copyRows(
    client,
    'circuits',
    CIRCUIT_COLUMNS,
    rows.map(({ circuit }) => circuit),
  );
  await copyRows(
    client,
    'circuit_versions',
    VERSION_COLUMNS,
    rows.map(({ version }) => version),
  );
  await client.query('COMMIT');
}
