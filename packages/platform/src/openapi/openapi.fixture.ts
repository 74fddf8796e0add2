import { emptyResponse, jsonResponse, noContent, ok, type Schema } from '../http/response.js';
import { type Route, route } from '../http/route.js';

/** A part that several things have. */
export const PART: Schema = {
  title: 'Part',
  type: 'object',
  additionalProperties: false,
  required: ['size'],
  properties: { size: { type: 'integer' } },
};

export const THING_BODY = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name: { type: 'string', minLength: 1 }, size: { type: 'integer', default: 1 } },
} as const;

const THING: Schema = {
  title: 'Thing',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'parts', 'whole'],
  properties: { name: { type: 'string' }, parts: { type: 'array', items: PART }, whole: PART },
};

const rate = { take: async () => ({ kind: 'allowed', windows: [] }) as const };

/** Two routes that use most of what a route can declare. */
export const THING_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/things',
    summary: 'Makes a thing',
    auth: 'required',
    scope: 'publish',
    rate,
    idempotency: 'secret',
    body: THING_BODY,
    responses: { 201: jsonResponse('The thing.', THING, ['Location']), 204: emptyResponse('Nothing.') },
    problems: ['conflict'],
    handler: () => noContent(),
  }),
  route({
    method: 'GET',
    path: '/v1/circuits/:pid/things/:colour',
    summary: 'One thing',
    auth: 'optional',
    entityTag: true,
    query: { type: 'object', additionalProperties: false, properties: { page: { type: 'integer', default: 1 } } },
    params: { colour: { type: 'string', enum: ['red', 'green'] } },
    headers: { Prefer: { description: 'How to answer.', schema: { type: 'string' } } },
    responses: { 200: jsonResponse('The thing.', THING) },
    problems: ['not-found', 'withdrawn'],
    handler: () => ok({}),
  }),
];
