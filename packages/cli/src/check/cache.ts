import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Certification, ENGINE_VERSION, parseJson } from '@kirchhoff/coherence';
import { readText } from '../sources/files.js';
import type { LoadedSource } from '../sources/load.js';
import { writeWhole } from '../sources/lock.js';

/** A certification without its certificate: a program that is open. */
export type OpenCertification = Omit<Certification, 'certificate'>;

/**
 * A folder with the results of earlier checks by this engine. A closed program is kept as its certificate, and the checker follows
 * it again. So a forged file can make a check slower, but never closed. Files are written by a rename; one that cannot be read or
 * written counts as absent.
 */
export class CheckCache {
  readonly #folder: string;

  /** @param folder an absolute path; it is made with the first entry */
  constructor(folder: string) {
    this.#folder = path.join(folder, ENGINE_VERSION.replaceAll(/[^0-9A-Za-z.-]/g, '_'));
  }

  /** The certificate of a program with this proof key. */
  async certificate(proofKey: string): Promise<Uint8Array | undefined> {
    const read = await readText(this.#certificateFile(proofKey));
    return read.ok ? Buffer.from(read.text) : undefined;
  }

  async keepCertificate(proofKey: string, certificate: Uint8Array): Promise<void> {
    await this.#write(this.#certificateFile(proofKey), Buffer.from(certificate).toString('utf8'));
  }

  /** The certification of exactly this source, if it was open. */
  async open(source: LoadedSource): Promise<OpenCertification | undefined> {
    const read = await readText(this.#openFile(source));
    const parsed = read.ok ? parseJson(read.text) : undefined;
    return parsed?.ok === true && isOpen(parsed.json) ? parsed.json : undefined;
  }

  async keepOpen(source: LoadedSource, certification: Certification): Promise<void> {
    await this.#write(this.#openFile(source), JSON.stringify({ ...certification, certificate: undefined }));
  }

  #certificateFile(proofKey: string): string {
    return path.join(this.#folder, 'closed', `${proofKey}.json`);
  }

  #openFile({ text, files, pinned }: LoadedSource): string {
    const parts = JSON.stringify([text, [...files].toSorted(([a], [b]) => (a < b ? -1 : 1)), pinned]);
    return path.join(this.#folder, 'open', `${createHash('sha256').update(parts).digest('hex')}.json`);
  }

  async #write(file: string, text: string): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(path.join(this.#folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined);
      await writeWhole(file, text);
    } catch {
      // The cache only saves time: a check finds everything in it again.
    }
  }
}

/** Checks the members that a report reads: a foreign file must not break a check. */
function isOpen(json: unknown): json is OpenCertification {
  if (!isObject(json) || json['certified'] !== false || typeof json['phi_c'] !== 'number' || typeof json['hash'] !== 'string') return false;
  const { errors, warnings } = json;
  return Array.isArray(errors) && errors.length > 0 && errors.every(isError) && Array.isArray(warnings) && warnings.every(isDiagnostic);
}

function isError(json: unknown): boolean {
  return (
    isPlaced(json) &&
    typeof json['reason'] === 'string' &&
    isMaybe(json['component'], 'string') &&
    isMaybe(json['counterexample'], 'object')
  );
}

function isDiagnostic(json: unknown): boolean {
  if (!isPlaced(json) || typeof json['code'] !== 'string' || typeof json['text'] !== 'string') return false;
  const { severity, hint, action } = json;
  return (
    severity === 'warning' &&
    isMaybe(hint, 'string') &&
    (action === undefined || (isObject(action) && typeof action['category'] === 'string'))
  );
}

function isMaybe(json: unknown, type: 'string' | 'object'): boolean {
  return json === undefined || (type === 'object' ? isObject(json) : typeof json === type);
}

function isPlaced(json: unknown): json is Record<string, unknown> {
  if (!isObject(json) || typeof json['message'] !== 'string' || !isMaybe(json['file'], 'string')) return false;
  return [json['line'], json['column']].every((place) => Number.isSafeInteger(place) && Number(place) >= 1);
}

function isObject(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
