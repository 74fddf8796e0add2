import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { usageFailure } from '../context.js';

const run = promisify(execFile);

/** Bytes of git's answer: some hundred thousand paths. */
const MAX_ANSWER = 64 * 1_024 * 1_024;

/**
 * The files that differ from a revision of git, in the working folder as it is now: changed, renamed and new ones, untracked ones
 * too. Deleted ones are not among them.
 *
 * @returns absolute paths
 * @throws CommandFailure if the folder is in no repository, or the revision is unknown
 */
export async function changedSince(cwd: string, revision: string): Promise<ReadonlySet<string>> {
  const root = (await git(cwd, ['rev-parse', '--show-toplevel'])).trim();
  const commit = (await git(cwd, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`])).trim();
  const changed = await git(root, ['diff', '--name-only', '-z', '--diff-filter=d', commit, '--']);
  const untracked = await git(root, ['ls-files', '--others', '--exclude-standard', '-z']);
  return new Set([...names(changed), ...names(untracked)].map((name) => path.resolve(root, name)));
}

/** The text of a file at a revision: `HEAD~1:rules/fee.kir`, the path relative to the working folder. */
export async function textAt(cwd: string, revision: string, file: string): Promise<string> {
  const relative = path.relative(cwd, path.resolve(cwd, file)).replaceAll(path.sep, '/');
  return git(cwd, ['show', '--end-of-options', `${revision}:./${relative}`]);
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
