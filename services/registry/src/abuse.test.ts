import { type KeyScope, SCOPES } from '@kirchhoff/platform';
import { type HeldService, itOpensNothingToStrangers, type StrangerCase } from '@kirchhoff/testing';
import { writeCertification } from './runs/kinds.fixture.js';
import { everyRow } from './testing/everything-kept.fixture.js';
import { bearer, eventually, startTestRegistry, type TestAccount, type TestRegistry } from './testing/registry.fixture.js';
import { closedCircuit } from './testing/sources.fixture.js';

const SOURCE = closedCircuit(77).replace('circuit half', 'circuit halved_by_ada');
const HIDDEN: StrangerCase = { status: 404 };
const THEIR_OWN: StrangerCase = { status: 200 };
const ANYONE: StrangerCase = { status: 200 };
const WEBHOOK_URL = 'https://hooks.example.com/of-ada';

/** The status that a stranger gets for each operation; the path names a resource of another account. */
const STRANGERS: Readonly<Record<string, StrangerCase>> = {
  'GET /': ANYONE,
  'GET /circuits': THEIR_OWN,
  'GET /circuits/{pid}': HIDDEN,
  'GET /circuits/{pid}/card.png': HIDDEN,
  'GET /circuits/{pid}/graph.svg': HIDDEN,
  'GET /circuits/{pid}/artifacts/{target}': HIDDEN,
  'GET /circuits/{pid}/versions/{version}': HIDDEN,
  'GET /circuits/{pid}/versions/{version}/certificate': HIDDEN,
  // The page is the same for every id of an account: it lists what the stranger may see.
  'GET /owners/{owner}': ANYONE,
  'GET /catalog': ANYONE,
  'GET /catalog/{name}': ANYONE,
  'GET /playground': ANYONE,
  // No page has a file of the name that is asked here.
  'GET /assets/{file}': { status: 404 },
  'GET /livez': ANYONE,
  'GET /readyz': ANYONE,
  'GET /v1/health': ANYONE,
  'GET /v1/catalog': ANYONE,
  'GET /v1/catalog/{mc_code}': ANYONE,
  'GET /v1/circuits': THEIR_OWN,
  'POST /v1/circuits': { status: 201, body: { name: 'of a stranger', source: closedCircuit(78), visibility: 'private' } },
  'GET /v1/circuits/{pid}': HIDDEN,
  'PUT /v1/circuits/{pid}': { ...HIDDEN, body: { name: 'taken', visibility: 'public' } },
  'DELETE /v1/circuits/{pid}': HIDDEN,
  'GET /v1/circuits/{pid}/versions': HIDDEN,
  'GET /v1/circuits/{pid}/versions/{version}': HIDDEN,
  'GET /v1/circuits/{pid}/versions/{version}/certificate': HIDDEN,
  'POST /v1/circuits/{pid}/certify': HIDDEN,
  'GET /v1/circuits/{pid}/certificate': HIDDEN,
  'GET /v1/certifications/{id}': HIDDEN,
  'POST /v1/circuits/{pid}/verify': HIDDEN,
  'GET /v1/verifications/{id}': HIDDEN,
  'GET /v1/circuits/{pid}/graph': HIDDEN,
  'GET /v1/circuits/{pid}/artifacts/{target}': HIDDEN,
  'GET /v1/circuits/{pid}/badge': HIDDEN,
  'POST /v1/auth/register': { status: 201, body: { email: 'stranger@example.net', name: 'A stranger' } },
  'GET /v1/auth/keys': THEIR_OWN,
  'POST /v1/auth/keys': { status: 201, body: { name: 'of a stranger' } },
  'POST /v1/auth/keys/rotate': THEIR_OWN,
  'DELETE /v1/auth/keys/{key_id}': HIDDEN,
  'GET /v1/webhooks': THEIR_OWN,
  'POST /v1/webhooks': { status: 201, body: { url: 'https://hooks.example.net/of-a-stranger' } },
  'DELETE /v1/webhooks/{id}': HIDDEN,
  'POST /v1/webhooks/{id}/rotate-secret': HIDDEN,
  'GET /v1/webhooks/{id}/deliveries': HIDDEN,
  'POST /v1/webhooks/{id}/deliveries/{delivery_id}/redeliver': HIDDEN,
  'GET /v1/audit': THEIR_OWN,
  'GET /v1/usage': THEIR_OWN,
  'GET /problems': ANYONE,
  'GET /problems/{code}': ANYONE,
  'GET /v1/docs': ANYONE,
  'GET /v1/docs/{file}': ANYONE,
  'GET /v1/openapi.json': ANYONE,
};

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
  await registry.startWorker();
});
afterAll(async () => registry.close());

