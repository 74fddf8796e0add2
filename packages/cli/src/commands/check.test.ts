import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CLOSED, eachInAFolder, OPEN } from '../testing/kir.fixture.js';

const folder = eachInAFolder();
const SCRIPT = path.join(__dirname, '..', 'main.js');

function git(...words: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...words], { cwd: folder().path, stdio: 'pipe' });
}

describe('kir check', () => {
  it('exits with 0 for closed programs and finds them below the working folder', async () => {
    folder().write({ 'a.kir': CLOSED, 'deep/er/b.kir': CLOSED, 'node_modules/c.kir': OPEN, 'notes.txt': 'no source' });
    const { exitCode, out, err } = await folder().kir(['check']);
    expect([exitCode, out.split('\n'), err]).toEqual([
      0,
      ['a.kir  closed  phi_c = 1.0, kernel', 'deep/er/b.kir  closed  phi_c = 1.0, kernel', ''],
      '2 checked: 2 closed, 0 open\n',
    ]);
  });

  it('exits with 1 for an open program and shows line, caret and input', async () => {
    folder().write({ 'a.kir': CLOSED, 'share.kir': OPEN });
    const { exitCode, out } = await folder().kir(['check', '*.kir']);
    expect(exitCode).toBe(1);
    expect(out).toContain('--> share.kir:6:16');
    expect(out).toContain('6 |   each = total / parts');
    expect(out).toContain('fails with: {"total":0,"parts":0}');
  });

  it('exits with 2 for a source that is no program, for bytes that are no text, and for a path that matches nothing', async () => {
    folder().write({ 'wrong.kir': 'circuit a {\n  output b = 3\n}\n' });
    writeFileSync(path.join(folder().path, 'bytes.kir'), Buffer.from([0xff, 0xfe]));
    expect((await folder().kir(['check', 'wrong.kir'])).exitCode).toBe(2);
    const bytes = await folder().kir(['check', 'bytes.kir']);
    expect([bytes.exitCode, bytes.out]).toEqual([2, expect.stringContaining('The file is not valid UTF-8.')]);
    const nothing = await folder().kir(['check', 'none/*.kir']);
    expect([nothing.exitCode, nothing.err]).toEqual([2, expect.stringContaining("'none/*.kir' matches no source.")]);
  });

  it('reads the files beside a source, reports errors in them at their place, and skips files without a program', async () => {
    const use = 'use "./lib/money.kir" half\n\ncircuit a {\n  input x: 0..10\n  output y: 0..10\n\n  y = half(x)\n}\n';
    folder().write({ 'a.kir': use, 'lib/money.kir': 'component half(n: 0..10) -> 0..10 {\n  n / (n - n)\n}\n' });
    const { exitCode, out, err } = await folder().kir(['check']);
    expect(exitCode).toBe(1);
    expect(out).toContain('--> lib/money.kir:2:5');
    expect(out).toContain('2 |   n / (n - n)');
    expect(err).toBe('1 checked: 0 closed, 1 open, 1 without a program\n');
  });

  it('checks again what a cache folder claims to be closed', async () => {
    folder().write({ 'a.kir': CLOSED, 'b.kir': OPEN });
    await folder().kir(['check']);
    const cache = path.join(folder().path, '.kir', 'cache');
    const [version = ''] = readdirSync(cache).filter((name) => name !== '.gitignore');
    const [certificate = ''] = readdirSync(path.join(cache, version, 'closed'));
    const [open = ''] = readdirSync(path.join(cache, version, 'open'));
    expect(folder().read(`.kir/cache/${version}/.gitignore`)).toBe('*\n');
    folder().write({
      [`.kir/cache/${version}/closed/${certificate}`]: folder().read(`.kir/cache/${version}/closed/${certificate}`).replace('half', 'hall'),
      [`.kir/cache/${version}/open/${open}`]: '{"certified":true,"phi_c":1,"hash":"","errors":[],"warnings":[]}',
    });
    const { exitCode, out } = await folder().kir(['check']);
    expect([exitCode, out]).toEqual([1, expect.stringContaining('b.kir  open')]);
    expect((await folder().kir(['check'])).out).toBe(out);
    expect((await folder().kir(['check', '--no-cache'])).out).toBe(out);
  });

  it('is not broken by foreign entries of the cache, and never waits for one', async () => {
    folder().write({ 'b.kir': OPEN });
    const { reports } = JSON.parse((await folder().kir(['check', '--json'])).out);
    const cache = path.join(folder().path, '.kir', 'cache');
    const [version = ''] = readdirSync(cache);
    const [name = ''] = readdirSync(path.join(cache, version, 'open'));
    const entry = path.join(cache, version, 'open', name);
    const error = { message: 'm', line: 1, column: 1, reason: 'division' };
    const whole = { certified: false, phi_c: 0.5, hash: reports[0].hash, errors: [error], warnings: [] };
    const warning = { severity: 'warning', message: 'm', line: 1, column: 1, code: 'c', text: 't' };
    const foreign = [
      { ...whole, errors: [{ ...error, file: 5 }] },
      { ...whole, errors: [{ ...error, line: -1 }] },
      { ...whole, errors: [{ ...error, counterexample: 'x' }] },
      { ...whole, warnings: [{ ...warning, hint: 5 }] },
      { ...whole, warnings: [{ ...warning, severity: 'none' }] },
      { ...whole, warnings: [{ ...warning, action: {} }] },
    ];
    for (const each of foreign) {
      writeFileSync(entry, JSON.stringify(each));
      expect(await folder().kir(['check'])).toMatchObject({
        exitCode: 1,
        out: expect.stringContaining('fails with: {"total":0,"parts":0}'),
      });
    }
    rmSync(entry);
    execFileSync('mkfifo', [entry]);
    expect((await folder().kir(['check'])).exitCode).toBe(1);
  });

  it('writes beside the sources only what it is told to', async () => {
    folder().write({ 'a.kir': CLOSED, 'cache/notes.txt': '' });
    await folder().kir(['check'], { variables: { KIR_CACHE: '' } });
    await folder().kir(['check'], { variables: { KIR_CACHE: 'cache' } });
    expect([readdirSync(folder().path).toSorted(), existsSync(path.join(folder().path, 'cache/.gitignore'))]).toEqual([
      ['.kir', 'a.kir', 'cache'],
      false,
    ]);
  });

  it('shows the name of a file on one line, and never as a command of a runner', async () => {
    folder().write({ '::stop-commands::x.kir': OPEN, 'new\n::warning::line.kir': OPEN });
    const { out } = await folder().kir(['check']);
    expect(out).not.toMatch(/^\s*::/m);
    expect((await folder().kir(['check', '--format', 'github'])).out).toMatch(/^(?:::error file=[^\n]+\n){2}$/);
    expect((await folder().kir(['fmt', '--check'])).out).not.toMatch(/^\s*::/m);
  });

  it('checks only what changed since a revision, and what uses a changed file', async () => {
    const use = 'use "./half.kir" half\n\ncircuit a {\n  input x: 0..10\n  output y: 0..10\n\n  y = half(x)\n}\n';
    const half = 'component half(n: 0..10) -> 0..10 {\n  n / 2\n}\n';
    folder().write({ 'user.kir': use, 'half.kir': half, 'same.kir': CLOSED });
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
    expect((await folder().kir(['check', '--since', 'HEAD'])).err).toBe('0 checked: 0 closed, 0 open, 1 without a program\n');
    folder().write({ 'half.kir': half.replace('2', '3'), 'new.kir': CLOSED });
    const { out } = await folder().kir(['check', '--since', 'HEAD']);
    expect(out.split('\n').map((line) => line.split(' ')[0])).toEqual(['new.kir', 'user.kir', '']);
    const unknown = await folder().kir(['check', '--since', '--output=x']);
    expect([unknown.exitCode, unknown.err]).toEqual([2, expect.stringContaining('git rev-parse failed')]);
  });

  it('checks what uses a deleted file, a vendored copy that changed, or a file behind a link', async () => {
    const half = 'component half(n: 0..10) -> 0..10 {\n  n / 2\n}\n';
    const use = 'use "./lib/half.kir" half\n\ncircuit a {\n  input x: 0..10\n  output y: 0..10\n\n  y = half(x)\n}\n';
    const pin = `cir_7hGpR4sWqXnB9eK2mVfD6t@${'0'.repeat(64)}`;
    folder().write({
      'user.kir': use,
      'lib/half.kir': half,
      'real/b.kir': CLOSED,
      'pins/p.kir': `use "${pin}" as q\n\ncircuit p {\n  input x: 0..10\n  output y: 0..10\n\n  y = q(x)\n}\n`,
      'pins/kir.lock': JSON.stringify({ lockfile: 1, pins: { [pin]: { file: `kir-pins/${pin}.kir`, pins: [] } } }),
      [`pins/kir-pins/${pin}.kir`]: CLOSED,
    });
    mkdirSync(path.join(folder().path, 'other'));
    symlinkSync('../real', path.join(folder().path, 'other/link'));
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
    const checked = async (...words: readonly string[]): Promise<readonly string[]> => {
      const { out } = await folder().kir(['check', '--since', 'HEAD', '--json', ...words]);
      return JSON.parse(out).reports.map((report: { path: string }) => report.path);
    };
    expect(await checked()).toEqual([]);
    rmSync(path.join(folder().path, 'lib'), { recursive: true });
    folder().write({ [`pins/kir-pins/${pin}.kir`]: OPEN, 'real/b.kir': OPEN });
    expect(await checked('*.kir', 'pins', 'other/link')).toEqual(['other/link/b.kir', 'pins/p.kir', 'user.kir']);
    rmSync(path.join(folder().path, 'pins/kir.lock'));
    git('checkout', '-q', 'pins/kir-pins');
    expect(await checked('pins')).toEqual(['pins/p.kir']);
  });

  it('writes every format, to the terminal or into a file', async () => {
    folder().write({ 'share.kir': OPEN });
    expect((await folder().kir(['check', '--format', 'github'])).out).toMatch(/^::error file=share\.kir,line=6,col=16,/);
    expect(JSON.parse((await folder().kir(['check', '--format', 'gitlab'])).out)).toHaveLength(1);
    expect((await folder().kir(['check', '--format', 'junit'])).out).toContain('failures="1"');
    expect(JSON.parse((await folder().kir(['check', '--json'])).out).reports[0].findings[0].counterexample.inputs).toEqual({
      total: 0,
      parts: 0,
    });
    const written = await folder().kir(['check', '--format', 'sarif', '--output', 'out/report.sarif']);
    expect([written.out, written.err]).toEqual(['', '1 checked: 0 closed, 1 open\n']);
    expect(JSON.parse(folder().read('out/report.sarif')).runs[0].results).toHaveLength(1);
    expect((await folder().kir(['check', '--format', 'yaml'])).exitCode).toBe(2);
  });

  it('gives the same reports from several threads, in the order of the paths', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `c${String(index).padStart(2, '0')}.kir`);
    folder().write(Object.fromEntries(names.map((name, index) => [name, index === 7 ? OPEN : CLOSED])));
    const here = await folder().kir(['check', '--no-cache']);
    const threads = await folder().kir(['check', '--no-cache', '--jobs', '2'], { workerScript: SCRIPT });
    expect(threads).toEqual(here);
    expect(threads.exitCode).toBe(1);
  });

  it('ends when it is interrupted', async () => {
    folder().write(Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`c${index}.kir`, CLOSED])));
    const stop = new AbortController();
    const running = folder().kir(['check', '--jobs', '2'], { workerScript: SCRIPT, signal: stop.signal });
    setTimeout(() => stop.abort(), 50);
    expect(await running).toEqual({ exitCode: 2, out: '', err: 'The command was interrupted.\n' });
  });

  it('suggests the command that was meant', async () => {
    const { exitCode, err } = await folder().kir(['chek']);
    expect([exitCode, err]).toEqual([2, expect.stringContaining('Did you mean check?')]);
  });
});
