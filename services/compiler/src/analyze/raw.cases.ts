import { bearer, sharedCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { CARD_FEE, GATEWAY, OPEN_POLICY } from '../testing/sources.fixture.js';

let compiler: TestCompiler;
let account: TestAccount;
beforeAll(async () => {
  compiler = await sharedCompiler();
  account = await compiler.register();
});

const OPEN = 'circuit share {\n  input total: 0..9\n  input parts: 0..9\n  output each: 0..9\n  each = total / parts\n}\n';

const raw = (path: string, source: string | Buffer, type = 'text/x-kirchhoff') =>
  compiler.api.post(path).set(bearer(account)).set('Content-Type', type).send(source);

const sarif = (source: string, query = '') => raw(`/v1/analyze${query}`, source).set('Accept', 'application/sarif+json');
const batch = (sources: readonly object[]) => compiler.post(account, '/v1/analyze/batch', { sources });
const many = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `${index}.kir`, source: OPEN }));

const pointers = async (path: string, source: string | Buffer = CARD_FEE) => {
  const { body } = await raw(path, source).expect(400);
  return body.errors.map(({ pointer }: { pointer: string }) => pointer);
};

describe('a source as it stands in its file', () => {
  it('is analyzed, compiled and formatted as the same source in JSON is', async () => {
    const analyzed = await compiler.post(account, '/v1/analyze', { source: CARD_FEE }).expect(200);
    expect((await raw('/v1/analyze', CARD_FEE).expect(200)).body).toEqual(analyzed.body);
    expect((await raw('/v1/analyze', CARD_FEE, 'text/x-kirchhoff; charset=utf-8').expect(200)).body).toEqual(analyzed.body);
    const compiled = await compiler.post(account, '/v1/compile', { source: CARD_FEE, target: 'js', harness: true }).expect(200);
    expect((await raw('/v1/compile?target=js&harness=true', CARD_FEE).expect(200)).body).toEqual(compiled.body);
    const untidy = CARD_FEE.replaceAll('  ', ' ');
    const formatted = await raw('/v1/format', untidy).expect(200);
    expect(formatted.body).toEqual((await compiler.post(account, '/v1/format', { source: untidy }).expect(200)).body);
    expect(formatted.body.changed).toBe(true);
    expect((await raw('/v1/format', formatted.body.source).expect(200)).body).toEqual({ source: formatted.body.source, changed: false });
  });

  it('makes a policy, whose other members are in the query', async () => {
    const { body } = await raw('/v1/policies?name=gate%20way', GATEWAY).expect(201);
    expect(body.name).toBe('gate way');
    const stored = await compiler.api.get(`/v1/policies/${body.policy_id}`).set(bearer(account)).expect(200);
    expect(stored.body.source).toBe(GATEWAY);
  });

  it('is refused with the place in the request as it was sent', async () => {
    expect(await pointers('/v1/compile')).toEqual(['query/target']);
    expect(await pointers('/v1/compile?target=js&harness=perhaps')).toEqual(['query/harness']);
    expect(await pointers('/v1/analyze?none=1')).toEqual(['query/none']);
    expect(await pointers('/v1/analyze?source=x')).toEqual(['query/source']);
    expect(await pointers('/v1/analyze?files=x')).toEqual(['query/files']);
    expect(await pointers('/v1/analyze', Buffer.from([0x63, 0xff]))).toEqual(['']);
  });

  it('is 415 in another charset, and where only JSON is taken', async () => {
    expect((await raw('/v1/analyze', CARD_FEE, 'text/x-kirchhoff; charset=latin1').expect(415)).headers['accept']).toBe(
      'application/json, text/x-kirchhoff',
    );
    await raw('/v1/analyze', CARD_FEE, 'text/plain').expect(415);
    expect((await raw('/v1/evaluate', CARD_FEE).expect(415)).headers['accept']).toBe('application/json');
  });

  it('that does not parse is 422 with its diagnostics', async () => {
    expect((await raw('/v1/format', 'circuit {').expect(422)).body.code).toBe('invalid-program');
  });
});

describe('require=closed', () => {
  it('makes an open program a 422 with its errors, and changes nothing of a closed one', async () => {
    const circuit = await raw('/v1/analyze?require=closed', OPEN).expect(422);
    expect(circuit.body).toMatchObject({ code: 'circuit-open', errors: [{ line: 5, counterexample: { parts: 0 } }] });
    expect((await raw('/v1/analyze?require=closed', OPEN_POLICY).expect(422)).body.code).toBe('policy-open');
    expect((await raw('/v1/analyze?require=closed', CARD_FEE).expect(200)).body.certified).toBe(true);
    await raw('/v1/analyze?require=open', OPEN).expect(400);
  });
});

describe('a SARIF log', () => {
  it('lists errors of the proof and mistakes of the source at the path that the query names', async () => {
    const open = await sarif(OPEN, '?path=rules/share.kir').expect(200).expect('Content-Type', 'application/sarif+json');
    const { results } = JSON.parse(open.text).runs[0];
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({
      ruleId: 'division',
      properties: { counterexample: { parts: 0 } },
      locations: [{ physicalLocation: { artifactLocation: { uri: 'rules/share.kir' }, region: { startLine: 5 } } }],
    });
    const invalid = await sarif('circuit {').expect(200);
    expect(JSON.parse(invalid.text).runs[0].results[0].level).toBe('error');
    expect(JSON.parse((await sarif(CARD_FEE).expect(200)).text).runs[0].results).toEqual([]);
  });

  it('is not given for a program that is required to close', async () => {
    await sarif(OPEN, '?require=closed')
      .expect(422)
      .expect('Content-Type', /problem\+json/);
  });
});

describe('a batch', () => {
  it('has each result in its place: closed, open, invalid', async () => {
    const { body } = await batch([
      { name: 'a.kir', source: CARD_FEE },
      { name: 'b.kir', source: OPEN },
      { name: 'c.kir', source: 'circuit {' },
      { name: 'd.kir', source: GATEWAY },
    ]).expect(200);
    const single = await compiler.post(account, '/v1/analyze', { source: OPEN }).expect(200);
    expect(body.results.map(({ name, status }: { name: string; status: string }) => [name, status])).toEqual([
      ['a.kir', 'analyzed'],
      ['b.kir', 'analyzed'],
      ['c.kir', 'invalid'],
      ['d.kir', 'analyzed'],
    ]);
    expect(body.results[1].analysis).toEqual(single.body);
    expect(body.results[2].diagnostics[0].line).toBe(1);
  });

  it('is refused where two sources have one name', async () => {
    const same = { name: 'a.kir', source: OPEN };
    const { body } = await batch([same, { name: 'b.kir', source: OPEN }, same, same]).expect(400);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/sources/2/name', '/sources/3/name']);
  });

  it('has up to 200 sources', async () => {
    expect((await batch(many(200)).expect(200)).body.results).toHaveLength(200);
    await batch(many(201)).expect(400);
    await batch([]).expect(400);
  });
});
