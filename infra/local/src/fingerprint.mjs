import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRepository, toolCache } from './paths.mjs';

/** The folders of the workspace that hold packages. */
export const packageFolders = () =>
  [
    ...['packages', 'services'].flatMap((parent) => readdirSync(inRepository(parent)).map((name) => path.join(parent, name))),
    'infra/drills',
    'infra/images',
    'infra/local',
  ].filter((folder) => existsSync(inRepository(folder, 'package.json')));

/**
 * One number for the contents of some files.
 * @param {readonly string[]} files paths inside the repository
 */
export const contentsOf = (files) => {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.versions.modules}`);
  for (const file of files) hash.update(`\n${file}\n`).update(readFileSync(inRepository(file)));
  return hash.digest('hex');
};

/** Made by the build or the install, not by people. */
const MADE = new Set(['node_modules', 'dist', 'generated', '.turbo', 'coverage']);

/**
 * One number for the state of all files in some folders, by size and time of change: quick. Its only error is to repeat work
 * without need.
 * @param {readonly string[]} folders paths inside the repository, or single files
 */
export const stateOf = (folders) => {
  const hash = createHash('sha256');
  const waiting = [...folders];
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    const { size, mtimeMs, isFolder } = describe(entry);
    if (isFolder) waiting.push(...childrenOf(entry));
    else if (!entry.endsWith('.tsbuildinfo')) hash.update(`${entry} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
};

/** @param {string} entry */
const describe = (entry) => {
  const stats = statSync(inRepository(entry), { throwIfNoEntry: false });
  return { size: stats?.size ?? 0, mtimeMs: stats?.mtimeMs ?? 0, isFolder: stats?.isDirectory() ?? false };
};

/** @param {string} folder */
const childrenOf = (folder) =>
  readdirSync(inRepository(folder))
    .filter((name) => !MADE.has(name))
    .toSorted()
    .map((name) => path.join(folder, name));

/**
 * Records the state for which a piece of work was last done.
 * @param {string} work
 */
export const stamp = (work) => {
  const file = path.join(toolCache, `${work}.stamp`);
  return {
    /** @param {string} state */
    matches: (state) => existsSync(file) && readFileSync(file, 'utf8') === state,
    /** @param {string} state */
    set: (state) => {
      mkdirSync(toolCache, { recursive: true });
      writeFileSync(file, state);
    },
    clear: () => rmSync(file, { force: true }),
  };
};
