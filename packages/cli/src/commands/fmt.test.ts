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
});
