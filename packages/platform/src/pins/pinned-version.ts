import { Prisma } from '../generated/prisma/client.js';

/** What a source pins: the id of a circuit with its `cir_`, and a hash. */
export interface PinNamed {
  readonly id: string;
  readonly hash: string;
}

/** A circuit version that a source is read with, by the pin that names it: `cir_<id>@<hash>`. */
export interface PinnedVersion {
  readonly pin: string;
  readonly circuitId: string;
  readonly version: number;
  readonly source: string;
}

/** What became of the pins of a source. */
export interface PinResolution {
  /** Also what is pinned through others, each after those that it pins itself. */
  readonly pinned: readonly PinnedVersion[];
  /** By pin: why there is no circuit for it, where more may be said than that there is none. */
  readonly refused: ReadonlyMap<string, string>;
}

/** What is frozen with a version: the rows of its pins. */
export function pinRows(pinned: readonly PinnedVersion[]) {
  return pinned.map(({ circuitId, version }, place) => ({ place, pinnedCircuitId: circuitId, pinnedVersion: version }));
}

/** A pin with its source, as it was frozen. */
export interface FrozenPin {
  readonly pin: string;
  readonly source: string;
}

/**
 * A column of `FrozenPin[]`, in their order: what a version is read with, as JSON.
 * @param condition which rows of the table, which goes by `p`: those of one version
 */
export function frozenPins(table: 'circuit_version_pins' | 'policy_version_pins', condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT coalesce(json_agg(json_build_object('pin', pinned.circuit_id || '@' || pinned.hash, 'source', pinned.source) ORDER BY p.place), '[]')
    FROM ${Prisma.raw(table)} p
    JOIN circuit_versions pinned ON pinned.circuit_id = p.pinned_circuit_id AND pinned.version = p.pinned_version
    WHERE ${condition})`;
}
