import { type Call, type Callable, callables, send } from './descriptions/call.js';
import type { OpenApiDocument } from './descriptions/document.js';
import { exampleOf } from './descriptions/example.js';

/** A service that is asked for what every route refuses in the same way. */
export interface RefusingService {
  /** The base URL of the service. */
  readonly base: string;
  readonly description: OpenApiDocument;
  /** A key that has every scope. */
  readonly key: string;
  /** A key, without scopes, of an account in good standing. */
  readonly weakKey: string;
  /** A key that has every scope, of an account that is suspended. */
  readonly suspendedKey: string;
  /** Lets every request with an Idempotency-Key that has been answered run still, as one that takes long. */
  readonly runOn: () => Promise<void>;
}

/** More than any call takes. */
const TOO_MANY_BYTES = 9_000_000;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;
const JSON_BODY = { 'Content-Type': 'application/json' } as const;

/**
 * Tests the refusals of the checks before every handler, route by route, knowing only the description.
 * @param start starts the service; its caller ends it
 */
export function itRefusesAsDescribed(start: () => Promise<RefusingService>): void {
  let service: RefusingService;
  let operations: readonly Callable[];
  beforeAll(async () => {
    service = await start();
    operations = callables(service.description);
  });

  /** The calls that were not answered with the status, or without the code. */
  const others = async (status: number, chosen: readonly Callable[], more: (callable: Callable) => Partial<Call>, code = '') => {
    const wrong: string[] = [];
    for (const callable of chosen) {
      const { name, method, path } = callable;
      // oxlint-disable-next-line no-await-in-loop -- one after the other: what is refused must not depend on load
      const answer = await send(service.base, { method, path, ...more(callable) });
      if (answer.status !== status || !answer.body.includes(code)) wrong.push(`${name} → ${answer.status} ${answer.body.slice(0, 200)}`);
    }
    return wrong;
  };

  it('401: without a key, where one is needed', async () => {
    const chosen = operations.filter(({ operation }) => needsKey(operation.security));
    expect(chosen.length).toBeGreaterThan(0);
    expect(await others(401, chosen, () => ({}))).toEqual([]);
  });

  it('401: with what is no key, also where none is needed', async () => {
    expect(await others(401, operations, () => ({ key: 'svc_live_nothing' }))).toEqual([]);
  });

  it('403: with a key that lacks the scope', async () => {
    const chosen = operations.filter(({ operation }) => operation['x-scope'] !== undefined);
    expect(chosen.length).toBeGreaterThan(0);
    expect(await others(403, chosen, () => ({ key: service.weakKey }))).toEqual([]);
  });

  it('403: with a key of an account that is suspended, also where none is needed', async () => {
    expect(await others(403, operations, () => ({ key: service.suspendedKey }), 'account-suspended')).toEqual([]);
  });

  it('413: a body that is larger than any call takes is refused unread', async () => {
    expect(await others(413, operations, () => ({ key: service.key, announced: TOO_MANY_BYTES, headers: JSON_BODY }))).toEqual([]);
  });

  it('415: a body of another media type; 400 by a protocol that has no 415', async () => {
    const text = { 'Content-Type': 'text/plain' };
    const [own, foreign] = [true, false].map((isOwn) => operations.filter(({ operation }) => '415' in operation.responses === isOwn));
    expect(await others(415, own ?? [], () => ({ key: service.key, headers: text, body: '{}' }))).toEqual([]);
    expect(await others(400, foreign ?? [], () => ({ key: service.key, headers: text, body: '{}' }), 'header/content-type')).toEqual([]);
  });

  it('400: what is not JSON', async () => {
    expect(await others(400, operations, () => ({ key: service.key, headers: JSON_BODY, body: '{' }))).toEqual([]);
  });

  it('400: a member that is not described, also where no body is taken', async () => {
    expect(await others(400, operations, () => ({ key: service.key, headers: JSON_BODY, body: '{"surprise":1}' }))).toEqual([]);
  });

  it('400: NUL in a path', async () => {
    const chosen = operations.filter(({ name }) => name.endsWith('}'));
    expect(await others(400, chosen, ({ path }) => ({ key: service.key, path: path.replace(/[^/]+$/, '%00') }))).toEqual([]);
  });

  it('404: an address that nobody knows; 405: a method that an address does not take', async () => {
    expect((await send(service.base, { method: 'GET', path: '/v1/surprise' })).status).toBe(404);
    const taken = new Set(operations.map(({ method, path }) => `${method} ${path}`));
    const paths = [...new Set(operations.map(({ path }) => path))];
    const untaken = paths.flatMap((path) =>
      METHODS.map((method) => ({ method, path })).filter((call) => !taken.has(`${call.method} ${call.path}`)),
    );
    for (const call of untaken) expect([call, (await send(service.base, call)).status]).toEqual([call, 405]);
  });

  it('404: a name that is not among those described', async () => {
    const chosen = operations.filter(({ operation }) => isNamedFromList(operation));
    expect(await others(404, chosen, ({ path }) => ({ path: path.replace(/[^/]+$/, 'surprise') }))).toEqual([]);
  });

  it('409: a repeat while the first is running; 422: another request with the same Idempotency-Key', async () => {
    const chosen = operations.filter(({ operation }) => operation.parameters?.some(({ name }) => name === 'Idempotency-Key') === true);
    expect(chosen.length).toBeGreaterThan(0);
    const first = (callable: Callable): Partial<Call> => ({ key: service.key, ...repeatable(callable, 0) });
    for (const callable of chosen) await send(service.base, { ...callable, ...first(callable) });
    expect(await others(422, chosen, (callable) => ({ key: service.key, ...repeatable(callable, 1) }), 'idempotency-mismatch')).toEqual([]);
    await service.runOn();
    expect(await others(409, chosen, first, 'idempotency-running')).toEqual([]);
  });

  it('304: a list or a page that has not changed', async () => {
    const chosen = operations.filter(
      ({ operation, name }) => operation.responses['304'] !== undefined && (!name.includes('{') || isNamedFromList(operation)),
    );
    expect(await others(304, chosen, () => ({ key: service.key, headers: { 'If-None-Match': '*' } }))).toEqual([]);
  });
}