/** Registers ada under a name that other texts do not contain. */
async function registerAda(): Promise<TestAccount> {
  const { body } = await registry.api.post('/v1/auth/register').send({ email: 'ada@ada.example', name: 'Ada Unmistakable' }).expect(201);
  return { accountId: body.account_id, keyId: body.key_id, key: body.api_key };
}

async function prefixOf({ keyId }: TestAccount): Promise<string> {
  return (await registry.database.apiKey.findUniqueOrThrow({ where: { id: keyId } })).prefix;
}

interface Held {
  readonly ada: TestAccount;
  readonly ids: Readonly<Record<'pid' | 'certification' | 'verification' | 'webhook' | 'delivery', string>>;
  readonly hash: string;
}

/** Creates one resource of each type for ada, among them a certified private circuit and a webhook with a delivery. */
async function held(): Promise<Held> {
  const ada = await registerAda();
  const made = await registry.api.post('/v1/webhooks').set(bearer(ada)).send({ url: WEBHOOK_URL }).expect(201);
  const pid = await registry.publish(ada, SOURCE, { name: 'unmistakable', description: 'nobody else reads this', visibility: 'private' });
  const { body } = await registry.certify(ada, pid);
  const verified = await registry.api
    .post(`/v1/circuits/${pid}/verify`)
    .set({ ...bearer(ada), Prefer: 'respond-async' })
    .expect(202);
  const verification = String(verified.body.verification_id);
  const isDone = async () => (await registry.database.verification.count({ where: { runId: verification, status: 'done' } })) === 1;
  await eventually('the verification is done', isDone);
  // Ends the deliveries that wait for a dead address, so that no worker writes any more.
  await registry.database.webhookDelivery.updateMany({ data: { status: 'dead' } });
  const delivery = await registry.database.webhookDelivery.findFirstOrThrow({ where: { webhookId: made.body.id } });
  const ids = { pid, certification: body.certification_id, verification, webhook: made.body.id, delivery: delivery.eventId };
  return { ada, ids, hash: body.hash };
}

/** Returns the identifier that `{id}` stands for in a path. */
function idIn(template: string, { webhook, verification, certification }: Held['ids']): string {
  if (template.startsWith('/v1/webhooks')) return webhook;
  return template.startsWith('/v1/verifications') ? verification : certification;
}

/** Returns every row that names one of ada's resources. The last use of a key is left out: it is written with a delay. */
async function rowsOf({ ada, ids }: Held): Promise<unknown> {
  const named = [ada.accountId, ada.keyId, ...Object.values(ids)];
  const rows = (await everyRow(registry.database)).filter((row) => !row.startsWith('api_keys ') && named.some((id) => row.includes(id)));
  const keys = await registry.database.apiKey.findMany({ where: { accountId: ada.accountId }, omit: { lastUsedAt: true } });
  return { rows: rows.toSorted(), keys };
}

describe('what is private', () => {
  itOpensNothingToStrangers(async (): Promise<HeldService<KeyScope>> => {
    const own = await held();
    const { ada, ids, hash } = own;
    const named = (template: string) => ({
      pid: ids.pid,
      version: '1',
      target: 'js',
      id: idIn(template, ids),
      delivery_id: ids.delivery,
      key_id: ada.keyId,
      mc_code: 'MC_00',
      name: 'ADD',
      owner: 'acc_0000000000000000000000',
      code: 'not-found',
    });
    return {
      base: await registry.serve(),
      description: registry.description,
      named,
      strangers: STRANGERS,
      marks: [
        'unmistakable',
        'Unmistakable',
        'nobody else reads this',
        'ada@',
        ada.accountId,
        await prefixOf(ada),
        WEBHOOK_URL,
        hash,
        'halved_by_ada',
      ],
      scopes: SCOPES,
      newKey: async (scopes = SCOPES) => {
        const { key, keyId } = await registry.register();
        await registry.database.apiKey.update({ where: { id: keyId }, data: { scopes: [...scopes] } });
        return key;
      },
      kept: async () => rowsOf(own),
    };
  });
});

