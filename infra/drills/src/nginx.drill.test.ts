import { once } from 'node:events';
import { createServer } from 'node:http';
import { Agent } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { eventually, stopPrograms } from './harness/programs.js';
import { call, closedSource, operator, type ServiceProcess, startService } from './harness/services.js';
import { removeFolders, startPostgres, startRedis } from './harness/stores.js';
import { drill } from './harness/tools.js';
import { type Answered, type Asked, ask, NAMES, type ProxiedService, type Proxy, startNginx } from './nginx.fixture.js';

/** Settings of the services: the limits of accounts do not hinder the load of one account. */
const SETTINGS = {
  TRUST_PROXY: '127.0.0.1',
  SHUTDOWN_DRAIN_MILLISECONDS: '5000',
  REQUESTS_PER_MINUTE: '1000000',
  PUBLISH_PER_MINUTE: '1000000',
  DEFAULT_TIER: 'pro',
  ENGINE_THREADS: '1',
};
const MEBIBYTE = 1_048_576;
const CONNECTIONS = 128;

function addressesOf(services: readonly ServiceProcess[]): readonly string[] {
  return services.map(({ address }) => address);
}

drill('nginx in front of two replicas of each service', ['nginx', 'openssl', 'postgres', 'redis-server'], () => {
  let proxy: Proxy;
  let key: string;
  const registries: ServiceProcess[] = [];
  const compilers: ServiceProcess[] = [];

  beforeAll(async () => {
    const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    await postgres.query('postgres', 'CREATE DATABASE kirchhoff');
    const stores = { DATABASE_URL: postgres.url('kirchhoff'), REDIS_URL: redis.url };
    await operator(['migrate'], stores);
    const environment = { ...stores, ...SETTINGS };
    for (let replica = 0; replica < 2; replica += 1) {
      registries.push(await startService('registry', environment));
      compilers.push(await startService('compiler', environment));
    }
    await startService('worker', { ...stores, ENGINE_THREADS: '1' });
    proxy = await startNginx({ registry: addressesOf(registries), compiler: addressesOf(compilers) });
    const body = JSON.stringify({ email: 'drill@example.org', name: 'Drill' });
    const registered = await ask(proxy, 'registry', '/v1/auth/register', { method: 'POST', body });
    key = String(JSON.parse(registered.text).api_key);
  }, 120_000);
  afterAll(async () => {
    await proxy?.stop();
    await stopPrograms();
    await removeFolders();
  }, 120_000);

  const withKey = async (service: ProxiedService, path: string, asked: Asked = {}): Promise<Answered> =>
    ask(proxy, service, path, { ...asked, headers: { authorization: `Bearer ${key}`, ...asked.headers } });
  const publish = async (name: string, number: number, asked: Asked = {}) => {
    const body = JSON.stringify({ name, source: closedSource(number) });
    return withKey('registry', '/v1/circuits', { ...asked, method: 'POST', body });
  };

  it('certifies a circuit, which waits for its result', async () => {
    const published = await publish('first', 1);
    expect(published.status).toBe(201);
    const path = `/v1/circuits/${String(JSON.parse(published.text).pid)}/certify`;
    const certified = await withKey('registry', path, { method: 'POST', body: '{}' });
    expect(JSON.parse(certified.text)).toMatchObject({ certified: true, phi_c: 1 });
    expect(certified.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  it('spreads requests over both replicas', async () => {
    await eventually('both replicas have answered', async () => {
      await Promise.all([ask(proxy, 'registry', '/v1/health'), ask(proxy, 'compiler', '/v1/health')]);
      return [...registries, ...compilers].every((service) => service.said().includes('"msg":"answered"'));
    });
  });

  // The second one is in TRUST_PROXY, so that a service would believe a claim that nginx passed on.
  it.each(['127.0.0.2', '127.0.0.1'])("tells the services the client's address %s, and not the one that it claims", async (from) => {
    const id = `claims-from-${from}`;
    const claims = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9', 'x-request-id': id };
    expect((await ask(proxy, 'registry', '/v1/health', { headers: claims, from })).status).toBe(200);
    const line = await eventually('the request is logged', async () =>
      registries.flatMap((service) => service.said().split('\n')).find((each) => each.includes(id)),
    );
    expect(JSON.parse(line)).toMatchObject({ msg: 'answered', client: from });
  });

  it("uses a client's request id, and logs one JSON object for each request", async () => {
    const answer = await ask(proxy, 'compiler', '/v1/health?cursor=secret', { headers: { 'x-request-id': 'own-id' } });
    expect(answer.headers['x-request-id']).toBe('own-id');
    await withKey('registry', '/v1/usage', { headers: { 'x-request-id': `id-${key}` } });
    await ask(proxy, 'registry', '/v1/"quoted"\\', {});
    const lines = await eventually('nginx has logged', async () => {
      const all = await proxy.log();
      return all.some(({ path }) => path === '/v1/usage') && all;
    });
    expect(lines.find((line) => line['request_id'] === 'own-id')).toMatchObject({
      client: '127.0.0.1',
      host: NAMES.compiler,
      method: 'GET',
      path: '/v1/health',
      status: 200,
      upstream_status: '200',
    });
    expect(JSON.stringify(lines)).not.toMatch(/secret|svc_live_/);
  });

  it.each(['/livez', '/READYZ/', '/readyz?x', '//livez', '/%6civez', '/metrics'])('%s is not reachable from outside', async (path) => {
    for (const service of ['registry', 'compiler'] as const) {
      const answer = await ask(proxy, service, path);
      expect([answer.status, JSON.parse(answer.text)]).toEqual([404, expect.objectContaining({ code: 'not-found', status: 404 })]);
    }
  });

  it('refuses other names, also on a connection for one of ours, and plain HTTP', async () => {
    await expect(ask(proxy, 'registry', '/v1/health', { serverName: 'other.example.org' })).rejects.toThrow(/alert|unrecognized/);
    expect((await ask(proxy, 'registry', '/', { headers: { host: 'other.example.org' } })).status).toBe(421);
    expect((await call('GET', `http://127.0.0.1:${proxy.port}/`)).status).toBe(400);
  });

  it('refuses a body that is too large, before a service reads it', async () => {
    const body = 'a'.repeat(MEBIBYTE + 1);
    for (const [service, path] of [
      ['registry', '/v1/circuits'],
      ['compiler', '/v1/analyze'],
    ] as const) {
      const answer = await withKey(service, path, { method: 'POST', body });
      expect([answer.status, answer.headers['content-type'], JSON.parse(answer.text)]).toEqual([
        413,
        'application/problem+json',
        expect.objectContaining({ code: 'payload-too-large', instance: path, request_id: answer.headers['x-request-id'] }),
      ]);
    }
    // The only route with 8 MiB.
    const source = 'circuit same {\n  input a: 0..1\n  output b: 0..1\n  b = a\n}\n';
    const large = JSON.stringify({ source, inputs: { a: 1 } }).padEnd(8 * MEBIBYTE);
    const evaluated = await withKey('compiler', '/v1/evaluate', { method: 'POST', body: large });
    expect(JSON.parse(evaluated.text)).toMatchObject({ outputs: { b: 1 } });
    expect((await withKey('compiler', '/v1/evaluate', { method: 'POST', body: `${large} ` })).status).toBe(413);
  });

  /** Opens a connection, and sends the beginning of a request. */
  const begin = async (text: string, from: string): Promise<TLSSocket> => {
    const { registry } = proxy.certificates;
    const wire = connectPlain({ host: '127.0.0.1', port: proxy.port, localAddress: from });
    const socket = connect({ socket: wire, servername: NAMES.registry, ca: registry });
    await once(socket, 'secureConnect');
    // nginx resets the connection of a client that is too slow.
    socket.on('error', () => undefined).write(text);
    return socket;
  };
  const UNFINISHED = `POST /v1/circuits HTTP/1.1\r\nHost: ${NAMES.registry}\r\nContent-Length: 10\r\n\r\n`;

  it('disconnects clients that are too slow', async () => {
    const slow = await Promise.all(['GET / HTTP/1.1\r\nHost:', UNFINISHED].map(async (text) => begin(text, '127.0.0.3')));
    await Promise.all(slow.map(async (socket) => new Promise((resolve) => socket.resume().once('close', resolve))));
    expect(await proxy.log()).toContainEqual(expect.objectContaining({ status: 408 }));
  });

  it('refuses too many requests at once from one address, and still answers another one', async () => {
    const sockets: TLSSocket[] = [];
    for (let number = 0; number < CONNECTIONS; number += 1) sockets.push(await begin(UNFINISHED, '127.0.0.4'));
    const refused = await eventually('nginx has read every request', async () => {
      const answer = await ask(proxy, 'registry', '/v1/health', { from: '127.0.0.4' });
      return answer.status === 429 && answer;
    });
    expect(refused.headers['retry-after']).toBe('1');
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'rate-limited', status: 429 });
    expect((await ask(proxy, 'registry', '/v1/health', { from: '127.0.0.5' })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it('refuses too many requests a second from one address', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 32 });
    const seen = new Set<number | undefined>();
    await eventually('nginx refuses', async () => {
      const many = Array.from({ length: 500 }, async () => ask(proxy, 'registry', '/v1/none', { from: '127.0.0.6', agent }));
      for (const { status } of await Promise.all(many)) seen.add(status);
      return seen.has(429);
    });
    agent.destroy();
    expect([...seen].toSorted((left = 0, right = 0) => left - right)).toEqual([404, 429]);
    expect((await ask(proxy, 'registry', '/v1/health', { from: '127.0.0.7' })).status).toBe(200);
  });

  it('one replica of each service drains under load without one error', async () => {
    const wrong: string[] = [];
    let published = 0;
    let answered = 0;
    const load = { isOver: false };
    const count = (what: string, { status = 0, text }: Answered) => {
      answered += 1;
      if (status >= 300) wrong.push(`${what} ${status} ${text}`);
    };
    /** A client with one connection, which asks one thing after another. */
    const client = async (number: number) => {
      const [writer, reader] = [new Agent({ keepAlive: true, maxSockets: 1 }), new Agent({ keepAlive: true, maxSockets: 1 })];
      const from = `127.0.1.${number + 1}`;
      for (let turn = 0; !load.isOver; turn += 1) {
        const write = await publish(`load-${number}-${turn}`, number * 100_000 + turn, { agent: writer, from });
        count('publish', write);
        if (write.status === 201) published += 1;
        count('read', await ask(proxy, 'registry', '/v1/health', { agent: writer, from }));
        const body = JSON.stringify({ source: closedSource(turn) });
        count('analyze', await withKey('compiler', '/v1/analyze', { method: 'POST', body, agent: reader, from }));
      }
      writer.destroy();
      reader.destroy();
    };
    const clients = Array.from({ length: 6 }, async (_, number) =>
      client(number).catch((error: unknown) => wrong.push(`connection: ${String(error)}`)),
    );
    const more = async (by: number) => {
      const enough = answered + by;
      await eventually('the load is answered', async () => answered >= enough || wrong.length > 0);
    };
    await more(100);
    const [registry, compiler] = [registries[0], compilers[0]];
    // The order of infra/README.md: nginx sends no more requests to them, has their answers, and then they end.
    await proxy.withdraw([registry, compiler].map((service) => service?.address ?? ''));
    await Promise.all([registry?.stop(), compiler?.stop()]);
    await more(100);
    load.isOver = true;
    await Promise.all(clients);
    expect(wrong).toEqual([]);
    expect([registry?.child.exitCode, compiler?.child.exitCode]).toEqual([0, 0]);
    const usage = JSON.parse((await withKey('registry', '/v1/usage')).text);
    // The first circuit is that of another test.
    expect(JSON.stringify(usage)).toContain(`"circuits":{"used":${published + 1}`);
  });

  it('repeats a request that a replica has received only if its method is idempotent', async () => {
    const received: string[] = [];
    // Breaks every connection after a request, as a process that is killed does.
    const breaking = Array.from({ length: 2 }, () =>
      createServer(({ method, url }, response) => {
        if (url === '/v1/health') return void response.end('{}');
        received.push(String(method));
        response.destroy();
      }).listen(0, '127.0.0.1'),
    );
    await Promise.all(breaking.map(async (server) => once(server, 'listening')));
    const addresses = breaking.map((server) => `http://127.0.0.1:${Object(server.address()).port}`);
    const broken = await startNginx({ registry: addresses, compiler: addresses });
    try {
      const refused = await ask(broken, 'registry', '/v1/circuits', { method: 'POST', body: '{}' });
      expect([refused.status, JSON.parse(refused.text)]).toEqual([503, expect.objectContaining({ code: 'unavailable' })]);
      expect(received).toEqual(['POST']);
      // nginx leaves out a replica for 2 s after a failure.
      await eventually('both replicas have received one GET', async () => {
        const before = received.length;
        await ask(broken, 'registry', '/v1/circuits');
        return received.length === before + 2;
      });
    } finally {
      await broken.stop();
      for (const server of breaking) server.close();
    }
    expect(received.filter((method) => method === 'POST')).toHaveLength(1);
  });

  it('answers that no process is there, in the form of the services', async () => {
    await Promise.all(compilers.map(async (service) => service.stop('SIGKILL')));
    const answer = await ask(proxy, 'compiler', '/v1/health');
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'unavailable', status: 503, request_id: answer.headers['x-request-id'] });
    expect(await proxy.complaints()).not.toMatch(/\[(?:emerg|alert|crit)\]/);
  });
});
