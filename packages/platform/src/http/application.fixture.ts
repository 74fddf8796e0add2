import type { Express } from 'express';
import type { Authenticator } from '../authentication/caller.js';
import { systemClock } from '../environment/clock.js';
import { systemRandomness } from '../environment/randomness.js';
import { problem } from '../problems/problem.js';
import { problemRoutes } from '../problems/routes.js';
import type { RateDecision } from '../quotas/rate-decision.js';
import type { Metrics } from '../telemetry/metrics/metrics.js';
import { createApplication } from './application.js';
import type { ByteLimits } from './bytes-in-flight.js';
import type { AnsweredRequest } from './request-log.js';
import { created, noContent, ok, streamed } from './response.js';
import { type Route, route } from './route.js';
import type { ReadingLimits } from './streams.js';
import { LABEL, PAGING } from './validation.js';

/** Knows two keys: `all` and `weak`, which has no scope; `out` finds the store out. */
const authenticator: Authenticator = {
  authenticate: async (header) => {
    switch (header) {
      case undefined:
        return { kind: 'anonymous' };
      case 'Bearer all':
        return { kind: 'caller', caller: { accountId: 'acc_1', keyId: 'key_1', tier: 'free', scopes: new Set(['publish']) } };
      case 'Bearer weak':
        return { kind: 'caller', caller: { accountId: 'acc_1', keyId: 'key_2', tier: 'free', scopes: new Set() } };
      case 'Bearer out':
        throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
      default:
        return { kind: 'refused', detail: 'This is not a key.' };
    }
  },
};

const limited: RateDecision = {
  kind: 'limited',
  windows: [{ name: 'minute', limit: 1, windowSeconds: 60, remaining: 0, resetSeconds: 30 }],
  retryAfterSeconds: 30,
};
/** The switches and observations of the tests. */
export const scene: {
  tooMany: boolean;
  isFull: boolean;
  /** Parts of streams that were made. */
  made: number;
  /** Streams that were ended, whole or not. */
  ended: number;
  readonly answered: AnsweredRequest[];
  readonly failures: unknown[];
} = {
  tooMany: false,
  isFull: false,
  made: 0,
  ended: 0,
  answered: [],
  failures: [],
};

/** Before each test: everything is allowed, and the observations are empty. */
export function resetScene(): void {
  scene.tooMany = false;
  scene.isFull = false;
  scene.made = 0;
  scene.ended = 0;
  scene.answered.length = 0;
  scene.failures.length = 0;
}

/** These tests are about checking and sending; the description is tested elsewhere. */
export const UNDESCRIBED = { responses: {}, problems: [] } as const;

const publish = route({
  ...UNDESCRIBED,
  method: 'POST',
  path: '/v1/things',
  summary: 'Makes a thing',
  auth: 'required',
  scope: 'publish',
  bodyLimit: 1000,
  refusal: () => (scene.isFull ? problem('busy', 'As many wait as may.') : undefined),
  rate: { take: async () => (scene.tooMany ? limited : { ...limited, kind: 'allowed' }) },
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: { name: LABEL, size: { type: 'integer' }, free: { type: 'object' } },
  },
  handler: ({ body, caller }) => {
    const name: string = body.name;
    const size: number | undefined = body.size;
    return created(`/v1/things/${name}`, { name, size: size ?? null, account: caller.accountId });
  },
});

const list = route({
  ...UNDESCRIBED,
  method: 'GET',
  path: '/v1/things',
  summary: 'Lists things',
  auth: 'optional',
  entityTag: true,
  query: { type: 'object', additionalProperties: false, properties: { ...PAGING, certified: { type: 'boolean' } } },
  handler: ({ query, caller }) => {
    const page: number = query.page;
    return ok({ page, limit: query.limit, certified: query.certified ?? null, mine: caller !== undefined });
  },
});

const one = route({
  ...UNDESCRIBED,
  method: 'GET',
  path: '/v1/things/:name/parts/:part',
  summary: 'One part',
  auth: 'optional',
  handler: ({ params }) => ok({ name: params.name, part: params.part }),
});

const newest = route({
  ...UNDESCRIBED,
  method: 'GET',
  path: '/v1/things/:name/parts/newest',
  summary: 'The newest part',
  auth: 'required',
  handler: ({ params }) => ok(params),
});

const certify = route({
  ...UNDESCRIBED,
  method: 'POST',
  path: '/v1/certify',
  summary: 'Takes no body',
  auth: 'none',
  handler: () => noContent(),
});

const breaks = route({
  ...UNDESCRIBED,
  method: 'GET',
  path: '/v1/breaks',
  summary: 'Throws',
  auth: 'none',
  lenientQuery: true,
  handler: ({ header }) => {
    if (header('x-outage') !== undefined) throw Object.assign(new Error('SELECT secret'), { code: '57P01' });
    throw new Error('/secret/path');
  },
});

const who = route({
  ...UNDESCRIBED,
  method: 'GET',
  path: '/v1/who',
  summary: 'Says who asks',
  auth: 'none',
  handler: ({ subject }) => ok(subject.address),
});

/** More than the buffers between two sockets hold. */
const LARGE = 'a'.repeat(16 * 1_048_576);

const large = route({
  ...UNDESCRIBED,
  method: 'GET',
  path: '/v1/large',
  summary: 'A large answer',
  auth: 'required',
  handler: () => ok(LARGE),
});

const PART = Buffer.alloc(65_536, 'a');

/** Parts of 64 KiB, as many as `x-parts` says; the one of number `x-breaks` throws. */
const stream = route({
  ...UNDESCRIBED,
  method: 'GET',
  path: '/v1/stream',
  summary: 'An answer that is made while it is read',
  auth: 'required',
  handler: ({ header }) => streamed('text/plain', partsOf(Number(header('x-parts')), Number(header('x-breaks') ?? -1)), { Link: '<x>' }),
});

async function* partsOf(count: number, broken: number): AsyncGenerator<Uint8Array> {
  try {
    for (let part = 0; part < count; part += 1) {
      await Promise.resolve();
      if (part === broken) throw new Error('/secret/path');
      scene.made += 1;
      yield PART;
    }
  } finally {
    scene.ended += 1;
  }
}

const routes: readonly Route[] = [publish, large, stream, list, one, newest, certify, breaks, who, ...problemRoutes()];

/** An application with a few routes, over an authenticator that knows three keys. */
export function application(trustProxy?: string, bytes?: ByteLimits, reading?: ReadingLimits, metrics?: Metrics): Express {
  return createApplication({
    routes,
    authenticator,
    log: {
      answered: (entry) => scene.answered.push(entry),
      failed: (error) => scene.failures.push(error),
      unavailable: (error) => scene.failures.push(error),
    },
    clock: systemClock,
    randomness: systemRandomness,
    trustProxy,
    ...(bytes === undefined ? {} : { byteLimits: bytes }),
    ...(reading === undefined ? {} : { reading }),
    ...(metrics === undefined ? {} : { metrics }),
  });
}
