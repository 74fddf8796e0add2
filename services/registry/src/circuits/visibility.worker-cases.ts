import { bearer, registryWithWorker, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
let bob: TestAccount;

beforeAll(async () => {
  registry = await registryWithWorker();
  [ada, bob] = await Promise.all([registry.register(), registry.register()]);
});

/** Returns every operation below the pid of a circuit, with its other parameters filled in. */
function operations(pid: string, hash: string) {
  return Object.entries(registry.description.paths ?? {}).flatMap(([path, item]) => {
    if (!path.startsWith('/v1/circuits/{pid}')) return [];
    const filled = path.replace('{pid}', pid).replace('{target}', 'js');
    const addresses = path.includes('{version}') ? [filled.replace('{version}', '1'), filled.replace('{version}', hash)] : [filled];
    const methods = METHODS.filter((method) => Object.hasOwn(item, method));
    return addresses.flatMap((address) => methods.map((method) => [method, address] as const));
  });
}

const METHODS = ['get', 'put', 'post', 'delete'] as const;

async function status(method: (typeof METHODS)[number], address: string, account: TestAccount | undefined): Promise<number> {
  const asked = registry.api[method](address);
  const answer = await (account === undefined ? asked : asked.set(bearer(account))).send(method === 'put' ? { name: 'taken' } : undefined);
  return answer.status;
}

/** Returns the statuses of the operations below a pid; without a key, of those that do not require one. */
async function statuses(pid: string, hash: string, account: TestAccount | undefined): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [method, address] of operations(pid, hash)) {
    if (account === undefined && method !== 'get') continue;
    found.push(`${method} ${address.replace(pid, ':pid')}: ${await status(method, address, account)}`);
  }
  return found;
}

async function certifiedCircuit(number: number, visibility: string): Promise<readonly [string, string]> {
  const pid = await registry.publish(ada, closedCircuit(number), { visibility });
  return [pid, (await registry.certify(ada, pid)).body.hash];
}

const allAre404 = (found: readonly string[]) => {
  expect(found.length).toBeGreaterThan(9);
  expect(found.filter((line) => !line.endsWith(': 404'))).toEqual([]);
};

it('404 everywhere under the pid of a private circuit of another, by every method', async () => {
  const [pid, hash] = await certifiedCircuit(1, 'private');
  allAre404(await statuses(pid, hash, bob));
  allAre404([...(await statuses(pid, hash, undefined)), ...(await statuses('cir_0000000000000000000000', hash, bob))]);
  await registry.api.get(`/v1/circuits/${pid}`).set(bearer(ada)).expect(200);
});

it('404 everywhere after it became private, and after it was withdrawn', async () => {
  const [pid, hash] = await certifiedCircuit(2, 'public');
  expect((await statuses(pid, hash, undefined)).filter((line) => !line.endsWith(': 200'))).toEqual([]);
  await registry.api.put(`/v1/circuits/${pid}`).set(bearer(ada)).send({ visibility: 'private' }).expect(200);
  allAre404(await statuses(pid, hash, bob));
  await registry.api.delete(`/v1/circuits/${pid}`).set(bearer(ada)).expect(204);
  allAre404(await statuses(pid, hash, bob));
});

it('410 everywhere once a public one was withdrawn, but for what is read by hash and the grey badge', async () => {
  const [pid, hash] = await certifiedCircuit(3, 'public');
  await registry.api.delete(`/v1/circuits/${pid}`).set(bearer(ada)).expect(204);
  const others = (await statuses(pid, hash, bob)).filter((line) => !line.endsWith(': 410'));
  expect(others.map((line) => line.replace(hash, ':hash')).toSorted()).toEqual([
    'get /v1/circuits/:pid/badge: 404',
    'get /v1/circuits/:pid/versions/:hash/certificate: 200',
    'get /v1/circuits/:pid/versions/:hash: 200',
  ]);
});
