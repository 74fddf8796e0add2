import type { Evaluation } from './evaluation.js';
import { ActionMapper, paramName, toEvaluationError } from './params.js';

it.each([
  ['owner_id', 'owner_id'],
  ['ownerID', 'owner_id'],
  ['OwnerId', 'owner_id'],
  ['owner-id', 'owner_id'],
  ['owner.id', 'owner_id'],
  ['owner  id', 'owner_id'],
  ['IPAddress', 'ip_address'],
  ['OAuth2Token', 'o_auth2_token'],
  ['x509Cert', 'x509_cert'],
  ['2fa', '2fa'],
  ['a__b', 'a_b'],
  ['_a', '_a'],
  ['größe', 'gr_e'],
  ['', ''],
])('the name %j is %j', (name, param) => {
  expect(paramName(name)).toBe(param);
});

it('no name takes long', () => {
  for (const name of [
    'A'.repeat(1_000_000),
    'aA'.repeat(500_000),
    '-'.repeat(1_000_000),
    'a_'.repeat(500_000),
    `${'a_'.repeat(500_000)}!`,
  ]) {
    const started = performance.now();
    paramName(name);
    expect(performance.now() - started).toBeLessThan(1_000);
  }
});

const EVALUATION: Evaluation = {
  subject: { type: 'user', id: 'ada', properties: { role: 'admin', Role: 'clerk', ROLE: 'guest', team: 'a' } },
  action: { name: 'read', properties: { soft: true } },
  resource: { type: 'book', id: '1' },
  context: { time: 1, 'a/b~c': 2 },
};
const mapped = (...params: readonly string[]) => new ActionMapper(new Map([['read', params]])).map(EVALUATION);

it('hands over what is declared, and nothing else', () => {
  const { action, errors } = mapped('subject_type', 'subject_id', 'subject_team', 'resource_id', 'action_soft', 'context_time');
  expect(errors).toEqual([]);
  expect(action).toEqual({
    category: 'read',
    params: { subject_type: 'user', subject_id: 'ada', subject_team: 'a', resource_id: '1', action_soft: true, context_time: 1 },
  });
  expect(mapped().action).toEqual({ category: 'read', params: {} });
  expect(new ActionMapper(new Map([['write', ['subject_id']]])).map(EVALUATION).action).toEqual({ category: 'read', params: {} });
});

it.each(['cents', 'subject', 'subjectid', 'user_id', 'resource_role', 'context_team', 'action_name', 'context_id'])(
  'gives the param %s nothing',
  (param) => {
    expect(mapped(param).action.params).toEqual({});
  },
);

it('names one of several members that give one param', () => {
  const { errors, places } = mapped('subject_role', 'subject_id');
  expect(errors.map((error) => toEvaluationError(error, places))).toEqual([
    { pointer: '/subject/properties/Role', message: 'gives the param subject_role, as /subject/properties/role does' },
  ]);
});

it.each([
  ['/category', '/action/name'],
  ['/params/subject_id', '/subject/id'],
  ['/params/subject_team/deep/3', '/subject/properties/team/deep/3'],
  ['/params/context_a_b_c', '/context/a~1b~0c'],
  ['/params/context_missing', '/context/missing'],
  ['/params/resource_missing', '/resource/properties/missing'],
  ['/params/cents', ''],
  ['/params', ''],
])('the error at %s of an action is at %j of the evaluation', (pointer, expected) => {
  const { places } = mapped('subject_id', 'subject_team', 'context_a_b_c');
  expect(toEvaluationError({ pointer, message: 'x' }, places).pointer).toBe(expected);
});

it('repeats no name that is very long', () => {
  const long = `a${'-'.repeat(100_000)}b`;
  const { places } = new ActionMapper(new Map([['read', ['context_a_b']]])).map({ ...EVALUATION, context: { [long]: 1 } });
  expect(places.get('context_a_b')).toBe('/context');
});

it('tells the evaluations of one request apart, whatever part they share', () => {
  const mapper = new ActionMapper(new Map([['read', ['subject_id', 'resource_id', 'context_time']]]));
  const { context: _, ...without } = EVALUATION;
  const others = [
    EVALUATION,
    { ...EVALUATION, subject: { type: 'user', id: 'bob' } },
    { ...EVALUATION, resource: { type: 'book', id: '2' } },
    without,
  ];
  expect(others.map((each) => mapper.map(each).action.params)).toEqual([
    { subject_id: 'ada', resource_id: '1', context_time: 1 },
    { subject_id: 'bob', resource_id: '1', context_time: 1 },
    { subject_id: 'ada', resource_id: '2', context_time: 1 },
    { subject_id: 'ada', resource_id: '1' },
  ]);
});
