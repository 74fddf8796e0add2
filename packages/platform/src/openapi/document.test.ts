import { jsonResponse } from '../http/response.js';
import { type Operation, openApi } from './document.js';
import { PART, THING_BODY, THING_ROUTES } from './openapi.fixture.js';

const about = { service: 'things', version: '1.2.3', description: 'Things.' };
const document = openApi(about, THING_ROUTES);
const [post, get] = [document.paths['/v1/things']?.post, document.paths['/v1/circuits/{pid}/things/{colour}']?.get];

function parameters(operation: Operation | undefined, place: string): readonly string[] {
  return (operation?.parameters ?? []).filter((parameter) => parameter.in === place).map(({ name }) => name);
}

function statuses(operation: Operation | undefined): readonly number[] {
  return Object.keys(operation?.responses ?? {}).map(Number);
}

/** The header fields of an answer. */
function always(operation: Operation | undefined, status: number): readonly string[] {
  return Object.keys(operation?.responses[status]?.headers ?? {});
}

/** The codes that the schema of a status allows, by the names of their components. */
function problems(operation: Operation | undefined, status: number): string {
  return JSON.stringify(operation?.responses[status]?.content?.['application/problem+json']?.schema);
}

it('the same routes make the same document, byte for byte', () => {
  expect(JSON.stringify(openApi(about, THING_ROUTES))).toBe(JSON.stringify(document));
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(document.info).toMatchObject({ title: 'Kirchhoff things', version: '1.2.3' });
});

it('operations have stable names, and a tag by the first segment of their path', () => {
  expect([post?.operationId, get?.operationId]).toEqual(['postThings', 'getCircuitsPidThingsColour']);
  expect([post?.tags, get?.tags, document.tags]).toEqual([['things'], ['circuits'], [{ name: 'things' }, { name: 'circuits' }]]);
});

it('parameters come from the path, the query and what the declaration asks of header fields', () => {
  expect([parameters(get, 'path'), parameters(get, 'query'), parameters(get, 'header')]).toEqual([
    ['pid', 'colour'],
    ['page'],
    ['If-None-Match', 'Prefer'],
  ]);
  expect(get?.parameters?.find(({ name }) => name === 'pid')?.schema).toEqual({ type: 'string', pattern: '^cir_[0-9A-Za-z]{22}$' });
  expect(parameters(post, 'header')).toEqual(['Idempotency-Key']);
});

it('the schema of a body is the one that requests are checked by, with each field explained that does not explain itself', () => {
  const { properties, ...rest } = THING_BODY;
  const name = { ...properties.name, description: 'A description in one line.' };
  expect(post?.requestBody?.content['application/json']?.schema).toEqual({ ...rest, properties: { ...properties, name } });
});

it('a key is required, or may be sent; its scope is told', () => {
  expect([post?.security, post?.['x-scope'], get?.security]).toEqual([[{ key: ['publish'] }], 'publish', [{}, { key: [] }]]);
});

it('what has a title stands once among the components', () => {
  expect(document.components.schemas['Part']).toEqual(PART);
  expect(document.components.schemas['Thing']?.properties).toMatchObject({
    parts: { items: { $ref: '#/components/schemas/Part' } },
    whole: { $ref: '#/components/schemas/Part' },
  });
});

it('two schemas of one title that differ are refused, and so is a reference to nothing', () => {
  const other = jsonResponse('Other.', { title: 'Part', type: 'string' });
  const nothing = jsonResponse('Nothing.', { $ref: '#/components/schemas/Nothing' });
  const withAnswer = (response: typeof other) => THING_ROUTES.map((each) => ({ ...each, responses: { ...each.responses, 202: response } }));
  expect(() => openApi(about, withAnswer(other))).toThrow('two different schemas have the title Part');
  expect(() => openApi(about, withAnswer(nothing))).toThrow('Nothing');
});

it('every status is there: those declared, those of the checks before the handler, and 304 where there is a tag', () => {
  expect(statuses(post)).toEqual([201, 204, 400, 401, 403, 409, 413, 415, 422, 429, 503]);
  expect(statuses(get)).toEqual([200, 304, 400, 401, 403, 404, 410, 413, 415, 429, 503]);
});

it('the problems of a status are told by their codes', () => {
  expect(problems(post, 409)).toContain('"enum":["conflict","idempotency-running","secret-already-issued"]');
  expect(problems(get, 410)).toBe('{"$ref":"#/components/schemas/WithdrawnProblem"}');
  expect(problems(get, 400)).toContain('malformed-url');
  expect(problems(post, 400)).not.toContain('malformed-url');
});

it('header fields that an answer always has are required', () => {
  expect(always(post, 201)).toEqual(['X-Request-Id', 'Location', 'RateLimit', 'RateLimit-Policy']);
  expect(always(get, 304)).toEqual(['X-Request-Id', 'ETag']);
  expect(always(get, 429)).toEqual(['X-Request-Id', 'Retry-After']);
  expect(document.components.headers['Retry-After']?.required).toBe(true);
});
