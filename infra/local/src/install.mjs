import { existsSync } from 'node:fs';
import path from 'node:path';
import { contentsOf, packageFolders, stamp } from './fingerprint.mjs';
import { packageManager } from './package-manager.mjs';
import { inRepository } from './paths.mjs';
import { Trouble } from './progress.mjs';
import { run } from './run.mjs';

/**
 * Installs the packages that the lockfile names, unless exactly these are installed.
 * @returns {Promise<{ said: string, result: undefined }>}
 */
export const install = async () => {
  const manifests = packageFolders().map((folder) => `${folder}/package.json`);
  const state = contentsOf(['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests]);
  const installed = stamp('installed');
  const isThere = packageFolders().every((folder) => existsSync(inRepository(folder, 'node_modules')));
  if (isThere && installed.matches(state)) return { said: 'up to date', result: undefined };
  installed.clear();
  // CI: pnpm must not ask questions. NODE_ENV: with "production", pnpm would omit packages that the build needs.
  const { succeeded, output } = await pnpm(['install', '--frozen-lockfile'], { CI: 'true', NODE_ENV: 'development' });
  if (!succeeded) throw new Trouble(`the packages could not be installed:\n${output}`);
  installed.set(state);
  return { said: 'installed', result: undefined };
};

/**
 * Runs pnpm in the version that package.json names. Its folder is first on PATH, since turbo starts it too.
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} [environment]
 */
export const pnpm = async (args, environment = {}) => {
  const folder = await packageManager();
  const PATH = `${folder}${path.delimiter}${process.env.PATH ?? ''}`;
  return run(path.join(folder, 'pnpm'), args, { ...environment, PATH });
};
