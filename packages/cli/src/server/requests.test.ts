import { createServer, type Server } from 'node:http';
import { ENGINE_VERSION, read } from '@kirchhoff/coherence';
import { CLOSED, eachInAFolder } from '../testing/kir.fixture.js';

const folder = eachInAFolder();

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

let server: Server;
let sent: Sent[];
let answers: (request: Sent) => unknown;
let variables: Readonly<Record<string, string>>;
beforeEach(async () => {
  sent = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const got = { method: request.method ?? '', url: request.url ?? '', body };
      sent.push(got);
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(answers(got)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
  variables = {
    XDG_CONFIG_HOME: folder().path,
    KIRCHHOFF_REGISTRY: address,
    KIRCHHOFF_COMPILER: address,
    KIRCHHOFF_API_KEY: `svc_live_${'0'.repeat(40)}`,
  };
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('kir certify finds its circuit on any page of the list', async () => {
  const reading = read(CLOSED);
  const hash = reading.ok ? reading.program.hash : '';
  const known = {
    pid: 'cir_1',
    name: 'half',
    version: 1,
    hash,
    certified: true,
    phi_c: 1,
    engine_version: ENGINE_VERSION,
    badge_url: '/b',
  };
  answers = ({ url }) => {
    if (url.startsWith('/v1/health')) return { engine_version: ENGINE_VERSION };
    const circuits = url.includes('page=2') ? [known] : Array.from({ length: 100 }, () => ({ ...known, name: 'half of it' }));
    return { circuits, pages: 2 };
  };
  folder().write({ 'half.kir': CLOSED });
  const { exitCode, out } = await folder().kir(['certify'], { variables });
  expect([exitCode, out]).toEqual([0, 'half.kir  cir_1 v1  unchanged  certified before\n']);
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET']);
});

it('kir policy check sends every digit of an integer', async () => {
  answers = () => ({ verdict: 'ALLOW', reason: 'fine\n::error::no' });
  const params = '{"cents": 9007199254740993, "list": [1, -9223372036854775808]}';
  const { exitCode, out } = await folder().kir(['policy', 'check', 'pol_1', 'pay.refund', params], { variables });
  expect([exitCode, out]).toEqual([0, 'ALLOW: fine\\u{A}::error::no\n']);
  expect(JSON.parse(sent[0]?.body ?? '').action.params).toEqual({ cents: '9007199254740993', list: [1, '-9223372036854775808'] });
});

it('a refusal is shown on one line, without what a terminal would obey', async () => {
  answers = () => ({});
  server.removeAllListeners('request');
  server.on('request', (_request, response) => {
    response.writeHead(400, { 'Content-Type': 'application/problem+json' });
    response.end(JSON.stringify({ code: 'x', detail: 'evil\u001b[31m\n::error::no', request_id: 'r' }));
  });
  const { exitCode, err } = await folder().kir(['usage'], { variables });
  expect([exitCode, err]).toEqual([3, 'error: The server refuses: evil\\u{1B}[31m\\u{A}::error::no (request r)\n']);
});
