import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the scripts and styles, whose names have a hash of their contents. */
export const assetFolder = join(__dirname, '../browser');

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
}

/** The addresses of what an entry of the build loads. */
export interface Entry {
  readonly file: string;
  readonly styles: readonly string[];
}

let manifest: Readonly<Record<string, Chunk>> | undefined;

/**
 * Returns an entry of the build.
 *
 * @param source its path below `src/browser`
 */
export function entryOf(source: string): Entry {
  manifest ??= readManifest();
  const entry = manifest[source];
  if (entry === undefined) throw new Error(`the build has no entry ${source}`);
  return { file: addressOf(entry.file), styles: (entry.css ?? []).map(addressOf) };
}

function readManifest(): Readonly<Record<string, Chunk>> {
  return JSON.parse(readFileSync(join(assetFolder, 'manifest.json'), 'utf8'));
}

function addressOf(file: string): string {
  return `/assets/${file}`;
}
