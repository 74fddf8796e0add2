import { type Database, hashKey, keyHashBytes, makeKey, openDatabase, systemRandomness } from '@kirchhoff/platform';
import { asService, createTestDatabase, type TestDatabase } from '@kirchhoff/testing';
import { SessionRepository } from './repository.js';
import { openKey, sealKey } from './sealed-key.js';
import { IDLE_MILLISECONDS, MAX_SESSIONS, SESSION_MILLISECONDS, Sessions } from './service.js';
import { formToken, isFormToken, makeSessionToken, readSessionToken, SESSION_COOKIE, type SessionToken } from './token.js';

let own: TestDatabase;
let owner: Database;
let database: Database;
let now: Date;
let sessions: Sessions;

beforeAll(async () => {
  own = await createTestDatabase();
  owner = openDatabase({ url: own.url, poolSize: 2, applicationName: 'test' });
  const url = asService('registry', { DATABASE_URL: own.url })['DATABASE_URL'] ?? '';
  database = openDatabase({ url, poolSize: 4, applicationName: 'test' });
});
afterAll(async () => {
  await Promise.all([owner.$disconnect(), database.$disconnect()]);
  await own.drop();
});

beforeEach(async () => {
  now = new Date('2026-11-27T12:00:00Z');
  sessions = new Sessions({ sessions: new SessionRepository(database), clock: { now: () => now }, randomness: systemRandomness });
  await owner.$executeRaw`TRUNCATE accounts CASCADE`;
  await owner.account.create({ data: { id: 'acc_1', email: 'ada@example.com', name: 'Ada' } });
  for (const id of ['key_1', 'key_2']) {
    const hash = keyHashBytes(hashKey(makeKey(systemRandomness)));
    await owner.apiKey.create({ data: { id, accountId: 'acc_1', hash, prefix: 'svc_live_abcd', name: id, scopes: ['read', 'keys'] } });
  }
});

const KEY = makeKey(systemRandomness);
const cookieOf = (token: SessionToken) => `${SESSION_COOKIE}=${token}`;
const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};

async function begin(keyId = 'key_1'): Promise<SessionToken> {
  const begun = await sessions.begin(keyId, KEY);
  if (begun === undefined) throw new Error('the key is not accepted');
  return begun.token;
}

describe('a session', () => {
  it('has the rights of its key, and the names to greet with', async () => {
    const token = await begin();
    expect(await sessions.find(cookieOf(token))).toEqual({
      token,
      caller: { accountId: 'acc_1', keyId: 'key_1', tier: 'free', scopes: new Set(['read', 'keys']), limits: {} },
      accountName: 'Ada',
      keyName: 'key_1',
      key: expect.any(Function),
    });
  });

  it('is in the database by its digest alone', async () => {
    const token = await begin();
    const [row] = await owner.$queryRaw<{ text: string }[]>`SELECT s::text AS text FROM sessions s`;
    expect(row?.text).not.toContain(token);
    expect(row?.text).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    expect(row?.text).not.toContain(Buffer.from(token, 'ascii').toString('hex'));
    for (const part of [KEY, KEY.slice(9, 20)]) expect(row?.text).not.toContain(Buffer.from(part, 'ascii').toString('hex'));
  });

  it('ends when it was not used for its idle time, and not before', async () => {
    const [used, idle] = [await begin(), await begin()];
    later(IDLE_MILLISECONDS - 1);
    expect(await sessions.find(cookieOf(used))).toBeDefined();
    later(1);
    expect(await sessions.find(cookieOf(idle))).toBeUndefined();
    expect(await sessions.find(cookieOf(used))).toBeDefined();
  });

  it('ends at its absolute end, however much it is used', async () => {
    const token = await begin();
    for (let spent = 0; spent + IDLE_MILLISECONDS / 2 < SESSION_MILLISECONDS; spent += IDLE_MILLISECONDS / 2) {
      later(IDLE_MILLISECONDS / 2);
      expect(await sessions.find(cookieOf(token))).toBeDefined();
    }
    later(IDLE_MILLISECONDS / 2);
    expect(await sessions.find(cookieOf(token))).toBeUndefined();
  });

  it.each([
    ['its key is revoked', async () => owner.apiKey.update({ where: { id: 'key_1' }, data: { revokedAt: now } })],
    ['its key expires', async () => owner.apiKey.update({ where: { id: 'key_1' }, data: { expiresAt: now } })],
    ['its account is suspended', async () => owner.account.update({ where: { id: 'acc_1' }, data: { suspendedAt: now } })],
  ])('ends at once when %s', async (_what, end) => {
    const token = await begin();
    expect(await sessions.find(cookieOf(token))).toBeDefined();
    await end();
    expect(await sessions.find(cookieOf(token))).toBeUndefined();
    expect(await sessions.begin('key_1', KEY)).toBeUndefined();
  });

  it('has the scopes that its key has now', async () => {
    const token = await begin();
    await owner.apiKey.update({ where: { id: 'key_1' }, data: { scopes: ['read'] } });
    expect((await sessions.find(cookieOf(token)))?.caller.scopes).toEqual(new Set(['read']));
  });

  it('ends alone: the others of its key stay', async () => {
    const [one, other] = [await begin(), await begin()];
    await sessions.end(cookieOf(one));
    expect(await sessions.find(cookieOf(one))).toBeUndefined();
    expect(await sessions.find(cookieOf(other))).toBeDefined();
  });

  it('displaces the least recently used of its key beyond the maximum, also of many that begin at once, and none of another key', async () => {
    const foreign = await begin('key_2');
    const first = await begin();
    later(60_000);
    const second = await begin();
    later(60_000);
    await sessions.find(cookieOf(first));
    later(1);
    await Promise.all(Array.from({ length: MAX_SESSIONS - 1 }, async () => begin()));
    expect(await owner.session.count({ where: { apiKeyId: 'key_1' } })).toBe(MAX_SESSIONS);
    expect(await sessions.find(cookieOf(first))).toBeDefined();
    expect(await sessions.find(cookieOf(second))).toBeUndefined();
    expect(await sessions.find(cookieOf(foreign))).toBeDefined();
  });

  it('is not found by an identifier that the server has not made', async () => {
    await begin();
    expect(await sessions.find(cookieOf(makeSessionToken(systemRandomness)))).toBeUndefined();
  });
});

