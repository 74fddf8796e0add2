import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../paths.mjs';

/**
 * The parts of a package.json that are read.
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {unknown} [license]
 * @property {unknown} [licenses] an old form of `license`
 * @property {string | { name?: string }} [author]
 * @property {readonly string[]} [os]
 * @property {readonly string[]} [cpu]
 * @property {Readonly<Record<string, string>>} [scripts]
 * @property {Readonly<Record<string, string>>} [dependencies]
 * @property {Readonly<Record<string, string>>} [optionalDependencies]
 * @property {Readonly<Record<string, string>>} [peerDependencies]
 * @property {Readonly<Record<string, { optional?: boolean }>>} [peerDependenciesMeta]
 *
 * @typedef {object} Dependency
 * @property {string} folder
 * @property {Manifest} manifest
 */

/**
 * @param {string} folder
 * @returns {Manifest}
 */
export const manifestOf = (folder) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));

/** @param {string} folder */
const isOwn = (folder) => !folder.split(path.sep).includes('node_modules');

/**
 * Lists the packages that run in production, from what is installed: dependencies, directly or through others, without our own packages,
 * development dependencies, and programs for single platforms.
 * @param {string} folder of a package, relative to the repository
 * @returns {readonly Dependency[]} by name and version
 */
export const productionDependencies = (folder) => {
  /** @type {Map<string, Dependency>} */
  const found = new Map();
  const waiting = [path.join(repository, folder)];
  const removed = removedByOverrides();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    const manifest = manifestOf(next);
    found.set(next, { folder: next, manifest });
    for (const name of neededBy(manifest)) {
      const dependency = resolve(next, name);
      if (dependency !== undefined) waiting.push(dependency);
      else if (manifest.dependencies?.[name] !== undefined && !removed.has(`${manifest.name}>${name}`))
        throw new Error(`${manifest.name} needs ${name}, which is not installed`);
    }
  }
  return [...found.values()].filter((each) => !isOwn(each.folder) && !isForOnePlatform(each.manifest)).toSorted(byNameAndVersion);
};

/** Dependencies that pnpm-workspace.yaml removes, as `parent>child`. */
const removedByOverrides = () => {
  const workspace = readFileSync(path.join(repository, 'pnpm-workspace.yaml'), 'utf8');
  return new Set([...workspace.matchAll(/^ {2}"?([^":\s]+)"?: "-"$/gm)].map(([, pair = '']) => pair));
};

/** @param {Manifest} manifest */
export const isForOnePlatform = ({ os, cpu }) => os !== undefined || cpu !== undefined;

/** @param {Manifest} manifest */
const neededBy = ({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) => {
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers];
};

/**
 * Finds a dependency as Node does. `undefined` if it is not installed.
 * @param {string} folder
 * @param {string} name
 */
const resolve = (folder, name) => {
  for (let parent = folder; parent !== path.dirname(parent); parent = path.dirname(parent)) {
    const candidate = path.join(parent, 'node_modules', name);
    if (existsSync(path.join(candidate, 'package.json'))) return realpathSync(candidate);
  }
  return undefined;
};

/**
 * @param {Dependency} left
 * @param {Dependency} right
 */
const byNameAndVersion = ({ manifest: left }, { manifest: right }) =>
  compare(left.name, right.name) || compare(left.version, right.version);

/**
 * @param {string} left
 * @param {string} right
 */
const compare = (left, right) => (left < right ? -1 : Number(left > right));
