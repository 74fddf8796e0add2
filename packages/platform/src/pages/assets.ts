import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { entityTag } from '../http/preconditions.js';
import { type Answer, document } from '../http/response.js';

/** A file that a page loads. */
export interface AssetFile {
  readonly mediaType: string;
  readonly read: () => Promise<Uint8Array>;
  /** Further headers of its answers. Default: none */
  readonly headers?: Readonly<Record<string, string>>;
}

interface Encoded {
  readonly bytes: Uint8Array;
  readonly tag: string;
}

/** A file, plain and compressed, each with its entity tag. */
interface Asset {
  readonly mediaType: string;
  readonly plain: Encoded;
  readonly compressed: Encoded;
}

const compress = promisify(gzip);

/** The files of pages by name. No other file is served; each is read and compressed once, when it is first asked for. */
export class Assets {
  readonly #loaded = new Map<string, Promise<Asset>>();

  /** @param caching the Cache-Control of the answers */
  constructor(
    private readonly files: ReadonlyMap<string, AssetFile>,
    private readonly caching: string,
  ) {}

  get names(): readonly string[] {
    return [...this.files.keys()];
  }

  /**
   * Returns the answer with a file; `undefined` if there is none of this name.
   *
   * @param accepted the Accept-Encoding of the request
   */
  async answer(name: string, accepted: string | undefined): Promise<Answer | undefined> {
    const file = this.files.get(name);
    if (file === undefined) return undefined;
    const { mediaType, plain, compressed } = await this.#load(name, file);
    const coding = new Negotiator({ headers: { 'accept-encoding': accepted ?? 'identity' } }).encoding(['gzip', 'identity']);
    const shared = { ...file.headers, Vary: 'Accept-Encoding', 'Cache-Control': this.caching };
    if (coding !== 'gzip') return document(mediaType, plain.bytes, { ...shared, ETag: plain.tag });
    return document(mediaType, compressed.bytes, { ...shared, ETag: compressed.tag, 'Content-Encoding': 'gzip' });
  }

  /** Reads a file once. A reading that failed is not kept. */
  async #load(name: string, file: AssetFile): Promise<Asset> {
    const known = this.#loaded.get(name);
    if (known !== undefined) return known;
    const loading = load(file);
    this.#loaded.set(name, loading);
    loading.catch(() => this.#loaded.delete(name));
    return loading;
  }
}

async function load({ mediaType, read }: AssetFile): Promise<Asset> {
  const bytes = await read();
  return { mediaType, plain: encoded(bytes), compressed: encoded(await compress(bytes)) };
}

function encoded(bytes: Uint8Array): Encoded {
  return { bytes, tag: entityTag(bytes) };
}
