import { makeKey, systemRandomness } from '@kirchhoff/platform';
import type { RequestRule, World, WorldKey } from '@kirchhoff/testing/contract-fuzz';
import { startReceiver } from './receiver.fixture.js';
import { bearer, startTestRegistry, type TestAccount, type TestRegistry } from './registry.fixture.js';
import { closedCircuit, conformanceCase, listCircuit, OPEN_CIRCUIT, POLICY, pinning, usingFile } from './sources.fixture.js';

/** A registry with resources of every type, for the contract fuzzer. */
export interface FuzzWorld {
  readonly world: World;
  close(): Promise<void>;
}

const PROGRAMS = ['card_fee', 'gcd', 'iban', 'median_of_five', 'open_clock', 'open_ensure', 'port_of', 'table_lookup'];
/** Its offset moves it past the last year that RFC 3339 can write. */
const LAST_TIME = '9999-12-31T23:59:59-12:00';
const MANY = '1000000000';
/** Rate limits are not under test; the engine must keep up with the concurrent requests. */
const SETTINGS = {
  REGISTER_PER_MINUTE: MANY,
  REGISTER_PER_DAY: MANY,
  PUBLISH_PER_MINUTE: MANY,
  REQUESTS_PER_MINUTE: MANY,
  SEARCHES_PER_MINUTE: MANY,
  UNKNOWN_KEYS_PER_MINUTE: MANY,
  ENGINE_QUEUE_LIMIT: '1000',
  ENGINE_QUEUE_PER_ACCOUNT: '1000',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
};

/** Rules between fields that their schemas cannot express. */
const RULES: readonly RequestRule[] = [
  { operation: '*', pointer: /^query\/page$/, message: /times limit/, reason: 'how far into a list anyone may reach by numbers' },
  { operation: 'GET /v1/circuits', pointer: /^query\/sort$/, message: /relevance/, reason: 'there is no relevance without a search' },
  {
    operation: 'GET /v1/circuits',
    pointer: /^query\/assurance$/,
    message: /certified/,
    reason: 'what is not certified rests on no evidence',
  },
  { operation: 'GET /v1/circuits', pointer: /^$/, message: /requires an API key/, reason: 'nobody knows who `me` is' },
  { operation: '*', pointer: /^\/files$/, message: /requires a source/, reason: 'files are those of a source' },
  { operation: '*', pointer: /^header\/if-(?:none-)?match$/, message: /must be/, reason: 'the grammar of entity tags is that of RFC 9110' },
  { operation: '*', pointer: /^query\/as_of$/, message: /must be a time/, reason: 'not every text of the form is a time or a snapshot' },
  { operation: 'POST /v1/webhooks', pointer: /^\/url$/, message: /./, reason: 'where a webhook may lead is a matter of policy' },
  {
    operation: 'POST /v1/auth/keys',
    pointer: /^\/expires_at$/,
    message: /./,
    reason: 'a key never outlives the one that made it, nor is it dead at once',
  },
];

