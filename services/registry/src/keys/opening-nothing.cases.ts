import { sharedRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { type KeyCalls, keyCalls } from './key-calls.fixture.js';

let registry: TestRegistry;
let keys: KeyCalls;
beforeAll(async () => {
  registry = await sharedRegistry();
  keys = keyCalls(registry);
});

describe('a key that opens nothing', () => {
  it('is refused in the same way, whether it is unknown, revoked or expired', async () => {
    const ada = await registry.register();
    const [revoked, expired] = [await keys.another(ada), await keys.another(ada)];
    await keys.revoke(ada, revoked.keyId).expect(204);
    await keys.change(expired, { expiresAt: new Date(Date.now() - 1_000) });
    const gone = await keys.another(ada);
    await registry.database.auditRecord.deleteMany({ where: { subject: gone.keyId } });
    await registry.database.apiKey.delete({ where: { id: gone.keyId } });
    const answers = [];
    for (const { key } of [revoked, expired, gone]) {
      const answer = await registry.api.get('/v1/usage').set({ Authorization: `Bearer ${key}`, 'X-Request-Id': 'one' });
      answers.push({ status: answer.status, body: answer.body, headers: { ...answer.headers, date: '', traceparent: '' } });
    }
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'unauthenticated' }, headers: { 'www-authenticate': 'Bearer' } });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('is refused from the moment that it expires, though it was used just before', async () => {
    const ada = await registry.register();
    const end = Date.now() + 300;
    const brief = await keys.another(ada, { expires_at: new Date(end).toISOString() });
    for (;;) {
      const before = Date.now();
      const status = await keys.works(brief.key);
      if (before >= end) expect(status).toBe(401);
      if (Date.now() < end) expect(status).toBe(200);
      if (before >= end) break;
    }
  });
});