it('public answers reveal only the account of the owner', async () => {
  const ada = await registerAda();
  await registry.api.post('/v1/webhooks').set(bearer(ada)).send({ url: WEBHOOK_URL }).expect(201);
  const pid = await registry.publish(ada, closedCircuit(79), { name: 'shown' });
  const { certification_id: certification } = (await registry.certify(ada, pid)).body;
  const bob = await registry.register();
  const answers = [
    await registry.api.post(`/v1/circuits/${pid}/verify`).set(bearer(bob)).expect(200),
    await registry.api.get('/v1/circuits?search=shown').expect(200),
  ];
  for (const path of ['', '/versions', '/versions/1', '/versions/1/certificate', '/certificate', '/graph', '/artifacts/js', '/badge']) {
    answers.push(await registry.api.get(`/v1/circuits/${pid}${path}`).expect(200));
  }
  const told = answers.map(({ text, body }) => text ?? JSON.stringify(body));
  for (const mark of ['ada@', 'Unmistakable', await prefixOf(ada), ada.keyId, WEBHOOK_URL]) {
    expect(told.filter((text) => text.includes(mark))).toEqual([]);
  }
  expect(told.some((text) => text.includes(ada.accountId))).toBe(true);
  await registry.api
    .get(`/v1/certifications/${String(certification)}`)
    .set(bearer(bob))
    .expect(404);
});

it('every answer has the fields that keep a browser from misusing it, and none says what serves it', async () => {
  const answers = [
    await registry.api.get('/').expect(200),
    await registry.api.get('/v1/catalog').expect(200),
    await registry.api.get('/v1/usage').expect(401),
    await registry.api.get('/v1/circuits?surprise=1').expect(400),
    await registry.api.get('/nowhere').expect(404),
    await registry.api.options('/v1/catalog').expect(204),
  ];
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'strict-transport-security': expect.stringMatching(/^max-age=\d{8,}/),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("object-src 'none'"),
    });
    for (const name of ['x-powered-by', 'server']) expect(headers).not.toHaveProperty(name);
  }
});

it('a Range is not taken, however many there are: the whole is sent once', async () => {
  const { text } = await registry.api.get('/v1/catalog').expect(200);
  const ranges = `bytes=${Array.from({ length: 1_000 }, (_, index) => `${index}-`).join(',')}`;
  const { text: again, headers } = await registry.api.get('/v1/catalog').set('Range', ranges).expect(200);
  expect(again).toBe(text);
  expect(headers).not.toHaveProperty('content-range');
});

describe('writes that wait for a lock in Postgres', () => {
  const CONNECTIONS = 4;
  let small: TestRegistry;
  let pid: string;
  let ada: TestAccount;
  beforeAll(async () => {
    small = await startTestRegistry({ DATABASE_POOL_SIZE: String(CONNECTIONS), RUN_WAIT_MILLISECONDS: '0' });
    ada = await small.register();
    pid = await small.publish(ada, closedCircuit(79));
    await writeCertification(small, ada, pid);
  });
  afterAll(async () => small.close());

  const writes = {
    publish: () =>
      small.api
        .post('/v1/circuits')
        .set(bearer(ada))
        .send({ name: 'another', source: closedCircuit(80) }),
    change: () => small.api.put(`/v1/circuits/${pid}`).set(bearer(ada)).send({ description: 'another' }),
    certify: () => small.api.post(`/v1/circuits/${pid}/certify`).set(bearer(ada)),
    verify: () => small.api.post(`/v1/circuits/${pid}/verify`).set(bearer(ada)),
  } as const;

  it.each(Object.entries(writes))('many at once (%s) leave connections to everybody else', async (_, write) => {
    const bob = await small.register();
    const asked = await small.database.$transaction(async (session) => {
      await session.$executeRaw`LOCK TABLE circuits, circuit_versions, certifications, verifications, quota_counts IN SHARE MODE`;
      const all = Promise.all(Array.from({ length: 4 * CONNECTIONS }, async () => write()));
      // Each request reads from Postgres, which gives the delayed writes time to arrive.
      for (let count = 0; count < 10; count += 1) await small.api.get('/v1/audit').set(bearer(bob)).expect(200);
      return { all };
    });
    await asked.all;
  });
});
