import { systemClock } from '../environment/clock.js';
import { systemRandomness } from '../environment/randomness.js';
import { createApplication, messagesOf } from '../http/application.js';
import { accepted, ok } from '../http/response.js';
import { type Route, route } from '../http/route.js';
import { type Listening, listen } from '../http/server.js';
import { problem } from '../problems/problem.js';
import { WorkCut } from '../shutdown/shutdown.js';
import { leavingSteps } from './leaving.js';

let listening: Listening;
/** The calls that the service received, in order. */
let told: string[];
/** Lets the oldest request to /held end. */
let releases: (() => void)[];
let arrivals: (() => void)[];

const service = {
  beginShutdown: () => void told.push('begin'),
  stopWaiting: () => void told.push('stop waiting'),
  giveUp: () => void told.push('give up'),
};
const GET = { method: 'GET', auth: 'none', summary: 'A route', responses: {}, problems: ['unavailable'] } as const;

/** Resolves when the signal of the request is aborted. */
async function gone(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve());
    arrivals.shift()?.();
  });
}

async function held(): Promise<void> {
  await new Promise<void>((resolve) => {
    releases.push(resolve);
    arrivals.shift()?.();
  });
}

const ROUTES: readonly Route[] = [
  route({ ...GET, path: '/here', handler: () => ok('here') }),
  route({ ...GET, path: '/held', handler: async () => held().then(() => ok('held')) }),
  route({ ...GET, path: '/run', handler: async ({ signal }) => gone(signal).then(() => problem('unavailable', 'stopping')) }),
  route({ ...GET, path: '/wait', handler: async ({ signal }) => gone(signal).then(() => accepted('/later', {})) }),
];

beforeEach(async () => {
  told = [];
  releases = [];
  arrivals = [];
  const log = { answered: () => undefined, failed: () => undefined, unavailable: () => undefined };
  const authenticator = { authenticate: async () => ({ kind: 'anonymous' }) as const };
  const parts = { routes: ROUTES, authenticator, log, clock: systemClock, randomness: systemRandomness, trustProxy: '' };
  const application = createApplication(parts);
  listening = await listen(application, 0, '127.0.0.1', { messages: messagesOf(application) });
});
afterEach(() => {
  listening.server.closeAllConnections();
  listening.server.close();
});

const ask = async (path: string) => fetch(`http://127.0.0.1:${listening.port}${path}`);

/** Asks for what does not end by itself, once its handler has begun. */
async function begun(path: string): Promise<{ readonly answer: Promise<Response | 'cut'> }> {
  const arrived = new Promise<void>((resolve) => arrivals.push(resolve));
  const answer = ask(path).catch(() => 'cut' as const);
  await arrived;
  return { answer };
}

function steps(workMilliseconds?: number) {
  const named = leavingSteps(service, listening, { drainMilliseconds: 0, ...(workMilliseconds === undefined ? {} : { workMilliseconds }) });
  return async (...names: readonly string[]) => {
    for (const step of named.filter(({ name }) => names.includes(name))) await step.run();
  };
}

it('drains first: it says so, takes requests, and ends each connection with its answer', async () => {
  const run = steps();
  const before = await begun('/held');
  await run('readiness', 'drain');
  expect(told).toEqual(['begin']);
  const during = await ask('/here');
  expect([during.status, during.headers.get('connection')]).toEqual([200, 'close']);
  releases[0]?.();
  const answer = await before.answer;
  expect(answer).toMatchObject({ status: 200 });
  expect(answer === 'cut' ? undefined : answer.headers.get('connection')).toBe('close');
});

it('then takes nothing new, has nobody wait in line, and lets what runs finish', async () => {
  const run = steps();
  const before = await begun('/held');
  await run('readiness', 'drain');
  const left = run('server');
  await expect(ask('/here')).rejects.toThrow('fetch failed');
  expect(told).toEqual(['begin', 'stop waiting']);
  releases[0]?.();
  expect(await before.answer).toMatchObject({ status: 200 });
  await left;
});

it('at the end answers what still runs with 503, and what waits for a run with 202', async () => {
  const [running, waiting] = [await begun('/run'), await begun('/wait')];
  await expect(steps(0)('server')).rejects.toThrow(new WorkCut({ requests: 1 }));
  expect([await running.answer, await waiting.answer]).toMatchObject([{ status: 503 }, { status: 202 }]);
  expect(told).toEqual(['stop waiting', 'give up']);
});

it('cuts what does not come to an end, and counts it', async () => {
  const [first, second] = [await begun('/held'), await begun('/held')];
  await expect(steps(0)('server')).rejects.toMatchObject({ counts: { requests: 2 } });
  expect([await first.answer, await second.answer]).toEqual(['cut', 'cut']);
});
