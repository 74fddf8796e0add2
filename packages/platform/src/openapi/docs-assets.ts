import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { entityTag } from '../http/entity-tag.js';
import { PAGE_SCRIPT, PAGE_STYLE } from './docs-page.js';

/** A file of the page, as it is and compressed, each with its tag: made once. */
export interface Asset {
  readonly mediaType: string;
  readonly plain: Encoded;
  readonly compressed: Encoded;
}

export interface Encoded {
  readonly octets: Uint8Array;
  readonly tag: string;
}

const STYLE = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/** Every file that the page loads: nothing else is served. */
const FILES = {
  'page.css': { mediaType: STYLE, read: async () => Buffer.from(PAGE_STYLE, 'utf8') },
  'page.js': { mediaType: SCRIPT, read: async () => Buffer.from(PAGE_SCRIPT, 'utf8') },
  'swagger-ui.css': { mediaType: STYLE, read: async () => readFile(require.resolve('swagger-ui-dist/swagger-ui.css')) },
  'swagger-ui-bundle.js': { mediaType: SCRIPT, read: async () => readFile(require.resolve('swagger-ui-dist/swagger-ui-bundle.js')) },
} as const;

type AssetName = keyof typeof FILES;

export const ASSET_NAMES = Object.keys(FILES);

function isAssetName(name: string): name is AssetName {
  return Object.hasOwn(FILES, name);
}

const compress = promisify(gzip);
const loaded = new Map<AssetName, Promise<Asset>>();

/** A file of the page; undefined where there is no such file. */
export async function assetNamed(name: string): Promise<Asset | undefined> {
  if (!isAssetName(name)) return undefined;
  const known = loaded.get(name) ?? load(name);
  loaded.set(name, known);
  return known;
}

async function load(name: AssetName): Promise<Asset> {
  const { mediaType, read } = FILES[name];
  const octets = await read();
  return { mediaType, plain: encoded(octets), compressed: encoded(await compress(octets)) };
}

function encoded(octets: Uint8Array): Encoded {
  return { octets, tag: entityTag(octets) };
}
