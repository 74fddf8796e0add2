import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Program, runProgram, startProgram, tryProgram } from '../harness/programs.js';
import { type Environment, REPOSITORY } from '../harness/services.js';
import { toolPath } from '../harness/tools.js';

/** The service of an image. */
export type Service = 'registry' | 'compiler';

/** A build by `npm run images`: what it writes into its output folder. */
export interface Built {
  readonly output: string;
  readonly images: readonly { readonly image: string; readonly id: string; readonly added_bytes: number }[];
}

/** The commit of the images, since the sources of a drill may have changes that are not committed. */
const BUILD = { SOURCE_DATE_EPOCH: '1700000000', REVISION: '0123456789abcdef0123456789abcdef01234567' };

/** A text in the settings of npm that the build sees, and that no image may have. */
export const CANARY = 'canary-of-the-settings-of-npm';

/** Builds both images from a folder of sources, in a new folder. Default: those of this checkout. */
export async function buildImages(folder: string, sources = REPOSITORY): Promise<Built> {
  const output = join(folder, 'output');
  const npmrc = join(folder, 'npmrc');
  await mkdir(folder, { recursive: true });
  await writeFile(npmrc, `${await readFile(join(homedir(), '.npmrc'), 'utf8').catch(() => '')}\n; ${CANARY}\n`);
  const args = [join(sources, 'infra/images/build.mjs'), '--output', output, '--work', join(folder, 'work')];
  await runProgram(process.execPath, [...args, '--source', 'https://example.org/kirchhoff'], {
    env: { ...process.env, ...BUILD, NPM_CONFIG_USERCONFIG: npmrc },
  });
  return { output, images: JSON.parse(await readFile(join(output, 'images.json'), 'utf8')).images };
}

export const REVISION = BUILD.REVISION;

/** The configuration of an image, as a container engine reads it. */
export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Cmd: readonly string[];
  readonly Entrypoint: readonly string[] | null;
  readonly WorkingDir: string;
  readonly StopSignal: string;
  readonly ExposedPorts: Readonly<Record<string, object>>;
  readonly Labels: Readonly<Record<string, string>>;
  readonly Healthcheck: { readonly Test: readonly string[]; readonly Interval: number; readonly Timeout: number; readonly Retries: number };
}

export interface Image {
  /** As `npm run images` prints it. */
  readonly id: string;
  readonly config: ImageConfig;
  /** The mounted root file system. */
  readonly root: string;
}

export interface ImageStore {
  /** Loads an archive as `docker load` does, and mounts its file system. */
  load(archive: string): Promise<Image>;
  /** Unmounts everything. */
  close(): Promise<void>;
}

/** Opens a storage of images in a folder. */
export function openStore(folder: string): ImageStore {
  const places = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'overlay'];
  const buildah = async (...args: string[]) => (await runProgram(toolPath('buildah'), [...places, ...args])).trim();
  return {
    load: async (archive) => {
      const id = await buildah('pull', '--quiet', `docker-archive:${archive}`);
      const inspected: { readonly Docker: { readonly config: ImageConfig } } = JSON.parse(await buildah('inspect', '--type', 'image', id));
      const container = await buildah('from', '--pull-never', id);
      return { id: `sha256:${id}`, config: inspected.Docker.config, root: await buildah('mount', container) };
    },
    close: async () => {
      await buildah('rm', '--all');
    },
  };
}

export interface Container extends Program {
  /** Runs a command in the container, such as its health check. */
  execute(command: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }>;
}

/** crun does not start where cgroups of both versions are mounted, so it runs in a mount namespace without the newer ones. */
const WITHOUT_CGROUPS = 'umount /sys/fs/cgroup/unified 2>/dev/null; exec "$@"';

let started = 0;

/**
 * Runs a process of an image as a container engine does: as the user, in the folder and with the environment of the image, as process 1
 * of its own, without capabilities, on a read-only file system with an empty /tmp, and on the network of the machine.
 * @param command default: that of the image
 */
export async function runContainer(
  { config, root }: Image,
  folder: string,
  { environment, command = config.Cmd }: { readonly environment: Environment; readonly command?: readonly string[] },
): Promise<Container> {
  started += 1;
  const name = `drill-${process.pid}-${started}`;
  const bundle = join(folder, name);
  await mkdir(bundle);
  const [uid, gid] = config.User.split(':').map(Number);
  const specification = {
    ociVersion: '1.0.2',
    process: {
      user: { uid, gid },
      cwd: config.WorkingDir,
      args: [...(config.Entrypoint ?? []), ...command],
      env: [...config.Env, ...Object.entries(environment).map(([key, value]) => `${key}=${value}`)],
      noNewPrivileges: true,
      capabilities: { bounding: [], effective: [], permitted: [], inheritable: [], ambient: [] },
    },
    root: { path: root, readonly: true },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755', 'size=64k'] },
      { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'noexec', 'mode=1777', 'size=16m'] },
    ],
    linux: { namespaces: [{ type: 'pid' }, { type: 'mount' }, { type: 'ipc' }, { type: 'uts' }] },
  };
  await writeFile(join(bundle, 'config.json'), JSON.stringify(specification));
  const crun = (...args: string[]) => [
    '--mount',
    'sh',
    '-c',
    WITHOUT_CGROUPS,
    'sh',
    toolPath('crun'),
    '--root',
    join(folder, 'crun'),
    '--cgroup-manager=disabled',
    ...args,
  ];
  const program = startProgram('unshare', crun('run', '--bundle', bundle, name));
  return { ...program, execute: async (args) => tryProgram('unshare', crun('exec', name, ...args)) };
}
