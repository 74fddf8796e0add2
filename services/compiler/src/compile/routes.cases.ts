import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BY_EXHAUSTION,
  componentChain,
  enumeration,
  longProgram,
  portsOfEnumeration,
  TWO_RECORDS,
} from '@kirchhoff/targets/dist/testing/hard-sources.js';
import { importedPolicy } from '@kirchhoff/targets/dist/testing/loaded.js';
import { circuitOf } from '@kirchhoff/targets/dist/testing/reference.js';
import { holdTextToReference } from '@kirchhoff/targets/dist/testing/variants.js';
import { bearer, sharedCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { CARD_FEE, GATEWAY, MISSING_OUTPUT, OPEN_DIVIDE, OPEN_POLICY } from '../testing/sources.fixture.js';

let compiler: TestCompiler;
let account: TestAccount;
beforeAll(async () => {
  compiler = await sharedCompiler();
  account = await compiler.register();
});

const compile = (body: object) => compiler.post(account, '/v1/compile', body);

/** Writes the files into a folder of their own, which is removed after the run. */
function inFolder<Told>(
  files: readonly { readonly path: string; readonly content: string; readonly encoding?: 'base64' }[],
  run: (folder: string) => Told,
): Told {
  const folder = mkdtempSync(join(tmpdir(), 'compiled-'));
  try {
    for (const { path, content, encoding } of files) writeFileSync(join(folder, path), content, encoding ?? 'utf8');
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Imports the program, runs it on sampled inputs, and compares it with the reference evaluator. */
async function runsLikeReference(source: string, more: object = {}): Promise<void> {
  const { body } = await compile({ source, target: 'js', ...more }).expect(200);
  holdTextToReference(body.compiled, circuitOf(source));
}

it.each([
  ['a fee', CARD_FEE],
  ['two named records on inputs and outputs', TWO_RECORDS],
  ['an output named null', 'circuit nulls {\n input a: 0..9\n output null: (0..9)?\n null = none\n ensure a >= 0\n}'],
  ['a field named null', 'circuit nulls {\n input a: 0..9\n output r: (null: (0..9)?, a: 0..9)\n r = (null: none, a: a)\n}'],
  ['a circuit named then', 'circuit then {\n input a: 0..9\n output y: 0..9\n y = a\n}'],
  ['a chain of components', componentChain(1_000)],
  ['an enumeration of 5,000 tags', enumeration(5_000)],
  ['500 ports of one enumeration of 500 tags', portsOfEnumeration(500)],
])('what is compiled loads and gives the outputs of the reference: %s', async (_, source) => runsLikeReference(source));

it('what is compiled of an open circuit loads, and fails where the reference does', async () =>
  runsLikeReference(OPEN_DIVIDE, { allow_open: true }));

it('what every input was run for is guarded, unless that is not asked for', async () => {
  await runsLikeReference(BY_EXHAUSTION);
  const guarded = await compile({ source: BY_EXHAUSTION, target: 'js' }).expect(200);
  const bare = await compile({ source: BY_EXHAUSTION, target: 'js', guards: false }).expect(200);
  expect(guarded.body.compiled).toContain("!== 0, 'y', 6, ");
  expect(bare.body.compiled).not.toContain('GuardError');
  expect((await compile({ source: CARD_FEE, target: 'js' }).expect(200)).body.compiled).not.toContain('GuardError');
});

it('a circuit named after a device has a file of another name', async () => {
  const { body } = await compile({ source: 'circuit con {\n input a: 0..9\n output y: 0..9\n y = a\n}', target: 'js' }).expect(200);
  expect(body.entry).toBe('circuit.mjs');
});

it('a circuit whose program would be too long is 422 and says how long it may be', async () => {
  const { body } = await compile({ source: longProgram(), target: 'js', allow_open: true }).expect(422);
  expect(body).toMatchObject({ code: 'program-too-long', detail: expect.stringContaining('8388608 characters') });
});

it("a closed circuit is 200 with the program, under the target's id whatever alias was used", async () => {
  const { body, status } = await compile({ source: CARD_FEE, target: 'javascript' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ target: 'js', phi_c: 1, assurance: 'kernel', diagnostics: [], run: [], test: [] });
  expect(Object.keys(body).toSorted()).toEqual([
    'assurance',
    'compiled',
    'diagnostics',
    'entry',
    'files',
    'hash',
    'phi_c',
    'run',
    'target',
    'test',
  ]);
  expect(body.files).toEqual([
    { path: body.entry, content: body.compiled },
    { path: 'card_fee.d.mts', content: expect.stringContaining('export interface CardFeeInputs {') },
  ]);
  expect(body.hash).toMatch(/^[0-9a-f]{64}$/);
});

it('what a harness brings runs: outputs, or the domain error, a line each', async () => {
  const { body } = await compile({ source: CARD_FEE, target: 'js', harness: true }).expect(200);
  const input = '{"amount":10000,"region":"us"}\n{"amount":10000,"region":"mars"}\n';
  const told = inFolder(body.files, (cwd) => execFileSync('/bin/sh', ['-c', body.run[0]], { cwd, input, encoding: 'utf8' }));
  const lines = told.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ fee: 250 }, { domain_error: { port: 'region', path: '' } }]);
});

