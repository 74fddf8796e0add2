import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inRepository, toolCache } from './paths.mjs';
import { Trouble } from './progress.mjs';
import { run } from './run.mjs';

/**
 * An archive of the registry, with its expected digest.
 * @typedef {object} Archive
 * @property {string} name the package
 * @property {string} version
 * @property {string} digest SHA-512 of the archive, lower-case hex
 */

/**
 * Finds pnpm in the version that package.json names, and fetches it with npm if it is missing. The archive's SHA-512 is compared
 * before a byte of it is unpacked or run. On platforms of package-manager.json it is the archive of the program itself; on others that
 * of pnpm's wrapper, which fetches the program and checks the registry's signature of it.
 * @returns {Promise<string>} the folder with the command `pnpm`, for PATH
 */
export const packageManager = async () => {
  const { name, version, digest } = archiveFor(platform());
  const folder = path.join(toolCache, `pnpm-${version}-${digest.slice(0, 16)}`);
  const commands = path.join(folder, 'commands');
  if (existsSync(path.join(commands, 'pnpm'))) return commands;
  // Another process may do the same: the first to rename its folder wins, and both have the same content.
  const attempt = `${folder}.${process.pid}`;
  try {
    await mkdir(attempt, { recursive: true });
    await unpack(await fetchVerified({ name, version, digest }, attempt), attempt);
    await link(path.join('node_modules', name), attempt);
    await rename(attempt, folder).catch((error) => {
      if (!existsSync(commands)) throw error;
    });
    return commands;
  } finally {
    await rm(attempt, { recursive: true, force: true });
  }
};

/**
 * The archive that has pnpm for a platform.
 * @param {string} target such as `linux-x64`
 * @returns {Archive}
 */
export const archiveFor = (target) => {
  const { packageManager: pinned } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8'));
  const [, version, digest] = /^pnpm@(\d+\.\d+\.\d+)\+sha512\.([0-9a-f]{128})$/.exec(pinned) ?? [];
  if (version === undefined || digest === undefined)
    throw new Trouble(`packageManager in package.json names no version with its sha512: ${pinned}`);
  /** @type {Readonly<Record<string, string>>} */
  const programs = JSON.parse(readFileSync(inRepository('infra/local/src/package-manager.json'), 'utf8'));
  const integrity = programs[target];
  if (integrity === undefined) return { name: 'pnpm', version, digest };
  return { name: `@pnpm/exe.${target}`, version, digest: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') };
};

/** The programs for Linux are for glibc; with another library pnpm's wrapper finds the right one. */
const platform = () => {
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  const isOtherLinux = process.platform === 'linux' && report.header?.glibcVersionRuntime === undefined;
  return `${process.platform}-${process.arch}${isOtherLinux ? '-other' : ''}`;
};

/**
 * @param {Archive} archive
 * @param {string} folder
 * @returns {Promise<string>} the file
 */
const fetchVerified = async ({ name, version, digest }, folder) => {
  const { succeeded, output } = await run('npm', ['pack', `${name}@${version}`, '--pack-destination', folder, '--ignore-scripts']);
  const [file] = (await readdir(folder)).filter((entry) => entry.endsWith('.tgz'));
  if (!succeeded || file === undefined) throw new Trouble(`${name}@${version} could not be fetched:\n${output}`);
  const archive = path.join(folder, file);
  const found = createHash('sha512')
    .update(await readFile(archive))
    .digest('hex');
  if (found === digest) return archive;
  throw new Trouble(
    `${name}@${version} is not the archive that this repository names: its SHA-512 is ${found}, expected was ${digest}. ` +
      'It was not run. Check the registry that npm uses (npm config get registry).',
  );
};

/**
 * @param {string} archive
 * @param {string} folder
 */
const unpack = async (archive, folder) => {
  // Neither its scripts nor its dependencies: the archive alone was verified.
  const options = ['--prefix', folder, '--no-save', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund'];
  const { succeeded, output } = await run('npm', ['install', ...options, archive]);
  if (!succeeded) throw new Trouble(`${path.basename(archive)} could not be unpacked:\n${output}`);
  await rm(archive);
};

/**
 * Writes the command: pnpm's program, or Node with its wrapper.
 * @param {string} unpacked the package's folder, relative to `folder`
 * @param {string} folder
 */
const link = async (unpacked, folder) => {
  const wrapper = path.join(unpacked, 'bin/pnpm.mjs');
  const program = existsSync(path.join(folder, wrapper)) ? `node "$here/${wrapper}"` : `"$here/${unpacked}/pnpm"`;
  const command = path.join(folder, 'commands/pnpm');
  await mkdir(path.dirname(command));
  await writeFile(command, `#!/bin/sh\nhere=$(dirname "$(dirname "$0")")\nexec ${program} "$@"\n`);
  await chmod(command, 0o755);
};
