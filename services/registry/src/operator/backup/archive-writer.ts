import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { FILE_BEGIN, FILE_END, LENGTH_BYTES, type Manifest, type TablePart } from './format.js';

/** A backup contains the signing secrets of webhooks, so that only its owner may read it. */
const OWNER_ONLY = 0o600;

/** Writes a backup to a temporary file, and renames it when it is complete. */
export class ArchiveWriter {
  readonly #file: FileHandle;
  readonly #path: string;
  readonly #temporary: string;
  #length = 0;

  private constructor(file: FileHandle, path: string, temporary: string) {
    this.#file = file;
    this.#path = path;
    this.#temporary = temporary;
  }

  /** @throws if the file cannot be created */
  static async create(path: string): Promise<ArchiveWriter> {
    const temporary = `${path}.${process.pid}.part`;
    const writer = new ArchiveWriter(await open(temporary, 'wx', OWNER_ONLY), path, temporary);
    await writer.#write(FILE_BEGIN);
    return writer;
  }

  /** Streams a part into the file, in bounded memory. `rows` is called after the end of `content`. */
  async add(table: string, columns: readonly string[], content: Readable, rows: () => number): Promise<TablePart> {
    const offset = this.#length;
    const hash = createHash('sha256');
    let octets = 0;
    const counted = new Transform({
      transform: (chunk: Buffer, _encoding, next) => {
        octets += chunk.length;
        next(null, chunk);
      },
    });
    const written = new Writable({
      write: (chunk: Buffer, _encoding, next) => {
        hash.update(chunk);
        this.#write(chunk).then(() => next(), next);
      },
    });
    await pipeline(content, counted, createGzip(), written);
    const length = this.#length - offset;
    return { table, columns: [...columns], rows: rows(), octets, offset, length, sha256: hash.digest('hex') };
  }

  /** Completes the file and renames it. From then on it is complete, even after a power cut. */
  async finish(manifest: Manifest): Promise<void> {
    const text = Buffer.from(JSON.stringify(manifest), 'utf8');
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeBigUInt64BE(BigInt(text.length));
    await this.#write(Buffer.concat([text, length, createHash('sha256').update(text).digest(), FILE_END]));
    await this.#file.sync();
    await this.#file.close();
    await rename(this.#temporary, this.#path);
    await syncFolder(dirname(this.#path));
  }

  /** Removes the file. */
  async abandon(): Promise<void> {
    await this.#file.close();
    await unlink(this.#temporary);
  }

  async #write(bytes: Buffer): Promise<void> {
    await this.#file.writeFile(bytes);
    this.#length += bytes.length;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
