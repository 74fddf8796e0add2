import { createClient } from './client.js';
import { answerOf, NetworkError } from './errors.js';
import { type Responder, serve } from './testing/server.fixture.js';

const KEY = 'svc_live_0000000000000000000000000000000000000000';

const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Responder =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

const clientFor = (address: string) => createClient({ registry: address, compiler: address, apiKey: KEY, retry: { attempts: 0 } });

describe('a stranger instead of the service is a NetworkError', () => {
  it('if it answers with a page', async () => {
    const { address } = await serve((_request, response) => void response.end('<html>Sign in</html>'));
    const asked = clientFor(address).publish({ name: 'half', source: '' });
    await expect(asked).rejects.toThrow(NetworkError);
    await expect(asked).rejects.toThrow('answers with something that is not JSON.');
  });

  it('if it redirects, which is not followed: no source and no key go elsewhere', async () => {
    const { address, bodies } = await serve((request, response) => {
      const [, status = ''] = /^\/+(\d+)/.exec(request.url ?? '') ?? [];
      response.writeHead(Number(status || 200), { Location: '/elsewhere' });
      response.end();
    });
    for (const status of [301, 302, 307, 308]) {
      const asked = clientFor(`${address}${status}`).publish({ name: 'half', source: 'secret' });
      await expect(asked).rejects.toThrow('redirects to /elsewhere, which is not followed.');
    }
    expect(bodies).toHaveLength(4);
  });
});

it('a wait for a run ends as soon as it is aborted', async () => {
  const { address, bodies } = await serve(json(202, { status: 'queued', certification_id: 'crt_1' }), json(200, { status: 'running' }));
  const stop = new AbortController();
  const certifying = clientFor(address).certify('cir_1', stop.signal);
  while (bodies.length < 4) await new Promise((resolve) => setTimeout(resolve, 20));
  // Now it pauses for two seconds.
  const started = performance.now();
  stop.abort(new Error('stopped'));
  await expect(certifying).rejects.toThrow('stopped');
  expect(performance.now() - started).toBeLessThan(1_000);
});

it('reads answers of other forms as they are', async () => {
  const { address } = await serve((_request, response) => void response.end('<svg/>'));
  const badge = await clientFor(address).registry.GET('/v1/circuits/{pid}/badge', {
    params: { path: { pid: 'cir_1' } },
    parseAs: 'text',
  });
  expect(answerOf(badge)).toBe('<svg/>');
});