/** Starts a registry with a worker, and fills it. */
export async function openFuzzWorld(): Promise<FuzzWorld> {
  const receiver = await startReceiver();
  const registry = await startTestRegistry(SETTINGS);
  await registry.startWorker({ WEBHOOK_ALLOWED_NETWORKS: SETTINGS.WEBHOOK_ALLOWED_NETWORKS, WEBHOOK_RETRY_SCALE: '0' });
  const accounts = [await registry.register(), await registry.register()] as const;
  await registry.database.account.updateMany({ data: { tier: 'pro' } });
  const [ada, bob] = accounts;
  const { api } = registry;
  await api.post('/v1/webhooks').set(bearer(ada)).send({ url: receiver.url }).expect(201);
  const kept = [await certified(registry, ada, 1), await certified(registry, bob, 2)];
  const open = await registry.publish(ada, OPEN_CIRCUIT);
  await registry.certify(ada, open);
  const hidden = await registry.publish(bob, closedCircuit(3), { visibility: 'private' });
  const own = await registry.publish(ada, closedCircuit(4), { visibility: 'private' });
  const withdrawn = await registry.publish(ada, closedCircuit(5));
  await api.delete(`/v1/circuits/${withdrawn}`).set(bearer(ada)).expect(204);
  const spare = await registry.publish(ada, closedCircuit(6));
  const verified = await api
    .post(`/v1/circuits/${kept[0]}/verify`)
    .set({ ...bearer(ada), Prefer: 'respond-async' })
    .expect(202);
  const pinnable = await api.get(`/v1/circuits/${kept[0]}`).expect(200);
  return {
    world: {
      base: await registry.serve(),
      keys: await keysOf(registry, ada, bob),
      identifiers: [...kept, open, hidden, own, withdrawn, spare, bob.keyId, verified.body.verification_id],
      kept,
      sources: [
        closedCircuit(),
        closedCircuit(7),
        OPEN_CIRCUIT,
        POLICY,
        listCircuit(2),
        usingFile().source,
        pinning(`${kept[0]}@${pinnable.body.hash}`),
        ...PROGRAMS.map(conformanceCase),
      ],
      bodies: {
        'POST /v1/circuits': [closedCircuit(), OPEN_CIRCUIT, conformanceCase('gcd')].map((source) => ({ name: 'a circuit', source })),
        'PUT /v1/circuits/{pid}': [
          { source: closedCircuit() },
          { visibility: 'private' },
          { visibility: 'public' },
          { name: 'another' },
          {},
        ],
        'POST /v1/auth/keys': [{}, { scopes: ['read'] }],
      },
      samples: {
        files: [usingFile().files, { '../half.kir': '' }],
        page: [1, 1, 2, 100_000],
        limit: [1, 5, 20, 100],
        search: ['circuit', 'a circuit', 'aaa', '"a circuit" -other', 'другой'],
        as_of: [
          new Date().toISOString(),
          '1',
          '9'.repeat(18),
          '0000-01-01T00:00:00Z_1_2',
          `${new Date().toISOString()}_9_9_9`,
          LAST_TIME,
          1,
        ],
        url: [
          receiver.url,
          `${receiver.url}?2`,
          'http://10.0.0.1/',
          'https://user:password@127.0.0.1/',
          'ftp://127.0.0.1/',
          'http://[::1]:1/x',
        ],
        email: ['someone@example.com'],
        expires_at: [new Date(Date.now() + 86_400_000).toISOString(), '2016-12-31T23:59:60Z', '9999-12-31T23:59:59+23:59', LAST_TIME],
      },
      endsItsKey: ['POST /v1/auth/keys/rotate', 'DELETE /v1/auth/keys/{key_id}'],
      rules: RULES,
    },
    close: async () => {
      // On close, the registry reports answers that deviate from the description.
      try {
        await registry.close();
      } finally {
        await receiver.close();
      }
    },
  };
}

async function certified(registry: TestRegistry, account: TestAccount, number: number): Promise<string> {
  const pid = await registry.publish(account, closedCircuit(number));
  await registry.certify(account, pid);
  return pid;
}

/** Returns keys of every status: those of two accounts, one without scopes, and invalid ones. */
async function keysOf({ api, database }: TestRegistry, ada: TestAccount, bob: TestAccount): Promise<readonly WorldKey[]> {
  const make = async (validity: WorldKey['validity']): Promise<WorldKey> => {
    const { body } = await api.post('/v1/auth/keys').set(bearer(ada)).send({}).expect(201);
    return { text: body.api_key, keyId: body.key_id, validity };
  };
  const [weak, revoked, expired] = [await make('weak'), await make('dead'), await make('dead')];
  const changes = [
    { keyId: weak.keyId, data: { scopes: [] } },
    { keyId: revoked.keyId, data: { revokedAt: new Date() } },
    { keyId: expired.keyId, data: { expiresAt: new Date(0) } },
  ];
  for (const { keyId, data } of changes) await database.apiKey.update({ where: { id: keyId }, data });
  const unknown: WorldKey = { text: makeKey(systemRandomness), keyId: '', validity: 'dead' };
  const strong = [ada, bob].map(({ key, keyId }) => ({ text: key, keyId, validity: 'strong' }) as const);
  return [...strong, weak, revoked, expired, unknown, await make('disposable'), await make('disposable')];
}
