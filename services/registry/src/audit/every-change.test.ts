import type { AuditAction } from '@kirchhoff/platform';
import type supertest from 'supertest';
import { bearer, eventually, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit, OPEN_CIRCUIT } from '../testing/sources.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
beforeAll(async () => {
  registry = await startTestRegistry();
  await registry.startWorker();
});
beforeEach(async () => {
  ada = await registry.register();
});
afterAll(async () => registry.close());

type Send = () => supertest.Test;

interface Change {
  /** Method and path as in the description. */
  readonly route: string;
  readonly action: AuditAction;
  /** Makes the resource, and returns the request that changes it. */
  readonly prepare: () => Promise<Send>;
  /** True if a worker makes the change after the request: a failure there does not fail the request. */
  readonly later?: true;
}

const send = (method: 'post' | 'put' | 'delete', path: string, body?: object) => () => {
  const request = registry.api[method](path).set(bearer(ada));
  return body === undefined ? request : request.send(body);
};
const webhook = async (): Promise<string> => {
  const { body } = await registry.api.post('/v1/webhooks').set(bearer(ada)).send({ url: 'https://hooks.example.com' }).expect(201);
  return body.id;
};
const anotherKey = async (): Promise<string> =>
  (await registry.api.post('/v1/auth/keys').set(bearer(ada)).send({}).expect(201)).body.key_id;
const delivery = async (): Promise<string> => {
  const webhookId = await webhook();
  await registry.publish(ada, closedCircuit());
  const { body } = await registry.api.get(`/v1/webhooks/${webhookId}/deliveries`).set(bearer(ada)).expect(200);
  return `/v1/webhooks/${webhookId}/deliveries/${body.deliveries[0].id}`;
};

const CHANGES: readonly Change[] = [
  {
    route: 'POST /v1/auth/register',
    action: 'account.registered',
    prepare: async () => () => registry.api.post('/v1/auth/register').send({ email: 'a@b.example', name: 'a' }),
  },
  { route: 'POST /v1/auth/keys', action: 'key.created', prepare: async () => send('post', '/v1/auth/keys', {}) },
  { route: 'POST /v1/auth/keys/rotate', action: 'key.rotated', prepare: async () => send('post', '/v1/auth/keys/rotate') },
  {
    route: 'DELETE /v1/auth/keys/{key_id}',
    action: 'key.revoked',
    prepare: async () => send('delete', `/v1/auth/keys/${await anotherKey()}`),
  },
  {
    route: 'POST /v1/circuits',
    action: 'circuit.published',
    prepare: async () => send('post', '/v1/circuits', { name: 'a', source: closedCircuit() }),
  },
  {
    route: 'PUT /v1/circuits/{pid}',
    action: 'circuit.updated',
    prepare: async () =>
      send('put', `/v1/circuits/${await registry.publish(ada, closedCircuit())}`, { source: closedCircuit(1), name: 'other' }),
  },
  {
    route: 'DELETE /v1/circuits/{pid}',
    action: 'circuit.withdrawn',
    prepare: async () => send('delete', `/v1/circuits/${await registry.publish(ada, closedCircuit())}`),
  },
  {
    route: 'POST /v1/circuits/{pid}/certify',
    action: 'circuit.certified',
    prepare: async () => send('post', `/v1/circuits/${await registry.publish(ada, closedCircuit())}/certify`),
    later: true,
  },
  {
    route: 'POST /v1/circuits/{pid}/certify',
    action: 'circuit.left_open',
    prepare: async () => send('post', `/v1/circuits/${await registry.publish(ada, OPEN_CIRCUIT)}/certify`),
    later: true,
  },
  {
    route: 'POST /v1/webhooks',
    action: 'webhook.created',
    prepare: async () => send('post', '/v1/webhooks', { url: 'https://hooks.example.com' }),
  },
  { route: 'DELETE /v1/webhooks/{id}', action: 'webhook.deleted', prepare: async () => send('delete', `/v1/webhooks/${await webhook()}`) },
  {
    route: 'POST /v1/webhooks/{id}/rotate-secret',
    action: 'webhook.secret_rotated',
    prepare: async () => send('post', `/v1/webhooks/${await webhook()}/rotate-secret`),
  },
  {
    route: 'POST /v1/webhooks/{id}/deliveries/{delivery_id}/redeliver',
    action: 'webhook.redelivered',
    prepare: async () => send('post', `${await delivery()}/redeliver`),
  },
];

/** Operations whose effects do not last. */
const CHANGE_NOTHING = ['POST /v1/circuits/{pid}/verify'];

it('knows every route that changes something', () => {
  const described = Object.entries(registry.description.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => method !== 'get')
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  const known = new Set([...CHANGES.map(({ route }) => route), ...CHANGE_NOTHING]);
  expect([...known].toSorted()).toEqual(described.toSorted());
});

const records = async () => registry.database.auditRecord.findMany({ orderBy: { id: 'asc' } });

describe.each(CHANGES)('$route', ({ action, prepare, later }) => {
  it(`leaves one record: ${action}`, async () => {
    const request = await prepare();
    const before = (await records()).length;
    const response = await request();
    expect(response.status).toBeLessThan(300);
    const made = (await records()).slice(before);
    const byKey = action === 'account.registered' ? { actor: 'system', apiKeyId: null } : { actor: 'key', apiKeyId: ada.keyId };
    expect(made).toMatchObject([{ action, requestId: response.headers['x-request-id'], ...byKey }]);
    expect(made[0]?.accountId).toBe(action === 'account.registered' ? response.body.account_id : ada.accountId);
  });

  it.each([
    ['changes nothing where the record cannot be written', ['audit_records']],
    ['leaves no record where the change cannot be committed', ['accounts', 'api_keys', 'circuits', 'webhooks', 'webhook_deliveries']],
  ] as const)('%s', async (_name, tables) => {
    const request = await prepare();
    const before = await state();
    const response = await refusing(tables, async () => {
      const answer = await request();
      if (later === true) await eventually('it is given up', async () => (await certification(answer))?.status === 'failed');
      return answer;
    });
    expect(response.status).toBe(503);
    expect(await state()).toEqual(before);
  });
});

const certification = async ({ body }: supertest.Response) =>
  registry.database.certification.findUnique({ where: { id: String(body.certification_id) } });

/** Columns that must not have changed; the last use of keys is written apart from them. */
const STATE = {
  accounts: 'a.*',
  api_keys: 'a.id, a.name, a.scopes, a.revoked_at',
  circuits: 'a.*',
  circuit_versions: 'a.*',
  webhooks: 'a.*',
  webhook_deliveries: 'a.webhook_id, a.event_id',
  audit_records: 'a.*',
} as const;

async function state(): Promise<readonly unknown[]> {
  const tables = Object.entries(STATE).map(async ([table, columns]) =>
    registry.database.$queryRawUnsafe(
      `SELECT md5(string_agg(r::text, '' ORDER BY r::text)) AS ${table} FROM (SELECT ${columns} FROM ${table} a) r`,
    ),
  );
  return Promise.all(tables);
}

/** Runs `work` while no transaction that has written to one of these tables can commit. */
async function refusing<Result>(tables: readonly string[], work: () => Promise<Result>): Promise<Result> {
  const { database } = registry;
  await database.$executeRaw`CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused''; END'`;
  for (const table of tables) {
    await database.$executeRawUnsafe(`CREATE CONSTRAINT TRIGGER refused AFTER INSERT OR UPDATE ON ${table}
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`);
  }
  try {
    return await work();
  } finally {
    for (const table of tables) await database.$executeRawUnsafe(`DROP TRIGGER refused ON ${table}`);
  }
}