describe('the sealed key', () => {
  it('is opened by its own session, and by no other', async () => {
    const [one, other] = [await begin(), await begin()];
    expect((await sessions.find(cookieOf(one)))?.key()).toBe(KEY);
    await owner.$executeRaw`UPDATE sessions SET sealed_key = (SELECT max(sealed_key) FROM sessions)`;
    const opened = await Promise.all([one, other].map(async (token) => (await sessions.find(cookieOf(token)))?.key()));
    expect(opened.filter((key) => key === undefined)).toHaveLength(1);
  });

  it('is refused if any of its bytes has changed, or it is cut', () => {
    const token = makeSessionToken(systemRandomness);
    const sealed = sealKey(KEY, token, systemRandomness);
    expect(openKey(sealed, token)).toBe(KEY);
    for (let place = 0; place < sealed.length; place += 1) {
      const changed = sealed.map((byte, at) => (at === place ? byte ^ 1 : byte));
      expect(openKey(changed, token)).toBeUndefined();
      expect(openKey(sealed.slice(0, place), token)).toBeUndefined();
    }
  });
});

describe('a Cookie field', () => {
  const token = makeSessionToken(systemRandomness);

  it('has the session among other cookies', () => {
    expect(readSessionToken(`a=b; ${SESSION_COOKIE}=${token}; c=d`)).toBe(token);
    expect(readSessionToken(`${SESSION_COOKIE}=${token}`)).toBe(token);
  });

  it.each([
    ['no cookie', undefined],
    ['an empty field', ''],
    ['another name', `session=${token}`],
    ['a longer name', `x${SESSION_COOKIE}=${token}`],
    ['an empty value', `${SESSION_COOKIE}=`],
    ['quotes', `${SESSION_COOKIE}="${token}"`],
    ['a shorter value', `${SESSION_COOKIE}=${token.slice(1)}`],
    ['a longer value', `${SESSION_COOKIE}=${token}A`],
    ['other characters', `${SESSION_COOKIE}=${token.slice(1)}+`],
    ['two sessions', `${SESSION_COOKIE}=${token}; ${SESSION_COOKIE}=${makeSessionToken(systemRandomness)}`],
    ['the same twice', `${SESSION_COOKIE}=${token}; ${SESSION_COOKIE}=${token}`],
    ['16,000 cookies', Array.from({ length: 16_000 }, () => 'a').join(';')],
  ])('has no session: %s', (_what, field) => {
    expect(readSessionToken(field)).toBeUndefined();
  });
});

describe('the token of forms', () => {
  const [one, other] = [makeSessionToken(systemRandomness), makeSessionToken(systemRandomness)];

  it('is that of one session, and does not reveal it', () => {
    expect(isFormToken(formToken(one), one)).toBe(true);
    expect(isFormToken(formToken(other), one)).toBe(false);
    expect(formToken(one)).not.toContain(one);
  });

  it.each(['', 'x', 'ä'.repeat(43), formToken(one).slice(1), `${formToken(one)}=`])('is not %j', (given) => {
    expect(isFormToken(given, one)).toBe(false);
  });
});
