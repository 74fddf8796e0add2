import type { Tier } from '../authentication/caller.js';

/** The counted parts of an account's storage. */
export interface Stored {
  /** Bytes of sources, of their derived data, of certificates, and of logged decisions. */
  readonly octets: number;
  /** The circuits that are not withdrawn. */
  readonly circuits: number;
  /** The policies that are not withdrawn. */
  readonly policies: number;
  /** Versions of circuits and policies, withdrawn ones included. */
  readonly versions: number;
}

export type StoredKind = keyof Stored;
export const STORED_KINDS = ['octets', 'circuits', 'policies', 'versions'] as const satisfies readonly StoredKind[];

/** Returns the bytes of stored values, as Postgres counts them: texts in UTF-8. */
export function storedBytes(...parts: readonly (string | Uint8Array)[]): number {
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
}

const MEBIBYTE = 1_048_576;

function most(preset: number, description: string) {
  return { type: 'integer', minimum: 0, default: preset, description } as const;
}

/** The storage limits of each tier, unless an operator has set others for an account (`ACCOUNT_LIMITS`). The same in all processes. */
export const STORAGE_SETTINGS = {
  FREE_STORED_OCTETS: most(
    32 * MEBIBYTE,
    'bytes that an account of tier free may store: sources, their derived data and certificates, withdrawn ones included, and logged decisions',
  ),
  FREE_CIRCUITS: most(1_000, 'circuits of an account of tier free that are not withdrawn'),
  FREE_POLICIES: most(200, 'policies of an account of tier free that are not withdrawn'),
  FREE_VERSIONS: most(5_000, 'versions of circuits and policies of an account of tier free, withdrawn ones included'),
  PRO_STORED_OCTETS: most(4_096 * MEBIBYTE, 'as `FREE_STORED_OCTETS`, of tier pro'),
  PRO_CIRCUITS: most(100_000, 'as `FREE_CIRCUITS`, of tier pro'),
  PRO_POLICIES: most(10_000, 'as `FREE_POLICIES`, of tier pro'),
  PRO_VERSIONS: most(1_000_000, 'as `FREE_VERSIONS`, of tier pro'),
} as const;

type StorageSettings = Readonly<Record<keyof typeof STORAGE_SETTINGS, number>>;
export type StorageLimits = Readonly<Record<Tier, Stored>>;

export function storageLimits(settings: StorageSettings): StorageLimits {
  return {
    free: {
      octets: settings.FREE_STORED_OCTETS,
      circuits: settings.FREE_CIRCUITS,
      policies: settings.FREE_POLICIES,
      versions: settings.FREE_VERSIONS,
    },
    pro: {
      octets: settings.PRO_STORED_OCTETS,
      circuits: settings.PRO_CIRCUITS,
      policies: settings.PRO_POLICIES,
      versions: settings.PRO_VERSIONS,
    },
  };
}
