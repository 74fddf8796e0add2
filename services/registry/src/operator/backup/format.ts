import { Ajv } from 'ajv';
import type { FromSchema } from 'json-schema-to-ts';

/*
 * A backup is one file:
 *
 * FILE_BEGIN
 * one part a table, one after another: the rows as `COPY … TO STDOUT` gives them (text), gzipped
 * the manifest: JSON, UTF-8
 * the footer: length of the manifest (8 bytes, big-endian), SHA-256 of the manifest, FILE_END
 *
 * The manifest comes after the parts, since its data on them is known only when they are written.
 */

export const FILE_BEGIN = Buffer.from('KIRCHHOFF BACKUP 1\n', 'ascii');
export const FILE_END = Buffer.from('KIRCHHOFF END\n', 'ascii');
export const DIGEST_BYTES = 32;
export const LENGTH_BYTES = 8;
export const FOOTER_BYTES = LENGTH_BYTES + DIGEST_BYTES + FILE_END.length;
/** Bytes. Real manifests are much shorter; a longer one is rejected unread. */
export const MAX_MANIFEST_BYTES = 4 * 1_048_576;

const NAME = { type: 'string', pattern: '^[a-z_][a-z0-9_]{0,62}$' } as const;
const COUNT = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
const DIGEST = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;

function closed<const Properties extends Readonly<Record<string, object>>>(properties: Properties) {
  return { type: 'object', additionalProperties: false, properties } as const;
}

const PART = {
  ...closed({
    table: NAME,
    columns: { type: 'array', items: NAME, minItems: 1, maxItems: 1_000, uniqueItems: true },
    rows: COUNT,
    /** Bytes of the rows before compression. */
    octets: COUNT,
    /** The offset of the part in the file. */
    offset: COUNT,
    length: { ...COUNT, minimum: 1 },
    /** SHA-256 of the part as it lies in the file. */
    sha256: DIGEST,
  }),
  required: ['table', 'columns', 'rows', 'octets', 'offset', 'length', 'sha256'],
} as const;

const MIGRATION = {
  ...closed({ name: { type: 'string', pattern: '^[0-9a-z_]{1,200}$' }, checksum: DIGEST }),
  required: ['name', 'checksum'],
} as const;

const SEQUENCE = {
  ...closed({ name: NAME, last_value: { type: 'string', pattern: '^[0-9]{1,19}$' }, is_called: { type: 'boolean' } }),
  required: ['name', 'last_value', 'is_called'],
} as const;

const MANIFEST = {
  ...closed({
    format: { const: 1 },
    created_at: { type: 'string', maxLength: 40 },
    server_version: { type: 'string', maxLength: 200 },
    migrations: { type: 'array', items: MIGRATION, maxItems: 10_000 },
    sequences: { type: 'array', items: SEQUENCE, maxItems: 1_000 },
    parts: { type: 'array', items: PART, maxItems: 1_000 },
  }),
  required: ['format', 'created_at', 'server_version', 'migrations', 'sequences', 'parts'],
} as const;

/** The manifest of a backup. */
export type Manifest = FromSchema<typeof MANIFEST>;
/** The rows of one table. */
export type TablePart = FromSchema<typeof PART>;
/** A migration that the database had when the backup was made. */
export type AppliedMigration = FromSchema<typeof MIGRATION>;
/** The state of a sequence. */
export type SequenceState = FromSchema<typeof SEQUENCE>;

const isManifest = new Ajv({ strict: true }).compile<Manifest>(MANIFEST);

/** The file is not a backup, or cannot be restored; no part of it was used. */
export class BadBackup extends Error {}

/**
 * Parses a manifest from an untrusted source. Its parts follow one another without a gap from the beginning of the file to the
 * manifest, so that no offset can point elsewhere.
 *
 * @param partsEnd the offset of the manifest in the file
 * @throws BadBackup
 */
export function parseManifest(text: string, partsEnd: number): Manifest {
  const manifest: unknown = parseJson(text);
  if (!isManifest(manifest)) throw new BadBackup(`its manifest is not of this format: ${isManifest.errors?.[0]?.message ?? ''}`);
  let end = FILE_BEGIN.length;
  for (const { table, offset, length } of manifest.parts) {
    if (offset !== end || offset + length > partsEnd)
      throw new BadBackup(`the part of ${table} is not at the place that its manifest states`);
    end = offset + length;
  }
  if (end !== partsEnd) throw new BadBackup('it has bytes that its manifest does not mention');
  if (new Set(manifest.parts.map(({ table }) => table)).size !== manifest.parts.length) throw new BadBackup('it has a table twice');
  return manifest;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadBackup('its manifest is not JSON');
  }
}
