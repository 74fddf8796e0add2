import type { Database } from '../database/database.js';
import { Prisma } from '../generated/prisma/client.js';

/** A pin in a source: the id of a circuit with its `cir_`, and a hash. */
export interface PinNamed {
  readonly id: string;
  readonly hash: string;
}

/** A circuit version that a source uses, with the pin that names it: `cir_<id>@<hash>`. */
export interface PinnedVersion {
  readonly pin: string;
  readonly circuitId: string;
  readonly version: number;
  readonly source: string;
}

/** The result of resolving the pins of a source. */
export interface StoredPinResolution {
  /** Includes indirect pins; each comes after its own pins. */
  readonly pinned: readonly PinnedVersion[];
  /** The reason for each pin without a circuit, by pin, if the caller may know more than that it does not exist. */
  readonly refused: ReadonlyMap<string, string>;
}

/** Returns the rows of a version's pins. */
export function pinRows(pinned: readonly PinnedVersion[]) {
  return pinned.map(({ circuitId, version }, place) => ({ place, pinnedCircuitId: circuitId, pinnedVersion: version }));
}

/** A frozen pin with its source. */
export interface FrozenPin {
  readonly pin: string;
  readonly source: string;
}

/**
 * A column of `FrozenPin[]` in order, as JSON: the circuits that a version uses.
 * @param condition selects the rows of one version from the table, whose alias is `p`
 */
