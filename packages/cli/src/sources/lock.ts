import { randomUUID } from 'node:crypto';
import { mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseJson } from '@kirchhoff/coherence';
import { usageFailure } from '../context.js';
import { readText } from './files.js';

/** The name of the lock file, and of the folder with the vendored copies beside it. */
export const LOCK_NAME = 'kir.lock';
export const PINS_FOLDER = 'kir-pins';

/** The circuits that the sources below a folder pin, with the places of their vendored copies. */
export interface LockFile {
  /** An absolute path: the folder of the lock file. */
  readonly folder: string;
  /** By pin: `cir_<id>@<hash>`. */
  readonly pins: ReadonlyMap<string, LockedPin>;
}

export interface LockedPin {
  /** The path of the vendored copy, relative to the folder of the lock file, with `/` between folders. */
  readonly file: string;
  /** The circuits that this one pins directly. */
  readonly pins: readonly string[];
}

const PIN = /^cir_[0-9A-Za-z]+@[0-9a-f]{64}$/;
const COPY = /^kir-pins\/cir_[0-9A-Za-z]+@[0-9a-f]{64}\.kir$/;

/** Reads the lock file that a source in this folder uses: the nearest one in the folder or above; `undefined` if there is none. */
export async function lockFor(folder: string): Promise<LockFile | undefined> {
  for (let at = folder; ; at = path.dirname(at)) {
    const read = await readText(path.join(at, LOCK_NAME));
    if (read.ok) return parseLock(at, read.text);
    if (path.dirname(at) === at) return undefined;
  }
}

/** @throws CommandFailure if the text is no lock file */
export function parseLock(folder: string, text: string): LockFile {
  const wrong = (why: string) =>
    usageFailure(`${path.join(folder, LOCK_NAME)} is no lock file: ${why}.`, 'Run `kir update` to write it anew.');
  const parsed = parseJson(text);
  if (!parsed.ok) throw wrong(parsed.message);
  const { json } = parsed;
  if (!isRecord(json) || json['lockfile'] !== 1 || !isRecord(json['pins'])) throw wrong('it has no "lockfile": 1 and "pins"');
  const pins = new Map<string, LockedPin>();
  for (const [pin, entry] of Object.entries(json['pins'])) {
    const file = isRecord(entry) ? entry['file'] : undefined;
    const inner = isRecord(entry) ? entry['pins'] : undefined;
    if (!PIN.test(pin) || typeof file !== 'string' || !COPY.test(file)) throw wrong(`the entry ${JSON.stringify(pin)} is malformed`);
    if (!Array.isArray(inner)) throw wrong(`the entry ${JSON.stringify(pin)} does not list its pins`);
    const listed = inner.filter((each): each is string => typeof each === 'string' && PIN.test(each));
    if (listed.length !== inner.length) throw wrong(`the entry ${JSON.stringify(pin)} lists something that is no pin`);
    pins.set(pin, { file, pins: listed });
  }
  return { folder, pins };
}

/** A resolved pin with its source, as `kir update` gets it from the registry. */
export interface ResolvedPin {
  readonly pin: string;
  readonly source: string;
  readonly pins: readonly string[];
}

/** Writes the copies first and the lock file last, each by a rename, so that a command that is killed leaves a valid lock file. */
export async function writeLock(folder: string, resolved: readonly ResolvedPin[]): Promise<void> {
  const pins: Record<string, LockedPin> = {};
  for (const { pin, source, pins: inner } of resolved.toSorted((a, b) => (a.pin < b.pin ? -1 : 1))) {
    const file = `${PINS_FOLDER}/${pin}.kir`;
    await writeWhole(path.join(folder, file), source);
    pins[pin] = { file, pins: inner };
  }
  await writeWhole(path.join(folder, LOCK_NAME), `${JSON.stringify({ lockfile: 1, pins }, null, 2)}\n`);
}

/** Writes a file so that readers see the old text or the whole new one. A link stays a link, and a file keeps its permissions. */
export async function writeWhole(file: string, text: string | Uint8Array, mode?: number): Promise<void> {
  const target = await realpath(file).catch(() => file);
  await mkdir(path.dirname(target), { recursive: true });
  const unfinished = `${target}.${randomUUID()}.part`;
  const kept = mode ?? (await stat(target).catch(() => undefined))?.mode;
  try {
    await writeFile(unfinished, text, kept === undefined ? {} : { mode: kept });
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
