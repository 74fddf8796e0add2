import request from 'supertest';
import { noContent } from '../http/response.js';
import { listen } from '../http/server.js';
import { problem } from '../problems/problem.js';
import { closeServer } from '../shutdown/shutdown.js';
import { openRepeatable, type Repeatable } from './repeatable.fixture.js';

let repeatable: Repeatable;
beforeAll(async () => {
  repeatable = await openRepeatable();
});
afterAll(async () => repeatable.close());
beforeEach(() => repeatable.reset());

/** Work that continues without its client ends within this count of looks. */
const MAX_LOOKS = 200;

let keys = 0;
const newKey = (): string => {
  keys += 1;
  return `key-${keys}`;
};

interface Sent {
  readonly key: string;
  readonly path?: string;
  readonly account?: string;
  readonly body?: object | string;
}

const send = ({ key, path = '/v1/things', account = 'acc_1', body = { name: 'a' } }: Sent) =>
  request(repeatable.application)
    .post(path)
    .set({ Authorization: `Bearer ${account}`, 'Idempotency-Key': key, 'Content-Type': 'application/json' })
    .send(body);

/** Lets the runs of now die, or the records of now expire. */
const lapse = async (what: 'lease_until' | 'expires_at') =>
  repeatable.database.$executeRawUnsafe(`UPDATE idempotency_records SET ${what} = now() - interval '1 second'`);

describe('a repeat', () => {
  it('201: is answered as the first was, byte for byte, and runs nothing', async () => {
    const key = newKey();
    const first = await send({ key }).expect(201);
    const again = await send({ key }).expect(201);
    expect(again.text).toBe(first.text);
    for (const name of ['location', 'etag', 'content-type', 'content-length', 'cache-control']) {
      expect([name, again.headers[name]]).toEqual([name, first.headers[name]]);
    }
    expect(first.headers['location']).toContain(first.body.thing_id);
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.headers).not.toHaveProperty('ratelimit');
    expect(repeatable.scene.made).toHaveLength(1);
  });

  it.each([
    ['other white space', '{ "tags": ["x", "y"],\n "name": "a" }'],
    ['another order of members, and a default said aloud', '{"size":1,"name":"a","tags":["x","y"]}'],
  ])('201: the same body in %s is the same request', async (_what, text) => {
    const key = newKey();
    await send({ key, body: { name: 'a', tags: ['x', 'y'] } }).expect(201);
    await send({ key, body: text }).expect(201);
    expect(repeatable.scene.made).toHaveLength(1);
  });

  it('204: without a body', async () => {
    repeatable.scene.next = () => noContent();
    const key = newKey();
    await send({ key }).expect(204);
    expect((await send({ key }).expect(204)).headers['idempotency-replayed']).toBe('true');
    expect(repeatable.scene.made).toHaveLength(1);
  });

  it('202: of what was accepted', async () => {
    const sent = { key: newKey(), path: '/v1/things/a/runs', body: {} };
    await send(sent).expect(202);
    const again = await request(repeatable.application)
      .post(sent.path)
      .set({ Authorization: 'Bearer acc_1', 'Idempotency-Key': sent.key })
      .expect(202);
    expect(again.headers['location']).toBe('/v1/runs/1');
    expect(repeatable.scene.made).toHaveLength(1);
  });

  it('409: a refusal by the handler is kept too, with the request that it was the answer to', async () => {
    repeatable.scene.next = () => problem('conflict', 'Not now.', { members: { more: 1 } });
    const key = newKey();
    const first = await send({ key }).expect(409);
    const again = await send({ key }).expect(409);
    expect(again.body).toEqual(first.body);
    expect(again.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(repeatable.scene.made).toHaveLength(1);
  });

  it('is taken by the key in quotes, as the draft writes it', async () => {
    const key = newKey();
    const first = await send({ key: `"${key}"` }).expect(201);
    expect((await send({ key }).expect(201)).body).toEqual(first.body);
  });
});