it.each(['js', 'python'])('the tests of a circuit in %s pass', async (target) => {
  const { body } = await compile({ source: CARD_FEE, target, tests: true }).expect(200);
  expect(body.test).not.toEqual([]);
  inFolder(body.files, (cwd) => execFileSync('/bin/sh', ['-c', body.test[0]], { cwd, stdio: 'ignore' }));
});

it('an open circuit is 422 with the very errors of its analysis', async () => {
  const { body: analysis } = await compiler.post(account, '/v1/analyze', { source: OPEN_DIVIDE }).expect(200);
  const { body } = await compile({ source: OPEN_DIVIDE, target: 'js' }).expect(422);
  expect(body.code).toBe('circuit-open');
  expect(body.errors).toEqual(analysis.errors);
  expect(body.errors[0]).toMatchObject({ type: 'unclosed_domain', domain: 'each', line: 5, counterexample: { parts: 0 } });
});

it('an open circuit compiles where that is asked for, and says what is open', async () => {
  const { body } = await compile({ source: OPEN_DIVIDE, target: 'js', allow_open: true }).expect(200);
  expect(body.phi_c).toBeLessThan(1);
  expect(body.diagnostics).toMatchObject([{ severity: 'warning', code: 'unclosed_domain', line: 5 }]);
});

it('a missing output is refused even where open circuits are allowed', async () => {
  const { body } = await compile({ source: MISSING_OUTPUT, target: 'js', allow_open: true }).expect(422);
  expect(body.code).toBe('circuit-open');
  expect(body.errors).toMatchObject([{ type: 'unproduced_output', domain: 'change', line: 4 }]);
});

it('a source that does not parse is 422 with line and column', async () => {
  const { body } = await compile({ source: 'circuit x {\n  input a: 0..1\n  output b: 0..1\n  b = a +\n}', target: 'js' }).expect(422);
  expect(body.code).toBe('invalid-program');
  expect(body.diagnostics[0]).toMatchObject({ severity: 'error', line: expect.any(Number), column: expect.any(Number) });
});

it('100,000 nested parentheses are 422', async () => {
  const deep = `circuit x {\n  output b: 0..1\n  b = ${'('.repeat(100_000)}1${')'.repeat(100_000)}\n}`;
  const { body } = await compile({ source: deep, target: 'js' }).expect(422);
  expect(body.diagnostics[0].code).toBe('nested-too-deep');
});

it('a source over 512 KiB is 422, a body of 5 MB 413', async () => {
  const { body } = await compile({ source: `// ${'x'.repeat(600_000)}\n${CARD_FEE}`, target: 'js' }).expect(422);
  expect(body.diagnostics[0].code).toBe('source-too-long');
  expect((await compile({ source: 'x'.repeat(5_000_000), target: 'js' }).expect(413)).body.code).toBe('payload-too-large');
});

it('a policy is 200 with a module that decides as POST /v1/policy/check does, and its tests pass', async () => {
  const { body } = await compile({ source: GATEWAY, target: 'js', tests: true }).expect(200);
  expect(body).toMatchObject({ entry: 'gateway.mjs', phi_c: 1, assurance: 'kernel', diagnostics: [], run: [] });
  expect(body.files.map(({ path }: { path: string }) => path)).toEqual(['gateway.mjs', 'gateway.test.mjs']);
  expect(body.files[0].content).toBe(body.compiled);
  const policyId = await compiler.createPolicy(account, GATEWAY);
  const asked = [
    ...[0, 5_000, 5_001, 100_000_001, '1'].map((cents) => ({ category: 'pay.refund', params: { cents, to_original_card: true } })),
    { category: 'net.connect', params: { host: 'db.internal.example.com', port: 443 } },
    { category: 'net.connect', params: { host: 'db.INTERNAL.example.com', port: 443, more: 1 } },
    { category: 'pay.steal', params: {} },
  ];
  const { body: checked } = await compiler.post(account, '/v1/policy/check/batch', { policy_id: policyId, actions: asked }).expect(200);
  const ids = { policy_id: policyId, policy_version: 1, policy_hash: body.hash, decision_id: expect.any(String) };
  const decide = importedPolicy(body.compiled);
  const decided = decide(asked.map(({ category, params }) => JSON.stringify([category, params])));
  expect(checked.decisions).toEqual(decided.map((decision) => ({ ...JSON.parse(decision), ...ids })));
  inFolder(body.files, (folder) => execFileSync(process.execPath, ['--test'], { cwd: folder }));
});

