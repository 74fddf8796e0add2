import { makeIdentifier, systemRandomness } from '@kirchhoff/platform';
import { bearer, sharedCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { CARD_FEE, CLOCK, GATEWAY, MISSING_OUTPUT, OPEN_DIVIDE } from '../testing/sources.fixture.js';

let compiler: TestCompiler;
let account: TestAccount;
beforeAll(async () => {
  compiler = await sharedCompiler();
  account = await compiler.register();
});

const evaluate = (body: object) => compiler.post(account, '/v1/evaluate', body);
/** A body whose numbers are sent in exactly this spelling. */
const evaluateText = (text: string) =>
  compiler.api.post('/v1/evaluate').set(bearer(account)).set('Content-Type', 'application/json').send(text);

/** Inserts a circuit as the registry would. */
async function publish(owner: TestAccount, source: string, more: { visibility?: 'private'; withdrawnAt?: Date } = {}): Promise<string> {
  const id = makeIdentifier('circuit', systemRandomness);
  const version = { version: 1, source, hash: 'x', proofKey: 'x', languageVersion: '1.0', signature: new Uint8Array() };
  const circuit = { name: 'c', description: '', visibility: 'public' as const, currentVersion: 1, ...more };
  await compiler.database.circuit.create({ data: { id, accountId: owner.accountId, ...circuit, versions: { create: version } } });
  return id;
}

it('gives the outputs of a source', async () => {
  const { body } = await evaluate({ source: CARD_FEE, inputs: { amount: 10_000, region: 'us' } }).expect(200);
  expect(body).toEqual({ outputs: { fee: 250 } });
});

it('gives the fields of records as the source declares them', async () => {
  const source =
    'circuit c {\n  input p: (z: 0..9, a: [(y: bool, b: bool); ..2])\n  output r: (z: 0..9, a: [(y: bool, b: bool); ..2])\n  r = p\n}';
  const { text } = await evaluate({ source, inputs: { p: { a: [{ b: true, y: false }], z: 3 } } }).expect(200);
  expect(text).toBe('{"outputs":{"r":{"z":3,"a":[{"y":false,"b":true}]}}}');
});

it('gives the outputs of a circuit that the caller may see', async () => {
  const other = await compiler.register();
  const inputs = { amount: 10_000, region: 'eu' };
  expect((await evaluate({ pid: await publish(other, CARD_FEE), inputs }).expect(200)).body).toEqual({ outputs: { fee: 150 } });
  await evaluate({ pid: await publish(account, CARD_FEE, { visibility: 'private' }), inputs }).expect(200);
});

it('a pid that is unknown, of another form or hidden is 404; withdrawn 410 to those who could see it', async () => {
  const other = await compiler.register();
  const inputs = { amount: 1, region: 'eu' };
  const gone = { withdrawnAt: new Date() };
  for (const pid of [
    makeIdentifier('circuit', systemRandomness),
    'cir_x',
    await publish(other, CARD_FEE, { visibility: 'private' }),
    await publish(other, CARD_FEE, { visibility: 'private', ...gone }),
  ]) {
    expect((await evaluate({ pid, inputs })).status).toBe(404);
  }
  expect((await evaluate({ pid: await publish(other, CARD_FEE, gone), inputs })).body).toMatchObject({ status: 410, code: 'withdrawn' });
});

it.each([
  [{ amount: -1, region: 'us' }, 'amount'],
  [{ amount: '1', region: 'us' }, 'amount'],
  [{ region: 'us' }, 'amount'],
  [{ amount: 1, region: 'mars' }, 'region'],
  [{ amount: 1, region: 'us', tip: 1 }, 'tip'],
])('refuses the inputs %j at their port', async (inputs, port) => {
  const { body } = await evaluate({ source: CARD_FEE, inputs }).expect(422);
  expect(body).toMatchObject({ code: 'domain-error', port, path: '' });
});

it('refuses a port named __proto__ like any other that there is not', async () => {
  const inputs = '{"amount":1,"region":"us","__proto__":{}}';
  const { body } = await evaluateText(`{"source":${JSON.stringify(CARD_FEE)},"inputs":${inputs}}`).expect(422);
  expect(body).toMatchObject({ code: 'domain-error', port: '__proto__' });
});

it.each(['1.0', '1e3', '-0', '9007199254740993', '1e999', '1.5'])(
  'refuses the number %s, which is no integer written plainly',
  async (number) => {
    const inputs = `{"amount":${number},"region":"us"}`;
    const { body } = await evaluateText(`{"source":${JSON.stringify(CARD_FEE)},"inputs":${inputs}}`).expect(422);
    expect(body).toMatchObject({ code: 'domain-error', port: 'amount' });
  },
);

it('a require that does not hold is a domain error without a port', async () => {
  const source = 'circuit c {\n  input a: 0..9\n  input b: 0..9\n  output d: 0..9\n  require a <= b\n  d = b - a\n}';
  const { body } = await evaluate({ source, inputs: { a: 2, b: 1 } }).expect(422);
  expect(body).toMatchObject({ code: 'domain-error', port: null, path: '' });
});

it('an operation of an open circuit that fails is 422 with its line, and 200 where it does not', async () => {
  const { body } = await evaluate({ source: OPEN_DIVIDE, inputs: { total: 6, parts: 0 } }).expect(422);
  expect(body).toMatchObject({ code: 'open-operation', line: 5, column: 16, domain: 'each' });
  expect((await evaluate({ source: OPEN_DIVIDE, inputs: { total: 6, parts: 2 } }).expect(200)).body).toEqual({ outputs: { each: 3 } });
});

it.each([
  ['an ensure', 'circuit c {\n  input a: 0..9\n  output b: 0..9\n  b = a\n  ensure b < 5 "small"\n}', 5],
  ['an output out of its domain', 'circuit c {\n  input a: 0..9\n  output b: 0..5\n  b = a\n}', 4],
  ['a stated domain', 'circuit c {\n  input a: 0..9\n  output b: 0..9\n  b = a as 0..5\n}', 4],
  ['a match without an arm', 'circuit c {\n  input a: 0..9\n  output b: 0..9\n  b = match a { 0..8 => 1 }\n}', 4],
  [
    'inside a component',
    'component inverse(x: 0..9) -> 0..9 {\n  9 / (9 - x)\n}\ncircuit c {\n  input a: 0..9\n  output b: 0..9\n  b = inverse(a)\n}',
    2,
  ],
])('%s that fails is named by its line', async (_what, source, line) => {
  expect((await evaluate({ source, inputs: { a: 9 } }).expect(422)).body).toMatchObject({ code: 'open-operation', line });
});

it('an output that nothing produces is 422 with its line', async () => {
  const { body } = await evaluate({ source: MISSING_OUTPUT, inputs: { paid: 1 } }).expect(422);
  expect(body).toMatchObject({ code: 'open-operation', line: 4, domain: 'change' });
});

it('an entropy source is 422', async () => {
  const { body } = await evaluate({ source: CLOCK, inputs: {} }).expect(422);
  expect(body).toMatchObject({ code: 'entropy-source', line: 3 });
});

it('a source that does not parse, and a policy, are 422 with diagnostics', async () => {
  for (const source of ['circuit', GATEWAY]) {
    expect((await evaluate({ source, inputs: {} }).expect(422)).body).toMatchObject({
      code: 'invalid-program',
      diagnostics: [{ line: 1 }],
    });
  }
});

it.each([
  [{ inputs: {} }, ['']],
  [{ source: CARD_FEE, pid: 'cir_x', inputs: {} }, ['']],
  [{ source: CARD_FEE }, ['/inputs']],
  [{ source: CARD_FEE, inputs: [] }, ['/inputs']],
  [{ source: CARD_FEE, inputs: {}, input: {} }, ['/input']],
])('%j is 400', async (body, pointers) => {
  const answer = await evaluate(body).expect(400);
  expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
});

it('takes bodies to 8 MiB, and no larger', async () => {
  const [taken, refused] = [7_000_000, 9_000_000].map((length) => ({ amount: 'x'.repeat(length), region: 'us' }));
  await evaluate({ source: CARD_FEE, inputs: taken }).expect(422);
  await evaluate({ source: CARD_FEE, inputs: refused }).expect(413);
});

it('needs a key of the scope compile', async () => {
  const weak = await compiler.register(['policy:check']);
  await compiler.api.post('/v1/evaluate').send({}).expect(401);
  await compiler.post(weak, '/v1/evaluate', {}).expect(403);
});
