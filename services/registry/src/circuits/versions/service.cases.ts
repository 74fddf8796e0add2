import { bearer, sharedRegistry, type TestRegistry } from '../../testing/registry.fixture.js';
import { closedCircuit } from '../../testing/sources.fixture.js';
import { CircuitLookup } from '../lookup.js';
import { CircuitRepository } from '../repository.js';
import { VersionRepository } from './repository.js';
import { Versions } from './service.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await sharedRegistry();
});

it('what was written as private after a stranger looked the circuit up is not found, by number or by hash', async () => {
  const ada = await registry.register();
  const pid = await registry.publish(ada, closedCircuit(1));
  const lookedUp = await new CircuitRepository(registry.database).find(pid);
  const change = { source: closedCircuit(2), visibility: 'private' };
  const { body } = await registry.api.put(`/v1/circuits/${pid}`).set(bearer(ada)).send(change).expect(200);
  const versions = new Versions({
    lookup: new CircuitLookup(async () => lookedUp),
    versions: new VersionRepository(registry.database),
    certificateOf: async () => undefined,
  });
  expect(await versions.find(pid, '1', undefined)).toMatchObject({ kind: 'version', version: { source: closedCircuit(1) } });
  for (const reference of ['2', String(body.hash)]) {
    expect(await versions.find(pid, reference, undefined)).toMatchObject({ kind: 'problem', code: 'not-found' });
  }
});
