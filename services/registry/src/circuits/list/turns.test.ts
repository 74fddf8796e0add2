import { type Caller, type Clock, type ClosableQueue, type Prisma, type RateLimit, systemClock } from '@kirchhoff/platform';
import { CircuitLists, type QueryRunner } from './repository.js';
import { circuitListRoute } from './routes.js';

const UNLIMITED: RateLimit = { take: async () => ({ kind: 'allowed', windows: [] }) };
const settle = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Creates the route over a Postgres that never answers, and a count of its statements. */
function open() {
  let statements = 0;
  const never = async (): Promise<never> => {
    statements += 1;
    return new Promise(() => undefined);
  };
  return { ...openOn(never), statements: () => statements };
}

/** Creates the route over an empty Postgres, and a log of its statements: a whole page, or the snapshot alone. */
function openAnswering() {
  const asked: ('page' | 'snapshot')[] = [];
  const scene = { snapshot: '10:10:', milliseconds: 0 };
  const clock: Clock = { now: () => new Date(0), monotonic: () => scene.milliseconds };
  const ask: QueryRunner = async <Row>({ sql }: Prisma.Sql) => {
    asked.push(sql.includes('circuits') ? 'page' : 'snapshot');
    const rows: unknown = [{ snapshot: scene.snapshot, seen_at: new Date(0), total: 0, id: null }];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rows of both statements
    return rows as readonly Row[];
  };
  return { ...openOn(ask, clock), scene, asked: () => asked.splice(0) };
}

function openOn(postgres: QueryRunner, clock: Clock = systemClock) {
  const lists = new CircuitLists(postgres);
  const limits = { requests: UNLIMITED, searches: UNLIMITED };
  const lines: ClosableQueue[] = [];
  const addLine = (line: ClosableQueue) => void lines.push(line);
  const route = circuitListRoute(lists, { publicUrl: '', limits, anonymousLists: 5, searchesAtOnce: 2, addLine, clock });
  /** One client for each request, as if each had a connection. */
  const clients: AbortController[] = [];
  let asked = 0;
  const answers: unknown[] = [];
  const ask = (account: string | undefined, search: string | undefined, same?: { readonly address: string }): void => {
    asked += 1;
    const client = new AbortController();
    clients.push(client);
    const caller: Caller | undefined =
      account === undefined ? undefined : { accountId: account, keyId: 'key_1', tier: 'pro', scopes: new Set() };
    const group = account ?? same?.address ?? `address ${asked}`;
    const answer = route.handle({
      params: {},
      // Different pages, since requests for the same page share one statement.
      query: { page: 1, limit: same === undefined ? asked : 100, ...(search === undefined ? {} : { search }) },
      body: undefined,
      caller,
      requestId: 'r',
      traceparent: '',
      subject: { address: '192.0.2.1', accountId: account },
      bytes: 0,
      share: { group, account: group, weight: 1 },
      signal: client.signal,
      header: () => undefined,
      newIdentifier: () => {
        throw new Error('nothing is made');
      },
    });
    void Promise.resolve(answer).then((outcome) => answers.push(outcome));
  };
  const stop = (): void => {
    for (const line of lines) line.stopWaiting?.();
  };
  const leave = (): void => {
    for (const client of clients) client.abort();
  };
  return { ask, answers, leave, stop };
}

it.each([
  ['searches without a key, whatever their addresses are', undefined, 'word', 1],
  ['lists without a key', undefined, undefined, 5],
  ['searches of one account', 'acc_1', 'word', 1],
  ['lists of one account', 'acc_1', undefined, 20],
])('of twenty %s Postgres makes so many at once', async (_, account, search, most) => {
  const { ask, statements, leave } = open();
  for (let index = 0; index < 20; index += 1) ask(account, search);
  await settle();
  expect(statements()).toBe(most);
  leave();
});

it('requests of one address for one page take one place, and leave the others to other pages', async () => {
  const { ask, statements, leave } = open();
  // One address alone never gets all permits.
  for (const address of ['one', 'two']) for (let index = 0; index < 20; index += 1) ask(undefined, undefined, { address });
  ask(undefined, undefined);
  await settle();
  expect(statements()).toBe(2);
  leave();
});

it('a search with a key does not wait for those of others', async () => {
  const { ask, statements, leave } = open();
  for (let index = 0; index < 20; index += 1) ask(undefined, 'word');
  for (let index = 0; index < 20; index += 1) ask('acc_1', 'word');
  ask('acc_2', 'word');
  await settle();
  expect(statements()).toBe(3);
  leave();
});

it('a page without a key is kept until a transaction has ended; all who ask meanwhile share one look', async () => {
  const { ask, asked, scene } = openAnswering();
  const same = { address: 'one' };
  ask(undefined, undefined, same);
  await settle();
  expect(asked()).toEqual(['page']);
  for (let index = 0; index < 20; index += 1) ask(undefined, undefined, { address: `${index}` });
  await settle();
  // One for the first request, and one for all that arrived during it.
  expect(asked()).toEqual(['snapshot', 'snapshot']);
  scene.snapshot = '10:11:';
  ask(undefined, undefined, same);
  await settle();
  expect(asked()).toEqual(['snapshot', 'page']);
  ask('acc_1', undefined, same);
  ask('acc_1', undefined, same);
  await settle();
  expect(asked()).toEqual(['page', 'page']);
  scene.milliseconds += 10_001;
  ask(undefined, undefined, same);
  await settle();
  expect(asked()).toEqual(['page']);
});

it('turns away at once who waits when the process stops', async () => {
  const { ask, answers, stop } = open();
  for (let index = 0; index < 3; index += 1) ask('acc_1', 'word');
  for (let index = 0; index < 7; index += 1) ask(undefined, undefined);
  stop();
  await settle();
  expect(answers).toEqual(Array.from({ length: 4 }, () => expect.objectContaining({ kind: 'problem', code: 'busy' })));
});
