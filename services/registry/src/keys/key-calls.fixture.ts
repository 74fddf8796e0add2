import type { Tables } from '@kirchhoff/platform';
import type supertest from 'supertest';
import { bearer, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';

/** The content of an audit record, without its time. */
type Recorded = Pick<Tables.AuditRecord, keyof typeof RECORDED>;

/** Calls that several tests of keys use. */
export interface KeyCalls {
  /** The status of a call with a key. */
  works(key: string): Promise<number>;
  /** The list that the account sees. */
  keysOf(account: TestAccount): Promise<supertest.Response['body']>;
  register(body: object): supertest.Test;
  registerOnce(idempotencyKey: string): supertest.Test;
  make(account: TestAccount, body?: object): supertest.Test;
  revoke(account: TestAccount, keyId: string): supertest.Test;
  rotate(account: TestAccount): supertest.Test;
  /** Another key of the same account. */
  another(account: TestAccount, body?: object): Promise<TestAccount>;
  stored(id: string): Promise<Tables.ApiKey>;
  change(account: TestAccount, data: object): Promise<unknown>;
  /** The audit records of an account, oldest first. */
  audit(account: Pick<TestAccount, 'accountId'>): Promise<readonly Recorded[]>;
  /** Expects that a call with a revoked key and with an invalid one is rejected. */
  refusals(call: (account: TestAccount) => Promise<unknown>): Promise<void>;
  /** Makes the last request look as if its process had died after the commit: it is marked running, and its lease is over. */
  breakOff(): Promise<void>;
}

const RECORDED = { actor: true, apiKeyId: true, requestId: true, action: true, subject: true, detail: true } as const;

export function keyCalls(registry: TestRegistry): KeyCalls {
  const { api, database } = registry;
  const calls: KeyCalls = {
    works: async (key) => (await api.get('/v1/usage').set('Authorization', `Bearer ${key}`)).status,
    keysOf: async (account) => (await api.get('/v1/auth/keys').set(bearer(account)).expect(200)).body.keys,
    register: (body) => api.post('/v1/auth/register').send(body),
    registerOnce: (key) => calls.register({ email: 'a@b.example', name: 'x' }).set('Idempotency-Key', key),
    make: (account, body = {}) => api.post('/v1/auth/keys').set(bearer(account)).send(body),
    revoke: (account, keyId) => api.delete(`/v1/auth/keys/${keyId}`).set(bearer(account)),
    rotate: (account) => api.post('/v1/auth/keys/rotate').set(bearer(account)),
    another: async (account, body) => {
      const answer = await calls.make(account, body).expect(201);
      return { ...account, key: answer.body.api_key, keyId: answer.body.key_id };
    },
    stored: async (id) => database.apiKey.findUniqueOrThrow({ where: { id } }),
    change: async (account, data) => database.apiKey.update({ where: { id: account.keyId }, data }),
    audit: async ({ accountId }) => database.auditRecord.findMany({ where: { accountId }, orderBy: { id: 'asc' }, select: RECORDED }),
    refusals: async (call) => {
      const ada = await registry.register();
      const dead = await calls.another(ada);
      await calls.revoke(ada, dead.keyId).expect(204);
      for (const key of [dead.key, 'nonsense']) {
        expect(await call({ ...ada, key })).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
      }
    },
    breakOff: async () => {
      const { scope, route, key } = await database.idempotencyRecord.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
      await database.idempotencyRecord.update({
        where: { scope_route_key: { scope, route, key } },
        data: { status: 'running', leaseUntil: new Date(0), responseStatus: null, secretKeyId: null },
      });
    },
  };
  return calls;
}
