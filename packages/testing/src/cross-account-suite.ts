import { type CallAnswer, type Callable, callables, send } from './descriptions/call.js';
import type { OpenApiDocument } from './descriptions/document.js';

/** The expected answers for a caller who has no access to the resource. */
export interface StrangerCase {
  readonly status: number;
  /** The body of a request that reaches the ownership check. */
  readonly body?: object;
}

/** A service in which an account has something of everything. */
export interface HeldService<Scope extends string = string> {
  readonly base: string;
  readonly description: OpenApiDocument;
  /** Values for the parameters of a path, naming resources of the owner. */
  readonly named: (template: string) => Readonly<Record<string, string>>;
  /** By operation, such as `GET /v1/usage`: every one of the description. */
  readonly strangers: Readonly<Record<string, StrangerCase>>;
  /** Texts that no stranger may ever receive: names, sources, hashes, addresses. */
  readonly marks: readonly string[];
  /** Everything that a key may be allowed. */
  readonly scopes: readonly Scope[];
  /** Returns a key of a new account; with all scopes unless some are named. */
  readonly newKey: (scopes?: readonly Scope[]) => Promise<string>;
  /** All that the owner has, as it stands. */
  readonly kept: () => Promise<unknown>;
}

/** Fields that only the service sets; `scopes` is a request when a key is created. */
const OURS = ['owner', 'account_id', 'tier', 'certified', 'certified_at', 'phi_c', 'hash', 'version', 'pid', 'id', 'revision', 'secret'];
const JSON_BODY = { 'Content-Type': 'application/json' } as const;

/**
 * Object, property and function level authorization (API1, API3 and API5 of OWASP's list of 2023), operation by operation of a
 * description, so that none can be forgotten.
 * @param start starts the service; its caller ends it
 */
export function itOpensNothingToStrangers<Scope extends string>(start: () => Promise<HeldService<Scope>>): void {
  let service: HeldService<Scope>;
  let operations: readonly Callable[];
  beforeAll(async () => {
    service = await start();
    operations = callables(service.description).map((callable) => ({ ...callable, path: filled(callable, service) }));
  });

  const ask = async ({ name, method, path }: Callable, key: string | undefined): Promise<CallAnswer> => {
    const body = service.strangers[name]?.body;
    return send(service.base, { method, path, key, ...(body === undefined ? {} : { headers: JSON_BODY, body: JSON.stringify(body) }) });
  };

  /** Sends every request, and returns the unexpected answers and those that reveal private data. */
  const wrongs = async (
    keyFor: (callable: Callable) => Promise<string | undefined>,
    expected: (callable: Callable) => number | undefined,
  ) => {
    const wrong: string[] = [];
    for (const callable of operations) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other: a key may be rotated by one of them
      const { status, body } = await ask(callable, await keyFor(callable));
      if (status !== expected(callable)) wrong.push(`${callable.name} → ${status} ${body.slice(0, 200)}`);
      for (const mark of service.marks) if (body.includes(mark)) wrong.push(`${callable.name} tells ${mark}`);
    }
    return wrong;
  };

  it('every operation of the description is asked', () => {
    expect(Object.keys(service.strangers).toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
  });

  it('the key of another account reads and changes no row of the owner', async () => {
    const before = await service.kept();
    expect(
      await wrongs(
        async () => service.newKey(),
        ({ name }) => service.strangers[name]?.status,
      ),
    ).toEqual([]);
    expect(await service.kept()).toEqual(before);
  });

  it('a request without a key reads and changes no row of the owner', async () => {
    const before = await service.kept();
    const expected = (callable: Callable) => (needsKey(callable) ? 401 : service.strangers[callable.name]?.status);
    expect(await wrongs(async () => undefined, expected)).toEqual([]);
    expect(await service.kept()).toEqual(before);
  });

  it('403: a key with all scopes except the required one', async () => {
    const { scopes } = service;
    const others = new Map<string, string>();
    for (const scope of scopes) others.set(scope, await service.newKey(scopes.filter((each) => each !== scope)));
    const wrong: string[] = [];
    for (const callable of operations) {
      const scope = callable.operation['x-scope'];
      if (scope === undefined) continue;
      const { status } = await ask(callable, others.get(scope));
      if (status !== 403) wrong.push(`${callable.name} → ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(OURS)('no request sets %s: 400, or ignored where the description says so', async (member) => {
    const key = await service.newKey();
    for (const { name, method, path, operation } of operations) {
      const given = service.strangers[name]?.body ?? {};
      if (method === 'GET' || Object.hasOwn(given, member)) continue;
      const sent = { ...given, [member]: 'mine' };
      const { status, body } = await send(service.base, { method, path, key, headers: JSON_BODY, body: JSON.stringify(sent) });
      const schema = operation.requestBody?.content['application/json']?.schema;
      if (schema?.additionalProperties === true) {
        expect([name, status]).toEqual([name, service.strangers[name]?.status]);
        continue;
      }
      const told = operation.requestBody === undefined ? [name, status] : [name, status, body.includes(`"/${member}"`)];
      expect(told).toEqual(operation.requestBody === undefined ? [name, 400] : [name, 400, true]);
    }
  });
}

function needsKey({ operation: { security } }: Callable): boolean {
  return security.length > 0 && security.every((way) => Object.keys(way).length > 0);
}

function filled({ name, path }: Callable, { named }: Pick<HeldService, 'named'>): string {
  const template = name.slice(name.indexOf(' ') + 1);
  const values = Object.entries(named(template));
  if (!values.some(([parameter]) => template.includes(`{${parameter}}`))) return path;
  return values.reduce((text, [parameter, value]) => text.replace(`{${parameter}}`, value), template);
}