it('an open policy is 422 with the errors of its analysis, even where open circuits are allowed', async () => {
  const { body: analysis } = await compiler.post(account, '/v1/analyze', { source: OPEN_POLICY }).expect(200);
  const { body } = await compile({ source: OPEN_POLICY, target: 'js', allow_open: true }).expect(422);
  expect(body).toMatchObject({ code: 'policy-open', errors: analysis.errors });
});

it('a main program of a policy is 400', async () => {
  const { body } = await compile({ source: GATEWAY, target: 'js', harness: true }).expect(400);
  expect(body.errors).toEqual([{ pointer: '/harness', message: expect.stringContaining('a policy has no main program') }]);
});

it('a policy does not compile to Python: 400, whose pointer is the target', async () => {
  const { body } = await compile({ source: GATEWAY, target: 'py' }).expect(400);
  expect(body.errors).toEqual([{ pointer: '/target', message: expect.stringContaining('policies do not compile to Python') }]);
});

it('a circuit compiles to Python, and its main program answers', async () => {
  const { body } = await compile({ source: CARD_FEE, target: 'python', harness: true }).expect(200);
  expect(body).toMatchObject({ target: 'python', entry: 'main.py', run: ['python3 main.py'] });
  expect(body.files.map(({ path }: { path: string }) => path)).toEqual([expect.stringMatching(/_circuit[.]py$/), 'main.py']);
});

it('a circuit compiles to WebAssembly, whose module is in base64, and its main program answers', async () => {
  const { body } = await compile({ source: CARD_FEE, target: 'wasm', harness: true }).expect(200);
  const [module, ...texts] = body.files;
  expect(module).toEqual({ path: expect.stringMatching(/[.]wasm$/), content: body.compiled, encoding: 'base64' });
  expect(texts.map(({ encoding }: { encoding?: string }) => encoding)).toEqual([undefined, undefined]);
  const input = '{"amount":10000,"region":"us"}\n';
  const told = inFolder(body.files, (cwd) => execFileSync('/bin/sh', ['-c', body.run[0]], { cwd, input, encoding: 'utf8' }));
  expect(JSON.parse(told)).toEqual({ fee: 250 });
});

it('an unknown target is 400 and lists those that there are', async () => {
  const { body } = await compile({ source: CARD_FEE, target: 'cobol' }).expect(400);
  expect(body.errors).toEqual([{ pointer: '/target', message: expect.stringMatching(/"js","javascript",.*"python","py"/) }]);
});

it.each([
  [{}, ['/source', '/target']],
  [{ source: CARD_FEE, target: 'js', alow_open: true }, ['/alow_open']],
  [{ source: 7, target: 'js' }, ['/source']],
  [{ source: CARD_FEE, target: 'js', allow_open: 'yes' }, ['/allow_open']],
  [{ source: CARD_FEE, target: 'js', guards: 'yes' }, ['/guards']],
  [{ source: CARD_FEE, target: 'js', tests: 'yes' }, ['/tests']],
])('%j is 400 at the fields that are wrong', async (body, pointers) => {
  const answer = await compile(body).expect(400);
  expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
});

it('checks key, scope, size, media type and JSON in this order', async () => {
  const weak = await compiler.register(['read']);
  const large = 'x'.repeat(2_000_000);
  const send = (key: { Authorization?: string }, type: string, body: string) =>
    compiler.api.post('/v1/compile').set(key).set('Content-Type', type).send(body);
  expect((await send({}, 'text/plain', large)).status).toBe(401);
  expect((await send(bearer(weak), 'text/plain', large)).status).toBe(403);
  expect((await send(bearer(account), 'text/plain', large)).status).toBe(413);
  expect((await send(bearer(account), 'text/plain', '{')).status).toBe(415);
  expect((await send(bearer(account), 'application/json', '{')).body).toMatchObject({ status: 400, code: 'malformed-json' });
});