describe('another request with the same key', () => {
  it.each([
    ['another body', { body: { name: 'b' } }],
    ['a body with one member more', { body: { name: 'a', tags: [] } }],
  ])('422: %s', async (_what, other) => {
    const key = newKey();
    await send({ key }).expect(201);
    expect((await send({ key, ...other }).expect(422)).body.code).toBe('idempotency-mismatch');
    expect(repeatable.scene.made).toHaveLength(1);
  });
  it('422: another address of the same route', async () => {
    const key = newKey();
    await send({ key, path: '/v1/things/a/runs', body: {} }).expect(202);
    await send({ key, path: '/v1/things/b/runs', body: {} }).expect(422);
  });
  it('201: the same key of another account, or on another route, is another key', async () => {
    const key = newKey();
    const first = await send({ key }).expect(201);
    expect((await send({ key, account: 'acc_2' }).expect(201)).body).not.toEqual(first.body);
    await send({ key, path: '/v1/things/a/runs', body: {} }).expect(202);
    expect(repeatable.scene.made).toHaveLength(3);
  });
  it('201: after 24 hours it is as new', async () => {
    const key = newKey();
    const first = await send({ key }).expect(201);
    await lapse('expires_at');
    const later = await send({ key, body: { name: 'b' } }).expect(201);
    expect(later.body.thing_id).not.toBe(first.body.thing_id);
    expect(later.headers).not.toHaveProperty('idempotency-replayed');
  });
});

describe('at once', () => {
  it('409: while the first is running, with the seconds to wait', async () => {
    const key = newKey();
    const { scene } = repeatable;
    const during: Promise<request.Response>[] = [];
    scene.next = async () => {
      during.push(send({ key }).then((answer) => answer));
      const [meanwhile] = await Promise.all(during);
      expect([meanwhile?.status, meanwhile?.body.code, meanwhile?.headers['retry-after']]).toEqual([409, 'idempotency-running', '2']);
      return noContent();
    };
    await send({ key }).expect(204);
    expect(during).toHaveLength(1);
  });

  it('fifty with one key run the handler once', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 50 }, async () => send({ key })));
    expect(repeatable.scene.made).toHaveLength(1);
    for (const { status, body } of answers) {
      expect(status === 201 ? body.thing_id : body.code).toBe(status === 201 ? repeatable.scene.made[0] : 'idempotency-running');
    }
    expect(answers.filter(({ headers, status }) => status === 201 && headers['idempotency-replayed'] === undefined)).toHaveLength(1);
  });
});

describe('a request that broke off', () => {
  it('503: is not kept; the repeat runs with the same identifiers', async () => {
    const { scene } = repeatable;
    scene.next = () => {
      throw new Error('after the commit');
    };
    const key = newKey();
    await send({ key }).expect(503);
    repeatable.scene.next = (identifier) => noContent({ ETag: identifier });
    await send({ key }).expect(204);
    expect(scene.made).toHaveLength(2);
    expect(scene.made[1]).toBe(scene.made[0]);
  });

  it.each([
    [429, 'quota-exceeded'],
    [503, 'busy'],
    [401, 'unauthenticated'],
    [403, 'missing-scope'],
  ] as const)('%i: that the handler answers with is not kept', async (status, code) => {
    repeatable.scene.next = () => problem(code, 'Later, or by another key.');
    const key = newKey();
    await send({ key }).expect(status);
    repeatable.scene.next = () => noContent();
    await send({ key }).expect(204);
    expect(repeatable.scene.made[1]).toBe(repeatable.scene.made[0]);
  });

  it('204: whose process died is run again once its lease is over, and what the dead one does then changes nothing', async () => {
    const { scene } = repeatable;
    const key = newKey();
    let wake: (() => void) | undefined;
    const asleep = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const begun = new Promise<void>((resolve) => {
      scene.next = async () => {
        resolve();
        await asleep;
        return problem('conflict', 'Too late.');
      };
    });
    const dead = send({ key }).then((answer) => answer);
    await begun;
    await lapse('lease_until');
    scene.next = () => noContent();
    await send({ key }).expect(204);
    wake?.();
    await dead;
    await send({ key }).expect(204);
    expect(new Set(scene.made).size).toBe(1);
  });

  it('204: whose client is gone is kept all the same', async () => {
    const server = await listen(repeatable.application, 0, '127.0.0.1');
    const key = newKey();
    const client = new AbortController();
    let letGo: (() => void) | undefined;
    repeatable.scene.next = async () => {
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      client.abort();
      await held;
      return noContent();
    };
    const headers = { Authorization: 'Bearer acc_1', 'Idempotency-Key': key, 'Content-Type': 'application/json' };
    const gone = fetch(`http://127.0.0.1:${server.port}/v1/things`, {
      method: 'POST',
      headers,
      body: '{"name":"a"}',
      signal: client.signal,
    });
    await expect(gone).rejects.toThrow('aborted');
    letGo?.();
    await closeServer(server.server);
    let again = await send({ key });
    for (let look = 0; look < MAX_LOOKS && again.status === 409; look += 1) again = await send({ key });
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([204, 'true']);
    expect(repeatable.scene.made).toHaveLength(1);
  });

  it('400: before its handler leaves no trace', async () => {
    const key = newKey();
    await send({ key, body: { size: 2 } }).expect(400);
    await send({ key }).expect(201);
  });
});

