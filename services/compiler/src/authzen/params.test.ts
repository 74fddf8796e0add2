import type { EvaluationRequest } from './evaluation.js';
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

const EVALUATION: EvaluationRequest = {
  subject: { type: 'user', id: 'ada', properties: { role: 'admin', Role: 'clerk', ROLE: 'guest', team: 'a' } },
  action: { name: 'read', properties: { soft: true } },
  resource: { type: 'book', id: '1' },
  context: { time: 1, 'a/b~c': 2 },
};
/** The params of an action, optional ones with a `?` at the end. */
const declared = (...params: readonly string[]) => params.map((name) => ({ name: name.replace('?', ''), optional: name.endsWith('?') }));
const mapperOf = (category: string, ...params: readonly string[]) => new ActionMapper(new Map([[category, declared(...params)]]));
const mapped = (...params: readonly string[]) => mapperOf('read', ...params).map(EVALUATION);

it('hands over what is declared, and nothing else', () => {
  const { action, errors } = mapped('subject_type', 'subject_id', 'subject_team', 'resource_id', 'action_soft', 'context_time');
  expect(errors).toEqual([]);
  expect(action).toEqual({
    category: 'read',
    params: { subject_type: 'user', subject_id: 'ada', subject_team: 'a', resource_id: '1', action_soft: true, context_time: 1 },
  });
  expect(mapped().action).toEqual({ category: 'read', params: {} });
  expect(mapperOf('write', 'subject_id').map(EVALUATION).action).toEqual({ category: 'read', params: {} });
});

it.each(['cents', 'subject', 'subjectid', 'user_id', 'resource_role', 'context_team', 'action_name', 'context_id'])(
  'gives the param %s nothing',
  (param) => {
    expect(mapped(param).action.params).toEqual({});
  },
);

it('an optional param is null without a member of its name, and has the value of one as it is', () => {
  expect(mapped('subject_team?', 'subject_rank?', 'resource_team?', 'context_place?').action.params).toEqual({
    subject_team: 'a',
    subject_rank: null,
    resource_team: null,
    context_place: null,
  });
});

it.each(['cents?', 'subject?', 'user_id?', 'subject_ownerID?', 'subject_a__b?'])('an optional param %s has no place either', (param) => {
  expect(mapped(param).action.params).toEqual({});
});

it('an optional param that two members give is an error', () => {
  const { errors } = mapped('subject_role?');
  expect(errors.map(({ pointer }) => pointer)).toEqual(['/params/subject_role']);
});

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
  ['/params/subject_ownerID', ''],
  ['/params', ''],
])('the error at %s of an action is at %j of the evaluation', (pointer, expected) => {
  const { places } = mapped('subject_id', 'subject_team', 'context_a_b_c');
  expect(toEvaluationError({ pointer, message: 'x' }, places).pointer).toBe(expected);
});

it('a name of more than 200 characters gives no param', () => {
  const mapper = mapperOf('read', 'context_a_b');
  const names = [`a${'-'.repeat(198)}b`, `a${'-'.repeat(199)}b`];
  expect(names.map((name) => mapper.map({ ...EVALUATION, context: { [name]: 1 } }).action.params)).toEqual([{ context_a_b: 1 }, {}]);
  const longest = `context_${'a'.repeat(200)}`;
  expect(mapped(`${longest}?`).action.params).toEqual({ [longest]: null });
  expect(mapped(`${longest}a?`).action.params).toEqual({});
});

it('tells the evaluations of one request apart, whatever part they share', () => {
  const mapper = mapperOf('read', 'subject_id', 'resource_id', 'context_time');
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
