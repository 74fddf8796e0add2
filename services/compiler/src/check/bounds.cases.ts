import { bearer, sharedCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { upTo } from '../testing/sources.fixture.js';

let compiler: TestCompiler;
let account: TestAccount;
let policyId: string;
beforeAll(async () => {
  compiler = await sharedCompiler();
  account = await compiler.register();
  policyId = await compiler.createPolicy(account, upTo(500));
});

const send = (path: string, text: string) =>
  compiler.api.post(path).set(bearer(account)).set('Content-Type', 'application/json').send(text);
const members = (count: number) => Array.from({ length: count }, (_, index) => `"${index.toString(36)}":0`).join();
const batchOf = (actions: readonly string[]) => `{"policy_id":"${policyId}","actions":[${actions.join()}]}`;
const batch = (actions: readonly string[]) => send('/v1/policy/check/batch', batchOf(actions));
const action = (params: string) => `{"category":"pay","params":{${params}}}`;

describe('an action with many unknown params gets no error for each', () => {
  it('413: a batch of one action with 700,000 unknown params', async () => {
    const { body } = await batch([action(members(700_000))]).expect(413);
    expect(body.code).toBe('payload-too-large');
  });

  it('400: 65,537 params, refused by the bound before they are read', async () => {
    const { body } = await batch([action('"cents":1'), action(members(65_537))]).expect(400);
    expect(body.errors).toEqual([{ pointer: '/actions/1/params', message: 'must have at most 65536 members' }]);
  });

  it('200: 65,000 params are one decision of 10 errors, which says how many more there are', async () => {
    const answer = await batch([action(`"cents":1,${members(65_000)}`)]).expect(200);
    const [decision] = answer.body.decisions;
    expect([decision.verdict, decision.errors.length, decision.errors_omitted]).toEqual(['DENY', 10, 65_000 - 10]);
    expect(answer.text.length).toBeLessThan(2_000);
  });

  it('200: a batch of 1,000 actions with 100 unknown params each is answered with 10 errors each', async () => {
    const answer = await batch(Array.from({ length: 1_000 }, () => action(members(100)))).expect(200);
    const decisions: { errors: unknown[]; errors_omitted: number }[] = answer.body.decisions;
    // `cents` is missing as well.
    expect(new Set(decisions.map(({ errors, errors_omitted: more }) => `${errors.length}+${more}`))).toEqual(new Set(['10+91']));
  });

  it('400: 700,000 inputs of an evaluation', async () => {
    const { body } = await send('/v1/evaluate', `{"source":"","inputs":{${members(700_000)}}}`).expect(400);
    expect(body.errors).toEqual([{ pointer: '/inputs', message: 'must have at most 65536 members' }]);
  });
});

describe('an envelope with many unknown members gets no error for each', () => {
  it('400: 60,000 members at the top, of which one is named', async () => {
    const { body } = await send('/v1/policy/check/batch', `{"policy_id":"x","actions":[],${members(60_000)}}`).expect(400);
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0].message).toMatch(/^is unknown; known: /);
  });

  it('400: members of a body without values are bounded at 1,000', async () => {
    const { body } = await send('/v1/analyze', `{"source":"",${members(1_001)}}`).expect(400);
    expect(body.errors).toEqual([{ pointer: '', message: 'must have at most 1000 members' }]);
  });
});

it('200: lists of 65,536 elements, as long as a list may be, are inputs of an evaluation', async () => {
  const list = `[${'7,'.repeat(65_535)}7]`;
  const source = 'circuit longest {\n input xs: [0..9; 65_536]\n output y: 0..9\n y = xs[65_535]\n}';
  const { body } = await send('/v1/evaluate', JSON.stringify({ source, inputs: {} }).replace('"inputs":{}', `"inputs":{"xs":${list}}`));
  expect(body).toMatchObject({ outputs: { y: 7 } });
});
