import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { TARGETS } from '@kirchhoff/targets';
import { CLOSED, eachInAFolder, OPEN } from '../testing/kir.fixture.js';

const folder = eachInAFolder();

describe('kir compile', () => {
  it('compiles a closed circuit to a program that runs', async () => {
    folder().write({ 'half.kir': CLOSED });
    const { exitCode, err } = await folder().kir(['compile', 'half.kir', '--harness', '--output', 'out']);
    const ran = spawnSync(process.execPath, ['out/main.mjs'], { cwd: folder().path, input: '{"a": 9}\n', encoding: 'utf8' });
    expect([exitCode, err, ran.stdout]).toEqual([
      0,
      'out/half.mjs: JavaScript\nout/half.d.mts: JavaScript\nout/main.mjs: JavaScript\n',
      '{"b":4}\n',
    ]);
    expect((await folder().kir(['compile', 'half.kir'])).out).toBe(folder().read('out/half.mjs'));
  });

  it('compiles to Python too', async () => {
    folder().write({ 'half.kir': CLOSED });
    const { exitCode, err } = await folder().kir(['compile', 'half.kir', '--target', 'py', '--harness', '--output', 'out']);
    const ran = spawnSync('python3', ['out/main.py'], { cwd: folder().path, input: '{"a": 9}\n', encoding: 'utf8' });
    expect([exitCode, err, ran.stdout]).toEqual([0, 'out/half_circuit.py: Python\nout/main.py: Python\n', '{"b":4}\n']);
  });

  it('writes a module of WebAssembly as bytes, and only into a folder', async () => {
    folder().write({ 'half.kir': CLOSED });
    const { exitCode } = await folder().kir(['compile', 'half.kir', '--target', 'wasm', '--harness', '--output', 'out']);
    const ran = spawnSync(process.execPath, ['out/main.mjs'], { cwd: folder().path, input: '{"a": 9}\n', encoding: 'utf8' });
    expect([exitCode, ran.stdout]).toEqual([0, '{"b":4}\n']);
    expect(await folder().kir(['compile', 'half.kir', '--target', 'wasm'])).toMatchObject({
      exitCode: 2,
      out: '',
      err: expect.stringContaining('give a folder for the files with --output'),
    });
  });

  it('adds tests that pass', async () => {
    folder().write({ 'half.kir': CLOSED });
    const { exitCode, err } = await folder().kir(['compile', 'half.kir', '--target', 'py', '--tests', '--output', 'out']);
    expect([exitCode, err]).toEqual([0, 'out/half_circuit.py: Python\nout/test_half_circuit.py: Python\n']);
    expect(spawnSync('python3', ['-m', 'unittest'], { cwd: path.join(folder().path, 'out') }).status).toBe(0);
  });

  it('prints the commands that build and run a main program and tests as JSON', async () => {
    folder().write({ 'half.kir': CLOSED });
    const { out } = await folder().kir(['compile', 'half.kir', '--target', 'py', '--tests', '--harness', '--json']);
    expect(JSON.parse(out)).toMatchObject({ run: ['python3 main.py'], test: ['python3 -m unittest test_half_circuit'] });
    expect(JSON.parse((await folder().kir(['compile', 'half.kir', '--json'])).out)).toMatchObject({ run: [], test: [] });
  });

  it.each(['--tests', '--harness'])('writes no program without the file that %s adds', async (option) => {
    folder().write({ 'half.kir': CLOSED });
    expect(await folder().kir(['compile', 'half.kir', option])).toMatchObject({
      exitCode: 2,
      out: '',
      err: expect.stringContaining(`${option} adds a file: give a folder for the files with --output`),
    });
  });

  it('gives no advice to allow what cannot be compiled at all', async () => {
    folder().write({ 'none.kir': 'circuit none_given {\n  input a: 0..9\n  output b: 0..9\n}\n' });
    const { exitCode, err } = await folder().kir(['compile', 'none.kir', '--allow-open']);
    expect([exitCode, err]).toEqual([1, expect.stringMatching(/no wire produces the output 'b'\.\n$/)]);
  });

  it.each([
    ['ts', 'package.json'],
    ['go', 'go.mod'],
  ])('replaces no manifest of another project, and writes nothing then: %s', async (target, manifest) => {
    folder().write({ 'half.kir': CLOSED, [manifest]: 'own' });
    const compiling = ['compile', 'half.kir', '--target', target, '--harness', '--output'];
    expect(await folder().kir([...compiling, '.', '--json'])).toMatchObject({
      exitCode: 2,
      out: '',
      err: expect.stringContaining(`${manifest} is that of another project and stays as it is`),
    });
    expect(folder().read(manifest)).toBe('own');
    const written = [await folder().kir([...compiling, 'out']), await folder().kir([...compiling, 'out'])];
    expect(written.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  });

  it.each(TARGETS.map(({ id }) => id))('replaces its own main program, and no other: %s', async (target) => {
    folder().write({ 'half.kir': CLOSED });
    const compiling = ['compile', 'half.kir', '--target', target, '--harness', '--output', 'out'];
    const { exitCode, out } = await folder().kir([...compiling, '--json']);
    const { entry } = JSON.parse(out);
    const main = path.join('out', entry);
    const content = folder().read(main);
    folder().write({ [main]: `${content}\n` });
    const again = await folder().kir(compiling);
    expect([exitCode, again.exitCode, folder().read(main)]).toEqual([0, 0, content]);
    folder().write({ [main]: 'own' });
    const refused = await folder().kir(compiling);
    expect([refused.exitCode, refused.err, folder().read(main)]).toEqual([2, expect.stringContaining(`${main} is another program`), 'own']);
  });

  it('refuses an open circuit with its errors, unless it is allowed', async () => {
    folder().write({ 'share.kir': OPEN });
    expect(await folder().kir(['compile', 'share.kir'])).toMatchObject({
      exitCode: 1,
      out: '',
      err: expect.stringContaining('6 |   each = total / parts'),
    });
    expect((await folder().kir(['compile', 'share.kir', '--allow-open'])).exitCode).toBe(0);
  });
});

describe('kir compile of a policy', () => {
  const POLICY = 'policy pay {\n  action "pay" (cents: 0..100)\n\n  rule small allow on "pay" when cents < 50\n}\n';

  it('writes a module that decides, and its tests', async () => {
    folder().write({ 'pay.kir': POLICY });
    const { exitCode, err } = await folder().kir(['compile', 'pay.kir', '--tests', '--output', 'out']);
    expect([exitCode, err]).toEqual([0, 'out/pay.mjs: JavaScript\nout/pay.test.mjs: JavaScript\n']);
    expect(spawnSync(process.execPath, ['--test', 'out'], { cwd: folder().path }).status).toBe(0);
  });

  it('refuses a target that policies do not compile to', async () => {
    folder().write({ 'pay.kir': POLICY });
    const { exitCode, err } = await folder().kir(['compile', 'pay.kir', '--target', 'python']);
    expect([exitCode, err]).toEqual([2, expect.stringContaining('policies do not compile to Python')]);
  });

  it('refuses an open policy, whatever is allowed, and a main program', async () => {
    folder().write({ 'pay.kir': POLICY.replace('cents <', '100 / cents <') });
    const { exitCode, err } = await folder().kir(['compile', 'pay.kir', '--allow-open']);
    expect([exitCode, err]).toEqual([1, expect.stringContaining('the policy is open')]);
    expect(await folder().kir(['compile', 'pay.kir', '--harness'])).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('a policy has no main program'),
    });
  });
});

describe('kir graph', () => {
  it('draws a closed circuit, and the open place of another in red with the values of an input', async () => {
    folder().write({ 'half.kir': CLOSED, 'share.kir': OPEN });
    expect(await folder().kir(['graph', 'half.kir'])).toMatchObject({ exitCode: 0, out: expect.stringMatching(/^<svg [^>]*>/), err: '' });
    const { exitCode, err } = await folder().kir(['graph', 'share.kir', '--output', 'share.svg']);
    expect([exitCode, err]).toEqual([0, 'share.svg\n']);
    expect(folder().read('share.svg')).toContain(
      'open: 1 place could not be proven, in red. Values after = are those for total = 0, parts = 0',
    );
  });
});
