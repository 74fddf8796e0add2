import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../harness/programs.js';
import { REPOSITORY } from '../harness/services.js';

/** The commit of the previous release, as `previous-release.json` records it. */
export function previousCommit(): string {
  const { commit }: { readonly commit?: unknown } = JSON.parse(
    readFileSync(join(REPOSITORY, 'infra/drills/src/previous-release.json'), 'utf8'),
  );
  if (typeof commit !== 'string' || !/^[0-9a-f]{40}$/.test(commit)) throw new Error('previous-release.json names no commit');
  return commit;
}

/** Returns true for a clone without the history, which some pipelines make: it cannot have the release. */
export function isShallow(): boolean {
  return spawnSync('git', ['rev-parse', '--is-shallow-repository'], { cwd: REPOSITORY, encoding: 'utf8' }).stdout.trim() === 'true';
}

/** Returns the reason why the previous release cannot be built here, with the remedy; `undefined` if it can. */
export function missingRelease(): string | undefined {
  const commit = previousCommit();
  if (git('cat-file', '-e', `${commit}^{commit}`)) {
    return git('merge-base', '--is-ancestor', commit, 'HEAD')
      ? undefined
      : `commit ${commit} of previous-release.json is no ancestor of this commit: record the commit of a release.`;
  }
  return (
    `this clone has no commit ${commit}, which previous-release.json names. ` +
    'Run `git fetch --unshallow` (in a pipeline: check out the whole history); an archive without history cannot run this drill.'
  );
}

/**
 * Returns a built checkout of the previous release. It is kept in `.local` under its commit, so that only the first drill builds it.
 * In `node_modules` the compiler would take it for a library.
 *
 * @throws if it cannot be installed or built; the message has the output
 */
export async function previousRelease(): Promise<string> {
  const commit = previousCommit();
  const checkout = join(REPOSITORY, '.local', `release-${commit}`);
  if (existsSync(checkout)) return checkout;
  // A killed build leaves only this folder, which the next one replaces.
  const attempt = `${checkout}.building`;
  await rm(attempt, { recursive: true, force: true });
  await mkdir(attempt, { recursive: true });
  execFileSync('tar', ['-x'], { cwd: attempt, input: execFileSync('git', ['archive', commit], { cwd: REPOSITORY, maxBuffer: 2 ** 30 }) });
  const services = ['--filter', '@kirchhoff/registry...', '--filter', '@kirchhoff/compiler...'];
  await pnpm(attempt, ['install', '--frozen-lockfile', '--filter', '.', ...services]);
  // Git ignores this folder, so that turbo does not see which of its files differ from those of another release.
  await pnpm(attempt, ['exec', 'turbo', 'run', 'build', '--output-logs=errors-only', '--force', '--no-cache', ...services]);
  await rename(attempt, checkout);
  return checkout;
}

/** Runs this repository's pnpm, whose archive is verified, in another checkout. */
async function pnpm(checkout: string, args: readonly string[]): Promise<void> {
  const env = { ...process.env, CI: 'true', NODE_ENV: 'development', TURBO_TELEMETRY_DISABLED: '1' };
  await runProgram(process.execPath, [join(REPOSITORY, 'infra/local/pnpm.mjs'), ...args], { cwd: checkout, env });
}

function git(...args: readonly string[]): boolean {
  return spawnSync('git', args, { cwd: REPOSITORY, stdio: 'ignore' }).status === 0;
}
