import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRepository } from '../paths.mjs';

/** The packages whose tests reach the kernel. */
const PACKAGES = ['kernel', 'language', 'prover', 'coherence', 'solver'];

/** Folders that their tests read besides. */
const READ = ['node_modules', 'conformance', 'examples'];

export const sandbox = inRepository('.local/mutation/sandbox');

/**
 * Makes a copy of the compiled engine, so that no mutant is ever in the real one. Packages are linked by relative paths: in
 * the copy they meet one another, and everything else as it is.
 */
export const makeSandbox = () => {
  rmSync(sandbox, { recursive: true, force: true });
  for (const name of PACKAGES) {
    for (const part of ['package.json', 'dist', 'node_modules']) {
      const from = inRepository('packages', name, part);
      const to = path.join(sandbox, 'packages', name, part);
      if (existsSync(from)) cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    }
  }
  for (const name of READ) symlinkSync(inRepository(name), path.join(sandbox, name));
  mkdirSync(path.join(sandbox, 'reports'), { recursive: true });
  writeFileSync(path.join(sandbox, 'package.json'), '{"private":true}\n');
};

/**
 * Restores a file of the sandbox, should a run that was interrupted have left it mutated.
 * @param {string} file inside the repository
 */
export const restore = (file) => cpSync(inRepository(file), path.join(sandbox, file));
