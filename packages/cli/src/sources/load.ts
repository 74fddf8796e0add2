import path from 'node:path';
import {
  filesUsedBy,
  type PinnedSource,
  pinsOf,
  programsOf,
  type Reading,
  type RefusedPins,
  read,
  resolvePath,
} from '@kirchhoff/coherence';
import { type FileText, readText, shownPath } from './files.js';
import { type LockFile, lockFor } from './lock.js';

/** A source with everything that it is read with. It is plain data, so that it can be given to another thread. */
export interface LoadedSource {
  /** The path that people read. */
  readonly path: string;
  /** An absolute path. */
  readonly file: string;
  readonly text: string;
  /** The files beside the source that it uses, by the paths of the language: `./money.kir`. */
  readonly files: ReadonlyMap<string, string>;
  /** The files that it uses and that cannot be read, by the same paths. */
  readonly unread: readonly string[];
  /** The circuits that it pins, directly or through others, each after those that it pins itself. */
  readonly pinned: readonly PinnedSource[];
  /** The reason for each pin without a circuit. */
  readonly refused: RefusedPins;
}

export type Loading =
  | { readonly ok: true; readonly source: LoadedSource }
  | { readonly ok: false; readonly path: string; readonly reason: string };

/** Reads a source, the files beside it and the vendored copies of its pins. */
export async function loadSource(cwd: string, file: string): Promise<Loading> {
  const shown = shownPath(cwd, file);
  const main = await readText(file);
  if (!main.ok) return { ok: false, path: shown, reason: main.reason };
  return loadText(cwd, file, main.text);
}

/**
 * Loads a text that is not (or not yet) in its file.
 *
 * @param readBeside reads a file that the text uses, by its absolute path
 */
export async function loadText(
  cwd: string,
  file: string,
  text: string,
  readBeside: (file: string) => Promise<FileText> = readText,
): Promise<Loading> {
  const shown = shownPath(cwd, file);
  const { files, unread } = await filesBeside(path.dirname(file), text, readBeside);
  const pins = pinsOf(text, files);
  const written = pins.ok ? pins.pins.map(({ id, hash }) => `${id}@${hash}`) : [];
  if (written.length === 0) return { ok: true, source: { path: shown, file, text, files, unread, pinned: [], refused: new Map() } };
  const lock = await lockFor(path.dirname(file));
  const { pinned, refused } = await vendored(written, lock);
  return { ok: true, source: { path: shown, file, text, files, unread, pinned, refused } };
}

/** Reads the program of a loaded source. */
export function readLoaded({ text, files, pinned, refused }: LoadedSource): Reading {
  return read(text, { files, pins: programsOf(pinned), refused });
}

/** A file that cannot be read is left out: the language reports it at its `use`. */
async function filesBeside(
  folder: string,
  text: string,
  readBeside: (file: string) => Promise<FileText>,
): Promise<Pick<LoadedSource, 'files' | 'unread'>> {
  const files = new Map<string, string>();
  const unread: string[] = [];
  const pending = filesUsedBy(text).map((used) => resolvePath(undefined, used));
  const seen = new Set(pending);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const beside = await readBeside(path.join(folder, name));
    if (!beside.ok) {
      unread.push(name);
      continue;
    }
    files.set(name, beside.text);
    for (const used of filesUsedBy(beside.text)) {
      const next = resolvePath(name, used);
      if (seen.has(next) || seen.size > MAX_FILES) continue;
      seen.add(next);
      pending.push(next);
    }
  }
  return { files, unread };
}

/** One more than a source may use, so that the language reports that there are too many. */
const MAX_FILES = 65;

async function vendored(
  pins: readonly string[],
  lock: LockFile | undefined,
): Promise<{ readonly pinned: readonly PinnedSource[]; readonly refused: RefusedPins }> {
  const pinned = new Map<string, PinnedSource>();
  const refused = new Map<string, string>();
  const visiting = new Set<string>();
  const visit = async (pin: string): Promise<void> => {
    if (visiting.has(pin)) return;
    visiting.add(pin);
    const entry = lock?.pins.get(pin);
    if (lock === undefined || entry === undefined) {
      refused.set(pin, `${lock === undefined ? 'there is no kir.lock' : 'kir.lock does not have it'}: run \`kir update\``);
      return;
    }
    const copy = await readText(path.resolve(lock.folder, entry.file));
    if (!copy.ok) {
      refused.set(pin, `the vendored copy ${entry.file} cannot be read: run \`kir update\``);
      return;
    }
    for (const inner of entry.pins) await visit(inner);
    pinned.set(pin, { pin, source: copy.text });
  };
  for (const pin of pins) await visit(pin);
  return { pinned: [...pinned.values()], refused };
}