export function frozenPins(table: 'circuit_version_pins' | 'policy_version_pins', condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT coalesce(json_agg(json_build_object('pin', pinned.circuit_id || '@' || pinned.hash, 'source', pinned.source) ORDER BY p.place), '[]')
    FROM ${Prisma.raw(table)} p
    JOIN circuit_versions pinned ON pinned.circuit_id = p.pinned_circuit_id AND pinned.version = p.pinned_version
    WHERE ${condition})`;
}

/** The account for which pins are resolved. */
export interface PinReader {
  /** The account whose private circuits are visible in addition to the public ones. */
  readonly accountId: string;
  /** For a public resource: it may pin only public circuits. */
  readonly publicOnly: boolean;
}

/** Maximal number of circuits that a source may use, directly or through others. */
export const MAX_PINNED = 128;
/** Maximal bytes of all their sources together. */
export const MAX_PINNED_BYTES = 2 * 1_048_576;

/** The version of a pin. */
interface FoundRow {
  readonly circuit_id: string;
  readonly version: number;
  readonly hash: string;
  readonly certified: boolean;
  readonly visibility: 'public' | 'private';
}

/** A version that a pinned circuit uses. */
interface ClosureRow {
  readonly pin: string;
  /** The source's pin through which it is used. */
  readonly through: string;
  readonly circuit_id: string;
  readonly version: number;
  readonly octets: number;
}

/**
 * Resolves the pins of a source: for each pin the certified version of that circuit with that hash, and the frozen pins of that
 * version. A withdrawn circuit is still found: whoever has the hash has seen the circuit.
 */
export async function resolvePins(database: Database, pins: readonly PinNamed[], reader: PinReader): Promise<StoredPinResolution> {
  const refused = new Map<string, string>();
  const found = await findVersions(database, pins.slice(0, MAX_PINNED), reader.accountId);
  const usable: FoundRow[] = [];
  for (const { id, hash } of pins) {
    const row = found.get(`${id}@${hash}`);
    const refusal = row === undefined ? undefined : refusalOf(row, reader);
    if (refusal !== undefined) refused.set(`${id}@${hash}`, refusal);
    else if (row !== undefined) usable.push(row);
  }
  const chosen = choose(await closureOf(database, usable), usable, refused);
  for (const { id, hash } of pins.slice(MAX_PINNED)) refused.set(`${id}@${hash}`, TOO_MANY);
  return { pinned: await withSources(database, chosen), refused };
}

const TOO_MANY = `a source may pin at most ${MAX_PINNED} circuits, indirect pins included`;
const TOO_LONG = `the sources of the pinned circuits have more than ${MAX_PINNED_BYTES} bytes together`;

function refusalOf({ circuit_id: id, certified, visibility }: FoundRow, { publicOnly }: PinReader): string | undefined {
  if (publicOnly && visibility === 'private') return `'${id}' is private, and a public circuit may pin only public circuits`;
  return certified ? undefined : `the version of '${id}' with this hash is not certified`;
}

/** By pin, the version that the account may see; of several versions with one hash, the first certified one. */
async function findVersions(database: Database, pins: readonly PinNamed[], accountId: string): Promise<ReadonlyMap<string, FoundRow>> {
  if (pins.length === 0) return new Map();
  const rows = await database.$queryRaw<FoundRow[]>(Prisma.sql`
    SELECT DISTINCT ON (v.circuit_id, v.hash) v.circuit_id, v.version, v.hash, v.certified, c.visibility::text AS visibility
    FROM unnest(${pins.map(({ id }) => id)}::text[], ${pins.map(({ hash }) => hash)}::text[]) asked (id, hash)
    JOIN circuits c ON c.id = asked.id AND (c.visibility = 'public' OR c.account_id = ${accountId})
    JOIN circuit_versions v ON v.circuit_id = c.id AND v.hash = asked.hash
    ORDER BY v.circuit_id, v.hash, v.certified DESC, v.version`);
  return new Map(rows.map((row) => [`${row.circuit_id}@${row.hash}`, row]));
}

/** The versions with all their frozen pins, each after its own pins. */
async function closureOf(database: Database, versions: readonly FoundRow[]): Promise<readonly ClosureRow[]> {
  if (versions.length === 0) return [];
  const ids = versions.map(({ circuit_id }) => circuit_id);
  return database.$queryRaw<ClosureRow[]>(Prisma.sql`
    WITH direct AS (
      SELECT v.circuit_id, v.version, v.circuit_id || '@' || v.hash AS pin, rank, octet_length(v.source) AS octets
      FROM unnest(${ids}::text[], ${versions.map(({ version }) => version)}::integer[]) WITH ORDINALITY asked (id, number, rank)
      JOIN circuit_versions v ON v.circuit_id = asked.id AND v.version = asked.number
    ), closure AS (
      SELECT direct.rank, p.place, v.circuit_id || '@' || v.hash AS pin, direct.pin AS through, v.circuit_id, v.version,
        octet_length(v.source) AS octets
      FROM direct
      JOIN circuit_version_pins p ON p.circuit_id = direct.circuit_id AND p.version = direct.version
      JOIN circuit_versions v ON v.circuit_id = p.pinned_circuit_id AND v.version = p.pinned_version
      UNION ALL
      SELECT rank, NULL, pin, pin, circuit_id, version, octets FROM direct
    )
    SELECT pin, through, circuit_id, version, octets FROM closure ORDER BY rank, place NULLS LAST`);
}

/** Each version once, as long as all fit; pins whose versions do not fit are refused. */
function choose(closure: readonly ClosureRow[], direct: readonly FoundRow[], refused: Map<string, string>): readonly ClosureRow[] {
  const chosen = new Map<string, ClosureRow>();
  let bytes = 0;
  for (const { circuit_id: id, hash } of direct) {
    const through = `${id}@${hash}`;
    const added = closure.filter((row) => row.through === through && !chosen.has(row.pin));
    const more = added.reduce((sum, row) => sum + row.octets, 0);
    if (chosen.size + added.length > MAX_PINNED) refused.set(through, TOO_MANY);
    else if (bytes + more > MAX_PINNED_BYTES) refused.set(through, TOO_LONG);
    else {
      bytes += more;
      for (const row of added) chosen.set(row.pin, row);
    }
  }
  return [...chosen.values()];
}

async function withSources(database: Database, chosen: readonly ClosureRow[]): Promise<readonly PinnedVersion[]> {
  if (chosen.length === 0) return [];
  const rows = await database.circuitVersion.findMany({
    where: { OR: chosen.map(({ circuit_id: circuitId, version }) => ({ circuitId, version })) },
    select: { circuitId: true, version: true, source: true },
  });
  const sources = new Map(rows.map(({ circuitId, version, source }) => [`${circuitId}@${version}`, source]));
  return chosen.map(({ pin, circuit_id: circuitId, version }) => {
    const source = sources.get(`${circuitId}@${version}`);
    if (source === undefined) throw new Error('a version has disappeared during the transaction');
    return { pin, circuitId, version, source };
  });
}
