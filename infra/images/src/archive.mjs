import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Rewrites an archive of an image so that its bytes depend only on the contents of the image. Buildah also writes the names of its
 * containers into the configuration, which are random.
 * @param {string} archive as `docker save` writes it
 * @param {string} name of the image with its tag
 * @param {string} folder for temporary files; it is removed
 * @returns {{ id: string, addedBytes: number }} the identity of the image, which `docker images --no-trunc` shows: the SHA-256 of its
 * configuration, which has those of the layers; and the bytes of the layers above the first one, which is the base
 */
export const rewriteArchive = (archive, name, folder) => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  tar('--extract', '--file', archive, '--directory', folder);
  /** @type {readonly [{ Config: string, Layers: readonly string[] }]} */
  const [{ Config: config, Layers: layers }] = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
  const text = JSON.stringify(withoutContainers(JSON.parse(readFileSync(path.join(folder, config), 'utf8'))));
  const digest = createHash('sha256').update(text).digest('hex');
  writeFileSync(path.join(folder, `${digest}.json`), text);
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify([{ Config: `${digest}.json`, RepoTags: [name], Layers: layers }]));
  const form = ['--format=ustar', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=0444'];
  tar('--create', '--file', archive, ...form, '--directory', folder, 'manifest.json', `${digest}.json`, ...layers);
  const [, ...added] = layers.map((layer) => statSync(path.join(folder, layer)).size);
  rmSync(folder, { recursive: true });
  return { id: `sha256:${digest}`, addedBytes: added.reduce((sum, bytes) => sum + bytes, 0) };
};

/** @param {readonly string[]} args */
const tar = (...args) => execFileSync('tar', args);

/**
 * @param {{ readonly config: object, readonly history: readonly object[] } & Readonly<Record<string, unknown>>} configuration
 * @returns {object}
 */
const withoutContainers = (configuration) => ({
  ...configuration,
  container: undefined,
  container_config: undefined,
  parent: undefined,
  config: { ...configuration.config, Hostname: '' },
  history: configuration.history.map((entry) => ({ ...entry, comment: undefined })),
});
