import { existsSync } from 'node:fs';
import { packageFolders, stamp, stateOf } from './fingerprint.mjs';
import { pnpm } from './install.mjs';
import { inRepository } from './paths.mjs';
import { Trouble } from './progress.mjs';

/**
 * Builds the packages that changed since the last build. A type error is a failure.
 * @returns {Promise<{ said: string, result: undefined }>}
 */
export const build = async () => {
  const state = stateOf([...packageFolders(), 'prisma', 'tsconfig.base.json', 'turbo.json', 'pnpm-lock.yaml']);
  const built = stamp('built');
  const isThere = packageFolders().every((folder) => existsSync(inRepository(folder, 'dist')));
  if (isThere && built.matches(state)) return { said: 'up to date', result: undefined };
  built.clear();
  const { succeeded, output } = await pnpm(['exec', 'turbo', 'run', 'build', '--output-logs=errors-only'], {
    TURBO_TELEMETRY_DISABLED: '1',
  });
  if (!succeeded) throw new Trouble(`the build failed:\n${output}`);
  built.set(state);
  return { said: 'built', result: undefined };
};
