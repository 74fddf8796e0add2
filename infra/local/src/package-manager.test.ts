import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../..');
const VERSION = '1.2.3';

let folder: string;
let server: Server;
/** The archives of a registry on the loopback, by package. */
const archives = new Map<string, Buffer>();

const integrityOf = (archive: Buffer) => `sha512-${createHash('sha512').update(archive).digest('base64')}`;
const hexOf = (archive: Buffer) => createHash('sha512').update(archive).digest('hex');

/** Packs a package as npm does: a compressed archive with the folder `package`. */
function pack(name: string, files: Readonly<Record<string, string>>): Buffer {
  const parent = mkdtempSync(path.join(folder, 'archive-'));
  const all = { 'package.json': JSON.stringify({ name, version: VERSION }), ...files };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(parent, 'package', file)), { recursive: true });
    writeFileSync(path.join(parent, 'package', file), text, { mode: 0o755 });
  }
  const { stdout, stderr, status } = spawnSync('tar', ['-cz', 'package'], { cwd: parent });
  if (status !== 0) throw new Error(`tar packed nothing: ${stderr.toString('utf8')}`);
  return stdout;
}

/** The part of npm's protocol that `npm pack` uses: the description of a package, and its archive. */
function serve(): Promise<Server> {
  const registry = createServer(({ url = '' }, response) => {
    const [name = '', version] = decodeURIComponent(url.slice(1)).split('.tgz/');
    const archive = archives.get(name);
    if (archive === undefined) return response.writeHead(404).end();
    if (version !== undefined) return response.end(archive);
    const { port } = addressOf(registry);
    const tarball = `http://127.0.0.1:${port}/${encodeURIComponent(name)}.tgz/${VERSION}`;
    const description = { name, version: VERSION, dist: { tarball, integrity: integrityOf(archive) } };
    return response.end(JSON.stringify({ name, 'dist-tags': { latest: VERSION }, versions: { [VERSION]: description } }));
  });
  return new Promise((resolve) => registry.listen(0, '127.0.0.1', () => resolve(registry)));
}

const addressOf = (listening: Server): AddressInfo => {
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('the registry does not listen');
  return address;
};

/** Runs the launcher's pnpm in a repository of its own, which names these digests. */
async function runPnpm(wrapper: Buffer, programs: Readonly<Record<string, string>>) {
  const repository = mkdtempSync(path.join(folder, 'repository-'));
  cpSync(path.join(ROOT, 'infra/local/src'), path.join(repository, 'infra/local/src'), { recursive: true });
  cpSync(path.join(ROOT, 'infra/local/pnpm.mjs'), path.join(repository, 'infra/local/pnpm.mjs'));
  writeFileSync(path.join(repository, 'package.json'), JSON.stringify({ packageManager: `pnpm@${VERSION}+sha512.${hexOf(wrapper)}` }));
  writeFileSync(path.join(repository, 'infra/local/src/package-manager.json'), JSON.stringify(programs));
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${addressOf(server).port}/`,
    npm_config_cache: mkdtempSync(path.join(folder, 'cache-')),
    RAN: path.join(repository, 'ran'),
  };
  const child = spawn(process.execPath, [path.join(repository, 'infra/local/pnpm.mjs'), 'install'], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString('utf8')));
  const exit = await new Promise((resolve) => child.once('close', resolve));
  return { exit, output, ran: existsSync(env.RAN) };
}

const program = (word: string) => `#!/bin/sh\ntouch "$RAN"\necho ${word} "$@"\n`;
const wrapped = (word: string) => `import { writeFileSync } from 'node:fs';
writeFileSync(process.env.RAN, '');
console.log('${word}', ...process.argv.slice(2));
`;
const report: { header?: { glibcVersionRuntime?: string } } = Object(process.report.getReport());
const isOtherLinux = process.platform === 'linux' && report.header?.glibcVersionRuntime === undefined;
const PLATFORM = `${process.platform}-${process.arch}${isOtherLinux ? '-other' : ''}`;
const PROGRAM = `@pnpm/exe.${PLATFORM}`;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kirchhoff-package-manager-'));
  server = await serve();
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

it('the repository names pnpm with its digest, and the programs of the usual platforms', () => {
  const { packageManager } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  expect(packageManager).toMatch(/^pnpm@\d+\.\d+\.\d+\+sha512\.[0-9a-f]{128}$/);
  const programs = JSON.parse(readFileSync(path.join(ROOT, 'infra/local/src/package-manager.json'), 'utf8'));
  const digest: unknown = expect.stringMatching(/^sha512-[0-9A-Za-z+/]{86}==$/);
  expect(programs).toEqual({ 'linux-x64': digest, 'linux-arm64': digest });
});

describe.each([
  [
    'the program of a known platform',
    PROGRAM,
    () => pack(PROGRAM, { pnpm: program('good') }),
    () => pack(PROGRAM, { pnpm: program('bad') }),
  ],
  [
    'the wrapper, elsewhere',
    'pnpm',
    () => pack('pnpm', { 'bin/pnpm.mjs': wrapped('good') }),
    () => pack('pnpm', { 'bin/pnpm.mjs': wrapped('bad') }),
  ],
])('%s', (_title, name, good, bad) => {
  const pinned = (archive: Buffer) => (name === 'pnpm' ? {} : { [PLATFORM]: integrityOf(archive) });

  it('runs if its digest is the one that the repository names', async () => {
    const archive = good();
    archives.set(name, archive);
    expect(await runPnpm(archive, pinned(archive))).toEqual({ exit: 0, output: 'good install\n', ran: true });
  });

  it('does not run if the registry gives another archive, though its own description fits', async () => {
    const archive = good();
    archives.set(name, bad());
    const { exit, output, ran } = await runPnpm(archive, pinned(archive));
    expect({ exit, ran }).toEqual({ exit: 1, ran: false });
    expect(output).toContain('is not the archive that this repository names');
  });
});
