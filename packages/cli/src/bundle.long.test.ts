import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { CLOSED, eachInAFolder, MASKED, OPEN } from './testing/kir.fixture.js';

const folder = eachInAFolder();
const BUNDLE = path.join(__dirname, 'bundle');
const SCRIPT = path.join(BUNDLE, 'kir.cjs');

function kir(words: readonly string[], input?: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...words], {
    cwd: folder().path,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
    timeout: 50_000,
    ...(input === undefined ? {} : { input }),
  });
  return { status, stdout, stderr };
}

describe('the bundled kir', () => {
  it('is one script with z3 beside it, and needs nothing else', () => {
    expect(readdirSync(BUNDLE).toSorted()).toEqual(['elk.js', 'kir.cjs', 'package.json', 'z3-built.js', 'z3-built.wasm']);
    folder().write({ 'half.kir': CLOSED });
    execFileSync('cp', ['-r', BUNDLE, path.join(folder().path, 'tool')]);
    const { status } = spawnSync(process.execPath, [path.join(folder().path, 'tool', 'kir.cjs'), 'check', 'half.kir'], {
      cwd: folder().path,
    });
    expect(status).toBe(0);
  });

  it('is an archive that npm installs without a network and without a script', () => {
    const npm = (...words: readonly string[]) =>
      execFileSync('npm', words, {
        cwd: folder().path,
        encoding: 'utf8',
        env: { ...process.env, npm_config_cache: path.join(folder().path, 'npm') },
        stdio: 'pipe',
      });
    npm('pack', '--silent', BUNDLE);
    npm('install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', './kir-0.1.0.tgz');
    folder().write({ 'masked.kir': MASKED });
    const { status, stdout } = spawnSync('node_modules/.bin/kir', ['check', 'masked.kir'], { cwd: folder().path, encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, 'masked.kir  closed  phi_c = 1.0, solver\n']);
  });

  it('draws with the layout that stands beside it', () => {
    folder().write({ 'share.kir': OPEN });
    expect(kir(['graph', 'share.kir'])).toMatchObject({ status: 0, stdout: expect.stringContaining('open: 1 place could not be proven') });
    const view = JSON.parse(kir(['graph', 'share.kir', '--json']).stdout);
    expect(view.standing).toEqual({ kind: 'open', places: { count: 1, run: { inputs: { total: 0, parts: 0 } } } });
    expect(view.circuit.nodes.length).toBeGreaterThan(2);
  });

  it('starts the solver where the first layers leave something open, and ends', () => {
    folder().write({ 'masked.kir': MASKED });
    expect(kir(['check', '--no-cache'])).toEqual({
      status: 0,
      stdout: 'masked.kir  closed  phi_c = 1.0, solver\n',
      stderr: '1 checked: 1 closed, 0 open\n',
    });
  });

  it('checks many sources in threads, solver included', () => {
    folder().write(
      Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`c${index}.kir`, [CLOSED, OPEN, MASKED][index % 3] ?? ''])),
    );
    const { status, stderr } = kir(['check', '--jobs', '2', '--no-cache']);
    // On a busy machine lines of progress come before the last one.
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^(?:checked \d+ of 40: \S+\n)*40 checked: 27 closed, 13 open\n$/)]);
  });

  it('opens no socket when it verifies a certificate', () => {
    folder().write({ 'half.kir': CLOSED, 'watch.cjs': WATCH });
    kir(['check']);
    const [version = ''] = readdirSync(path.join(folder().path, '.kir/cache')).filter((name) => name !== '.gitignore');
    const closed = path.join(folder().path, '.kir/cache', version, 'closed');
    const [certificate = ''] = readdirSync(closed);
    const words = ['--require', './watch.cjs', SCRIPT, 'verify', '--offline', path.join(closed, certificate), 'half.kir'];
    const { status, stdout } = spawnSync(process.execPath, words, { cwd: folder().path, encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringContaining('half.kir  valid')]);
    expect(existsSync(path.join(folder().path, 'opened'))).toBe(false);
    // The watch does see a socket.
    spawnSync(process.execPath, ['--require', './watch.cjs', '-e', "require('net').connect(1).on('error', () => {})"], {
      cwd: folder().path,
    });
    expect(existsSync(path.join(folder().path, 'opened'))).toBe(true);
  });

  it('ends quietly when its reader goes away', async () => {
    folder().write(Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`c${index}.kir`, OPEN])));
    const failed = await new Promise<unknown>((resolve) => {
      execFile('bash', ['-c', `"${process.execPath}" "${SCRIPT}" check 2>errors | head -1`], { cwd: folder().path }, resolve);
    });
    expect([failed, folder().read('errors')]).toEqual([null, expect.not.stringContaining('EPIPE')]);
  });

  it('keeps its verdict when nobody reads, and has none when its report cannot be written', async () => {
    folder().write({ 'share.kir': OPEN, 'half.kir': CLOSED });
    const bash = async (script: string) =>
      new Promise<number>((resolve) => {
        const child = execFile('bash', ['-c', script, SCRIPT], { cwd: folder().path });
        child.on('exit', (code) => resolve(code ?? -1));
      });
    expect(await bash('"$0" check 2>errors | true; exit ${PIPESTATUS[0]}')).toBe(1);
    expect(await bash('"$0" check 2> >(true) >report')).toBe(1);
    expect(await bash('"$0" check half.kir 2>errors | true; exit ${PIPESTATUS[0]}')).toBe(0);
    if (existsSync('/dev/full')) expect(await bash('"$0" check half.kir 2>errors >/dev/full')).toBe(3);
  });

  it('ends at once when it is interrupted, in the middle of a proof and of waiting', async () => {
    folder().write({ 'half.kir': CLOSED });
    execFileSync('mkfifo', [path.join(folder().path, 'certificate')]);
    const slow = path.join(__dirname, '../../../examples/as-first-written/manufacturing/torque_bits.kir');
    for (const words of [
      ['verify', '--offline', 'certificate', 'half.kir'],
      ['check', '--no-cache', slow],
    ]) {
      const child = execFile(process.execPath, [SCRIPT, ...words], { cwd: folder().path });
      const ended = new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal)));
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      const interrupted = performance.now();
      child.kill('SIGINT');
      expect([await ended, performance.now() - interrupted < 1_500]).toEqual(['SIGINT', true]);
    }
  });

  it('reads only UTF-8 from standard input, and reads a certificate without end no further than it has to', () => {
    folder().write({ 'half.kir': CLOSED });
    const { status, stderr } = spawnSync(process.execPath, [SCRIPT, 'fmt', '-'], { input: Buffer.from([0x2f, 0x2f, 0xe9, 0x0a]) });
    expect([status, stderr.toString()]).toEqual([2, 'error: Standard input is not valid UTF-8.\n']);
    expect(kir(['verify', '--offline', '/dev/zero', 'half.kir'])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('not valid'),
    });
  });

  it('says what it lacks: a folder that is none, a solver that is not there', () => {
    folder().write({ 'masked.kir': MASKED, file: '' });
    expect(kir(['check', '--output', 'file/report'])).toMatchObject({ status: 2, stderr: expect.stringContaining('not a folder') });
    execFileSync('cp', ['-r', BUNDLE, path.join(folder().path, 'tool')]);
    rmSync(path.join(folder().path, 'tool/z3-built.wasm'));
    for (const command of ['check', 'compile', 'graph']) {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['tool/kir.cjs', command, 'masked.kir'], {
        cwd: folder().path,
        encoding: 'utf8',
      });
      expect([status, stdout + stderr]).toEqual([3, expect.stringContaining('The solver broke down')]);
    }
  });

  it('shows no colour where there is no terminal', () => {
    folder().write({ 'share.kir': OPEN });
    expect(kir(['check']).stdout).not.toContain('\u001b');
  });
});

/** Notes in a file that a socket was opened, by any means that Node has. */
const WATCH = `const { appendFileSync } = require('node:fs');
const note = (what) => appendFileSync('opened', what);
for (const [name, method] of [['net', 'connect'], ['net', 'createConnection'], ['dgram', 'createSocket'], ['dns', 'lookup']]) {
  const module = require('node:' + name);
  const original = module[method];
  module[method] = (...args) => { note(name); return original(...args); };
}
const { Socket } = require('node:net');
const connect = Socket.prototype.connect;
Socket.prototype.connect = function (...args) { note('socket'); return connect.apply(this, args); };
`;
