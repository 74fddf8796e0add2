import { createHash, timingSafeEqual } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  BadBackup,
  DIGEST_BYTES,
  FILE_BEGIN,
  FILE_END,
  FOOTER_BYTES,
  LENGTH_BYTES,
  MAX_MANIFEST_BYTES,
  type Manifest,
  parseManifest,
  type TablePart,
} from './format.js';

const PIECE_BYTES = 65_536;

/** Reads a backup from an untrusted source: every part is verified before use. */
export class ArchiveReader {
  readonly #file: FileHandle;
  readonly manifest: Manifest;

  private constructor(file: FileHandle, manifest: Manifest) {
    this.#file = file;
    this.manifest = manifest;
  }

  /** @throws BadBackup, or the file system's error */
  static async open(path: string): Promise<ArchiveReader> {
    const file = await open(path, 'r');
    try {
      return new ArchiveReader(file, await readManifest(file));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /**
   * Verifies the digest of every part.
   *
   * @throws BadBackup
   */
  async verify(): Promise<void> {
    for (const part of this.manifest.parts) {
      const hash = createHash('sha256');
      for await (const chunk of stored(this.#file, part)) hash.update(chunk);
      if (hash.digest('hex') !== part.sha256) throw new BadBackup(`the part of ${part.table} is damaged`);
    }
  }

  /** Streams the rows of a part for `COPY … FROM STDIN`. The stream fails unless its length is the one in the manifest. */
  rows(part: TablePart): readonly [Readable, Transform, Transform, Transform] {
    return [Readable.from(stored(this.#file, part)), holdingDigest(part), createGunzip(), holdingLength(part)];
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/** Yields the bytes of a part in chunks. */
async function* stored(file: FileHandle, { offset, length }: TablePart): AsyncGenerator<Buffer> {
  for (let done = 0; done < length; done += PIECE_BYTES) yield readAt(file, offset + done, Math.min(PIECE_BYTES, length - done));
}

async function readManifest(file: FileHandle): Promise<Manifest> {
  const { size } = await regular(file);
  if (size < FILE_BEGIN.length + FOOTER_BYTES || !(await readAt(file, 0, FILE_BEGIN.length)).equals(FILE_BEGIN))
    throw new BadBackup('its beginning is not that of a backup');
  const footer = await readAt(file, size - FOOTER_BYTES, FOOTER_BYTES);
  if (!footer.subarray(LENGTH_BYTES + DIGEST_BYTES).equals(FILE_END)) throw new BadBackup('its end is missing: it was cut off');
  const length = Number(footer.readBigUInt64BE());
  const offset = size - FOOTER_BYTES - length;
  if (length > MAX_MANIFEST_BYTES || offset < FILE_BEGIN.length) throw new BadBackup('its manifest has an impossible length');
  const text = await readAt(file, offset, length);
  const digest = createHash('sha256').update(text).digest();
  if (!timingSafeEqual(digest, footer.subarray(LENGTH_BYTES, LENGTH_BYTES + DIGEST_BYTES))) throw new BadBackup('its manifest is damaged');
  return parseManifest(text.toString('utf8'), offset);
}

async function regular(file: FileHandle) {
  const stat = await file.stat();
  if (!stat.isFile()) throw new BadBackup('it is not a file');
  return stat;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  if (bytesRead !== length) throw new BadBackup('it ends too early');
  return buffer;
}

/** Passes a part on, and fails at its end unless its digest is the verified one. */
function holdingDigest({ table, sha256 }: TablePart): Transform {
  const hash = createHash('sha256');
  return new Transform({
    transform: (chunk: Buffer, _encoding, next) => {
      hash.update(chunk);
      next(null, chunk);
    },
    flush: (end) => end(hash.digest('hex') === sha256 ? null : new BadBackup(`the part of ${table} was changed while it was read`)),
  });
}

function holdingLength({ table, octets }: TablePart): Transform {
  let seen = 0;
  const wrong = () => new BadBackup(`the part of ${table} is not as long as its manifest says`);
  return new Transform({
    transform: (chunk: Buffer, _encoding, next) => {
      seen += chunk.length;
      next(seen > octets ? wrong() : null, chunk);
    },
    flush: (end) => end(seen === octets ? null : wrong()),
  });
}
