import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A TypeScript source and its imports, including those of types.
 * @typedef {object} Source
 * @property {string} file path from the root, with slashes
 * @property {string} home its package or service, such as `packages/coherence`
 * @property {boolean} isTest
 * @property {readonly string[]} specifiers as written
 * @property {readonly string[]} names the imported names
 */

/**
 * Every TypeScript source of the packages and services under a root.
 * @param {string} root
 * @returns {Source[]}
 */
export const readSources = (root) =>
  ['packages', 'services'].flatMap((parent) =>
    childrenOf(path.join(root, parent)).flatMap((name) => {
      const home = `${parent}/${name}`;
      return filesUnder(root, `${home}/src`).map((file) => readSource(root, home, file));
    }),
  );

/**
 * @param {string} root
 * @param {string} home
 * @param {string} file
 * @returns {Source}
 */
const readSource = (root, home, file) => {
  const text = readFileSync(path.join(root, file), 'utf8');
  return {
    file,
    home,
    isTest: /\.(test|fixture|(worker-)?cases)\.tsx?$|\/testing\//.test(file),
    specifiers: specifiersOf(text),
    names: namesOf(text),
  };
};

/** The four ways to name a module: `… from 'x'`, `import 'x'`, `import('x')`, `require('x')`. */
const SPECIFIERS = [
  /^\s*(?:import|export)\b[^;'"]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\b(?:import|require)\(\s*['"]([^'"]+)['"]/g,
];

/** @param {string} text */
const specifiersOf = (text) => SPECIFIERS.flatMap((form) => [...text.matchAll(form)].map(([, specifier = '']) => specifier));

/** @param {string} text */
const namesOf = (text) => [...text.matchAll(/^\s*import\b[^;'"]*?\{([^}]*)\}/gm)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []);

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
const filesUnder = (root, folder) =>
  childrenOf(path.join(root, folder), true).flatMap((name) => {
    if (name === 'generated') return [];
    const inside = `${folder}/${name}`;
    return /\.tsx?$/.test(name) ? [inside] : filesUnder(root, inside);
  });

/** @param {string} folder */
const childrenOf = (folder, withFiles = false) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() || (withFiles && /\.tsx?$/.test(entry.name)))
        .map((entry) => entry.name)
        .toSorted()
    : [];