const toSecrets = () => ({ key: newKey(), path: '/v1/secrets' });

describe('an answer that carries a secret', () => {
  it('409: is never kept: the repeat says what the secret belongs to', async () => {
    const one = toSecrets();
    const first = await send(one).expect(201);
    const again = await send(one).expect(409);
    expect([again.body.code, again.body.key_id]).toEqual(['secret-already-issued', first.body.key_id]);
    expect(repeatable.scene.made).toHaveLength(1);
    const records = await repeatable.database.$queryRaw<{ text: string }[]>`SELECT r::text AS text FROM idempotency_records r`;
    expect(JSON.stringify(records)).not.toContain('the secret');
    expect(JSON.stringify(records)).not.toContain(Buffer.from('the secret').toString('hex'));
  });

  it('409: but a refusal carries none, and is', async () => {
    const one = { ...toSecrets(), body: { name: 'a', size: 0 } };
    const first = await send(one).expect(409);
    expect((await send(one).expect(409)).body).toEqual(first.body);
    expect(first.body.code).toBe('conflict');
  });

  it('409: a caller without a key is known by the address', async () => {
    const { key, path } = toSecrets();
    const anonymous = () => request(repeatable.application).post(path).set('Idempotency-Key', key).send({ name: 'a' });
    await anonymous().expect(201);
    await anonymous().expect(409);
  });
});

describe('the field', () => {
  it('400: says where it is wrong', async () => {
    for (const key of ['""', '"a', 'a"b', 'a\\b', 'a,b', 'é', '"a";p=1', 'x'.repeat(256), '"\\x"']) {
      const { body } = await send({ key }).expect(400);
      expect(body.errors).toMatchObject([{ pointer: 'header/idempotency-key' }]);
    }
    expect(repeatable.scene.made).toHaveLength(0);
  });
  it('201: may have spaces within', async () => {
    const key = `${newKey()} of today`;
    await send({ key: ` ${key} ` }).expect(201);
    expect((await send({ key: `"${key}"` }).expect(201)).headers['idempotency-replayed']).toBe('true');
  });
  it('201: takes 255 characters', async () => {
    await send({ key: `"${'x'.repeat(255)}"` }).expect(201);
  });
  it('201: is never stored as it came', async () => {
    const key = 'svc_live_pasted_by_mistake';
    await send({ key }).expect(201);
    const rows = await repeatable.database.idempotencyRecord.findMany({ select: { key: true } });
    expect(JSON.stringify(rows)).not.toContain(key);
  });
});

describe('with Postgres out', () => {
  it('503: nothing is begun', async () => {
    repeatable.postgres.cut();
    const { body } = await send({ key: newKey() }).expect(503);
    await repeatable.postgres.restore();
    expect(body.code).toBe('unavailable');
    expect(repeatable.scene.made).toHaveLength(0);
  });

  it('201: what has happened is answered, and a repeat finds it once the lease is over', async () => {
    const { scene, postgres } = repeatable;
    scene.next = (identifier) => {
      postgres.cut();
      return noContent({ ETag: identifier });
    };
    const key = newKey();
    await send({ key }).expect(204);
    await postgres.restore();
    expect(scene.failures).toHaveLength(1);
    await send({ key }).expect(409);
    await lapse('lease_until');
    scene.next = () => noContent();
    await send({ key }).expect(204);
    expect(scene.made[1]).toBe(scene.made[0]);
  });
});
