import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the scripts and styles, whose names have a hash of their contents. */
export const assetFolder = join(__dirname, '../browser');

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  /** The keys of the chunks that it imports. */
  readonly imports?: readonly string[];
}

/** The addresses of what an entry of the build loads. */
export interface Entry {
  readonly file: string;
  readonly styles: readonly string[];
  /** The scripts that it imports, which a browser would find only after its own. */
  readonly imports: readonly string[];
}

let manifest: Readonly<Record<string, Chunk>> | undefined;

/**
 * Returns an entry of the build.
 *
 * @param source its path below `src/browser`
 */
export function entryOf(source: string): Entry {
  const { file, css = [], imports = [] } = chunkOf(source);
  return { file: addressOf(file), styles: css.map(addressOf), imports: imports.map((each) => addressOf(chunkOf(each).file)) };
}

function chunkOf(name: string): Chunk {
  manifest ??= readManifest();
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`the build has no entry ${name}`);
  return chunk;
}

function readManifest(): Readonly<Record<string, Chunk>> {
  return JSON.parse(readFileSync(join(assetFolder, 'manifest.json'), 'utf8'));
}

function addressOf(file: string): string {
  return `/assets/${file}`;
}
