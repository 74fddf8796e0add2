import { CLOSED, eachInAFolder, OPEN } from '../testing/kir.fixture.js';

const folder = eachInAFolder();
const POLICY = 'policy p {\n  action "a.b" (n: 0..9)\n  rule low allow on "a.b" when n < 5\n  default deny\n}\n';
const expecting = (outcome: string) => `{"vectors": [{"inputs": {"total": 1, "parts": 0}, "${outcome}": true}]}`;

describe('kir test', () => {
  it('runs the vectors beside each source', async () => {
    folder().write({
      'half.kir': CLOSED,
      'half.vectors.json': '{"vectors": [{"inputs": {"a": 9}, "outputs": {"b": 4}}, {"inputs": {"a": 1001}, "domain_error": true}]}',
      'p.kir': POLICY,
      'p.vectors.json':
        '{"decisions": [{"category": "a.b", "params": {"n": 4}, "verdict": "ALLOW", "rule": "low"}, {"category": "x", "verdict": "DENY"}]}',
    });
    expect(await folder().kir(['test'])).toEqual({ exitCode: 0, out: '', err: '4 passed, 0 failed\n' });
  });

  it('exits with 1 for a wrong value, a refusal that is not expected and a vector without an expectation', async () => {
    const vectors = [
      '{"inputs": {"a": 9}, "outputs": {"b": 5}}',
      '{"inputs": {"a": 9}, "domain_error": true}',
      '{"inputs": {"a": -1}, "outputs": {"b": 0}}',
      '{"inputs": {"a": 9}}',
      '{"inputs": {"a": 8}, "outputs": {"b": 4}}',
    ];
    folder().write({ 'half.kir': CLOSED, 'half.vectors.json': `{"vectors": [${vectors.join()}]}` });
    const { exitCode, out, err } = await folder().kir(['test']);
    expect([exitCode, err]).toEqual([1, '1 passed, 4 failed\n']);
    expect(out.split('\n').filter((line) => line.startsWith('half'))).toEqual([
      'half.vectors.json: vector 1: failed',
      'half.vectors.json: vector 2: failed',
      'half.vectors.json: vector 3: failed',
      'half.vectors.json: vector 4: no expectation',
    ]);
    expect(out).toContain('actual   {"inputs":{"a":9},"outputs":{"b":4}}');
  });

  it('tells an operation of an open circuit that fails from inputs that are refused', async () => {
    folder().write({ 'share.kir': OPEN, 'share.vectors.json': expecting('domain_error') });
    expect(await folder().kir(['test'])).toMatchObject({ exitCode: 1, out: expect.stringContaining('"fault":true') });
    folder().write({ 'share.vectors.json': expecting('fault') });
    expect((await folder().kir(['test'])).exitCode).toBe(0);
  });

  it('writes expectations with --update and keeps everything else of the file', async () => {
    folder().write({
      'half.kir': CLOSED,
      'half.vectors.json':
        '{"note": "kept", "vectors": [{"why": "odd", "inputs": {"a": 9}}, {"inputs": {"a": 2000}, "outputs": {"b": 1}}]}',
    });
    expect((await folder().kir(['test', '--update'])).exitCode).toBe(0);
    expect(JSON.parse(folder().read('half.vectors.json'))).toEqual({
      note: 'kept',
      vectors: [
        { why: 'odd', inputs: { a: 9 }, outputs: { b: 4 } },
        { inputs: { a: 2000 }, domain_error: true },
      ],
    });
    expect(await folder().kir(['test'])).toEqual({ exitCode: 0, out: '', err: '2 passed, 0 failed\n' });
  });

  it('exits with 2 for a file that holds no vectors, or a source that is no program', async () => {
    folder().write({ 'half.kir': CLOSED, 'half.vectors.json': '[1]' });
    expect(await folder().kir(['test'])).toMatchObject({ exitCode: 2, err: expect.stringContaining('there is no array "vectors"') });
    folder().write({ 'half.kir': 'circuit', 'half.vectors.json': '{"vectors": []}' });
    expect((await folder().kir(['test'])).exitCode).toBe(2);
  });
});

describe('kir test --target', () => {
  const THIRD = CLOSED.replace('half', 'third').replace('a / 2', 'if a == 77 { 5 } else { a / 3 }');

  it.each([
    ['js', 'JavaScript'],
    ['python', 'Python'],
    ['wasm', 'WebAssembly'],
  ])('runs the tests of each circuit in %s', async (id, language) => {
    folder().write({ 'half.kir': CLOSED, 'third.kir': THIRD, 'share.kir': OPEN, 'lib.kir': 'domain D = 0..9\n' });
    expect(await folder().kir(['test', '--target', id])).toEqual({ exitCode: 0, out: '', err: `3 passed, 0 failed in ${language}\n` });
  });

  it('prints one line of JSON, with the vectors of the circuit among the tests', async () => {
    folder().write({ 'half.kir': CLOSED, 'half.vectors.json': '{"vectors": [{"inputs": {"a": 9}}]}' });
    const { exitCode, out } = await folder().kir(['test', '--target', 'js', '--json']);
    expect([exitCode, JSON.parse(out)]).toEqual([
      0,
      { target: 'js', files: [{ path: 'half.kir', outcome: 'passed', output: expect.stringContaining('vector 1') }] },
    ]);
  });

  it('leaves out policies if the language has none, unless they are named, and refuses --update', async () => {
    folder().write({ 'half.kir': CLOSED, 'p.kir': POLICY });
    expect(await folder().kir(['test', '--target', 'python'])).toEqual({
      exitCode: 0,
      out: '',
      err: 'p.kir: left out: policies do not compile to Python\n1 passed, 0 failed in Python\n',
    });
    expect(await folder().kir(['test', 'p.kir', '--target', 'python'])).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('policies do not compile to Python'),
    });
    expect((await folder().kir(['test', '--target', 'js', '--update'])).exitCode).toBe(2);
    expect((await folder().kir(['test', '--target', 'cobol'])).exitCode).toBe(2);
  });
});
