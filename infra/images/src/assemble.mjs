import { chmodSync, copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { closureOf } from './closure.mjs';
import { describeImage } from './sbom.mjs';
import { READ_FILES, ROOT, SBOM } from './services.mjs';
import { isCarried } from './weight.mjs';

/**
 * Copies the files of a service that its processes read, with the layout of the repository, and writes their bill of materials.
 * @param {import('./services.mjs').Service} service
 * @param {string} target a folder that does not exist
 * @param {{ readonly epoch: number, readonly revision: string }} build seconds since 1970; the commit
 */
export const assemble = (service, target, { epoch, revision }) => {
  const packages = closureOf(path.join(ROOT, 'services', service), ROOT);
  for (const each of packages) copyPackage(each, target);
  for (const entry of READ_FILES[service]) copyTree(path.join(ROOT, entry), path.join(target, entry));
  copyFile(path.join(ROOT, 'infra/images/src/health.mjs'), path.join(target, 'health.mjs'));
  const document = describeImage({ name: `kirchhoff-${service}`, packages, epoch, revision });
  write(path.join(target, SBOM), `${JSON.stringify(document, null, 2)}\n`);
};

/**
 * @param {import('./closure.mjs').Package} each
 * @param {string} target
 */
const copyPackage = ({ name, folder, links }, target) => {
  const into = path.join(target, path.relative(ROOT, folder));
  for (const file of filesOf(folder)) if (isCarried(name, file)) copyFile(path.join(folder, file), path.join(into, file));
  for (const link of links) {
    const entry = path.join(target, path.relative(ROOT, link.path));
    const to = path.join(target, path.relative(ROOT, link.folder));
    if (entry === to) continue;
    mkdirSync(path.dirname(entry), { recursive: true });
    symlink(path.relative(path.dirname(entry), to), entry);
  }
};

/**
 * Several packages share an entry, such as that of the service itself and that of pnpm's folder of a package.
 * @param {string} to
 * @param {string} entry
 */
const symlink = (to, entry) => {
  try {
    symlinkSync(to, entry);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
};

/**
 * The files of a package, without its own `node_modules`; links inside a package lead to no further file.
 * @param {string} folder
 * @param {string} [prefix]
 * @returns {string[]}
 */
const filesOf = (folder, prefix = '') =>
  readdirSync(path.join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const inside = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesOf(folder, inside);
    return entry.isFile() ? [inside] : [];
  });

/**
 * @param {string} from
 * @param {string} to
 */
const copyTree = (from, to) => {
  for (const file of filesOf(from)) copyFile(path.join(from, file), path.join(to, file));
};

/**
 * Copies a file with a mode that does not depend on the checkout.
 * @param {string} from
 * @param {string} to
 */
const copyFile = (from, to) => {
  mkdirSync(path.dirname(to), { recursive: true });
  copyFileSync(from, to);
  chmodSync(to, 0o644);
};

/**
 * @param {string} to
 * @param {string} text
 */
const write = (to, text) => {
  writeFileSync(to, text);
  chmodSync(to, 0o644);
};
