import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdToDescription } from '@kirchhoff/testing';
import request from 'supertest';
import { jsonResponse } from '../http/response.js';
import { route } from '../http/route.js';
import { openApi } from './document.js';

const SIZE = {
  title: 'Size',
  type: 'object',
  additionalProperties: false,
  required: ['size'],
  properties: { size: { type: 'integer' } },
} as const;
const description = openApi({ service: 'sizes', version: '1', description: '' }, [
  route({
    method: 'GET',
    path: '/v1/sizes/:name',
    summary: 'A size',
    auth: 'none',
    responses: { 200: jsonResponse('It.', SIZE, ['Location']) },
    problems: ['not-found'],
    handler: () => {
      throw new Error('never called: the answers are written by hand');
    },
  }),
]);

interface Written {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An application that answers everything alike. */
function answering({ status = 200, headers = {}, body = '{"size":1}' }: Written): RequestListener {
  return (_asked, response) => {
    response.statusCode = status;
    const fields = { 'Content-Type': 'application/json; charset=utf-8', 'X-Request-Id': '1', Location: '/', ...headers };
    for (const [name, value] of Object.entries(fields)) response.setHeader(name, value);
    response.end(body);
  };
}

/** The complaint after tests with such an answer; `undefined` if all answers are described. */
// These applications are no service: the check of a whole run must not wait for their answers.
beforeAll(() => delete process.env['SEEN_ANSWERS_FOLDER']);

async function complaint(written: Written, path = '/v1/sizes/small', method: 'get' | 'post' | 'head' = 'get'): Promise<string | undefined> {
  const held = holdToDescription(answering(written), description);
  // The client may be unable to parse the answer; this test does not check that.
  const api = request(held.listener);
  await api[method](path).catch(() => undefined);
  return held.close().then(
    () => undefined,
    (error: unknown) => String(error),
  );
}

function problemText(code: string, status: number, title: string): string {
  const standard = { type: `/problems/${code}`, title, status, code, detail: 'None.', instance: '/', request_id: '1' };
  return JSON.stringify(standard);
}

const PROBLEM = { 'Content-Type': 'application/problem+json' };

it('an answer as described passes, to GET and to HEAD', async () => {
  expect(await complaint({})).toBeUndefined();
  expect(await complaint({ body: '' }, '/v1/sizes/small', 'head')).toBeUndefined();
  expect(await complaint({ status: 404, headers: PROBLEM, body: problemText('not-found', 404, 'Not found') })).toBeUndefined();
});

it.each<readonly [string, Written, string]>([
  ['a status that is not there', { status: 202 }, 'no such status'],
  ['a member of another type', { body: '{"size":"1"}' }, '/size must be integer'],
  ['a member too many', { body: '{"size":1,"colour":2}' }, 'additional properties'],
  ['no JSON', { body: '{' }, 'SyntaxError'],
  ['another media type', { headers: { 'Content-Type': 'text/html' } }, 'media type text/html'],
  [
    'a problem of another status',
    { status: 404, headers: PROBLEM, body: problemText('withdrawn', 404, 'Withdrawn') },
    'must be equal to constant',
  ],
])('%s is a violation', async (_what, written, said) => {
  expect(await complaint(written)).toContain(said);
});

it('a header field that is always there, and is not, is a violation', async () => {
  const held = holdToDescription((_asked, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('X-Request-Id', '1');
    response.end('{"size":1}');
  }, description);
  await request(held.listener).get('/v1/sizes/small');
  await expect(held.close()).rejects.toThrow('lacks the header field Location');
});

it('an address or a method that is not described is refused as one, or is a violation', async () => {
  const notFound = { status: 404, headers: PROBLEM, body: problemText('not-found', 404, 'Not found') };
  expect(await complaint(notFound, '/v1/nothing')).toBeUndefined();
  expect(await complaint({}, '/v1/nothing')).toContain('/v1/nothing → 200');
  expect(await complaint(notFound, '/v1/sizes/small', 'post')).toContain('method-not-allowed');
});

it('what was described and what was seen is written down for a whole run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kirchhoff-seen-'));
  process.env['SEEN_ANSWERS_FOLDER'] = folder;
  try {
    await complaint({});
    const [name = ''] = await readdir(folder);
    const record: unknown = JSON.parse(await readFile(join(folder, name), 'utf8'));
    expect(record).toMatchObject({
      service: 'Kirchhoff sizes',
      described: expect.arrayContaining(['GET /v1/sizes/{name} 200', 'GET /v1/sizes/{name} 404']),
      seen: ['GET /v1/sizes/{name} 200'],
    });
  } finally {
    delete process.env['SEEN_ANSWERS_FOLDER'];
    await rm(folder, { recursive: true });
  }
});
