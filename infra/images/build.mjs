// npm run images [-- registry|compiler] [--output folder] [--work folder] [--source url]: builds the images with buildah, and prints
// their identities and what they add to their base. Needs root, Node and buildah, and no container engine.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { inRepository, repository } from '../local/src/paths.mjs';
import { say, step, Trouble } from '../local/src/progress.mjs';
import { rewriteArchive } from './src/archive.mjs';
import { baseName, makeBase } from './src/base.mjs';
import { openBuildah } from './src/buildah.mjs';
import { SBOM, SERVICES } from './src/services.mjs';

const USAGE = 'usage: npm run images [-- registry|compiler] [--output folder] [--work folder] [--source url]';

/** @param {readonly string[]} args */
const git = (...args) => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: repository, encoding: 'utf8' });
  if (status === 0) return stdout.trim();
  throw new Trouble(`git does not tell the commit: ${stderr ?? ''}Set REVISION and SOURCE_DATE_EPOCH to build sources without git`);
};

/**
 * The commit of the sources and its time, in seconds since 1970. A changed checkout is not that commit. Sources without git name both in
 * the environment, the time by the name that reproducible builds use.
 */
const commit = () => {
  const { REVISION, SOURCE_DATE_EPOCH } = process.env;
  const changes = () => (git('status', '--porcelain') === '' ? '' : '-modified');
  return { revision: REVISION ?? `${git('rev-parse', 'HEAD')}${changes()}`, epoch: SOURCE_DATE_EPOCH ?? git('log', '-1', '--format=%ct') };
};

/** The settings of npm and the certificates of this machine: the build step sees them as secrets, and no layer keeps them. */
const secrets = () => {
  const npmrc = process.env['NPM_CONFIG_USERCONFIG'] ?? path.join(homedir(), '.npmrc');
  const certificates = process.env['NODE_EXTRA_CA_CERTS'] ?? '';
  return [
    ...(existsSync(npmrc) ? ['--secret', `id=npmrc,src=${npmrc}`] : []),
    ...(certificates !== '' && existsSync(certificates) ? ['--secret', `id=ca,src=${certificates}`] : []),
  ];
};

/**
 * The packages that pnpm has already brought to this machine: the build step finds them at the place of its cache. pnpm verifies each by
 * the lockfile, so an image does not depend on them.
 */
const store = () => {
  const { status, stdout } = spawnSync('npx', ['--yes', packageManager, 'store', 'path'], { cwd: repository, encoding: 'utf8' });
  const folder = path.dirname(stdout.trim());
  return status === 0 && path.isAbsolute(folder) && existsSync(folder) ? ['--volume', `${folder}:/pnpm`] : [];
};

const { values, positionals } = (() => {
  try {
    const options = /** @type {const} */ ({ output: { type: 'string' }, work: { type: 'string' }, source: { type: 'string' } });
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : ''}\n${USAGE}\n`);
    return process.exit(2);
  }
})();
const services = SERVICES.filter((service) => positionals.length === 0 || positionals.includes(service));
if (positionals.some((name) => !SERVICES.some((service) => service === name))) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
const output = path.resolve(values.output ?? inRepository('.local/images'));
// A folder of our own: its contents are removed.
const work = path.join(path.resolve(values.work ?? inRepository('node_modules/.cache/kirchhoff')), 'images-work');
const { version, packageManager } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8'));

/**
 * @param {import('./src/buildah.mjs').Buildah} buildah
 * @param {import('./src/services.mjs').Service} service
 * @param {{ readonly revision: string, readonly epoch: string }} commit
 */
const build = async (buildah, service, { revision, epoch }) => {
  const name = `kirchhoff-${service}`;
  const variables = { SOURCE_DATE_EPOCH: epoch, REVISION: revision, VERSION: version, SOURCE: values.source ?? '' };
  await buildah.run([
    'build',
    '--isolation=chroot',
    '--format=docker',
    '--pull-never',
    '--layers',
    `--timestamp=${epoch}`,
    ...Object.entries(variables).map(([key, value]) => `--build-arg=${key}=${value}`),
    ...secrets(),
    ...store(),
    `--file=${inRepository(`infra/images/${service}.Dockerfile`)}`,
    `--tag=${name}:${version}`,
    repository,
  ]);
  const archive = path.join(output, `${name}.tar`);
  rmSync(archive, { force: true });
  await buildah.run(['push', '--quiet', `${name}:${version}`, `docker-archive:${archive}:${name}:${version}`]);
  const container = (await buildah.run(['from', '--pull-never', `${name}:${version}`])).trim();
  const root = (await buildah.run(['mount', container])).trim();
  writeFileSync(path.join(output, `${name}.spdx.json`), readFileSync(path.join(root, 'app', SBOM)));
  await buildah.run(['rm', container]);
  const { id, addedBytes } = rewriteArchive(archive, `${name}:${version}`, path.join(work, 'archive'));
  const said = `${id}, adds ${(addedBytes / 1e6).toFixed(1)} MB to its base`;
  return { said, result: { image: `${name}:${version}`, id, added_bytes: addedBytes } };
};

try {
  const sources = commit();
  mkdirSync(output, { recursive: true });
  const buildah = await openBuildah(work);
  try {
    const bases = new Set(services.map((service) => baseName(`${service}.Dockerfile`)));
    for (const base of bases) await step('base', async () => ({ said: base, result: await makeBase(buildah, base) }));
    const built = [];
    for (const service of services) built.push(await step(service, () => build(buildah, service, sources)));
    writeFileSync(path.join(output, 'images.json'), `${JSON.stringify({ revision: sources.revision, images: built }, null, 2)}\n`);
  } finally {
    await buildah.remove();
  }
  say(`in ${output}: an archive of each image for \`docker load\` or \`podman load\`, and its packages in SPDX`);
} catch (error) {
  if (!(error instanceof Trouble)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
