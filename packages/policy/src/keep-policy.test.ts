import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type KeepOptions, type KeptPolicy, keepPolicy } from './keep-policy.js';

const POLICY = `pol_${'a'.repeat(22)}`;
const OLD = { verdict: 'DENY', rule: null, determined_by: [], reason: 'policy-too-old' };
const WITHDRAWN = { ...OLD, reason: 'policy-withdrawn' };
const ACTION = { category: 'pay', params: { cents: 1 } };

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let address: string;
let answer: Answer;
/** The tags that were sent, in order; undefined for a question without one. */
let asked: (string | undefined)[];
const kept: KeptPolicy[] = [];
const problems: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.headers['if-none-match']);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening server on a port has an address of this form
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
  problems.length = 0;
});
afterEach(() => {
  for (const each of kept.splice(0)) each.stop();
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function onProblem({ message, cause }: Error): void {
  problems.push(cause instanceof Error ? `${message}: ${cause.message}` : message);
}

function keep(more: Partial<KeepOptions> = {}): KeptPolicy {
  const policy = keepPolicy({ url: address, policyId: POLICY, key: 'k', every: 15, maxAge: 60_000, timeout: 5_000, onProblem, ...more });
  kept.push(policy);
  return policy;
}

/** A module that allows what category it is asked about, but for those that no policy has. */
function moduleOf(version: number, more = ''): string {
  return `export const policy = { name: 'p', hash: 'h${version}', policy_id: '${POLICY}', version: ${version} };
export function decide(category, params) {
  return category === 'pay' ? { verdict: 'ALLOW', rule: 'v${version}', determined_by: ['v${version}'], reason: String(params.cents) } : { verdict: 'DENY' };
}
${more}`;
}

const gives =
  (status: number, body = '', headers: Readonly<Record<string, string>> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };
const JAVASCRIPT = { 'Content-Type': 'text/javascript; charset=utf-8' };
const givesModule = (text: string, tag: string): Answer => gives(200, text, { ...JAVASCRIPT, ETag: tag });

async function eventually(condition: () => boolean): Promise<void> {
  const end = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error('it did not come true');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** Waits until so many more questions have been answered, and their answers read. */
async function questions(count: number): Promise<void> {
  const goal = asked.length + count + 1;
  await eventually(() => asked.length >= goal);
}

it('denies until it has a policy, then decides by it', async () => {
  answer = givesModule(moduleOf(1), '"1"');
  const policy = keep();
  expect([policy.decide(ACTION), policy.age(), policy.version, policy.hash]).toEqual([OLD, Number.POSITIVE_INFINITY, null, null]);
  expect(await policy.ready).toBe(true);
  expect(policy.decide(ACTION)).toEqual({ verdict: 'ALLOW', rule: 'v1', determined_by: ['v1'], reason: '1' });
  expect([policy.version, policy.hash]).toEqual([1, 'h1']);
  expect(policy.age()).toBeLessThan(10_000);
});

it('asks with key, path and tag, and an unchanged policy grows young again', async () => {
  const seen: string[] = [];
  answer = (request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
    else givesModule(moduleOf(1), '"1"')(request, response);
  };
  const started = performance.now();
  const policy = keep({ url: `${address}/base/` });
  await policy.ready;
  await questions(3);
  expect(policy.age()).toBeLessThan(performance.now() - started - 20);
  expect(policy.decide(ACTION).verdict).toBe('ALLOW');
  expect(asked.slice(0, 3)).toEqual([undefined, '"1"', '"1"']);
  expect(new Set(seen)).toEqual(new Set([`GET /base/v1/policies/${POLICY}/compiled Bearer k`]));
});

it('sends its questions as it is told', async () => {
  answer = givesModule(moduleOf(1), '"1"');
  const sent: unknown[] = [];
  const policy = keep({
    fetch: async (input, init) => {
      sent.push(input);
      return fetch(input, init);
    },
  });
  await policy.ready;
  expect([policy.version, sent[0]]).toEqual([1, `${address}/v1/policies/${POLICY}/compiled`]);
});

it('takes the next version', async () => {
  answer = givesModule(moduleOf(1), '"1"');
  const policy = keep();
  await policy.ready;
  answer = givesModule(moduleOf(2), '"2"');
  await eventually(() => policy.version === 2);
  expect(policy.decide(ACTION).rule).toBe('v2');
});

it.each<[string, Answer]>([
  ['500', gives(500)],
  ['503', gives(503, '', { 'Retry-After': '1' })],
  ['429', gives(429, '', { 'Retry-After': '86400' })],
  ['401', gives(401)],
  ['403', gives(403)],
  ['a redirect', gives(302, '', { Location: '/elsewhere' })],
  ['a page', gives(200, '<html></html>', { 'Content-Type': 'text/html' })],
  ['no type', gives(200, moduleOf(9))],
  ['a syntax error', givesModule('export function decide( {', '"9"')],
  ['half a module', givesModule(moduleOf(9).slice(0, 150), '"9"')],
  ['an empty module', givesModule('', '"9"')],
  ['a module that throws when it is loaded', givesModule(moduleOf(9, 'throw new Error("no");'), '"9"')],
  ['a module that never loads', givesModule(moduleOf(9, 'await new Promise(() => {});'), '"9"')],
  ['a module of another policy', givesModule(moduleOf(9).replace(POLICY, `pol_${'b'.repeat(22)}`), '"9"')],
  ['a module without a version', givesModule(moduleOf(9).replace('version: 9', 'version: null'), '"9"')],
  ['a module without a hash', givesModule(moduleOf(9).replace("hash: 'h9', ", ''), '"9"')],
  ['a module that allows everything', givesModule(moduleOf(9).replace("verdict: 'DENY'", "verdict: 'ALLOW'"), '"9"')],
  ['a module that throws when it decides', givesModule(moduleOf(9).replace("category === 'pay'", 'params.cents'), '"9"')],
  ['bytes that are no UTF-8', (_request, response) => void response.writeHead(200, JAVASCRIPT).end(Buffer.from([0xff, 0xfe]))],
  ['a broken connection', (request) => void request.socket.destroy()],
  [
    'a body that breaks off',
    (request, response) => {
      response.writeHead(200, { ...JAVASCRIPT, 'Content-Length': '10000' }).write(moduleOf(9));
      setTimeout(() => request.socket.destroy(), 5);
    },
  ],
])('%s leaves the last good policy, and it grows older', async (_, broken) => {
  answer = givesModule(moduleOf(1), '"1"');
  const policy = keep({ every: 40, timeout: 200 });
  // On a busy machine the first answer may take longer than the time limit that the cases need.
  await eventually(() => policy.version === 1);
  answer = broken;
  await questions(2);
  expect(policy.decide(ACTION)).toMatchObject({ verdict: 'ALLOW', rule: 'v1' });
  const age = policy.age();
  await questions(2);
  expect(policy.age()).toBeGreaterThan(age + 40);
  expect(problems.length).toBeGreaterThan(2);
  // It still asks with the tag of the module that it has.
  expect(asked.at(-1)).toBe('"1"');
  answer = givesModule(moduleOf(3), '"3"');
  await eventually(() => policy.version === 3);
});

it('an answer that never comes is given up, and so is one that never ends', async () => {
  answer = givesModule(moduleOf(1), '"1"');
  const policy = keep({ timeout: 500 });
  await policy.ready;
  answer = () => {};
  await questions(2);
  answer = (_request, response) => {
    response.writeHead(200, JAVASCRIPT);
    const more = setInterval(() => response.write('// \n'), 5);
    response.on('close', () => clearInterval(more));
  };
  await questions(2);
  expect(policy.version).toBe(1);
  expect(problems.length).toBeGreaterThan(2);
});

it('a module without end is not read to its end', async () => {
  answer = givesModule(moduleOf(1), '"1"');
  const policy = keep({ timeout: 20_000 });
  await policy.ready;
  const line = Buffer.alloc(1_048_576, '/');
  answer = (_request, response) => {
    response.writeHead(200, JAVASCRIPT);
    const more = () => {
      while (!response.destroyed && response.write(line));
    };
    response.on('drain', more);
    more();
  };
  await eventually(() => problems.some((problem) => problem.includes('bytes')));
  expect(policy.version).toBe(1);
});

it('denies once nobody has confirmed the policy for maxAge, and decides again once somebody does', async () => {
  answer = givesModule(moduleOf(1), '"1"');
  const policy = keep({ maxAge: 1_500 });
  await policy.ready;
  answer = gives(503);
  expect(policy.decide(ACTION).verdict).toBe('ALLOW');
  await eventually(() => policy.decide(ACTION).verdict === 'DENY');
  expect(policy.decide(ACTION)).toEqual(OLD);
  expect([policy.version, policy.age() > 1_500]).toEqual([1, true]);
  answer = (request, response) => void response.writeHead(request.headers['if-none-match'] === '"1"' ? 304 : 500).end();
  await eventually(() => policy.decide(ACTION).verdict === 'ALLOW');
});

it('grows old with the longer of two clocks: while the machine sleeps, and when its time is set back', async () => {
  answer = givesModule(moduleOf(1), '"1"');
  const policy = keep({ every: 30_000 });
  await policy.ready;
  const [wall, monotonic] = [Date.now(), performance.now()];
  const clocks = [jest.spyOn(Date, 'now'), jest.spyOn(performance, 'now')] as const;
  const set = (wallAhead: number, monotonicAhead: number) => {
    clocks[0].mockReturnValue(wall + wallAhead);
    clocks[1].mockReturnValue(monotonic + monotonicAhead);
    return policy.decide(ACTION).verdict;
  };
  try {
    expect(set(1_000, 1_000)).toBe('ALLOW');
    expect(set(60_001, 1_000)).toBe('DENY');
    expect(set(-86_400_000, 1_000)).toBe('ALLOW');
    expect(set(-86_400_000, 60_001)).toBe('DENY');
    expect(set(1_000, Number.NaN)).toBe('DENY');
  } finally {
    for (const clock of clocks) clock.mockRestore();
  }
});

it('counts its age from the question, and not from the answer', async () => {
  answer = (request, response) => void setTimeout(() => givesModule(moduleOf(1), '"1"')(request, response), 300);
  const policy = keep({ every: 30_000 });
  await policy.ready;
  expect(policy.age()).toBeGreaterThanOrEqual(299);
});

it.each([404, 410])('%i denies at once, and 304 brings nothing back', async (status) => {
  answer = givesModule(moduleOf(1), '"1"');
  const policy = keep();
  await policy.ready;
  answer = gives(status);
  await eventually(() => policy.decide(ACTION).verdict === 'DENY');
  expect([policy.decide(ACTION), policy.age(), policy.version]).toEqual([WITHDRAWN, Number.POSITIVE_INFINITY, null]);
  answer = gives(304);
  await questions(2);
  expect(policy.decide(ACTION)).toEqual(WITHDRAWN);
  expect(asked.at(-1)).toBeUndefined();
  answer = givesModule(moduleOf(2), '"2"');
  await eventually(() => policy.version === 2);
  expect(policy.decide(ACTION).verdict).toBe('ALLOW');
});

it('is ready without a policy where the service is out, and has one later', async () => {
  answer = gives(503);
  const policy = keep();
  expect(await policy.ready).toBe(false);
  expect(policy.decide(ACTION)).toEqual(OLD);
  answer = givesModule(moduleOf(1), '"1"');
  await eventually(() => policy.decide(ACTION).verdict === 'ALLOW');
});

it('asks no more once it is stopped, and grows old', async () => {
  answer = givesModule(moduleOf(1), '"1"');
  const policy = keep({ maxAge: 100 });
  await policy.ready;
  policy.stop();
  const { length } = asked;
  expect(policy.decide(ACTION).verdict).toBe('ALLOW');
  await eventually(() => policy.decide(ACTION).verdict === 'DENY');
  expect(asked.length).toBe(length);
});

it('a listener that throws ends nothing', async () => {
  answer = gives(500);
  const policy = keep({
    onProblem: () => {
      throw new Error('no');
    },
  });
  await policy.ready;
  answer = givesModule(moduleOf(1), '"1"');
  await eventually(() => policy.version === 1);
});

it('an action that cannot be read is denied', async () => {
  answer = givesModule(moduleOf(1), '"1"');
  const policy = keep();
  await policy.ready;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a caller without types may send
  for (const action of [undefined, null, { category: 'pay' }] as unknown as (typeof ACTION)[]) {
    expect(policy.decide(action)).toEqual({ ...OLD, reason: 'the action could not be read' });
  }
});

it.each<[Partial<KeepOptions>, string]>([
  [{ url: 'http://compiler.example.com' }, 'url must begin with https'],
  [{ url: 'ftp://127.0.0.1' }, 'url must begin with https'],
  [{ url: 'http://127.0.0.1.example.com' }, 'url must begin with https'],
  [{ url: 'nowhere' }, 'Invalid URL'],
  [{ policyId: 'pol_1/../../x' }, 'policyId must be the id of a policy'],
  [{ key: 'a\nb' }, 'key must be an API key'],
  [{ maxAge: 15 }, 'every must be less than maxAge'],
  [{ maxAge: Number.NaN }, 'maxAge must be milliseconds'],
  [{ every: 0 }, 'every must be milliseconds'],
  [{ timeout: Number.POSITIVE_INFINITY }, 'timeout must be milliseconds'],
])('refuses %j', (more, message) => {
  expect(() => keep(more)).toThrow(message);
});
