import { createTestDatabase, openProxy, type Proxy } from '@kirchhoff/testing';
import type { Express } from 'express';
import type { Authenticator } from '../authentication/caller.js';
import { type Database, openDatabase } from '../database/database.js';
import { systemClock } from '../environment/clock.js';
import { systemRandomness } from '../environment/randomness.js';
import { createApplication } from '../http/application.js';
import { accepted, created, json, type Outcome } from '../http/response.js';
import { type Route, route } from '../http/route.js';
import { problem } from '../problems/problem.js';
import { databaseIdempotencyStore } from './store.js';

/** Any key is that of the account it names. */
const authenticator: Authenticator = {
  authenticate: async (header) => {
    if (header === undefined) return { kind: 'anonymous' };
    const accountId = header.replace('Bearer ', '');
    return { kind: 'caller', caller: { accountId, keyId: `key of ${accountId}`, tier: 'free', scopes: new Set() } };
  },
};

/** Instructions for the next handler, and a record of past ones. */
export interface HandlerScript {
  /** Runs in the handler, with the identifier that it made. */
  next: (identifier: string) => Promise<Outcome> | Outcome;
  readonly made: string[];
  readonly failures: unknown[];
}

export interface Repeatable {
  readonly application: Express;
  readonly database: Database;
  /** The way to Postgres, to be cut. */
  readonly postgres: Proxy;
  readonly scene: HandlerScript;
  reset(): void;
  close(): Promise<void>;
}

const BODY = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name: { type: 'string' }, size: { type: 'integer', default: 1 }, tags: { type: 'array', items: { type: 'string' } } },
} as const;

/** An application whose routes take Idempotency-Key, over a database of its own. */
export async function openRepeatable(): Promise<Repeatable> {
  const test = await createTestDatabase();
  const postgres = await openProxy(test.url);
  const database = openDatabase({ url: postgres.url, poolSize: 10, applicationName: 'test' });
  const scene: HandlerScript = { next: makeThing, made: [], failures: [] };
  const fail = (error: unknown) => void scene.failures.push(error);
  const application = createApplication({
    routes: routes(scene),
    authenticator,
    log: { answered: () => undefined, failed: fail, unavailable: fail },
    clock: systemClock,
    randomness: systemRandomness,
    trustProxy: undefined,
    idempotency: databaseIdempotencyStore(database, systemRandomness),
  });
  return {
    application,
    database,
    postgres,
    scene,
    reset: () => {
      scene.next = makeThing;
      scene.made.length = 0;
      scene.failures.length = 0;
    },
    close: async () => {
      await database.$disconnect();
      await postgres.close();
      await test.drop();
    },
  };
}

function makeThing(identifier: string): Outcome {
  return created(`/v1/things/${identifier}`, { thing_id: identifier }, { ETag: '"one"', RateLimit: '"things";r=3;t=9' });
}

function routes(scene: HandlerScript): readonly Route[] {
  const make = async (identifier: string): Promise<Outcome> => {
    scene.made.push(identifier);
    return scene.next(identifier);
  };
  const undescribed = { responses: {}, problems: [] } as const;
  const thing = {
    ...undescribed,
    method: 'POST',
    auth: 'required',
    body: BODY,
    idempotency: 'answer',
    responses: {},
    problems: [],
  } as const;
  return [
    route({ ...thing, path: '/v1/things', summary: 'Makes a thing', handler: async ({ newIdentifier }) => make(newIdentifier('circuit')) }),
    route({
      ...undescribed,
      method: 'POST',
      path: '/v1/things/:name/runs',
      summary: 'Runs a thing, without a body',
      auth: 'required',
      idempotency: 'answer',
      responses: {},
      problems: [],
      handler: async ({ params, newIdentifier }) => {
        await make(newIdentifier('certification'));
        return accepted('/v1/runs/1', { name: params.name });
      },
    }),
    route({
      ...undescribed,
      method: 'POST',
      path: '/v1/secrets',
      summary: 'Makes a secret, for anyone',
      auth: 'none',
      idempotency: 'secret',
      responses: {},
      problems: [],
      body: BODY,
      handler: async ({ body, newIdentifier }) => {
        const keyId = newIdentifier('key');
        await make(keyId);
        return body.size === 0 ? problem('conflict', 'Nothing is made.') : json(201, { api_key: 'the secret', key_id: keyId });
      },
    }),
  ];
}
