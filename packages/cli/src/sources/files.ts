import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { isNativeError } from 'node:util/types';
import { usageFailure } from '../context.js';

const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Maximal bytes of a file: far more than a source, its vectors or a certificate may have. */
const MAX_BYTES = 64 * 1_048_576;

export type FileText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/** Reads a text file: its text, or a sentence with the reason why it cannot be read. */
export async function readText(file: string): Promise<FileText> {
  try {
    const found = await stat(file);
    if (found.isDirectory()) return { ok: false, reason: SENTENCES['EISDIR'] ?? '' };
    if (!found.isFile()) return { ok: false, reason: 'This is no regular file.' };
    if (found.size > MAX_BYTES) return { ok: false, reason: `The file is larger than ${MAX_BYTES} bytes.` };
    return { ok: true, text: DECODER.decode(await readFile(file)) };
  } catch (error) {
    if (error instanceof TypeError) return { ok: false, reason: 'The file is not valid UTF-8.' };
    return { ok: false, reason: fileTrouble(error) };
  }
}

/** Reads a text file that the command needs. */
export async function mustRead(cwd: string, name: string): Promise<string> {
  const read = await readText(path.resolve(cwd, name));
  if (!read.ok) throw usageFailure(`${name}: ${read.reason}`);
  return read.text;
}

/** Returns a sentence for an error of the file system; rethrows every other error. */
export function fileTrouble(error: unknown): string {
  const code: unknown = isNativeError(error) ? Reflect.get(error, 'code') : undefined;
  if (!isNativeError(error) || typeof code !== 'string' || Reflect.get(error, 'syscall') === undefined) throw error;
  return SENTENCES[code] ?? `The file system refuses: ${error.message}.`;
}

const SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: 'The file does not exist.',
  EACCES: 'The file may not be read by this user.',
  EISDIR: 'This is a folder, and a file is expected.',
  ENOTDIR: 'A part of the path is not a folder.',
  EEXIST: 'A part of the path is not a folder.',
  EMFILE: 'Too many files are open.',
  ENOSPC: 'The disk is full.',
  EROFS: 'The file system is read-only.',
};

/** The path that people read: relative to the working folder, with `/` between folders. */
export function shownPath(cwd: string, file: string): string {
  const relative = path.relative(cwd, file);
  const shown = relative === '' ? '.' : relative;
  return path.sep === '/' ? shown : shown.replaceAll(path.sep, '/');
}
