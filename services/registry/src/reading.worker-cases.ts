import { setTimeout as wait } from 'node:timers/promises';
import { itReadsByConvention } from '@kirchhoff/testing';
import { bearer, registryWithWorker, type TestAccount, type TestRegistry } from './testing/registry.fixture.js';
import { closedCircuit } from './testing/sources.fixture.js';

itReadsByConvention(async () => {
  const registry = await registryWithWorker();
  const { api, description } = registry;
  const account = await registry.register();
  const pid = await registry.publish(account, closedCircuit(1), { name: 'conventional' });
  const { body } = await registry.certify(account, pid);
  const webhook = await api
    .post('/v1/webhooks')
    .set(bearer(account))
    .send({ url: 'https://example.com/hook', events: ['circuit.certified'] })
    .expect(201);
  const { body: verification } = await api
    .post(`/v1/circuits/${pid}/verify`)
    .set({ ...bearer(account), Prefer: 'respond-async' })
    .expect(202);
  await lastUseIsRecorded(registry, account);
  const circuit = `/v1/circuits/${pid}`;
  const { text: page } = await api.get('/playground').expect(200);
  return {
    base: await registry.serve(),
    description,
    key: account.key,
    paths: {
      '/assets/{file}': /\/assets\/[^"]+/.exec(page)?.[0] ?? '',
      // Circuits of other tests may be certified meanwhile.
      '/circuits': '/circuits?search=conventional',
      '/circuits/{pid}': `/circuits/${pid}`,
      '/circuits/{pid}/card.png': `/circuits/${pid}/card.png`,
      '/circuits/{pid}/graph.svg': `/circuits/${pid}/graph.svg`,
      '/circuits/{pid}/artifacts/{target}': `/circuits/${pid}/artifacts/js`,
      '/circuits/{pid}/versions/{version}': `/circuits/${pid}/versions/1`,
      '/circuits/{pid}/versions/{version}/certificate': `/circuits/${pid}/versions/1/certificate`,
      '/owners/{owner}': `/owners/${account.accountId}`,
      '/catalog/{name}': '/catalog/DIV',
      '/v1/catalog/{mc_code}': '/v1/catalog/MC_03',
      '/v1/circuits/{pid}': circuit,
      '/v1/circuits/{pid}/graph': `${circuit}/graph`,
      '/v1/circuits/{pid}/artifacts/{target}': `${circuit}/artifacts/js`,
      '/v1/circuits/{pid}/badge': `${circuit}/badge`,
      '/v1/circuits/{pid}/certificate': `${circuit}/certificate`,
      '/v1/circuits/{pid}/versions': `${circuit}/versions`,
      '/v1/circuits/{pid}/versions/{version}': `${circuit}/versions/1`,
      '/v1/circuits/{pid}/versions/{version}/certificate': `${circuit}/versions/1/certificate`,
      '/v1/certifications/{id}': `/v1/certifications/${body.certification_id}`,
      '/v1/verifications/{id}': `/v1/verifications/${verification.verification_id}`,
      '/v1/webhooks/{id}/deliveries': `/v1/webhooks/${webhook.body.id}/deliveries`,
    },
    tagged: [
      '/circuits',
      '/circuits/{pid}',
      '/circuits/{pid}/card.png',
      '/circuits/{pid}/graph.svg',
      '/catalog',
      '/catalog/{name}',
      '/v1/catalog',
      '/v1/catalog/{mc_code}',
      '/v1/circuits',
      '/v1/circuits/{pid}',
      '/v1/circuits/{pid}/graph',
      '/v1/circuits/{pid}/artifacts/{target}',
      '/v1/circuits/{pid}/badge',
      '/v1/circuits/{pid}/certificate',
      '/v1/circuits/{pid}/versions',
      '/v1/circuits/{pid}/versions/{version}',
      '/v1/circuits/{pid}/versions/{version}/certificate',
      '/v1/audit',
      '/v1/auth/keys',
      '/v1/webhooks',
      '/v1/webhooks/{id}/deliveries',
    ],
    forms: ['/', '/v1/circuits/{pid}/graph', '/v1/circuits/{pid}/badge'],
  };
});

/** The last use of a key is recorded some seconds after it, and changes the listing of keys: not between two reads of one test. */
async function lastUseIsRecorded({ database }: TestRegistry, { keyId }: TestAccount): Promise<void> {
  while ((await database.apiKey.findUniqueOrThrow({ where: { id: keyId } })).lastUsedAt === null) await wait(100);
}