/**
 * Returns one of two different requests with the same Idempotency-Key: they differ in the body, or in the path if there is no
 * body.
 */
function repeatable({ name, path, operation }: Callable, variant: number): Partial<Call> {
  const key = { 'Idempotency-Key': `key of ${name}` };
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (schema === undefined) return { path: path.replaceAll('0', String(variant)), headers: key };
  return { headers: { ...key, ...JSON_BODY }, body: JSON.stringify(exampleOf(schema, variant)) };
}

/** Returns true if the path has one parameter, whose values are all described. */
function isNamedFromList({ parameters = [] }: Callable['operation']): boolean {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  return inPath.length === 1 && inPath.every(({ schema }) => schema.enum !== undefined);
}

/** Returns true if every way to call the operation requires a key. */
function needsKey(security: Callable['operation']['security']): boolean {
  return security.length > 0 && security.every((way) => Object.keys(way).length > 0);
}

/**
 * During an outage of Postgres: operations that need it answer 503, and no other one fails.
 * @param service with unused keys, so that no cache has them
 */
export async function withoutPostgres({
  base,
  description,
  key,
}: Pick<RefusingService, 'base' | 'description' | 'key'>): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const { name, method, path, operation } of callables(description)) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that the pool of connections is not what is tested
    const { status } = await send(base, { method, path, key });
    if (operation.security.length > 0 && status !== 503) wrong.push(`${name} → ${status}`);
  }
  return wrong;
}

/** After too many unknown keys: every call from the address is told to wait. */
export async function afterManyUnknownKeys(
  base: string,
  description: OpenApiDocument,
  unknownKey: () => string,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  await send(base, { method: 'GET', path: '/', key: unknownKey() });
  for (const { name, method, path } of callables(description)) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { status } = await send(base, { method, path, key: unknownKey() });
    if (status !== 429) wrong.push(`${name} → ${status}`);
  }
  return wrong;
}
