import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/**
 * A package that a service needs when it runs.
 * @typedef {object} Package
 * @property {string} name
 * @property {string} version
 * @property {string} folder the real one
 * @property {Manifest} manifest
 * @property {readonly Link[]} links the entries of `node_modules` by which it finds its dependencies
 */

/**
 * @typedef {object} Link
 * @property {string} path of the entry
 * @property {string} folder the real folder of the package behind it
 */

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {unknown} [license]
 * @property {unknown} [licenses]
 * @property {Readonly<Record<string, string>>} [dependencies]
 * @property {Readonly<Record<string, string>>} [optionalDependencies]
 * @property {Readonly<Record<string, string>>} [peerDependencies]
 * @property {Readonly<Record<string, { readonly optional?: boolean }>>} [peerDependenciesMeta]
 */

/**
 * Returns the packages that a package needs when it runs, itself included, as the installed `node_modules` resolve them: dependencies,
 * installed optional ones, and peers that are not optional. pnpm also installs optional peers that another package brings, such as
 * Prisma's command, its studio and TypeScript beside Prisma's client.
 * @param {string} folder of the package
 * @param {string} root the folder above which no package is looked for
 * @returns {Package[]} sorted by folder
 * @throws if a dependency is not installed
 */
export const closureOf = (folder, root) => {
  /** @type {Map<string, Package>} */
  const found = new Map();
  const removed = removedDependencies(root);
  const waiting = [realpathSync(folder)];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    /** @type {Manifest} */
    const manifest = JSON.parse(readFileSync(path.join(next, 'package.json'), 'utf8'));
    const links = linksOf(next, manifest, { root, removed });
    found.set(next, { name: manifest.name, version: manifest.version, folder: next, manifest, links });
    waiting.push(...links.map((link) => link.folder));
  }
  return [...found.values()].toSorted((one, other) => (one.folder < other.folder ? -1 : 1));
};

/**
 * The dependencies that the workspace takes out of packages of others, as `<package>><dependency>`.
 * @param {string} root
 */
const removedDependencies = (root) => {
  const { overrides = {} } = parse(readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8'));
  return new Set(Object.keys(overrides).filter((key) => overrides[key] === '-'));
};

/**
 * @param {string} folder
 * @param {Manifest} manifest
 * @param {{ readonly root: string, readonly removed: ReadonlySet<string> }} workspace
 * @returns {Link[]}
 */
const linksOf = (folder, manifest, { root, removed }) => {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  return [...new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers])].flatMap((name) => {
    const entry = resolve(folder, name, root);
    if (entry !== undefined) return [{ path: entry, folder: realpathSync(entry) }];
    if (name in optionalDependencies || removed.has(`${manifest.name}>${name}`)) return [];
    throw new Error(`${manifest.name} needs ${name}, which is not installed: ${folder}`);
  });
};

/**
 * Resolves a package as Node does.
 * @param {string} folder
 * @param {string} name
 * @param {string} root
 */
const resolve = (folder, name, root) => {
  for (let parent = folder; parent.startsWith(root); parent = path.dirname(parent)) {
    if (path.basename(parent) === 'node_modules') continue;
    const entry = path.join(parent, 'node_modules', name);
    if (existsSync(path.join(entry, 'package.json'))) return entry;
  }
  return undefined;
};
