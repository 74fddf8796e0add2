import { stat } from 'node:fs/promises';
import path from 'node:path';
import { glob } from 'tinyglobby';
import { usageFailure } from '../context.js';

/** Folders that are never searched unless they are named. */
const IGNORED = ['**/node_modules/**', '**/.git/**', '**/.kir/**', '**/kir-pins/**'];

/** Sources of the command line: each file once, as absolute paths. */
export interface FoundSources {
  /** Sources that were named by their own paths. */
  readonly named: ReadonlySet<string>;
  /** All sources, sorted. */
  readonly files: readonly string[];
}

/**
 * Finds sources: a file by its path, all `.kir` files below a folder, or those that a glob matches. Without arguments all below the
 * working folder.
 *
 * @throws CommandFailure if an argument matches nothing
 */
export async function findSources(cwd: string, given: readonly string[]): Promise<FoundSources> {
  const named = new Set<string>();
  const files = new Set<string>();
  for (const name of given.length === 0 ? ['.'] : given) {
    const absolute = path.resolve(cwd, name);
    const found = await stat(absolute).catch(() => undefined);
    if (found?.isFile() === true) {
      named.add(absolute);
      files.add(absolute);
      continue;
    }
    const matches = found?.isDirectory() === true ? await below(absolute, '**/*.kir') : await below(cwd, name);
    if (matches.length === 0) throw usageFailure(`'${name}' matches no source.`, 'Name a file, a folder with .kir files, or a glob.');
    for (const match of matches) files.add(match);
  }
  return { named, files: [...files].toSorted() };
}

async function below(folder: string, pattern: string): Promise<readonly string[]> {
  const patterns = [pattern.replaceAll('\\', '/')];
  const found = await glob({ patterns, cwd: folder, ignore: IGNORED, absolute: true, dot: false, expandDirectories: false });
  return found.map((file) => path.normalize(file)).filter((file) => file.endsWith('.kir'));
}
