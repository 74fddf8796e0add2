import { execFile } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { CommandFailure, usageFailure } from '../context.js';
import type { FileText } from './files.js';

const run = promisify(execFile);

/** Maximal bytes of git's answer: some hundred thousand paths. */
const MAX_ANSWER = 64 * 1_024 * 1_024;

/** The files that differ from a revision of git, in the working folder as it is now: changed, deleted, new and untracked ones. */
export class ChangedFiles {
  readonly #paths: ReadonlySet<string>;

  /** @param paths absolute, through no link */
  constructor(paths: readonly string[]) {
    // A folder has changed if one of its files has.
    this.#paths = new Set(paths.flatMap((file) => [file, path.dirname(file)]));
  }

  /** Returns true if the file of this path, the target of a link, or a file directly in the folder of this path differs. */
  async has(file: string): Promise<boolean> {
    const folder = await realPathOf(path.dirname(file));
    return this.#paths.has(path.join(folder, path.basename(file))) || this.#paths.has(await realPathOf(file));
  }

  /** Returns true if any file of this name differs. */
  hasNamed(name: string): boolean {
    return [...this.#paths].some((file) => path.basename(file) === name);
  }
}

/** The path without links; a path that does not exist is returned unchanged. */
async function realPathOf(file: string): Promise<string> {
  const found = await realpath(file).catch(() => undefined);
  if (found !== undefined || path.dirname(file) === file) return found ?? file;
  return path.join(await realPathOf(path.dirname(file)), path.basename(file));
}

/** @throws CommandFailure if the folder is in no repository, or the revision is unknown */
export async function changedSince(cwd: string, revision: string): Promise<ChangedFiles> {
  const root = await realPathOf((await git(cwd, ['rev-parse', '--show-toplevel'])).replace(/\n$/, ''));
  const commit = (await git(cwd, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`])).trim();
  const changed = await git(root, ['diff', '--name-only', '--no-renames', '-z', commit, '--']);
  const untracked = await git(root, ['ls-files', '--others', '--exclude-standard', '-z']);
  return new ChangedFiles([...names(changed), ...names(untracked)].map((name) => path.resolve(root, name)));
}

/** The text of a file at a revision: `HEAD~1:rules/fee.kir`, the path relative to the working folder. */
export async function textAt(cwd: string, revision: string, file: string): Promise<string> {
  const relative = path.relative(cwd, path.resolve(cwd, file)).replaceAll(path.sep, '/');
  return git(cwd, ['show', '--end-of-options', `${revision}:./${relative}`]);
}

/** The same for a file that may be missing there. */
export async function fileAt(cwd: string, revision: string, file: string): Promise<FileText> {
  try {
    return { ok: true, text: await textAt(cwd, revision, file) };
  } catch (error) {
    if (error instanceof CommandFailure) return { ok: false, reason: error.message };
    throw error;
  }
}

async function git(cwd: string, words: readonly string[]): Promise<string> {
  try {
    return (await run('git', words, { cwd, maxBuffer: MAX_ANSWER })).stdout;
  } catch (error) {
    const told: unknown = error instanceof Error ? Reflect.get(error, 'stderr') : undefined;
    const [reason] = typeof told === 'string' ? told.trim().split('\n') : [];
    const why = reason === undefined || reason === '' ? '' : `: ${reason}`;
    throw usageFailure(`git ${words[0] ?? ''} failed${why}.`, 'Run this within a git repository, and name a revision that it has.');
  }
}

function names(answer: string): readonly string[] {
  return answer.split('\0').filter((name) => name !== '');
}
