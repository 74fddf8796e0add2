import { eachInAFolder } from '../testing/kir.fixture.js';

const folder = eachInAFolder();

describe('kir init', () => {
  it('writes sources that are closed and formatted, and vectors that pass', async () => {
    const { exitCode, out } = await folder().kir(['init', 'rules']);
    expect([exitCode, out.split('\n').length]).toEqual([0, 6]);
    expect(await folder().kir(['check', 'rules'])).toMatchObject({ exitCode: 0, err: '2 checked: 2 closed, 0 open\n' });
    expect(await folder().kir(['fmt', '--check', 'rules'])).toMatchObject({ exitCode: 0 });
    expect(await folder().kir(['test', 'rules'])).toEqual({ exitCode: 0, out: '', err: '5 passed, 0 failed\n' });
  });

  it('keeps files that exist', async () => {
    folder().write({ 'circuits/share.kir': '// mine\n' });
    const { out } = await folder().kir(['init', '--json']);
    expect(JSON.parse(out).kept).toEqual(['circuits/share.kir']);
    expect(folder().read('circuits/share.kir')).toBe('// mine\n');
  });
});
