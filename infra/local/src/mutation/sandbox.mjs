import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { inRepository } from '../paths.mjs';

/** The packages whose tests use the kernel. */
const PACKAGES = ['kernel', 'language', 'prover', 'coherence', 'solver'];

/** Other folders that their tests read. */
const READ = ['node_modules', 'conformance', 'examples'];

export const sandbox = inRepository('.local/mutation/sandbox');

/** Programs and proofs for the cases, made by the engine without mutants. */
export const corpus = path.join(sandbox, 'corpus.json');

/**
 * Makes a copy of the compiled engine, so that no mutant is ever in the real one. Packages are linked by relative paths: a copied
 * package finds the other copies, and the originals of all other packages.
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
  const { makeCorpus } = createRequire(import.meta.url)(inRepository('packages/coherence/dist/testing/checker-cases.js'));
  writeFileSync(corpus, JSON.stringify(makeCorpus()));
};
