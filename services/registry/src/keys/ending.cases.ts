import { sharedRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { type KeyCalls, keyCalls } from './key-calls.fixture.js';

let registry: TestRegistry;
let keys: KeyCalls;
beforeAll(async () => {
  registry = await sharedRegistry();
  keys = keyCalls(registry);
});

const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);
const times = <Value>(count: number, what: () => Value): readonly Value[] => Array.from({ length: count }, what);

describe('DELETE /v1/auth/keys/:key_id', () => {
  it('204: the key is dead when the answer arrives; again 204', async () => {
    const ada = await registry.register();
    const other = await keys.another(ada);
    expect(await keys.works(other.key)).toBe(200);
    const { headers } = await keys.revoke(ada, other.keyId).expect(204);
    expect(await keys.works(other.key)).toBe(401);
    const { revokedAt } = await keys.stored(other.keyId);
    await keys.revoke(ada, other.keyId).expect(204);
    expect((await keys.stored(other.keyId)).revokedAt).toEqual(revokedAt);
    expect((await keys.audit(ada)).slice(2)).toEqual([
      {
        actor: 'key',
        apiKeyId: ada.keyId,
        requestId: headers['x-request-id'],
        action: 'key.revoked',
        subject: other.keyId,
        detail: { name: 'unnamed key' },
      },
    ]);
  });

  it('204: a key may revoke itself', async () => {
    const ada = await registry.register();
    await keys.revoke(ada, ada.keyId).expect(204);
    expect(await keys.works(ada.key)).toBe(401);
  });

  it('401: a key that opens nothing', async () => {
    await keys.refusals(async (account) => keys.revoke(account, account.keyId));
  });

  it('403: a key without the scope, even for itself', async () => {
    const ada = await registry.register();
    const weak = await keys.another(ada, { scopes: ['read'] });
    await keys.revoke(weak, weak.keyId).expect(403);
    expect(await keys.works(weak.key)).toBe(200);
  });

  it("404: another account's key, and what is none", async () => {
    const [ada, bob] = [await registry.register(), await registry.register()];
    await keys.revoke(bob, ada.keyId).expect(404);
    await keys.revoke(bob, 'nonsense').expect(404);
    expect(await keys.works(ada.key)).toBe(200);
  });
});

describe('POST /v1/auth/keys/rotate', () => {
  it('200: a new key with the rights of the old one, which is dead', async () => {
    const ada = await registry.register();
    const expiresAt = new Date('2099-01-01T00:00:00Z');
    await keys.change(ada, { name: 'ci', scopes: ['read'], expiresAt });
    const { body, headers } = await keys.rotate(ada).expect(200);
    expect(body).toEqual({
      api_key: expect.any(String),
      key_id: expect.any(String),
      message: expect.stringContaining('cannot be retrieved later'),
      revoked_key_id: ada.keyId,
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(await keys.works(ada.key)).toBe(401);
    expect(await keys.works(body.api_key)).toBe(200);
    expect(await keys.stored(body.key_id)).toMatchObject({ accountId: ada.accountId, name: 'ci', scopes: ['read'], expiresAt });
    expect((await keys.audit(ada)).at(-1)).toEqual({
      actor: 'key',
      apiKeyId: ada.keyId,
      requestId: headers['x-request-id'],
      action: 'key.rotated',
      subject: ada.keyId,
      detail: { new_key_id: body.key_id },
    });
  });

  it('200 once and 401 otherwise, when twenty rotate one key at once', async () => {
    const ada = await registry.register();
    const answers = await Promise.all(times(20, () => keys.rotate(ada)));
    expect(statuses(answers)).toEqual([200, ...times(19, () => 401)]);
    expect(await registry.database.apiKey.count({ where: { accountId: ada.accountId } })).toBe(2);
    const won = answers.find(({ status }) => status === 200);
    expect(await keys.works(String(won?.body.api_key))).toBe(200);
  });

  it('200 or 401, when the key is revoked at the same time: one of both has ended it', async () => {
    const ended: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      const ada = await registry.register();
      const other = await keys.another(ada);
      const [revoked, rotated] = await Promise.all([keys.revoke(ada, other.keyId), keys.rotate(other)]);
      expect(revoked.status).toBe(204);
      expect([200, 401]).toContain(rotated.status);
      const ends = (await keys.audit(ada)).filter(({ subject, action }) => subject === other.keyId && action !== 'key.created');
      expect(ends.map(({ action }) => action)).toEqual([rotated.status === 200 ? 'key.rotated' : 'key.revoked']);
      expect(await registry.database.apiKey.count({ where: { accountId: ada.accountId, revokedAt: null } })).toBe(
        rotated.status === 200 ? 2 : 1,
      );
      ended.push(...ends.map(({ action }) => action));
    }
    expect(ended).toHaveLength(10);
  });

  it('401: without a key, and with one that opens nothing', async () => {
    await registry.api.post('/v1/auth/keys/rotate').expect(401);
    await keys.refusals(async (account) => keys.rotate(account));
  });

  it('needs no scope', async () => {
    const ada = await registry.register();
    await keys.rotate(await keys.another(ada, { scopes: ['read'] })).expect(200);
  });
});

describe('webhooks are told of a key that ends', () => {
  it.each(['revoked', 'rotated'] as const)('%s', async (reason) => {
    const ada = await registry.register();
    const other = await keys.another(ada, { name: 'ci' });
    const hook = { accountId: ada.accountId, url: 'https://example.com', description: '', secret: new Uint8Array(24) };
    const id = `whk_${ada.accountId.slice(4)}`;
    await registry.database.webhook.create({ data: { ...hook, id, events: ['key.revoked'] } });
    const end = async () => (reason === 'revoked' ? keys.revoke(ada, other.keyId).expect(204) : keys.rotate(other).expect(200));
    const { body } = await end();
    const more = reason === 'rotated' ? { new_key_id: body.key_id } : {};
    await keys.revoke(ada, other.keyId).expect(204);
    const { body: list } = await registry.api.get('/v1/auth/keys').set('Authorization', `Bearer ${ada.key}`).expect(200);
    const replaced = list.keys.map((each: { readonly id: string; readonly replaces: string | null }) => [each.id, each.replaces]);
    const others = [ada.keyId, other.keyId].map((keyId) => [keyId, null] as const);
    expect(new Map(replaced)).toEqual(new Map([...others, ...(reason === 'rotated' ? [[body.key_id, other.keyId] as const] : [])]));
    const told = await registry.database.webhookDelivery.findMany({ where: { webhookId: id } });
    expect(told.map(({ payload }) => JSON.parse(Buffer.from(payload).toString('utf8')))).toEqual([
      { type: 'key.revoked', timestamp: expect.any(String), data: { key_id: other.keyId, name: 'ci', reason, ...more } },
    ]);
  });
});
