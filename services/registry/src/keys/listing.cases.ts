import { bearer, sharedRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { type KeyCalls, keyCalls } from './key-calls.fixture.js';

let registry: TestRegistry;
let keys: KeyCalls;
beforeAll(async () => {
  registry = await sharedRegistry();
  keys = keyCalls(registry);
});

const times = <Value>(count: number, what: () => Value): readonly Value[] => Array.from({ length: count }, what);

describe('GET /v1/auth/keys', () => {
  it('200: what a key may be recognised by, never the key', async () => {
    const ada = await registry.register();
    const response = await registry.api.get('/v1/auth/keys').set(bearer(ada)).expect(200);
    expect(response.body.keys).toEqual([
      {
        id: ada.keyId,
        name: 'first key',
        prefix: ada.key.slice(0, 13),
        scopes: expect.arrayContaining(['read', 'keys']),
        created_at: expect.any(String),
        last_used_at: response.body.keys[0].last_used_at,
        expires_at: null,
        revoked_at: null,
        replaces: null,
        current: true,
      },
    ]);
    expect(response.text).not.toContain(ada.key);
    expect(response.headers['cache-control']).toBe('private, no-store');
  });

  it('200: the newest first, those that are revoked as well', async () => {
    const ada = await registry.register();
    const { body } = await keys.rotate(ada).expect(200);
    expect(await keys.keysOf({ ...ada, key: body.api_key })).toMatchObject([
      { id: body.key_id, current: true, revoked_at: null },
      { id: ada.keyId, current: false, revoked_at: expect.any(String) },
    ]);
  });

  it('200: every key that may be used, and of the others the newest hundred', async () => {
    const ada = await registry.register();
    const now = Date.now();
    const rows = (kind: string, count: number, data: object) =>
      times(count, () => kind).map((name, index) => ({
        id: `key_${name}${String(index).padStart(22 - name.length, '0')}`,
        accountId: ada.accountId,
        hash: new Uint8Array(Buffer.from(`${name}${index}`.padEnd(32))),
        prefix: '',
        name,
        scopes: [],
        createdAt: new Date(now + index),
        ...data,
      }));
    await registry.database.apiKey.createMany({
      data: [
        ...rows('Standing', 120, { createdAt: new Date(0) }),
        ...rows('Revoked', 60, { revokedAt: new Date() }),
        ...rows('Expired', 60, { expiresAt: new Date(1) }),
      ],
    });
    const listed: readonly { readonly name: string; readonly created_at: string }[] = await keys.keysOf(ada);
    const count = (name: string) => listed.filter((key) => key.name === name).length;
    expect([count('Standing'), count('Revoked'), count('Expired'), listed.length]).toEqual([120, 50, 50, 221]);
    const created = listed.map(({ created_at }) => created_at);
    expect(created).toEqual(created.toSorted().toReversed());
  });

  it('400: a query that is not known', async () => {
    await registry.api
      .get('/v1/auth/keys?page=1')
      .set(bearer(await registry.register()))
      .expect(400);
  });

  it('401: without a key, and with one that opens nothing', async () => {
    await registry.api.get('/v1/auth/keys').expect(401);
    await keys.refusals(async (account) => registry.api.get('/v1/auth/keys').set(bearer(account)));
  });

  it('403: a key without the scope', async () => {
    const ada = await registry.register();
    const { body } = await registry.api
      .get('/v1/auth/keys')
      .set(bearer(await keys.another(ada, { scopes: ['read'] })))
      .expect(403);
    expect(body).toMatchObject({ code: 'missing-scope', detail: expect.stringContaining('keys') });
  });
});
