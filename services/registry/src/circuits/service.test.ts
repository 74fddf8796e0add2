import type { Circuit, CircuitDetail } from './circuit.js';
import { CircuitLookup } from './lookup.js';
import type { CircuitRepository } from './repository.js';
import { Circuits } from './service.js';

const PUBLIC: Circuit = {
  pid: 'cir_0000000000000000000000',
  name: 'fee',
  description: '',
  visibility: 'public',
  owner: 'acc_owner',
  version: 1,
  hash: 'a'.repeat(64),
  certified: false,
  phiC: null,
  assurance: null,
  certifiedAt: null,
  engineVersion: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  withdrawnAt: null,
  revision: 1,
};

/** Creates a service whose first and second statement return these rows. */
function reading(first: Circuit, second: Circuit) {
  let details = 0;
  const detail = async (): Promise<CircuitDetail> => {
    details += 1;
    return { circuit: second, source: 'its source', signature: Buffer.from('{}'), versions: [] };
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service calls only this method of the repository
  const circuits = { detail } as unknown as CircuitRepository;
  const lookup = new CircuitLookup(async () => first);
  return { circuits: new Circuits({ circuits, lookup, publicUrl: '' }), details: () => details };
}

it('a circuit that becomes private between the two readings is hidden', async () => {
  const { circuits } = reading(PUBLIC, { ...PUBLIC, visibility: 'private', revision: 2 });
  expect(await circuits.find(PUBLIC.pid, 'acc_other')).toMatchObject({ kind: 'problem', code: 'not-found' });
  expect(await circuits.find(PUBLIC.pid, 'acc_owner')).toMatchObject({ kind: 'found' });
});

it('what was withdrawn between the two readings is gone', async () => {
  const { circuits } = reading(PUBLIC, { ...PUBLIC, withdrawnAt: new Date(), revision: 2 });
  expect(await circuits.find(PUBLIC.pid, undefined)).toMatchObject({ kind: 'problem', code: 'withdrawn' });
});

it('is rendered once for a revision, and again for the next', async () => {
  const same = reading(PUBLIC, PUBLIC);
  for (let times = 0; times < 3; times += 1) await same.circuits.find(PUBLIC.pid, undefined);
  expect(same.details()).toBe(1);
  const later = reading({ ...PUBLIC, revision: 2 }, PUBLIC);
  for (let times = 0; times < 3; times += 1) await later.circuits.find(PUBLIC.pid, undefined);
  expect(later.details()).toBe(3);
});
