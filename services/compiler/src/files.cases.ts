import { bearer, sharedCompiler, type TestAccount, type TestCompiler } from './testing/compiler.fixture.js';
import { FEES, FEES_PATH, OPEN_FEES } from './testing/sources.fixture.js';

let compiler: TestCompiler;
let account: TestAccount;
beforeAll(async () => {
  compiler = await sharedCompiler();
  account = await compiler.register();
});

const CIRCUIT = 'circuit c {\n  input a: Cents\n  output b: Cents\n  b = fee(a, 4)\n}\n';
const USE = `use "${FEES_PATH}" Cents, fee\n\n`;
const BODY = { source: USE + CIRCUIT, files: { [FEES_PATH]: FEES } };
const OPEN_BODY = { ...BODY, files: { [FEES_PATH]: OPEN_FEES } };
const IN_FILE = { file: FEES_PATH, line: 4, column: 10 };

const policyOf = (least: number) =>
  `${USE}policy p {\n  action "pay" (cents: Cents)\n  rule small allow on "pay" when fee(cents, 2) <= ${least}\n}\n`;
const post = (path: string, body: object) => compiler.post(account, path, body);
const put = (id: string, body: object) => compiler.api.put(`/v1/policies/${id}`).set(bearer(account)).send(body);

it('analyze reads the files, and tells the file of what is open', async () => {
  const closed = (await post('/v1/analyze', BODY).expect(200)).body;
  expect(closed).toMatchObject({ certified: true, errors: [] });
  expect((await post('/v1/analyze', { source: FEES + CIRCUIT }).expect(200)).body.hash).toBe(closed.hash);
  const { errors } = (await post('/v1/analyze', OPEN_BODY).expect(200)).body;
  expect(errors).toMatchObject([{ type: 'unclosed_domain', ...IN_FILE, counterexample: { 'fee.parts': 0 } }]);
});

it('the same source with another file is another program', async () => {
  const wider = { ...BODY, files: { [FEES_PATH]: FEES.replace('10_000', '20_000') } };
  const [one, other] = await Promise.all([post('/v1/analyze', BODY).expect(200), post('/v1/analyze', wider).expect(200)]);
  expect(other.body.hash).not.toBe(one.body.hash);
});

it('compile and evaluate read the files', async () => {
  const { body } = await post('/v1/compile', { ...BODY, target: 'js' }).expect(200);
  expect(body).toMatchObject({ phi_c: 1, diagnostics: [] });
  expect((await post('/v1/evaluate', { ...BODY, inputs: { a: 100 } }).expect(200)).body).toEqual({ outputs: { b: 25 } });
});

it('what fails or is open in a file is told with the file', async () => {
  const failing = { source: OPEN_BODY.source.replace('(a, 4)', '(a, 0)'), files: OPEN_BODY.files };
  const { body } = await post('/v1/evaluate', { ...failing, inputs: { a: 100 } }).expect(422);
  expect(body).toMatchObject({ code: 'open-operation', detail: expect.stringMatching(/^Line 4 of \.\/lib\/fees\.kir, /), ...IN_FILE });
  const compiled = (await post('/v1/compile', { ...failing, target: 'js', allow_open: true }).expect(200)).body;
  expect(compiled.diagnostics).toMatchObject([{ code: 'unclosed_domain', ...IN_FILE }]);
  expect(compiled.compiled).toContain(`(${FEES_PATH})`);
});

it('400: files beside a pid, or beside no source', async () => {
  const inputs = {};
  for (const body of [
    { pid: 'x', files: {}, inputs },
    { files: {}, inputs },
  ]) {
    expect((await post('/v1/evaluate', body).expect(400)).body.errors).toMatchObject([{ pointer: '/files' }]);
  }
});

it('400: a key in a file or in its path', async () => {
  const { files } = BODY;
  for (const spare of [{ './spare.kir': account.key }, { [`./${account.key}.kir`]: '' }]) {
    const { errors } = (await post('/v1/policies', { name: 'p', source: policyOf(50), files: { ...files, ...spare } }).expect(400)).body;
    expect(errors).toEqual([{ pointer: expect.stringMatching(/^\/files/), message: 'must not contain an API key' }]);
  }
});

it('a policy is stored with its files written out, and decides by them', async () => {
  const { body } = await post('/v1/policies', { name: 'p', ...BODY, source: policyOf(50) }).expect(201);
  const path = `/v1/policies/${body.policy_id}`;
  const { source, hash } = (await compiler.api.get(path).set(bearer(account)).expect(200)).body;
  expect(source).toBe(`// From ${FEES_PATH}\n${FEES}\n// The program\n// ${policyOf(50)}`);
  expect((await post('/v1/analyze', { source }).expect(200)).body.hash).toBe(hash);
  const decide = async (cents: number) =>
    (await post('/v1/policy/check', { policy_id: body.policy_id, action: { category: 'pay', params: { cents } } }).expect(200)).body
      .verdict;
  expect([await decide(101), await decide(102)]).toEqual(['ALLOW', 'DENY']);
  expect((await put(body.policy_id, { source: policyOf(50), files: BODY.files }).expect(200)).body.version).toBe(1);
  expect((await put(body.policy_id, { source: policyOf(60), files: BODY.files }).expect(200)).body.version).toBe(2);
  expect(await decide(102)).toBe('ALLOW');
  expect((await put(body.policy_id, { files: BODY.files }).expect(400)).body.errors).toMatchObject([{ pointer: '/files' }]);
});

it('warnings of a policy are about what is stored', async () => {
  const files = { [FEES_PATH]: FEES.replace('parts: 1..10', 'parts: 1..10, unused: bool'), './spare.kir': '' };
  const source = policyOf(50).replace('(cents, 2)', '(cents, 2, true)').replace(' when', ' when true or');
  const { body } = await post('/v1/policies', { name: 'p', source, files }).expect(201);
  const stored = (await compiler.api.get(`/v1/policies/${body.policy_id}`).set(bearer(account)).expect(200)).body;
  expect(stored.warnings).toMatchObject([
    { code: 'unused-file', file: './spare.kir' },
    { code: 'unused-parameter', line: 4, text: 'unused' },
  ]);
  expect(stored.source.split('\n')[3]).toContain('unused: bool');
});

it('422: a policy whose file is open or broken, with the file', async () => {
  const open = await post('/v1/policies', { name: 'p', source: policyOf(1), files: OPEN_BODY.files }).expect(422);
  expect(open.body).toMatchObject({ code: 'policy-open', errors: [IN_FILE] });
  const files = { [FEES_PATH]: FEES.replace('1..10', '1..') };
  const broken = await post('/v1/policies', { name: 'p', source: policyOf(1), files }).expect(422);
  expect(broken.body).toMatchObject({ code: 'invalid-program', diagnostics: [{ file: FEES_PATH, line: 3 }] });
});
