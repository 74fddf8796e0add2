import { sharedCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { CARD_FEE, CLOCK, GATEWAY, OPEN_POLICY } from '../testing/sources.fixture.js';

let compiler: TestCompiler;
let account: TestAccount;
beforeAll(async () => {
  compiler = await sharedCompiler();
  account = await compiler.register();
});

const analyze = (body: object) => compiler.post(account, '/v1/analyze', body);

it('says of a closed circuit what certify would say, and stores nothing', async () => {
  const { body } = await analyze({ source: CARD_FEE }).expect(200);
  expect(body).toMatchObject({ certified: true, phi_c: 1, assurance: 'kernel', errors: [], warnings: [] });
  expect(body.tce_metrics).toMatchObject({ information_entropy: 0, closure_domains_verified: body.tce_metrics.closure_domains_total });
  expect(body.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(body).not.toHaveProperty('certificate');
  expect(await compiler.database.certification.count()).toBe(0);
});

it('says what is open, with line and column', async () => {
  const { body } = await analyze({ source: CLOCK }).expect(200);
  expect(body).toMatchObject({ certified: false, assurance: null, errors: [{ type: 'entropy_source', line: 3 }] });
  expect(body.phi_c).toBeLessThan(1);
});

it('works for policies too', async () => {
  expect((await analyze({ source: GATEWAY }).expect(200)).body).toMatchObject({ certified: true, phi_c: 1 });
  expect((await analyze({ source: OPEN_POLICY }).expect(200)).body).toMatchObject({
    certified: false,
    errors: [{ type: 'unclosed_domain', line: 3, counterexample: { parts: 0 } }],
  });
});

it('a source that does not type-check is 422 with every mistake', async () => {
  const { body } = await analyze({ source: 'circuit c {\n  output b: bool\n  output d: bool\n  b = x\n  d = 1 + true\n}' }).expect(422);
  expect(body.code).toBe('invalid-program');
  expect(new Set(body.diagnostics.map(({ line }: { line: number }) => line))).toEqual(new Set([4, 5]));
});

it('is refused without a key, without the scope, and with fields that it does not know', async () => {
  const weak = await compiler.register(['read']);
  await compiler.api.post('/v1/analyze').send({ source: '' }).expect(401);
  await compiler.post(weak, '/v1/analyze', { source: '' }).expect(403);
  expect((await analyze({ source: '', sauce: '' }).expect(400)).body.errors).toMatchObject([{ pointer: '/sauce' }]);
});
