import { inRepository } from '../paths.mjs';
import { run } from '../run.mjs';

/** The checks of every source besides its tests. */
const CHECKS = [
  { name: 'lint', command: inRepository('node_modules/.bin/oxlint'), args: ['--type-aware', '--deny-warnings'] },
  { name: 'format', command: inRepository('node_modules/.bin/biome'), args: ['check', '--error-on-warnings', '.'] },
  { name: 'imports', command: process.execPath, args: [inRepository('infra/local/imports.mjs')] },
];

/**
 * Runs all checks beside one another.
 * @returns {Promise<readonly { name: string, succeeded: boolean, output: string }[]>}
 */
export const runChecks = () => Promise.all(CHECKS.map(async ({ name, command, args }) => ({ name, ...(await run(command, args)) })));
