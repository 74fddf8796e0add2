import { chmodSync, lstatSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { CLOSED, eachInAFolder } from '../testing/kir.fixture.js';

const folder = eachInAFolder();
const UNTIDY = CLOSED.replaceAll('  ', ' ');

describe('kir fmt', () => {
  it('formats files in place and names them', async () => {
    folder().write({ 'a.kir': UNTIDY, 'b.kir': CLOSED });
    expect(await folder().kir(['fmt'])).toEqual({ exitCode: 0, out: 'a.kir\n', err: '2 looked at, 1 changed\n' });
    expect(folder().read('a.kir')).toBe(CLOSED);
  });

  it('changes nothing with --check and exits with 1', async () => {
    folder().write({ 'a.kir': UNTIDY });
    expect((await folder().kir(['fmt', '--check'])).exitCode).toBe(1);
    expect(folder().read('a.kir')).toBe(UNTIDY);
    expect(await folder().kir(['fmt', '--check', '--json'])).toEqual({ exitCode: 1, out: '{"checked":1,"changed":["a.kir"]}\n', err: '' });
  });

  it('formats standard input', async () => {
    expect(await folder().kir(['fmt', '-'], { stdin: UNTIDY })).toEqual({ exitCode: 0, out: CLOSED, err: '' });
    expect((await folder().kir(['fmt', '-', '--check'], { stdin: UNTIDY })).exitCode).toBe(1);
  });

  it('leaves a source alone that does not parse, and exits with 2', async () => {
    folder().write({ 'a.kir': 'circuit {', 'b.kir': UNTIDY });
    const { exitCode, err } = await folder().kir(['fmt']);
    expect([exitCode, folder().read('a.kir'), folder().read('b.kir')]).toEqual([2, 'circuit {', CLOSED]);
    expect(err).toContain('a.kir  invalid');
  });

  it('writes through a link, and keeps the permissions of the file', async () => {
    folder().write({ 'deep/a.kir': UNTIDY });
    chmodSync(path.join(folder().path, 'deep/a.kir'), 0o600);
    symlinkSync('deep/a.kir', path.join(folder().path, 'link.kir'));
    await folder().kir(['fmt', 'link.kir']);
    expect(lstatSync(path.join(folder().path, 'link.kir')).isSymbolicLink()).toBe(true);
    expect([folder().read('deep/a.kir'), statSync(path.join(folder().path, 'deep/a.kir')).mode & 0o777]).toEqual([CLOSED, 0o600]);
  });

  it('reads regular files only', async () => {
    symlinkSync('/dev/zero', path.join(folder().path, 'endless.kir'));
    expect((await folder().kir(['fmt', 'endless.kir'])).exitCode).toBe(2);
  });

  it('ends in a folder that links to itself', async () => {
    symlinkSync('.', path.join(folder().path, 'loop'));
    folder().write({ 'a.kir': CLOSED });
    expect((await folder().kir(['fmt', '--check', '.'])).exitCode).toBe(0);
  });
});
