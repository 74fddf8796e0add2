import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { packageFolders } from '../fingerprint.mjs';
import { inRepository } from '../paths.mjs';

/** Removes compiled tests whose source is gone: the compiler leaves them, and they would still be run. */
export const removeStaleTests = () => {
  for (const folder of packageFolders()) {
    const output = inRepository(folder, 'dist');
    for (const test of compiledTests(output)) {
      const source = path.join(inRepository(folder, 'src'), path.relative(output, test)).replace(/\.js$/, '.ts');
      if (!existsSync(source)) rmSync(test);
    }
  }
};

/** @param {string} folder */
const compiledTests = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(test|(worker-)?cases)\.js$/.test(name))
        .map((name) => path.join(folder, name))
    : [];
